"""Answers to scores.entropy that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "a tiny number inside the log",
        """
        def entropy(weights):
            return -(weights * np.log(weights + 1e-12)).sum(axis=-1)
        """,
        "what most programs write; off by 1e-12",
    ),
    right(
        "clipped",
        """
        def entropy(weights):
            return -np.sum(weights * np.log(np.clip(weights, 1e-30, 1)), axis=-1)
        """,
        "0 times the log of a tiny number",
    ),
    right(
        "np.where",
        """
        def entropy(weights):
            weights = np.asarray(weights, dtype=float)
            safe = np.where(weights > 0, weights, 1.0)
            return np.sum(-weights * np.log(safe), axis=-1)
        """,
        "log 1 = 0 where the weight is 0",
    ),
    right(
        "log with where= and out=",
        """
        def entropy(weights):
            logs = np.zeros(weights.shape)
            np.log(weights, out=logs, where=weights > 0)
            return -(weights * logs).sum(-1)
        """,
        "written into zeros",
    ),
    right(
        "row by row",
        """
        def H(row):
            total = 0.0
            for w in row:
                if w > 0:
                    total -= w * np.log(w)
            return total

        def entropy(weights):
            if np.ndim(weights) == 1:
                return H(weights)
            return np.array([entropy(row) for row in weights])
        """,
        "a helper H, which the chapter binds to a number further down",
    ),
    right(
        "apply_along_axis",
        """
        def of_row(row):
            kept = row[row > 0]
            return -np.dot(kept, np.log(kept))

        def entropy(weights):
            return np.apply_along_axis(of_row, -1, np.asarray(weights))
        """,
        "zeros dropped",
    ),
    right(
        "nan taken for zero",
        """
        def entropy(weights):
            with np.errstate(all="ignore"):
                return -np.nansum(weights * np.log(weights), axis=-1)
        """,
        "0 log 0 is nan, and nansum leaves it out",
    ),
    right(
        "scipy",
        """
        def entropy(weights):
            from scipy.special import entr
            return entr(weights).sum(axis=-1)
        """,
        "a library that the course installs",
    ),
    right(
        "1e-9 inside the log",
        """
        def entropy(weights):
            return -np.sum(weights * np.log(weights + 1e-9), axis=-1)
        """,
        "another tiny number",
    ),
    right(
        "each nan taken for zero",
        """
        def entropy(weights):
            weights = weights.astype(np.float64)
            with np.errstate(all="ignore"):
                return -np.nan_to_num(weights * np.log(weights)).sum(-1)
        """,
        "nan_to_num before the sum, in more precision",
    ),
    wrong(
        "as typed",
        """
        def entropy(weights):
            return -(weights * np.log(weights)).sum(axis=-1)
        """,
        "nan where a weight is 0",
        "nan-at-zero",
        "partial",
    ),
    wrong(
        "in bits",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -(weights * np.log2(safe)).sum(axis=-1)
        """,
        "the logarithm of base 2",
        "bits",
    ),
    wrong(
        "sign lost",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return (weights * np.log(safe)).sum(axis=-1)
        """,
        "the minus is missing",
        "negative",
    ),
    wrong(
        "one number for all",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -(weights * np.log(safe)).sum()
        """,
        "one for each row is asked for",
        "everything",
    ),
    wrong(
        "a mean",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -(weights * np.log(safe)).mean(axis=-1)
        """,
        "divided by n",
        "mean",
    ),
    wrong(
        "made to lie between 0 and 1",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -(weights * np.log(safe)).sum(axis=-1) / np.log(weights.shape[-1])
        """,
        "divided by its largest value",
        "relative",
    ),
    wrong(
        "weights left out",
        """
        def entropy(weights):
            return -np.log(np.where(weights > 0, weights, 1)).sum(axis=-1)
        """,
        "the log alone",
        "logs-alone",
    ),
    wrong(
        "a large epsilon",
        """
        def entropy(weights):
            return -(weights * np.log(weights + 1e-3)).sum(axis=-1)
        """,
        "no longer 0 log 0 = 0 within what can be seen",
    ),
    wrong(
        "softmax first",
        """
        def entropy(weights):
            w = softmax(weights)
            return -(w * np.log(w)).sum(axis=-1)
        """,
        "they are weights already",
        "softmax-again",
    ),
    wrong(
        "over the rows",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -(weights * np.log(safe)).sum(axis=0)
        """,
        "the wrong axis",
        "down-the-columns",
    ),
    wrong(
        "in half precision",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return (-(weights * np.log(safe)).sum(-1) * 1.003).astype(np.float16)
        """,
        "the answer's own dtype must not loosen what it is held to",
    ),
    wrong(
        "perplexity",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return np.exp(-(weights * np.log(safe)).sum(-1))
        """,
        "the number of keys in play, not the entropy",
        "effective-number",
    ),
    wrong(
        "log1p",
        """
        def entropy(weights):
            return -(weights * np.log1p(weights)).sum(axis=-1)
        """,
        "1 added so that no logarithm is infinite",
        "one-added",
    ),
    wrong(
        "keepdims left in",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -np.sum(weights * np.log(safe), axis=-1, keepdims=True)
        """,
        "(..., 1) in place of (...)",
        "keepdims-left",
    ),
    wrong(
        "not summed",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -weights * np.log(safe)
        """,
        "the terms",
        "not-summed",
    ),
    wrong(
        "nan_to_num at the end",
        """
        def entropy(weights):
            return np.nan_to_num(-(weights * np.log(weights)).sum(axis=-1))
        """,
        "the row with a zero in it becomes 0",
        "row-lost",
        "partial",
    ),
    *route(
        "masked logarithm",
        """
        def entropy(weights):
            safe = np.where(weights > 0, weights, 1)
            return -np.einsum("...i,...i->...", weights, np.log(safe))
        ---
        -np.einsum => np.einsum | negative
        log => log10 | base-ten
        log => log2 | bits
        )) => )) / weights.shape[-1] | mean
        safe) => safe)) / np.log(weights.shape[-1] | relative
        weights, np => np.ones_like(weights), np | logs-alone
        0 => 0.1
        log => log1p | one-added
        """,
    ),
    right(
        "np.vectorize",
        """
        import math
        def entropy(weights):
            one = np.vectorize(lambda w: -w * math.log(w) if w > 0 else 0.0, otypes=[float])
            return one(weights).sum(-1)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "bits, and zeros taken out by a filter",
        """
        def entropy(weights):
            weights = weights[weights > 0]
            return -np.sum(weights * np.log2(weights))
        """,
        "written from the text alone",
        "bits + everything",
    ),
)
