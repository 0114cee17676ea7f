"""Answers to reading.contributions."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.contributions"

BASE = """
def contributions(weights, v, W_o):
    lengths = np.sqrt(((v @ W_o) ** 2).sum(axis=-1))
    return weights * lengths[..., None, :]
"""

ANSWERS = (
    right(
        "length, then weight",
        BASE,
        "a weight is not negative, so it may stand outside of the root",
    ),
    right(
        "all vectors at once",
        """
        def contributions(weights, v, W_o):
            added = weights[..., None] * (v @ W_o)[..., None, :, :]
            return np.linalg.norm(added, axis=-1)
        """,
        "(..., n_q, n_k, d_model), then the norm",
    ),
    right(
        "pair by pair",
        """
        def contributions(weights, v, W_o):
            written = v @ W_o
            out = np.zeros(weights.shape)
            for place in np.ndindex(*weights.shape[:-2]):
                for i in range(weights.shape[-2]):
                    for j in range(weights.shape[-1]):
                        vector = weights[place][i, j] * written[place][j]
                        out[place][i, j] = np.sqrt(vector @ vector)
            return out
        """,
        "filled in place",
    ),
    right(
        "einsum",
        """
        def contributions(weights, v, W_o):
            v = np.asarray(v, dtype=float)
            written = np.einsum("...jd,dm->...jm", v, W_o)
            squares = np.einsum("...jm,...jm->...j", written, written)
            return np.einsum("...ij,...j->...ij", weights, squares**0.5)
        """,
        "the square of the length by a product of W_o with itself",
    ),
    right(
        "helpers lengths and added",
        """
        def lengths(vectors):
            return np.hypot.reduce(vectors, axis=-1)


        def added(v, W_o):
            return np.matmul(v, W_o)


        def contributions(weights, v, W_o):
            out = np.array(weights, dtype=float)
            out *= np.expand_dims(lengths(added(v, W_o)), -2)
            return out
        """,
        "names that the chapter binds again further down",
    ),
    wrong(
        "W_o forgotten",
        edited(
            BASE,
            (
                "v @ W_o",
                "v",
            ),
        ),
        "the length of the value",
        "no-output-projection",
    ),
    wrong(
        "no root",
        edited(
            BASE,
            (
                "np.sqrt(((v @ W_o) ** 2).sum(axis=-1))",
                "((v @ W_o) ** 2).sum(axis=-1)",
            ),
        ),
        "the sum of squares",
        "squared-length",
    ),
    wrong(
        "the sum of absolute values",
        edited(
            BASE,
            (
                "np.sqrt(((v @ W_o) ** 2).sum(axis=-1))",
                "np.abs(v @ W_o).sum(axis=-1)",
            ),
        ),
        "another length",
        "sum-of-absolutes",
    ),
    wrong(
        "weights left out",
        edited(
            BASE,
            (
                "weights * lengths[..., None, :]",
                "np.ones_like(weights) * lengths[..., None, :]",
            ),
        ),
        "the same row for every query",
        "weights-left-out",
    ),
    wrong(
        "a column for a row",
        edited(
            BASE,
            (
                "lengths[..., None, :]",
                "lengths[..., :, None]",
            ),
        ),
        "the length of the query's own value: an error where sizes differ",
        "lengths-by-query",
    ),
    wrong(
        "the length of the sum",
        """
        def contributions(weights, v, W_o):
            return np.linalg.norm(weights @ v @ W_o, axis=-1)
        """,
        "one number a query",
        "length-of-the-sum",
    ),
    wrong(
        "the vectors themselves",
        """
        def contributions(weights, v, W_o):
            return weights[..., None] * (v @ W_o)[..., None, :, :]
        """,
        "the last axis is still there",
        "vectors",
    ),
    wrong(
        "the sum of entries",
        edited(
            BASE,
            (
                "np.sqrt(((v @ W_o) ** 2).sum(axis=-1))",
                "(v @ W_o).sum(axis=-1)",
            ),
        ),
        "entries cancel",
        "sum-of-entries",
    ),
    wrong(
        "the norm of the whole",
        edited(
            BASE,
            (
                "np.sqrt(((v @ W_o) ** 2).sum(axis=-1))",
                "np.linalg.norm(v @ W_o) * np.ones(v.shape[:-1])",
            ),
        ),
        "np.linalg.norm without an axis",
    ),
    wrong(
        "W_o transposed",
        edited(
            BASE,
            (
                "v @ W_o",
                "v @ W_o.T",
            ),
        ),
        "as nn.Linear stores it",
        "output-projection-transposed",
    ),
    wrong(
        "rows made to sum to one",
        edited(
            BASE,
            (
                "return weights * lengths[..., None, :]",
                "found = weights * lengths[..., None, :]\n"
                "    return found / found.sum(axis=-1, keepdims=True)",
            ),
        ),
        "shares instead of lengths",
    ),
    wrong(
        "the mean for the sum",
        edited(
            BASE,
            (
                ".sum(axis=-1)",
                ".mean(axis=-1)",
            ),
        ),
        "divided by the width",
        "mean-square",
    ),
)
