"""Answers to efficient.online_softmax_attention: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

EXERCISE = "efficient.online_softmax_attention"

BASE = """
def online_softmax_attention(q, k, v, block_size):
    scaled = q / np.sqrt(q.shape[-1])
    batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    rows = (*batch, q.shape[-2], 1)
    top = np.full(rows, -np.inf)
    total = np.zeros(rows)
    context = np.zeros((*rows[:-1], v.shape[-1]))
    for start in range(0, k.shape[-2], block_size):
        keys = k[..., start : start + block_size, :]
        values = v[..., start : start + block_size, :]
        scores = scaled @ np.swapaxes(keys, -1, -2)
        new = np.maximum(top, scores.max(axis=-1, keepdims=True))
        powers = np.exp(scores - new)
        old = np.exp(top - new)
        total = total * old + powers.sum(axis=-1, keepdims=True)
        context = context * old + powers @ values
        top = new
    return context / total
"""

ANSWERS = (
    wrong(
        "never rescaled",
        edited(
            BASE,
            (
                "total * old",
                "total",
            ),
            (
                "context * old",
                "context",
            ),
        ),
        "what was gathered under an older maximum stays as it was",
        "mixture-not-rescaled + total-not-rescaled",
    ),
    wrong(
        "the sum never rescaled",
        edited(
            BASE,
            (
                "total * old",
                "total",
            ),
        ),
        "only the context is",
        "total-not-rescaled",
    ),
    wrong(
        "the context never rescaled",
        edited(
            BASE,
            (
                "context * old",
                "context",
            ),
        ),
        "only the sum is",
        "mixture-not-rescaled",
    ),
    wrong(
        "the maximum starts at 0",
        edited(
            BASE,
            (
                "np.full(rows, -np.inf)",
                "np.zeros(rows)",
            ),
        ),
        "where all scores are far below 0 everything underflows",
        "largest-from-zero",
    ),
    wrong(
        "the block's own maximum",
        edited(
            BASE,
            (
                "np.maximum(top, scores.max(axis=-1, keepdims=True))",
                "scores.max(axis=-1, keepdims=True)",
            ),
        ),
        "the maximum of this block, larger or not",
        "largest-of-the-block",
    ),
    wrong(
        "rescaled the wrong way round",
        edited(
            BASE,
            (
                "np.exp(top - new)",
                "np.exp(new - top)",
            ),
        ),
        "exp(new - old)",
        "inverse-factor",
    ),
    wrong(
        "blocks averaged",
        """
        def online_softmax_attention(q, k, v, block_size):
            found = []
            for start in range(0, k.shape[-2], block_size):
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - scores.max(-1, keepdims=True))
                weights = powers / powers.sum(-1, keepdims=True)
                found.append(weights @ v[..., start : start + block_size, :])
            return np.mean(found, axis=0)
        """,
        "a softmax within each block, and the mean of blocks",
        "mean-of-blocks",
    ),
    wrong(
        "blocks added",
        """
        def online_softmax_attention(q, k, v, block_size):
            context = 0
            for start in range(0, k.shape[-2], block_size):
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - scores.max(-1, keepdims=True))
                weights = powers / powers.sum(-1, keepdims=True)
                context = context + weights @ v[..., start : start + block_size, :]
            return context
        """,
        "a softmax within each block, and the sum of blocks",
        "sum-of-blocks",
    ),
    wrong(
        "two passes over the keys",
        """
        def online_softmax_attention(q, k, v, block_size):
            starts = range(0, k.shape[-2], block_size)
            top, total, context = -np.inf, 0, 0
            for start in starts:
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                top = np.maximum(top, scores.max(-1, keepdims=True))
            for start in starts:
                keys = k[..., start : start + block_size, :]
                scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
                powers = np.exp(scores - top)
                total = total + powers.sum(-1, keepdims=True)
                context = context + powers @ v[..., start : start + block_size, :]
            return context / total
        """,
        "the maximum first, then everything again: not online",
        "two-passes",
    ),
    wrong(
        "the whole table",
        """
        def online_softmax_attention(q, k, v, block_size):
            return attention(q, k, v)
        """,
        "naive attention: all scores at once",
        "whole-table",
    ),
    wrong(
        "the last block lost",
        edited(
            BASE,
            (
                "range(0, k.shape[-2], block_size)",
                "range(0, k.shape[-2] - block_size + 1, block_size)",
            ),
        ),
        "only whole blocks",
        "last-block-dropped",
    ),
    wrong(
        "not scaled",
        edited(
            BASE,
            (
                "q / np.sqrt(q.shape[-1])",
                "q",
            ),
        ),
        "the division is forgotten",
        "unscaled",
    ),
    wrong(
        "scaled by the width of the values",
        edited(
            BASE,
            (
                "q / np.sqrt(q.shape[-1])",
                "q / np.sqrt(v.shape[-1])",
            ),
        ),
        "d_v and d_k may differ",
        "root-of-d-v",
    ),
    wrong(
        "not divided at the end",
        edited(
            BASE,
            (
                "return context / total",
                "return context",
            ),
        ),
        "the sum is never used",
        "never-divided",
    ),
    wrong(
        "divided in every block",
        edited(
            BASE,
            (
                "        top = new\n    return context / total",
                "        context = context / total\n        top = new\n    return context",
            ),
        ),
        "and multiplied by nothing afterwards",
        "divided-in-every-block",
    ),
    wrong(
        "no maximum",
        edited(
            BASE,
            (
                "powers = np.exp(scores - new)\n        old = np.exp(top - new)",
                "powers = np.exp(scores)\n        old = 1.0",
            ),
        ),
        "powers of the scores as they are",
        "unstable",
    ),
    wrong(
        "one maximum for all queries",
        edited(
            BASE,
            (
                "scores.max(axis=-1, keepdims=True)",
                "scores.max()",
            ),
        ),
        "queries with small scores underflow",
        "one-maximum-for-all",
    ),
    wrong(
        "block_size ignored",
        edited(
            BASE,
            (
                "    scaled = ",
                "    block_size = 1024\n    scaled = ",
            ),
        ),
        "always 1024: holds too much at once",
    ),
    wrong(
        "queries in blocks",
        """
        def online_softmax_attention(q, k, v, block_size):
            out = []
            for start in range(0, q.shape[-2], block_size):
                out.append(attention(q[..., start : start + block_size, :], k, v))
            return np.concatenate(out, axis=-2)
        """,
        "rows are cut, and each row sees all keys at once",
        "queries-in-blocks",
    ),
)
