"""Answers to heads.multi_head_attention: wrong ones."""

from answers.corpus import wrong

EXERCISE = "heads.multi_head_attention"

ANSWERS = (
    wrong(
        "sqrt of the whole width",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(x.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o
        """,
        "divided by the root of d, not of a head's width",
        "scaled-by-d-model",
    ),
    wrong(
        "not scaled",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2)
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o
        """,
        "the division is forgotten",
        "unscaled",
    ),
    wrong(
        "W_o forgotten",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v)
        """,
        "the merged heads are handed back",
        "no-output-projection",
    ),
    wrong(
        "heads not transposed back",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return (weights @ v).reshape(x.shape) @ W_o
        """,
        "the contexts reshaped, the axes not swapped",
        "heads-mixed-by-the-merge",
    ),
    wrong(
        "split by reshape",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            batch, n, d = x.shape
            shape = batch, n_heads, n, d // n_heads
            q, k, v = ((x @ W).reshape(shape) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return (weights @ v).reshape(batch, n, d) @ W_o
        """,
        "split and merged by reshape alone",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
    ),
    wrong(
        "-1e9",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -1e9)
            return merge_heads(softmax(scores) @ v) @ W_o
        """,
        "a query with nothing open gets the mean of all values",
        "minus-1e9",
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
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            return merge_heads(masked_softmax(scores, mask) @ v) @ W_o
        """,
        "np.where(None, ...) blocks everything",
        "none-unhandled",
    ),
    wrong(
        "the mask is never used",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            return merge_heads(softmax(scores) @ v) @ W_o
        """,
        "mask is a parameter and nothing more",
        "mask-ignored",
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
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            may = np.True_ if mask is None else ~mask
            return merge_heads(masked_softmax(scores, may) @ v) @ W_o
        """,
        "the other convention",
        "mask-inverted",
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
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            may = np.True_ if mask is None else mask
            weights = masked_softmax(masked_softmax(scores, may), may)
            return merge_heads(weights @ v) @ W_o
        """,
        "weights go through softmax again",
        "softmax-twice",
    ),
    wrong(
        "queries and keys swapped",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = k @ np.swapaxes(q, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o
        """,
        "k q^T",
        "swapped-qk",
    ),
    wrong(
        "keys not transposed",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ k / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o
        """,
        "q @ k: an error of matmul",
        "not-transposed",
    ),
    wrong(
        "split before projecting",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            parts = split_heads(x, n_heads)
            q, k, v = parts @ W_q, parts @ W_k, parts @ W_v
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o
        """,
        "x is cut and the whole matrices do not fit: an error",
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
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o.T
        """,
        "merged @ W_o.T",
        "output-projection-transposed",
    ),
    wrong(
        "residual added inside",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return x + merge_heads(weights @ v) @ W_o
        """,
        "x is added, which is the block's part",
        "residual",
    ),
    wrong(
        "weights too",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return merge_heads(weights @ v) @ W_o, weights
        """,
        "(output, weights), as nn.MultiheadAttention returns",
        "two-results",
    ),
)
