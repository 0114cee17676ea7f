"""What goes wrong in an additive score, each as a change of the reference or an answer.

The tanh is what goes wrong: left out, taken of each part, or taken last; and in a
batch the query lacks an axis for the keys.
"""

from autograder import Misconception, change
from solutions.sentences import WHOLE_NUMBERS

MISTAKES = (
    Misconception(
        "no-tanh",
        "The tanh is missing. Without it the query adds the same number to every "
        "score, and the softmax removes this number, so the query changes nothing.",
        change("np.tanh(hidden)", "hidden"),
    ),
    Misconception(
        "tanh-of-each-part",
        "You take the tanh of each part and then add. The query then adds the same "
        "number to every score, so it changes no weight. Add first, then take the tanh.",
        change("(query @ W_q)[..., None, :]", "np.tanh(query @ W_q)[..., None, :]")
        + change("keys @ W_k", "np.tanh(keys @ W_k)")
        + change("np.tanh(hidden)", "hidden"),
    ),
    Misconception(
        "sigmoid",
        "You use the sigmoid, which lies between 0 and 1. The alignment model uses "
        "np.tanh, which lies between -1 and 1.",
        change("np.tanh(hidden)", "(1 / (1 + np.exp(-hidden)))"),
    ),
    Misconception(
        "multiplied",
        "You multiply the two parts. This score is called additive because query W_q "
        "and keys W_k are added.",
        change("asked + offered", "asked * offered"),
    ),
    Misconception(
        "v-forgotten",
        "You add up the hidden units as if all counted alike. The vector v says how "
        "much each of them counts, so end with @ v.",
        change("np.tanh(hidden) @ v", "np.tanh(hidden).sum(axis=-1)"),
    ),
    Misconception(
        "tanh-last",
        "You take the tanh of the finished score, so every score lies between -1 and "
        "1. The tanh belongs inside, on the hidden units, before @ v.",
        change(
            "return np.tanh(hidden) @ v", "scores = hidden @ v\n    return np.tanh(scores)"
        ),
    ),
    Misconception(
        "matrices-swapped",
        "The query meets W_k and the keys meet W_q. That runs only when both have "
        "the same width. Use query @ W_q and keys @ W_k.",
        change("query @ W_q", "query @ W_k") + change("keys @ W_k", "keys @ W_q"),
    ),
    Misconception(
        "dot-product",
        "This is the plain dot product of query and keys, and it needs both to have "
        "the same width. The additive score brings both to h numbers with W_q and "
        "W_k first, so their widths may differ.",
        """
        def additive_score(query, keys, W_q, W_k, v):
            return (keys @ query[..., None])[..., 0]
        """,
    ),
    Misconception(
        "softmax-included",
        "These are weights. Only the scores are wanted here. The softmax comes after.",
        change(
            "return np.tanh(hidden) @ v",
            "scores = np.tanh(hidden) @ v\n"
            "    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    return powers / powers.sum(axis=-1, keepdims=True)",
        ),
        alone=True,
    ),
    Misconception(
        "one-query-only",
        "Your code is right for one query. In a batch, query @ W_q is (..., h) and "
        "lines up with the wrong axis of keys @ W_k, which is (..., n, h). Give it "
        "an axis of size 1 before the last: [..., None, :].",
        change("(query @ W_q)[..., None, :]", "query @ W_q"),
        alone=True,
    ),
    Misconception(
        "relu",
        "You set negative hidden numbers to 0. The alignment model uses np.tanh, which "
        "keeps their sign.",
        change("np.tanh(hidden)", "np.maximum(hidden, 0)"),
    ),
    Misconception(
        "scaled",
        "You divide by a square root. That is how dot products are scaled, in a "
        "later chapter; the additive score is v . tanh(...) as it stands.",
        change("np.tanh(hidden) @ v", "np.tanh(hidden) @ v / len(v) ** 0.5"),
    ),
    Misconception(
        "scaled-by-d-k",
        "You divide by the square root of the dimension of a key. That is how dot "
        "products are scaled, in a later chapter; the additive score is v . "
        "tanh(...) as it stands.",
        change("np.tanh(hidden) @ v", "np.tanh(hidden) @ v / keys.shape[-1] ** 0.5"),
    ),
    Misconception(
        "matrices-transposed",
        "You transpose the matrices before you multiply. W_q is (d_q, h), so its "
        "rows meet the numbers of the query, and query @ W_q needs no .T.",
        change("query @ W_q", "query @ W_q.T") + change("keys @ W_k", "keys @ W_k.T"),
    ),
    Misconception(
        "axis-in-front",
        "Your code is right for one query. In a batch, [None] puts the new axis "
        "in front of the batch, and queries meet the keys of other queries. The new "
        "axis belongs before the last one.",
        change("[..., None, :]", "[None]"),
        alone=True,
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("np.tanh(hidden) @ v", "(np.tanh(hidden) @ v).astype(keys.dtype)"),
    ),
    Misconception(
        "hidden-returned",
        "These are the h hidden numbers of each key. The vector v makes one score of them.",
        change("np.tanh(hidden) @ v", "np.tanh(hidden)"),
        alone=True,
    ),
    Misconception(
        "not-summed",
        "The * leaves the h hidden numbers of each key apart. One score per key is "
        "wanted, which is their sum weighted by v, a product with @.",
        change("np.tanh(hidden) @ v", "np.tanh(hidden) * v"),
    ),
    Misconception(
        "dot-of-projections",
        "You take dot products of the projected query and keys. The additive "
        "score adds the two, takes the tanh of the sum and weighs it with v.",
        change("asked + offered", "asked * offered")
        + change("np.tanh(hidden) @ v", "hidden.sum(axis=-1)"),
    ),
)
