"""Answers to numpy.softmax that its checks must tell apart."""

from autograder import right, route, wrong

ANSWERS = (
    right(
        "row by row, in place",
        """
        def softmax(scores, axis=-1):
            scores = np.asarray(scores, dtype=float)
            moved = np.moveaxis(scores, axis, -1)
            rows = moved.reshape(-1, moved.shape[-1]).copy()
            for row in rows:
                row -= row.max()
                np.exp(row, out=row)
                row /= row.sum()
            return np.moveaxis(rows.reshape(moved.shape), -1, axis)
        """,
        "a loop over the rows that changes a copy of them",
    ),
    right(
        "log-sum-exp",
        """
        def log_sum_exp(x, axis):
            top = np.max(x, axis=axis, keepdims=True)
            return top + np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True))

        def softmax(scores, axis=-1):
            return np.exp(scores - log_sum_exp(scores, axis))
        """,
        "a helper above the function, in the same cell",
    ),
    right(
        "in float64 and back",
        """
        def softmax(scores, axis=-1):
            scores = np.asarray(scores)
            wide = scores.astype(np.float64)
            wide -= wide.max(axis, keepdims=True)
            np.exp(wide, out=wide)
            wide /= wide.sum(axis, keepdims=True)
            kind = scores.dtype if scores.dtype.kind == "f" else np.float64
            return wide.astype(kind)
        """,
        "in place on a copy, in more precision than it was given",
    ),
    right(
        "a class with __call__",
        """
        class Softmax:
            def __call__(self, scores, axis=-1):
                powers = np.exp(scores - np.amax(scores, axis=axis, keepdims=True))
                return powers / np.sum(powers, axis=axis, keepdims=True)

        softmax = Softmax()
        """,
        "something that can be called is a function",
    ),
    right(
        "a list of functions filled by a loop",
        """
        steps = []
        for name in ("exp", "sum"):
            steps.append(getattr(np, name))

        def softmax(scores, axis=-1):
            exp, total = steps
            powers = exp(scores - scores.max(axis=axis, keepdims=True))
            return powers / total(powers, axis=axis, keepdims=True)
        """,
        "the list that it needs is filled by .append in a loop",
    ),
    right(
        "a helper called row",
        """
        def row(x):
            e = np.exp(x - x.max())
            return e / e.sum()

        def softmax(scores, axis=-1):
            return np.apply_along_axis(row, axis, scores)
        """,
        "the chapter binds the name row to an array further down",
    ),
    right(
        "import torch inside",
        """
        def softmax(scores, axis=-1):
            import torch
            wide = torch.from_numpy(np.asarray(scores, dtype=np.float64))
            return torch.softmax(wide, dim=axis).numpy().astype(
                np.result_type(scores, np.float32)
            )
        """,
        "what the course installs is there in every chapter",
    ),
    wrong(
        "not stable",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores)
            return e / e.sum(axis=axis, keepdims=True)
        """,
        "exp overflows for large scores",
        "unstable",
        "partial",
    ),
    wrong(
        "axis ignored",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)
        """,
        "it is always the last axis, whatever is asked for",
        "axis-ignored",
        "partial",
    ),
    wrong(
        "over all entries",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - np.max(scores))
            return e / np.sum(e)
        """,
        "the commonest answer on Stack Overflow: right for one row only",
        "global-max + global-sum",
    ),
    wrong(
        "minimum subtracted",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.min(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        """,
        "the largest score still overflows",
        "shifted-by-minimum",
        "partial",
    ),
    wrong(
        "mean subtracted",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.mean(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)
        """,
        "a score far above the mean overflows",
        "shifted-by-mean",
        "partial",
    ),
    wrong(
        "one maximum for all",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max())
            return e / e.sum(axis=axis, keepdims=True)
        """,
        "a row far below another one becomes 0 / 0",
        "global-max",
        "partial",
    ),
    wrong(
        "keepdims forgotten",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - np.max(scores, axis=axis))
            return e / e.sum(axis=axis)
        """,
        "rows are divided by other rows' sums, or the shapes do not fit",
        "no-keepdims-twice",
    ),
    wrong(
        "no exponential",
        """
        def softmax(scores, axis=-1):
            return scores / scores.sum(axis=axis, keepdims=True)
        """,
        "shares of the scores themselves",
        "no-exponential",
    ),
    wrong(
        "log-softmax",
        """
        def softmax(scores, axis=-1):
            top = scores - scores.max(axis=axis, keepdims=True)
            return top - np.log(np.exp(top).sum(axis=axis, keepdims=True))
        """,
        "the logarithm of what is asked for",
        "log-softmax",
    ),
    wrong(
        "softmax twice",
        """
        def once(scores, axis):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return e / e.sum(axis=axis, keepdims=True)

        def softmax(scores, axis=-1):
            return once(once(scores, axis), axis)
        """,
        "weights taken for scores",
        "softmax-twice",
    ),
    wrong(
        "the argument changed",
        """
        def softmax(scores, axis=-1):
            scores -= scores.max(axis=axis, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=axis, keepdims=True)
            return scores
        """,
        "the caller's array is overwritten, and whole numbers stop it",
    ),
    wrong(
        "half precision",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True) + 1e-3)
            return (e / (e.sum(axis=axis, keepdims=True) + 1e-3)).astype(np.float16)
        """,
        "the answer's own dtype must not loosen what it is held to",
    ),
    wrong(
        "printed, not returned",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            print(e / e.sum(axis=axis, keepdims=True))
        """,
        "it returns None",
        verdict="failed",
    ),
    wrong(
        "exp over the sum of the scores",
        """
        def softmax(scores, axis=-1):
            return np.exp(scores) / np.sum(scores, axis=axis, keepdims=True)
        """,
        "exp is in the numerator alone",
        "divided-by-scores",
    ),
    wrong(
        "the exponentials",
        """
        def softmax(scores, axis=-1):
            return np.exp(scores - scores.max(axis=axis, keepdims=True))
        """,
        "not divided",
        "not-divided",
    ),
    wrong(
        "a minus too many",
        """
        def softmax(scores, axis=-1):
            shifted = scores.min(axis=axis, keepdims=True) - scores
            e = np.exp(shifted)
            return e / e.sum(axis=axis, keepdims=True)
        """,
        "a softmin",
        "sign-turned",
    ),
    wrong(
        "a loop that looks for the largest from 0",
        """
        def softmax(scores, axis=-1):
            rows = np.moveaxis(scores, axis, -1)
            out = np.zeros(rows.shape)
            for place in np.ndindex(*rows.shape[:-1]):
                largest = 0
                for score in rows[place]:
                    if score > largest:
                        largest = score
                e = np.exp(rows[place] - largest)
                out[place] = e / e.sum()
            return np.moveaxis(out, -1, axis)
        """,
        "0 is larger than every score of a very negative row",
        "maximum-from-zero",
        "partial",
    ),
    wrong(
        "clipped",
        """
        def softmax(scores, axis=-1):
            e = np.exp(np.clip(scores, -500, 500))
            return e / e.sum(axis=axis, keepdims=True)
        """,
        "large scores become alike",
        verdict="partial",
    ),
    wrong(
        "an epsilon under the sum",
        """
        def softmax(scores, axis=-1):
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return e / (e.sum(axis=axis, keepdims=True) + 1e-3)
        """,
        "rows sum to less than one",
    ),
    wrong(
        "kept like the scores",
        """
        def softmax(scores, axis=-1):
            out = np.zeros_like(scores)
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            out[...] = e / e.sum(axis=axis, keepdims=True)
            return out
        """,
        "whole numbers are cut off",
        "whole-number-array",
        "partial",
    ),
    *route(
        "by logaddexp",
        """
        def softmax(scores, axis=-1):
            total = np.logaddexp.reduce(scores * 1.0, axis=axis, keepdims=True)
            return np.exp(scores - total)
        ---
        =axis => =-1 | axis-ignored
        np.exp(scores - total) => scores - total | log-softmax
        .exp => .exp2
        logaddexp => logaddexp2
        scores - total) => scores) / total
        axis, keepdims=True => None | global-max + global-sum
        logaddexp => add
        """,
    ),
)
