"""Answers to real.rms_norm."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "real.rms_norm"

BASE = """
def rms_norm(x, weight, eps=1e-5):
    variance = (x ** 2).mean(axis=-1, keepdims=True)
    return x / np.sqrt(variance + eps) * weight
"""

ANSWERS = (
    right("mean of squares", BASE, "as in LLaMA"),
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
    wrong(
        "LayerNorm",
        edited(
            BASE,
            (
                "    variance",
                "    x = x - x.mean(axis=-1, keepdims=True)\\n    variance".replace(
                    "\\n", "\n"
                ),
            ),
        ),
        "the mean is subtracted",
        "mean-subtracted",
    ),
    wrong(
        "variance",
        edited(
            BASE, ("(x ** 2).mean(axis=-1, keepdims=True)", "x.var(axis=-1, keepdims=True)")
        ),
        "the variance is about the mean",
        "variance",
    ),
    wrong(
        "length",
        edited(BASE, (".mean(", ".sum(")),
        "the vector's length",
        "divided-by-the-length",
    ),
    wrong(
        "no root",
        edited(BASE, ("np.sqrt(variance + eps)", "(variance + eps)")),
        "no root",
        "no-root",
    ),
    wrong(
        "eps outside",
        edited(BASE, ("np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)")),
        "eps after the root",
        "eps-outside-the-root",
    ),
    wrong("no eps", edited(BASE, (" + eps", "")), "no eps", "eps-left-out"),
    wrong(
        "eps fixed",
        edited(BASE, ("+ eps", "+ 1e-5")),
        "the argument is not used",
        "eps-ignored",
    ),
    wrong("no weight", edited(BASE, (" * weight", "")), "not scaled", "weight-left-out"),
    wrong(
        "Gemma",
        edited(BASE, ("* weight", "* (1 + weight)")),
        "1 + weight",
        "weight-plus-one",
    ),
    wrong("axis 0", edited(BASE, ("axis=-1", "axis=0")), "over the tokens", "wrong-axis"),
    wrong(
        "over everything",
        edited(BASE, ("axis=-1, keepdims=True", "")),
        "one size for all vectors",
        "over-everything",
    ),
    wrong(
        "keepdims lost", edited(BASE, (", keepdims=True", "")), "the sizes stand in a row"
    ),
    wrong(
        "absolute values",
        edited(
            BASE,
            (
                "(x ** 2).mean(axis=-1, keepdims=True)",
                "np.abs(x).mean(axis=-1, keepdims=True) ** 2",
            ),
        ),
        "the mean of absolute values",
        "mean-of-absolutes",
    ),
    wrong(
        "the weight in the norm",
        edited(
            BASE, ("    variance", "    x = x * weight\n    variance"), (") * weight", ")")
        ),
        "scaled first, then normed",
    ),
    wrong(
        "whole numbers",
        edited(
            BASE,
            ("return x /", "out = np.empty_like(x)\n    out[...] = x /"),
            ("* weight", "* weight\n    return out"),
        ),
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
)
