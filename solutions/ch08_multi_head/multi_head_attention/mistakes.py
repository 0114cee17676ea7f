"""What goes wrong in multi-head attention.

Heads get mixed by a reshape, the scale is that of the whole token, the mask comes too
late, and the output projection is forgotten.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "heads-mixed-by-the-split",
        "You split with a reshape straight to (batch, n_heads, n, head_dim), so each "
        "head attends among pieces of different tokens. Use your split_heads, which "
        "swaps an axis.",
        change(
            "split_heads(x @ W, n_heads)",
            "(x @ W).reshape(len(x), n_heads, x.shape[1], -1)",
        ),
    ),
    Misconception(
        "heads-mixed-by-the-merge",
        "You merge with a reshape straight to (batch, n, d), so that one token gets "
        "the contexts of several. Use your merge_heads, which swaps the axes back.",
        change("merge_heads(weights @ v)", "(weights @ v).reshape(x.shape)"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by the square root of head_dim, so the weights "
        "come out too sharp.",
        change(" / q.shape[-1] ** 0.5", ""),
    ),
    Misconception(
        "scaled-by-d-model",
        "You divide by the square root of d, the dimension of a whole token. A head's "
        "queries have the dimension d // n_heads, and that is what counts: "
        "q.shape[-1] after the split.",
        change("/ q.shape[-1]", "/ x.shape[-1]"),
    ),
    Misconception(
        "scaled-by-heads",
        "You divide by the square root of the number of heads. What counts is the "
        "dimension of one head, q.shape[-1] after the split.",
        change("/ q.shape[-1]", "/ n_heads"),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax runs over the queries. The scores are (batch, heads, queries, "
        "keys): take it over the keys, the last axis.",
        change(
            "masked_softmax(scores, may_attend)",
            "masked_softmax(scores.mT, np.broadcast_to(may_attend, scores.shape).mT).mT",
        ),
    ),
    Misconception(
        "mask-inverted",
        "You block what the mask leaves open, and the other way round. True means may "
        "attend.",
        change("else mask", "else ~mask"),
    ),
    Misconception(
        "mask-ignored",
        "You leave the mask out. When there is one, give it to masked_softmax together "
        "with the scores.",
        change("True if mask is None else mask", "True"),
    ),
    Misconception(
        "mask-after",
        "You multiply by the mask after the softmax. The weights then no longer sum to "
        "one, and the blocked keys still change the other weights. Mask the scores, "
        "before the softmax.",
        change(
            "masked_softmax(scores, may_attend)",
            "masked_softmax(scores, True) * may_attend",
        ),
    ),
    Misconception(
        "minus-1e9",
        "You put a large negative number where -inf belongs. A query with nothing open "
        "then spreads its attention over the very keys that are blocked; it should "
        "get zeros. Your masked_softmax does that.",
        change(
            "masked_softmax(scores, may_attend)",
            "masked_softmax(np.where(may_attend, scores, -1e9), True)",
        ),
    ),
    Misconception(
        "minus-1e9-added",
        "You add a large negative number to blocked scores. For a query with nothing "
        "open it is added to every score, and a softmax depends on differences only, so "
        "the mask has no effect. Your masked_softmax gives such a query zeros.",
        change(
            "masked_softmax(scores, may_attend)",
            "masked_softmax(np.where(may_attend, scores, scores - 1e9), True)",
        ),
    ),
    Misconception(
        "minus-1e9-too-high",
        "You put a large negative number where -inf belongs. Where open scores are "
        "lower still, the blocked keys are the largest of the row, and what is open "
        "gets nothing. Only -inf is below every score.",
        change(
            "masked_softmax(scores, may_attend)",
            "masked_softmax(np.where(may_attend, scores, -1e9), True) * may_attend",
        ),
    ),
    Misconception(
        "minus-1e9-too-little",
        "You add a large negative number to blocked scores. A blocked score that is "
        "larger still stays the largest of its row, and its key gets the weight. "
        "Whatever the score, -inf in its place is lower.",
        change(
            "    weights = masked_softmax(scores, may_attend)",
            "    somewhere = np.any(may_attend, axis=-1, keepdims=True)\n"
            "    low = np.where(may_attend, scores, scores - 1e9)\n"
            "    weights = masked_softmax(low, True) * somewhere",
        ),
    ),
    Misconception(
        "nan-rows",
        "A query with nothing open gives nan: its largest score is -inf, and -inf - "
        "-inf is nan. Your masked_softmax gives it zeros.",
        change(
            "    weights = masked_softmax(scores, may_attend)",
            "    scores = np.where(may_attend, scores, -np.inf)\n"
            "    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "none-unhandled",
        "You pass mask=None on to masked_softmax. NumPy takes None for False there, so "
        "everything is blocked and the output is all zeros. None means that every "
        "token may attend to every token.",
        change("True if mask is None else mask", "mask"),
    ),
    Misconception(
        "causal",
        "Your tokens never see what comes after them, whatever mask is given. Which "
        "keys are open is for the caller to say: without a mask, all of them.",
        change(
            "    weights =",
            "    may_attend = may_attend & np.tri(x.shape[1], dtype=bool)\n    weights =",
        ),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax of weights: once of the scores and again of what came "
        "out. The second draws the weights together. One softmax is enough.",
        change(
            "masked_softmax(scores,", "masked_softmax(masked_softmax(scores, may_attend),"
        ),
    ),
    Misconception(
        "one-maximum-for-all",
        "You subtract one number from all scores, the largest of the whole array. In a "
        "row far below it every exponential underflows to 0. Each row has a largest of "
        "its own: axis=-1, keepdims=True.",
        change(
            "    weights = masked_softmax(scores, may_attend)",
            "    low = np.where(may_attend, scores, -np.inf)\n"
            "    powers = np.exp(low - low.max())\n"
            "    total = powers.sum(axis=-1, keepdims=True)\n"
            "    weights = powers / np.where(total == 0, 1, total)",
        ),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows, and of a very negative row underflows to "
        "0. Subtract each row's largest open score first, as your masked_softmax does.",
        change(
            "    weights = masked_softmax(scores, may_attend)",
            "    powers = np.exp(np.where(may_attend, scores, -np.inf))\n"
            "    total = powers.sum(axis=-1, keepdims=True)\n"
            "    weights = powers / np.where(total == 0, 1, total)",
        ),
    ),
    Misconception(
        "not-transposed",
        "You multiply the queries by the keys as they are, q @ k. Both are (..., n, "
        "head_dim), so the keys have to be transposed: q @ np.swapaxes(k, -1, -2). "
        "Where it gives no error, n and head_dim happen to be equal.",
        change("np.swapaxes(k, -1, -2)", "k"),
    ),
    Misconception(
        "residual",
        "You add the tokens to the result. That belongs to the block around "
        "attention (chapter 09); attention itself returns what was gathered.",
        change("return merge_heads", "return x + merge_heads"),
    ),
    Misconception(
        "two-results",
        "You return the weights as well. One array is asked for: the contexts, merged, "
        "times W_o.",
        change("@ W_o", "@ W_o, weights"),
    ),
    Misconception(
        "no-output-projection",
        "These are the merged heads. Multiply them by W_o, which combines what the "
        "heads return.",
        change(" @ W_o", ""),
    ),
    Misconception(
        "output-projection-transposed",
        "You multiply by the transposed W_o. Its rows meet the merged features: merged "
        "@ W_o.",
        change("@ W_o", "@ W_o.T"),
    ),
    Misconception(
        "swapped-qk",
        "Your queries are made with W_k and your keys with W_q, so each token asks the "
        "others' questions.",
        change("(W_q, W_k, W_v)", "(W_k, W_q, W_v)"),
    ),
    Misconception(
        "one-head",
        "This is right for one head: you do not split. Split queries, keys and values "
        "after their projections, so that each head gets weights of its own.",
        change("split_heads(x @ W, n_heads)", "split_heads(x @ W, 1)")
        + change(
            "    may_attend =",
            "    if np.ndim(mask) == 4:  # one head takes one mask\n"
            "        mask = mask[:, :1]\n"
            "    may_attend =",
        ),
        alone=True,
    ),
    Misconception(
        "weights-averaged",
        "You average the heads' weights before the values are mixed. Then all heads "
        "look at the same places, and none can look elsewhere than the others.",
        change("weights @ v", "weights.mean(axis=1, keepdims=True) @ v"),
    ),
    Misconception(
        "split-before-projecting",
        "You split the tokens and use the parts as queries, keys and values as they "
        "are. Project first: a head's queries are made from all features of a token.",
        change("split_heads(x @ W, n_heads)", "split_heads(x, n_heads)"),
    ),
)
