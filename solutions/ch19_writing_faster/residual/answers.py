"""Answers to faster.residual that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "less what they share",
        """
        def residual(p, q):
            left = p - np.minimum(p, q)
            equal = (left == 0).all(axis=-1)
            left[equal] = p[equal]
            return left / left.sum(axis=-1, keepdims=True)
        """,
        "what was accepted is taken away",
    ),
    right(
        "row by row",
        """
        def residual(p, q):
            if p.ndim > 1:
                return np.array([residual(*pair) for pair in zip(p, q)])
            left = [max(a - b, 0) for a, b in zip(p, q)]
            total = sum(left)
            return np.array([a / total for a in left]) if total else p.copy()
        """,
        "one row at a time",
    ),
    right(
        "where it is above",
        """
        def residual(p, q):
            left = np.where(p > q, p - q, 0)
            left = left + p * (left.max(axis=-1, keepdims=True) == 0)
            return left / np.einsum("...v->...", left)[..., None]
        """,
        "p is added where nothing is left",
    ),
    right(
        "an array that is filled",
        """
        def residual(p, q):
            out = np.array(p)
            rows, others = out.reshape(-1, p.shape[-1]), q.reshape(-1, p.shape[-1])
            for row, other in zip(rows, others):
                above = row > other
                if above.any():
                    row[above] -= other[above]
                    row[~above] = 0
                    row /= row.sum()
            return out
        """,
        "changed in place, in a copy",
    ),
    wrong(
        "never scaled",
        change("return left / left.sum(axis=-1, keepdims=True)", "return left"),
        "differences, not probabilities",
        "not-scaled",
        of="less what they share",
    ),
    wrong(
        "an empty row",
        change(
            """left = left + p * (left.max(axis=-1, keepdims=True) == 0)
    return left / np.einsum("...v->...", left)[..., None]""",
            "return left / np.maximum(left.sum(axis=-1, keepdims=True), 1e-300)",
        ),
        "divided by next to nothing, 0 stays 0",
        "nothing-left-is-zeros",
        of="where it is above",
    ),
    wrong(
        "divided by one",
        """
        def residual(p, q):
            return np.maximum(p - q, 0) / p.sum(axis=-1, keepdims=True)
        """,
        "the sum of p and not of what is left",
        "not-scaled + nothing-left-is-zeros",
    ),
    wrong(
        "q above p",
        change("np.where(p > q, p - q, 0)", "np.where(q > p, q - p, 0)"),
        "what the draft has too much of",
        "turned-round",
        of="where it is above",
    ),
    wrong(
        "sizes",
        change("max(a - b, 0)", "abs(a - b)"),
        "differences without their sign",
        "absolute-difference",
        of="row by row",
    ),
    wrong(
        "p again",
        change("p - np.minimum(p, q)", "p.copy()"),
        "the whole distribution",
        "the-model-again",
        of="less what they share",
    ),
    wrong(
        "the sum of everything",
        change("left.sum(axis=-1, keepdims=True)", "left.sum()"),
        "a table that sums to one",
        "one-sum-for-all",
        of="less what they share",
    ),
    wrong(
        "nothing left",
        change("left[equal] = p[equal]", "left[equal] = 0"),
        "0 / 0 where the two agree",
        "zero-by-zero",
        of="less what they share",
    ),
    wrong(
        "what they share",
        change("p - np.minimum(p, q)", "np.minimum(p, q)"),
        "the accepted part",
        "the-overlap",
        of="less what they share",
    ),
    wrong(
        "a softmax",
        """
        def residual(p, q):
            powers = np.exp(np.maximum(p - q, 0))
            return powers / powers.sum(axis=-1, keepdims=True)
        """,
        "nobody gets 0",
        "softmax-of-the-difference",
    ),
    wrong(
        "a quotient",
        """
        def residual(p, q):
            ratio = np.maximum(p / np.maximum(q, 1e-30) - 1, 0)
            return ratio / ratio.sum(axis=-1, keepdims=True)
        """,
        "by how many times p is above q",
    ),
    right(
        "minimum",
        """
        def residual(p, q):
            left = p - np.minimum(p, q)
            total = np.sum(left, -1)[..., None]
            return np.divide(left, total, out=np.array(p, dtype=float), where=total > 0)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "absolute difference",
        """
        def residual(p, q):
            r = np.abs(p - q)
            return r / r.sum(axis=-1, keepdims=True)
        """,
        "written from the text alone",
        "absolute-difference + zero-by-zero",
    ),
    wrong(
        "a ratio",
        """
        def residual(p, q):
            left = np.maximum(p / np.maximum(q, 1e-12) - 1, 0)
            total = left.sum(-1, keepdims=True)
            return np.where(total > 0, left / np.where(total > 0, total, 1), p)
        """,
        "what the model wants more, in shares of the draft",
    ),
)
