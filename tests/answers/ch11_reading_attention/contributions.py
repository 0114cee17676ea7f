"""Answers to reading.contributions."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.contributions"

BASE = """
def contributions(weights, v, W_o):
    h, d_v = v.shape[-3], v.shape[-1]
    total = 0
    for head in range(h):
        rows = W_o[head * d_v : (head + 1) * d_v]
        written = v[..., head, :, :] @ rows
        total = total + weights[..., head, :, :, None] * written[..., None, :, :]
    return np.sqrt((total**2).sum(axis=-1))
"""
ROWS = "W_o[head * d_v : (head + 1) * d_v]"
LENGTH = "np.sqrt((total**2).sum(axis=-1))"

ANSWERS = (
    right("head by head", BASE, "vectors added, then measured"),
    right(
        "einsum",
        """
        def contributions(weights, v, W_o):
            h, d_v = v.shape[-3], v.shape[-1]
            by_head = np.asarray(W_o, dtype=float).reshape((h, d_v, -1))
            added = np.einsum("...hij,...hjd,hdm->...ijm", weights, v, by_head)
            return np.linalg.norm(added, axis=-1)
        """,
        "all at once",
    ),
    right(
        "concatenated",
        """
        def contributions(weights, v, W_o):
            parts = [
                weights[..., a, :, :, None] * v[..., a, None, :, :]
                for a in range(weights.shape[-3])
            ]
            return np.linalg.norm(np.concatenate(parts, axis=-1) @ W_o, axis=-1)
        """,
        "side by side, as a layer joins its heads",
    ),
    right(
        "split and stacked, helpers written and added",
        """
        def written(v, W_o):
            blocks = np.stack(np.split(W_o, v.shape[-3], axis=0))
            return np.matmul(v, blocks)


        def added(weights, vectors):
            return (weights[..., None] * vectors[..., None, :, :]).sum(axis=-4)


        def contributions(weights, v, W_o):
            return np.hypot.reduce(added(weights, written(v, W_o)), axis=-1)
        """,
        "names that the chapter binds again further down",
    ),
    wrong(
        "left open",
        "def contributions(weights, v, W_o):\n    raise NotImplementedError",
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "lengths added",
        edited(
            BASE,
            (
                "total = total + weights[..., head, :, :, None] * written[..., None, :, :]",
                "lengths = np.linalg.norm(written, axis=-1)\n"
                "        total = total + weights[..., head, :, :] * lengths[..., None, :]",
            ),
            (LENGTH, "total"),
        ),
        "each head measured by itself",
        "lengths-added",
    ),
    wrong(
        "one head after another",
        """
        def contributions(weights, v, W_o):
            h, d_v = v.shape[-3], v.shape[-1]
            written = v @ W_o.reshape(h, d_v, -1)
            return weights * np.linalg.norm(written, axis=-1)[..., None, :]
        """,
        "(..., h, n_q, n_k)",
        "head-by-head",
    ),
    wrong(
        "the wrong reshape",
        """
        def contributions(weights, v, W_o):
            h, d_v = v.shape[-3], v.shape[-1]
            by_head = W_o.reshape(d_v, h, -1).swapaxes(0, 1)
            added = np.einsum("...hij,...hjd,hdm->...ijm", weights, v, by_head)
            return np.linalg.norm(added, axis=-1)
        """,
        "every h-th row",
        "rows-interleaved",
    ),
    wrong(
        "the first rows",
        edited(BASE, (ROWS, "W_o[:d_v]")),
        "for every head",
        "first-rows-for-all",
    ),
    wrong(
        "no root", edited(BASE, (LENGTH, "(total**2).sum(axis=-1)")), "", "squared-length"
    ),
    wrong(
        "absolute values",
        edited(BASE, (LENGTH, "np.abs(total).sum(axis=-1)")),
        "another length",
        "sum-of-absolutes",
    ),
    wrong("entries", edited(BASE, (LENGTH, "total.sum(axis=-1)")), "", "sum-of-entries"),
    wrong("the mean", edited(BASE, (".sum(axis=-1)", ".mean(axis=-1)")), "", "mean-square"),
    wrong("the vectors", edited(BASE, (LENGTH, "total")), "not measured", "vectors"),
    wrong(
        "no weights",
        edited(
            BASE,
            (
                "weights[..., head, :, :, None] *",
                "np.ones_like(weights)[..., head, :, :, None] *",
            ),
        ),
        "the same row for every query",
        "weights-left-out",
    ),
    wrong(
        "averaged heads",
        edited(
            BASE, ("weights[..., head, :, :, None]", "weights.mean(axis=-3)[..., None]")
        ),
        "a head that does not exist",
        "heads-averaged",
    ),
    wrong(
        "the sum over keys",
        edited(BASE, (LENGTH, "np.linalg.norm(total.sum(axis=-2), axis=-1)")),
        "one number a query",
        "length-of-the-sum",
    ),
    wrong(
        "W_o forgotten",
        """
        def contributions(weights, v, W_o):
            added = weights[..., None] * v[..., None, :, :]
            return np.sqrt((added**2).sum(axis=-1).sum(axis=-3))
        """,
        "the values side by side",
        "no-output-projection",
    ),
    wrong(
        "as if there were no heads",
        """
        def contributions(weights, v, W_o):
            lengths = np.sqrt(((v @ W_o) ** 2).sum(axis=-1))
            return weights * lengths[..., None, :]
        """,
        "W_o has h times as many rows",
    ),
    wrong(
        "columns for rows",
        edited(BASE, (ROWS, "W_o[:, head * d_v : (head + 1) * d_v].T")),
        "as nn.Linear stores it",
    ),
)
