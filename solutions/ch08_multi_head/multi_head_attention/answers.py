"""Answers to heads.multi_head_attention that its checks must tell apart."""

from autograder import change, wrong
from solutions.ch08_multi_head.multi_head_attention.routes import ROUTES

ANSWERS = (
    *ROUTES,
    wrong(
        "sqrt of the whole width",
        change("np.sqrt(q.shape[-1])", "np.sqrt(x.shape[-1])"),
        "divided by the root of d, not of a head's width",
        "scaled-by-d-model",
        of="through the chapter's helpers",
    ),
    wrong(
        "not scaled",
        change(" / np.sqrt(q.shape[-1])", ""),
        "the division is forgotten",
        "unscaled",
        of="through the chapter's helpers",
    ),
    wrong(
        "W_o forgotten",
        change("v) @ W_o", "v)"),
        "the merged heads are handed back",
        "no-output-projection",
        of="through the chapter's helpers",
    ),
    wrong(
        "heads not transposed back",
        change("merge_heads(weights @ v)", "(weights @ v).reshape(x.shape)"),
        "the contexts reshaped, the axes not swapped",
        "heads-mixed-by-the-merge",
        of="through the chapter's helpers",
    ),
    wrong(
        "split by reshape",
        change(
            "split_heads(x @ W, n_heads)",
            "(x @ W).reshape(len(x), n_heads, x.shape[1], -1)",
        )
        + change("merge_heads(weights @ v)", "(weights @ v).reshape(x.shape)"),
        "split and merged by reshape alone",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
        of="through the chapter's helpers",
    ),
    wrong(
        "-1e9",
        change(
            "    weights = masked_softmax(scores, np.True_ if mask is None else mask)",
            "    if mask is not None:\n"
            "        scores = np.where(mask, scores, -1e9)\n"
            "    weights = softmax(scores)",
        ),
        "a query with nothing open gets the mean of all values",
        "minus-1e9",
        of="through the chapter's helpers",
    ),
    wrong(
        "-1e9 added",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            if mask is not None:
                scores = scores + np.where(mask, 0.0, -1e9)
            weights = softmax(scores)
            if mask is not None:
                weights = weights * np.any(mask, axis=-1, keepdims=True)
            return merge_heads(weights @ v) @ W_o
        """,
        "a blocked score that is large comes through",
        "minus-1e9-too-little",
    ),
    wrong(
        "no mask handled",
        change("np.True_ if mask is None else mask", "mask"),
        "np.where(None, ...) blocks everything",
        "none-unhandled",
        of="through the chapter's helpers",
    ),
    wrong(
        "the mask is never used",
        change("masked_softmax(scores, mask", "softmax(scores"),
        "mask is a parameter and nothing more",
        "mask-ignored",
        of="no mask handled",
    ),
    wrong(
        "masked after the softmax",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            weights = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
            if mask is not None:
                weights = weights * mask
            return merge_heads(weights @ v) @ W_o
        """,
        "blocked weights are zeroed, the others left",
        "mask-after",
    ),
    wrong(
        "True taken for blocked",
        change("else mask", "else ~mask"),
        "the other convention",
        "mask-inverted",
        of="through the chapter's helpers",
    ),
    wrong(
        "a causal mask left in",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            n = x.shape[1]
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            may = np.tril(np.ones((n, n), dtype=bool))
            may = may if mask is None else may & mask
            return merge_heads(masked_softmax(scores, may) @ v) @ W_o
        """,
        "every token is kept from its future, asked or not",
        "causal",
    ),
    wrong(
        "softmax twice",
        change(
            "    return",
            "    weights = masked_softmax(weights, np.True_ if mask is None else mask)\n"
            "    return",
        ),
        "weights go through softmax again",
        "softmax-twice",
        of="through the chapter's helpers",
    ),
    wrong(
        "queries and keys swapped",
        change("q @ np.swapaxes(k", "k @ np.swapaxes(q"),
        "k q^T",
        "swapped-qk",
        of="through the chapter's helpers",
    ),
    wrong(
        "keys not transposed",
        change("np.swapaxes(k, -1, -2)", "k"),
        "q @ k: an error of matmul",
        "not-transposed",
        of="through the chapter's helpers",
    ),
    wrong(
        "split before projecting",
        change(
            "q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))",
            "parts = split_heads(x, n_heads)\n"
            "    q, k, v = parts @ W_q, parts @ W_k, parts @ W_v",
        ),
        "x is cut and the whole matrices do not fit: an error",
        of="through the chapter's helpers",
    ),
    wrong(
        "one head",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, 1) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            may = np.True_ if mask is None else mask
            may = may[..., :1, :, :] if np.ndim(may) > 2 else may
            weights = masked_softmax(scores, may)
            return merge_heads(weights @ v) @ W_o
        """,
        "attention over the whole width",
        "one-head",
    ),
    wrong(
        "W_o transposed",
        change("v) @ W_o", "v) @ W_o.T"),
        "merged @ W_o.T",
        "output-projection-transposed",
        of="through the chapter's helpers",
    ),
    wrong(
        "residual added inside",
        change("return merge_heads", "return x + merge_heads"),
        "x is added, which is the block's part",
        "residual",
        of="through the chapter's helpers",
    ),
    wrong(
        "weights too",
        change("v) @ W_o", "v) @ W_o, weights"),
        "(output, weights), as nn.MultiheadAttention returns",
        "two-results",
        of="through the chapter's helpers",
    ),
    wrong(
        "no scale, and in float16",
        change(" / np.sqrt(q.shape[-1])", "")
        + change(
            "merge_heads(weights @ v) @ W_o", "np.float16(merge_heads(weights @ v) @ W_o)"
        ),
        "a coarse dtype must not make a wrong answer pass",
        "unscaled",
        of="through the chapter's helpers",
    ),
    wrong(
        "one maximum for all",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            top = scores.max()
            powers = np.exp(scores - (top if np.isfinite(top) else 0))
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total == 0, 1, total)
            return merge_heads(weights @ v) @ W_o
        """,
        "rows far below the largest score get zeros",
        "one-maximum-for-all",
    ),
    wrong(
        "exp without a maximum",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            powers = np.exp(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]))
            if mask is not None:
                powers = np.where(mask, powers, 0)
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total == 0, 1, total)
            return merge_heads(weights @ v) @ W_o
        """,
        "large scores overflow",
        "unstable",
    ),
    wrong(
        "mask multiplied after softmax, width of the model",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            b, n, d = x.shape
            def heads(a):
                return a.reshape(b, n, n_heads, -1).transpose(0, 2, 1, 3)
            q, k, v = heads(x @ W_q), heads(x @ W_k), heads(x @ W_v)
            s = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d)
            w = np.exp(s - s.max(-1, keepdims=True))
            w /= w.sum(-1, keepdims=True)
            if mask is not None:
                w = w * mask
            return (w @ v).transpose(0, 2, 1, 3).reshape(b, n, d) @ W_o
        """,
        "written from the text alone",
        "mask-after + scaled-by-d-model",
    ),
)
