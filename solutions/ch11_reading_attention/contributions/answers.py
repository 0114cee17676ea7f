"""Answers to reading.contributions that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "head by head",
        """
        def contributions(weights, v, W_o):
            h, d_v = v.shape[-3], v.shape[-1]
            total = 0
            for head in range(h):
                rows = W_o[head * d_v : (head + 1) * d_v]
                written = v[..., head, :, :] @ rows
                total = total + weights[..., head, :, :, None] * written[..., None, :, :]
            return np.sqrt((total**2).sum(axis=-1))
        """,
        "vectors added, then measured",
    ),
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
        """
        def contributions(weights, v, W_o):
            raise NotImplementedError
        """,
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "lengths added",
        """
        def contributions(weights, v, W_o):
            d_v = v.shape[-1]
            total = 0
            for head in range(v.shape[-3]):
                rows = W_o[head * d_v : (head + 1) * d_v]
                lengths = np.linalg.norm(v[..., head, :, :] @ rows, axis=-1)
                total = total + weights[..., head, :, :] * lengths[..., None, :]
            return total
        """,
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
        change(
            "np.asarray(W_o, dtype=float).reshape((h, d_v, -1))",
            "W_o.reshape(d_v, h, -1).swapaxes(0, 1)",
        ),
        "every h-th row",
        "rows-interleaved",
        of="einsum",
    ),
    wrong(
        "the first rows",
        change("W_o[head * d_v : (head + 1) * d_v]", "W_o[:d_v]"),
        "for every head",
        "first-rows-for-all",
        of="head by head",
    ),
    wrong(
        "no root",
        change("np.sqrt((total**2).sum(axis=-1))", "(total**2).sum(axis=-1)"),
        "lengths squared",
        "squared-length",
        of="head by head",
    ),
    wrong(
        "absolute values",
        change("np.sqrt((total**2).sum(axis=-1))", "np.abs(total).sum(axis=-1)"),
        "another length",
        "sum-of-absolutes",
        of="head by head",
    ),
    wrong(
        "entries",
        change("np.sqrt((total**2).sum(axis=-1))", "total.sum(axis=-1)"),
        "entries added, with their signs",
        "sum-of-entries",
        of="head by head",
    ),
    wrong(
        "the mean",
        change("(total**2).sum(", "(total**2).mean("),
        "the root of the mean square",
        "mean-square",
        of="head by head",
    ),
    wrong(
        "the vectors",
        change("np.sqrt((total**2).sum(axis=-1))", "total"),
        "not measured",
        "vectors",
        of="head by head",
    ),
    wrong(
        "no weights",
        change("weights[..., head", "np.ones_like(weights)[..., head"),
        "the same row for every query",
        "weights-left-out",
        of="head by head",
    ),
    wrong(
        "averaged heads",
        change("weights[..., head, :, :, None]", "weights.mean(axis=-3)[..., None]"),
        "a head that does not exist",
        "heads-averaged",
        of="head by head",
    ),
    wrong(
        "the sum over keys",
        change(
            "np.sqrt((total**2).sum(axis=-1))",
            "np.linalg.norm(total.sum(axis=-2), axis=-1)",
        ),
        "one number a query",
        "length-of-the-sum",
        of="head by head",
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
        change(
            "W_o[head * d_v : (head + 1) * d_v]", "W_o[:, head * d_v : (head + 1) * d_v].T"
        ),
        "as nn.Linear stores it",
        of="head by head",
    ),
)
