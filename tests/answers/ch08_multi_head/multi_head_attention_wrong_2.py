"""Answers to heads.multi_head_attention: wrong ones, continued."""

from answers.corpus import wrong

EXERCISE = "heads.multi_head_attention"

ANSWERS = (
    wrong(
        "no scale, and in float16",
        """
        def multi_head_attention(x, W_q, W_k, W_v, W_o, n_heads, mask=None):
            q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
            scores = q @ np.swapaxes(k, -1, -2)
            weights = masked_softmax(scores, np.True_ if mask is None else mask)
            return (merge_heads(weights @ v) @ W_o).astype(np.float16)
        """,
        "a coarse dtype must not make a wrong answer pass",
        "unscaled",
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
)
