"""Answers to inside.logit_lens."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "inside.logit_lens"

BASE = """
def logit_lens(hidden, weight, W_U, eps=1e-5):
    mean_square = np.mean(np.square(hidden), axis=-1, keepdims=True)
    normed = hidden / np.sqrt(mean_square + eps) * weight
    logits = normed @ W_U.T
    return np.argmax(logits, axis=-1)
"""

ANSWERS = (
    right("norm, table, argmax", BASE, "as chapter 14 ends"),
    right(
        "int64",
        edited(BASE, ("np.argmax(logits, axis=-1)", "logits.argmax(-1).astype(np.int64)")),
        "ids of a fixed size",
    ),
    right(
        "int32",
        edited(BASE, ("np.argmax(logits, axis=-1)", "logits.argmax(-1).astype(np.int32)")),
        "ids of half the size",
    ),
    right(
        "rms_norm of chapter 14",
        """
        def logit_lens(hidden, weight, W_U, eps=1e-5):
            return (rms_norm(hidden, weight, eps) @ W_U.T).argmax(axis=-1)
        """,
        "the function that the notebook imports",
    ),
    right(
        "filled in a loop",
        """
        def logit_lens(hidden, weight, W_U, eps=1e-5):
            ids = np.zeros(hidden.shape[:2], dtype=int)
            for layer in range(hidden.shape[0]):
                for place in range(hidden.shape[1]):
                    x = hidden[layer, place].astype(float)
                    x = x / (np.dot(x, x) / x.size + eps) ** 0.5 * weight
                    ids[layer, place] = int(np.argsort(W_U @ x)[-1])
            return ids
        """,
        "vector by vector",
    ),
    right(
        "helper size",
        """
        def size(x, eps):
            return np.sqrt((x * x).sum(-1, keepdims=True) / x.shape[-1] + eps)


        def logit_lens(hidden, weight, W_U, eps=1e-5):
            x = hidden / size(hidden, eps)
            return np.einsum("lnd,vd->lnv", x, W_U * weight).argmax(2)
        """,
        "the weight moved to the table; the helper is a variable below",
    ),
    right(
        "no division",
        edited(BASE, (" / np.sqrt(mean_square + eps)", "")),
        "a positive number over all logits of a token changes no order",
    ),
    right(
        "a lens",
        """
        class Lens:
            def __init__(self, weight, table, eps):
                self.weight, self.table, self.eps = weight, table, eps

            def __call__(self, x):
                if x.ndim > 1:
                    return np.array([self(row) for row in x])
                x = x * self.weight / np.sqrt(np.mean(x * x) + self.eps)
                return max(range(len(self.table)), key=lambda i: self.table[i] @ x)


        def logit_lens(hidden, weight, W_U, eps=1e-5):
            return Lens(weight, W_U, eps)(hidden)
        """,
        "calls itself, axis by axis",
    ),
    wrong(
        "no weight", edited(BASE, (" * weight", "")), "weight left out", "weight-left-out"
    ),
    wrong(
        "1 + weight",
        edited(BASE, ("* weight", "* (1 + weight)")),
        "Gemma's",
        "one-plus-weight",
    ),
    wrong(
        "LayerNorm",
        edited(
            BASE,
            (
                "    mean_square",
                (
                    "    hidden = hidden - hidden.mean(axis=-1, keepdims=True)\n"
                    "    mean_square"
                ),
            ),
        ),
        "centred",
        "layer-norm",
    ),
    wrong("argmin", edited(BASE, ("argmax", "argmin")), "the least likely", "least-likely"),
    wrong(
        "logits",
        edited(BASE, ("np.argmax(logits, axis=-1)", "logits")),
        "no argmax",
        "logits-returned",
    ),
    wrong(
        "last layer",
        edited(BASE, ("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1)[-1]")),
        "one layer",
        "last-layer-only",
    ),
    wrong(
        "last token",
        edited(BASE, ("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1)[:, -1]")),
        "one token",
        "last-token-only",
    ),
    wrong(
        "argmax of everything",
        edited(BASE, ("np.argmax(logits, axis=-1)", "np.argmax(logits)")),
        "one id for all",
    ),
    wrong(
        "argmax over the places",
        edited(BASE, ("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=1)")),
        "the place that likes a token most",
        "over-the-places",
    ),
    wrong(
        "probabilities",
        edited(BASE, ("np.argmax(logits, axis=-1)", "np.max(logits, axis=-1)")),
        "the largest logit, not its id",
    ),
    wrong("the table not transposed", edited(BASE, ("W_U.T", "W_U")), "an error of shapes"),
    wrong(
        "nearest row",
        edited(
            BASE,
            (
                "logits = normed @ W_U.T",
                "logits = -np.linalg.norm(normed[..., None, :] - W_U, axis=-1)",
            ),
        ),
        "distances for products",
        "nearest-row",
    ),
    wrong(
        "cosines",
        edited(BASE, ("W_U.T", "(W_U / np.linalg.norm(W_U, axis=-1, keepdims=True)).T")),
        "rows of the table made one long",
        "cosines",
    ),
    wrong(
        "floats",
        edited(
            BASE, ("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1).astype(float)")
        ),
        "ids as decimals",
    ),
)
