"""Answers to inside.logit_lens that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "norm, table, argmax",
        """
        def logit_lens(hidden, weight, W_U, eps=1e-5):
            mean_square = np.mean(np.square(hidden), axis=-1, keepdims=True)
            normed = hidden / np.sqrt(mean_square + eps) * weight
            logits = normed @ W_U.T
            return np.argmax(logits, axis=-1)
        """,
        "as chapter 14 ends",
    ),
    right(
        "int64",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1).astype(np.int64)"),
        "ids of a fixed size",
        of="norm, table, argmax",
    ),
    right(
        "int32",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1).astype(np.int32)"),
        "ids of half the size",
        of="norm, table, argmax",
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
        change("hidden / np.sqrt(mean_square + eps) * weight", "hidden * weight"),
        "a positive number over all logits of a token changes no order",
        of="norm, table, argmax",
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
        "no weight",
        change(" * weight", ""),
        "weight left out",
        "weight-left-out",
        of="norm, table, argmax",
    ),
    wrong(
        "1 + weight",
        change("* weight", "* (1 + weight)"),
        "Gemma's",
        "one-plus-weight",
        of="norm, table, argmax",
    ),
    wrong(
        "LayerNorm",
        change(
            "    mean_square",
            "    hidden = hidden - hidden.mean(axis=-1, keepdims=True)\n    mean_square",
        ),
        "centred",
        "layer-norm",
        of="norm, table, argmax",
    ),
    wrong(
        "argmin",
        change("np.argmax(logits", "np.argmin(logits"),
        "the least likely",
        "least-likely",
        of="norm, table, argmax",
    ),
    wrong(
        "logits",
        change("np.argmax(logits, axis=-1)", "logits"),
        "no argmax",
        "logits-returned",
        of="norm, table, argmax",
    ),
    wrong(
        "last layer",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1)[-1]"),
        "one layer",
        "last-layer-only",
        of="norm, table, argmax",
    ),
    wrong(
        "last token",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1)[:, -1]"),
        "one token",
        "last-token-only",
        of="norm, table, argmax",
    ),
    wrong(
        "argmax of everything",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits)"),
        "one id for all",
        of="norm, table, argmax",
    ),
    wrong(
        "argmax over the places",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=1)"),
        "the place that likes a token most",
        "over-the-places",
        of="norm, table, argmax",
    ),
    wrong(
        "probabilities",
        change("np.argmax(logits", "np.max(logits"),
        "the largest logit, not its id",
        of="norm, table, argmax",
    ),
    wrong(
        "the table not transposed",
        change("normed @ W_U.T", "normed @ W_U"),
        "an error of shapes",
        of="norm, table, argmax",
    ),
    wrong(
        "nearest row",
        change("normed @ W_U.T", "-np.linalg.norm(normed[..., None, :] - W_U, axis=-1)"),
        "distances for products",
        "nearest-row",
        of="norm, table, argmax",
    ),
    wrong(
        "cosines",
        change(
            "normed @ W_U.T",
            "normed @ (W_U / np.linalg.norm(W_U, axis=-1, keepdims=True)).T",
        ),
        "rows of the table made one long",
        "cosines",
        of="norm, table, argmax",
    ),
    wrong(
        "floats",
        change("np.argmax(logits, axis=-1)", "np.argmax(logits, axis=-1).astype(float)"),
        "ids as decimals",
        of="norm, table, argmax",
    ),
    *route(
        "without the scale",
        """
        def logit_lens(hidden, weight, W_U, eps=1e-5):
            squares = np.square(hidden * 1.0)
            length = np.sqrt(np.mean(squares, axis=-1, keepdims=True) + eps)
            return np.einsum("lnd,vd->lnv", hidden / length * weight, W_U).argmax(axis=2)
        ---
        argmax => argmin | least-likely
        * weight => | weight-left-out
        argmax => max
        2 => 1 | over-the-places
        length * => length /
        """,
    ),
    wrong(
        "weight of the norm twice",
        """
        def logit_lens(hidden, weight, W_U, eps=1e-5):
            h = hidden * weight
            h = h / np.sqrt((h ** 2).mean(-1, keepdims=True) + eps) * weight
            return (h @ W_U.T).argmax(-1)
        """,
        "the weight is inside the norm as well",
    ),
)
