"""Answers to real.rms_norm that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "mean of squares",
        """
        def rms_norm(x, weight, eps=1e-5):
            variance = (x ** 2).mean(axis=-1, keepdims=True)
            return x / np.sqrt(variance + eps) * weight
        """,
        "as in LLaMA",
    ),
    right(
        "in place",
        """
        def rms_norm(x, weight, eps=1e-5):
            out = np.array(x, dtype=np.float64)
            for place in np.ndindex(out.shape[:-1]):
                row = out[place]
                row /= np.sqrt(np.dot(row, row) / len(row) + eps)
                row *= weight
            return out
        """,
        "float64 throughout, row by row",
    ),
    right(
        "helper t",
        """
        def t(vector, eps):
            return 1 / np.sqrt(sum(float(v) ** 2 for v in vector) / len(vector) + eps)


        def rms_norm(x, weight, eps=1e-5):
            return np.apply_along_axis(lambda v: v * t(v, eps), -1, x) * weight
        """,
        "a helper that is a variable of the chapter below",
    ),
    right(
        "recursion",
        """
        def rms_norm(x, weight, eps=1e-5):
            if np.ndim(x) > 1:
                return np.stack([rms_norm(row, weight, eps) for row in x])
            return np.multiply(x, weight) / (np.vdot(x, x) / np.size(x) + eps) ** 0.5
        """,
        "axis by axis",
    ),
    right(
        "a layer",
        """
        class RMSNorm:
            def __init__(self, weight, eps):
                self.weight, self.eps = weight, eps

            def __call__(self, x):
                length = np.linalg.norm(x, axis=-1, keepdims=True)
                return x * self.weight / np.sqrt(length ** 2 / x.shape[-1] + self.eps)


        def rms_norm(x, weight, eps=1e-5):
            return RMSNorm(weight, eps)(x)
        """,
        "by the length",
    ),
    right(
        "einsum",
        """
        def rms_norm(x, weight, eps=1e-5):
            mean_square = np.einsum("...d,...d->...", x, x) / x.shape[-1]
            return weight * x / np.sqrt(mean_square + eps)[..., None]
        """,
        "squares and their sum in one step",
    ),
    wrong(
        "LayerNorm",
        change("    variance", "    x = x - x.mean(axis=-1, keepdims=True)\n    variance"),
        "the mean is subtracted",
        "mean-subtracted",
        of="mean of squares",
    ),
    wrong(
        "variance",
        change("(x ** 2).mean(", "x.var("),
        "the variance is about the mean",
        "variance",
        of="mean of squares",
    ),
    wrong(
        "length",
        change("(x ** 2).mean(", "(x ** 2).sum("),
        "the vector's length",
        "divided-by-the-length",
        of="mean of squares",
    ),
    wrong(
        "no root",
        change("np.sqrt(variance + eps)", "(variance + eps)"),
        "no root",
        "no-root",
        of="mean of squares",
    ),
    wrong(
        "eps outside",
        change("np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)"),
        "eps after the root",
        "eps-outside-the-root",
        of="mean of squares",
    ),
    wrong(
        "no eps",
        change("np.sqrt(variance + eps)", "np.sqrt(variance)"),
        "no eps",
        "eps-left-out",
        of="mean of squares",
    ),
    wrong(
        "eps fixed",
        change("np.sqrt(variance + eps)", "np.sqrt(variance + 1e-5)"),
        "the argument is not used",
        "eps-ignored",
        of="mean of squares",
    ),
    wrong(
        "no weight",
        change(" * weight", ""),
        "not scaled",
        "weight-left-out",
        of="mean of squares",
    ),
    wrong(
        "Gemma",
        change("* weight", "* (1 + weight)"),
        "1 + weight",
        "weight-plus-one",
        of="mean of squares",
    ),
    wrong(
        "axis 0",
        change("axis=-1", "axis=0"),
        "over the tokens",
        "wrong-axis",
        of="mean of squares",
    ),
    wrong(
        "over everything",
        change("mean(axis=-1, keepdims=True)", "mean()"),
        "one size for all vectors",
        "over-everything",
        of="mean of squares",
    ),
    wrong(
        "keepdims lost",
        change("mean(axis=-1, keepdims=True)", "mean(axis=-1)"),
        "the sizes stand in a row",
        of="mean of squares",
    ),
    wrong(
        "absolute values",
        change(
            "(x ** 2).mean(axis=-1, keepdims=True)",
            "np.abs(x).mean(axis=-1, keepdims=True) ** 2",
        ),
        "the mean of absolute values",
        "mean-of-absolutes",
        of="mean of squares",
    ),
    wrong(
        "the weight in the norm",
        change("    variance", "    x = x * weight\n    variance")
        + change(" * weight", ""),
        "scaled first, then normed",
        "weight-first",
        of="mean of squares",
    ),
    wrong(
        "whole numbers",
        """
        def rms_norm(x, weight, eps=1e-5):
            out = np.empty_like(x)
            out[...] = x / np.sqrt((x ** 2).mean(axis=-1, keepdims=True) + eps) * weight
            return out
        """,
        "the result has x's dtype: whole numbers are cut off",
    ),
    wrong(
        "in the caller's array",
        """
        def rms_norm(x, weight, eps=1e-5):
            x /= np.sqrt((x ** 2).mean(axis=-1, keepdims=True) + eps)
            x *= weight
            return x
        """,
        "x is changed",
    ),
    *route(
        "by hypot",
        """
        def rms_norm(x, weight, eps=1e-5):
            scale = np.sqrt(np.einsum("...i,...i->...", x, x) / x.shape[-1] + eps)
            return (x * weight) / scale[..., None]
        ---
        ...i->...", x, x) => ...i->...", x * weight, x * weight) | weight-first
        / x.shape[-1] + eps => + eps | divided-by-the-length
        x.shape[-1] + eps) => x.shape[-1]) + eps | eps-outside-the-root
        * => /
        * => +
        x.shape[-1] => len(x)
        """,
    ),
    wrong(
        "norm without the mean",
        """
        def rms_norm(x, weight, eps=1e-5):
            return x * weight / (np.linalg.norm(x, axis=-1, keepdims=True) + eps)
        """,
        "written from the text alone",
        "divided-by-the-length + eps-outside-the-root",
    ),
    wrong(
        "mean of sizes",
        """
        def rms_norm(x, weight, eps=1e-5):
            return x / (np.abs(x).mean(-1, keepdims=True) + eps) * weight
        """,
        "no squares and no root",
        "eps-outside-the-root + mean-of-absolutes",
    ),
    wrong(
        "as a standard deviation",
        """
        def rms_norm(x, weight, eps=1e-5):
            d = x.shape[-1]
            mean = (x ** 2).sum(-1, keepdims=True) / (d - 1 or 1)
            return x / np.sqrt(mean + eps) * weight
        """,
        "divided by d - 1, as a variance is",
    ),
)
