"""Answers to efficient.causal_online_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    wrong(
        "the largest begins at 0",
        """
        def causal_online_attention(q, k, v, block_size):
            n_q, n_k = len(q), len(k)
            at = np.arange(n_k - n_q, n_k)[:, None]
            top, total, mixed = 0.0, 0.0, 0.0
            for s in range(0, n_k, block_size):
                cols = np.arange(s, min(s + block_size, n_k))
                scores = q @ k[cols].T / np.sqrt(q.shape[1])
                scores = np.where(cols <= at, scores, -np.inf)
                new = np.maximum(top, scores.max(1, keepdims=True))
                p = np.exp(scores - new)
                total = total * np.exp(top - new) + p.sum(1, keepdims=True)
                mixed = mixed * np.exp(top - new) + p @ v[cols]
                top = new
            return mixed / total
        """,
        "0 / 0 where all scores lie far below zero",
    ),
    right(
        "a comparison for each block",
        """
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
        """,
        "as the hints say",
    ),
    right(
        "np.tri for each block",
        change(
            "np.arange(start, stop) <= rows",
            "np.tri(n_q, stop - start, n_k - n_q - start) > 0",
        ),
        "a shifted triangle",
        of="a comparison for each block",
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
        change("scores, -np.inf)", "scores, -1e30)"),
        "the first key is open to all, so that every row has a score",
        of="a comparison for each block",
    ),
    right(
        "only the queries that may",
        """
        def causal_online_attention(q, k, v, block_size):
            n_q, n_k = len(q), len(k)
            largest, total = np.full((n_q, 1), -np.inf), np.zeros((n_q, 1))
            mixture = np.zeros((n_q, v.shape[1]))
            for start in range(0, n_k, block_size):
                end = min(start + block_size, n_k)
                low = max(0, start - (n_k - n_q))
                scores = np.einsum("id,jd->ij", q[low:], k[start:end]) * q.shape[1] ** -0.5
                places = np.arange(low, n_q) + n_k - n_q
                scores[np.subtract.outer(places, np.arange(start, end)) < 0] = -np.inf
                new = np.maximum(largest[low:], scores.max(axis=1, keepdims=True))
                rescale, powers = np.exp(largest[low:] - new), np.exp(scores - new)
                total[low:] = rescale * total[low:] + powers.sum(axis=1, keepdims=True)
                mixture[low:] = rescale * mixture[low:] + powers @ v[start:end]
                largest[low:] = new
            return mixture / total
        """,
        "a block meets only the queries that have something open in it",
    ),
    wrong(
        "nothing masked",
        change("np.where(np.arange(start, stop) <= rows, scores, -np.inf)", "scores"),
        "all keys for all",
        "nothing-masked",
        of="a comparison for each block",
    ),
    wrong(
        "columns of the block",
        change("np.arange(start, stop)", "np.arange(stop - start)"),
        "each block begins at 0",
        "columns-of-the-block",
        of="a comparison for each block",
    ),
    wrong(
        "rows from 0",
        change("rows = n_k - n_q + ", "rows = "),
        "the newest tokens stand at the end",
        "rows-from-zero",
        of="a comparison for each block",
    ),
    wrong(
        "not itself",
        change("<= rows", "< rows"),
        "off by one",
        "not-itself",
        of="a comparison for each block",
    ),
    wrong(
        "turned round",
        change("<= rows", ">= rows"),
        "the future only",
        "the-future-only",
        of="a comparison for each block",
    ),
    wrong(
        "times the mask",
        change(
            "np.where(np.arange(start, stop) <= rows, scores, -np.inf)",
            "scores * (np.arange(start, stop) <= rows)",
        ),
        "a score of 0 is a score",
        "zero-for-blocked",
        of="a comparison for each block",
    ),
    wrong(
        "masked powers, whole total",
        change("np.where(np.arange(start, stop) <= rows, scores, -np.inf)", "scores")
        + change("powers @", "(powers * (np.arange(start, stop) <= rows)) @"),
        "the denominator remembers",
        "masked-after-the-powers",
        of="a comparison for each block",
    ),
    wrong(
        "the largest of all",
        change(
            "        scores = np.where",
            "        top = scores.max(axis=1, keepdims=True)\n        scores = np.where",
        )
        + change("scores.max(axis=1, keepdims=True)", "top"),
        "masked after the largest was found",
        "largest-of-blocked",
        of="a comparison for each block",
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
