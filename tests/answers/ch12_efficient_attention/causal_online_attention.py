"""Answers to efficient.causal_online_attention."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "efficient.causal_online_attention"

USUAL = """
def causal_online_attention(q, k, v, block_size):
    n_q, n_k = len(q), len(k)
    largest = np.full((n_q, 1), -np.inf)
    total = np.zeros((n_q, 1))
    mixture = np.zeros((n_q, v.shape[1]))
    rows = n_k - n_q + np.arange(n_q)[:, None]
    for start in range(0, n_k, block_size):
        stop = min(start + block_size, n_k)
        scores = q @ k[start:stop].T / np.sqrt(q.shape[1])
        scores = np.where(np.arange(start, stop) <= rows, scores, -np.inf)
        new = np.maximum(largest, scores.max(axis=1, keepdims=True))
        factor = np.exp(largest - new)
        powers = np.exp(scores - new)
        total = factor * total + powers.sum(axis=1, keepdims=True)
        mixture = factor * mixture + powers @ v[start:stop]
        largest = new
    return mixture / total
"""
MASK = "np.where(np.arange(start, stop) <= rows, scores, -np.inf)"


def masked(new):
    return edited(USUAL, (MASK, new))


ANSWERS = (
    right("a comparison for each block", USUAL, "as the hints say"),
    right(
        "np.tri for each block",
        masked(
            "np.where(np.tri(n_q, stop - start, n_k - n_q - start) > 0, scores, -np.inf)"
        ),
        "a shifted triangle",
    ),
    right(
        "a query at a time",
        """
        def causal_online_attention(q, k, v, block_size):
            context = np.empty((len(q), v.shape[1]), dtype=v.dtype)
            for i, query in enumerate(q):
                end = len(k) - len(q) + i + 1
                scores = k[:end] @ query / len(query) ** 0.5
                powers = np.exp(scores - scores.max())
                context[i] = powers @ v[:end] / powers.sum()
            return context
        """,
        "a row at a time holds no table either",
    ),
    right(
        "a large negative number",
        masked("np.where(np.arange(start, stop) <= rows, scores, -1e30)"),
        "the first key is open to all, so that every row has a score",
    ),
    wrong("nothing masked", masked("scores"), "all keys for all", "nothing-masked"),
    wrong(
        "columns of the block",
        masked("np.where(np.arange(stop - start) <= rows, scores, -np.inf)"),
        "each block begins at 0",
        "columns-of-the-block",
    ),
    wrong(
        "rows from 0",
        edited(USUAL, ("n_k - n_q + np.arange(n_q)", "np.arange(n_q)")),
        "the newest tokens stand at the end",
        "rows-from-zero",
    ),
    wrong("not itself", edited(USUAL, (" <= rows", " < rows")), "off by one", "not-itself"),
    wrong(
        "turned round",
        edited(USUAL, (" <= rows", " >= rows")),
        "the future only",
        "the-future-only",
    ),
    wrong(
        "times the mask",
        masked("scores * (np.arange(start, stop) <= rows)"),
        "a score of 0 is a score",
        "zero-for-blocked",
    ),
    wrong(
        "masked powers, whole total",
        edited(
            masked("scores"),
            (
                "powers @ v",
                "(powers * (np.arange(start, stop) <= rows)) @ v",
            ),
        ),
        "the denominator remembers",
        "masked-after-the-powers",
    ),
    wrong(
        "the largest of all",
        edited(
            USUAL,
            (f"        scores = {MASK}\n", ""),
            (
                "        factor =",
                f"        scores = {MASK}\n        factor =",
            ),
        ),
        "masked after the largest was found",
        "largest-of-blocked",
    ),
    wrong(
        "the whole table",
        """
        def causal_online_attention(q, k, v, block_size):
            n_q, n_k = len(q), len(k)
            scores = q @ k.T / q.shape[1] ** 0.5
            scores = np.where(np.tri(n_q, n_k, n_k - n_q) > 0, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            return powers @ v / powers.sum(axis=1, keepdims=True)
        """,
        "right numbers, and all of them held",
    ),
)
