"""Answers to inside.head_contributions that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "added, then a product",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return added @ direction
        """,
        "what each head adds, along the direction",
    ),
    right(
        "matmul",
        """
        def head_contributions(z, W_o, direction):
            added = (z[..., None, :] @ W_o)[..., 0, :]
            return (added * direction).sum(axis=-1)
        """,
        "a row a head",
    ),
    right(
        "filled in a loop",
        """
        def head_contributions(z, W_o, direction):
            found = np.zeros(z.shape[:-1], dtype=np.float64)
            for place in np.ndindex(*z.shape[:-1]):
                found[place] = np.dot(z[place] @ W_o[place[-1]], direction)
            return found
        """,
        "float64 whatever is given",
    ),
    right(
        "helper x",
        """
        def x(head, z, W_o, direction):
            return z[..., head, :] @ (W_o[head] @ direction)


        def head_contributions(z, W_o, direction):
            out = [x(i, z, W_o, direction) for i in range(W_o.shape[0])]
            return np.moveaxis(np.array(out), 0, -1)
        """,
        "heads moved to the end; the helper is a variable of the chapter",
    ),
    right(
        "recursion over the axes",
        """
        def head_contributions(z, W_o, direction):
            if z.ndim > 2:
                return np.array([head_contributions(part, W_o, direction) for part in z])
            return np.array([vector @ matrix @ direction for vector, matrix in zip(z, W_o)])
        """,
        "token by token",
    ),
    right(
        "a probe",
        """
        class Probe:
            def __init__(self, W_o, direction):
                self.along = np.tensordot(W_o, direction, axes=1)

            def __call__(self, z):
                return np.einsum("...hv,hv->...h", z, self.along)


        def head_contributions(z, W_o, direction):
            return Probe(W_o, direction)(z)
        """,
        "the direction as each head sees it",
    ),
    wrong(
        "lengths",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return np.linalg.norm(added, axis=-1)
        """,
        "how long",
        "lengths",
    ),
    wrong(
        "cosines",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            lengths = np.linalg.norm(added, axis=-1) * np.linalg.norm(direction)
            return added @ direction / np.maximum(lengths, 1e-300)
        """,
        "cosines",
        "cosines",
    ),
    wrong(
        "direction one long",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return added @ (direction / np.linalg.norm(direction))
        """,
        "unit direction",
        "direction-made-one-long",
    ),
    wrong(
        "abs",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return np.abs(added @ direction)
        """,
        "signs dropped",
        "sign-dropped",
    ),
    wrong(
        "summed",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return (added @ direction).sum(axis=-1)
        """,
        "one number for all heads",
        "summed-over-heads",
    ),
    wrong(
        "shares",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            found = added @ direction
            return found / found.sum(axis=-1, keepdims=True)
        """,
        "shares of the whole",
        "shares",
    ),
    wrong(
        "not a product",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return added * direction
        """,
        "a vector a head",
        "not-summed-over-features",
    ),
    wrong(
        "divided",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return added @ direction / z.shape[-2]
        """,
        "divided by the heads",
        "divided-by-heads",
    ),
    wrong(
        "first head's matrix",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,vd->...hd", z, W_o[0])
            return added @ direction
        """,
        "one matrix",
        "one-matrix-for-all",
    ),
    wrong(
        "all matrices",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,gvd->...hd", z, W_o)
            return added @ direction
        """,
        "every head through every matrix",
        "all-matrices",
    ),
    wrong(
        "no W_o",
        """
        def head_contributions(z, W_o, direction):
            return z @ direction[: z.shape[-1]]
        """,
        "z against the direction's first numbers",
    ),
    wrong(
        "softmax",
        change("added @ direction", "np.exp(added @ direction)"),
        "a softmax over the heads",
        of="shares",
    ),
    wrong(
        "transposed",
        """
        def head_contributions(z, W_o, direction):
            turned = W_o.reshape(len(W_o), W_o.shape[2], -1)
            added = np.einsum("...hv,hdv->...hd", z, turned)
            return added @ direction
        """,
        "the matrix read in another order",
    ),
    *route(
        "direction first",
        """
        def head_contributions(z, W_o, direction):
            return np.einsum("...hd,hd->...h", z, W_o @ direction)
        ---
        >...h => >... | summed-over-heads
        @ direction => @ direction / np.linalg.norm(direction) | direction-made-one-long
        W_o @ direction => np.abs(W_o @ direction)
        @ direction) => @ direction) / z.shape[-1] ** 0.5
        """,
    ),
    wrong(
        "direction normed by its square",
        """
        def head_contributions(z, W_o, direction):
            along = np.einsum("...hv,hvd,d->...h", z, W_o, direction)
            return along / (direction @ direction)
        """,
        "in units of the direction",
    ),
    wrong(
        "einsum without the axes in front",
        """
        def head_contributions(z, W_o, direction):
            return np.einsum("...hv,hvd,d->h", z, W_o, direction)
        """,
        "the axes in front are lost",
    ),
)
