"""Answers to efficient.apply_rope that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "slices assigned to",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            rates = base ** (-np.arange(0, d, 2) / d)
            angles = np.asarray(positions)[:, None] * rates
            a, b = x[..., 0::2], x[..., 1::2]
            out = np.empty(x.shape, dtype=np.result_type(x, np.float32))
            out[..., 0::2] = a * np.cos(angles) - b * np.sin(angles)
            out[..., 1::2] = a * np.sin(angles) + b * np.cos(angles)
            return out
        """,
        "even and odd features",
    ),
    right(
        "complex numbers",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            pairs = x[..., 0::2] + 1j * x[..., 1::2]
            angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
            pairs = pairs * np.exp(1j * angles)
            return np.stack([pairs.real, pairs.imag], axis=-1).reshape(x.shape)
        """,
        "a pair is a complex number, a turn a product",
    ),
    right(
        "rotation matrices by einsum",
        """
        def apply_rope(x, positions, base=10000.0):
            *front, n, d = x.shape
            t = np.outer(positions, base ** (-2 * np.arange(d // 2) / d))
            turns = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
            pairs = x.reshape(*front, n, d // 2, 2)
            return np.einsum("abni,...nib->...nia", turns, pairs).reshape(x.shape)
        """,
        "a (2, 2) matrix a position and pair",
    ),
    right(
        "row by row, pair by pair",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            out = np.zeros(x.shape)
            for r, p in enumerate(positions):
                for i in range(d // 2):
                    t = p * base ** (-2 * i / d)
                    a, b = x[..., r, 2 * i], x[..., r, 2 * i + 1]
                    out[..., r, 2 * i] += a * np.cos(t) - b * np.sin(t)
                    out[..., r, 2 * i + 1] += a * np.sin(t) + b * np.cos(t)
            return out
        """,
        "two loops that fill an array",
    ),
    right(
        "each feature's partner, helper called turned",
        """
        def turned(x):
            partner = np.empty(x.shape)
            partner[..., 0::2] = -x[..., 1::2]
            partner[..., 1::2] = x[..., 0::2]
            return partner


        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            angles = np.outer(positions, np.repeat(base ** (-np.arange(0, d, 2) / d), 2))
            return x * np.cos(angles) + turned(x) * np.sin(angles)
        """,
        "a name that the chapter binds again further down",
    ),
    wrong(
        "halves",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            angles = np.asarray(positions)[:, None] * base ** (-np.arange(0, d, 2) / d)
            a, b = x[..., : d // 2], x[..., d // 2 :]
            first = a * np.cos(angles) - b * np.sin(angles)
            second = a * np.sin(angles) + b * np.cos(angles)
            return np.concatenate([first, second], axis=-1)
        """,
        "feature i with i + d / 2, as in GPT-NeoX and Llama's rotate_half",
        "halves-paired",
    ),
    wrong(
        "pairs pasted back as halves",
        change("x[..., : d // 2], x[..., d // 2 :]", "x[..., 0::2], x[..., 1::2]"),
        "turned rightly, then all first features before all second ones",
        "pasted-as-halves",
        of="halves",
    ),
    wrong(
        "positions from 1",
        change(" * rates", " * rates + rates"),
        "one too many",
        "from-one",
        of="slices assigned to",
    ),
    wrong(
        "rows for positions",
        change("np.asarray(positions)", "np.arange(x.shape[-2])"),
        "np.arange(n), whatever positions says",
        "positions-ignored",
        of="slices assigned to",
    ),
    wrong(
        "turned back",
        change("- b * np.sin(angles)", "+ b * np.sin(angles)")
        + change(
            "a * np.sin(angles) + b * np.cos(angles)",
            "b * np.cos(angles) - a * np.sin(angles)",
        ),
        "minus and plus exchanged",
        "turned-backwards",
        of="slices assigned to",
    ),
    wrong(
        "both plus",
        change("- b * np.sin(angles)", "+ b * np.sin(angles)"),
        "no minus: not a rotation",
        "not-a-rotation",
        of="slices assigned to",
    ),
    wrong(
        "exponent without the 2",
        change("np.arange(0, d, 2) / d", "np.arange(0, d, 2) / (2 * d)"),
        "base ** (-i / d)",
        "speeds-too-close",
        of="slices assigned to",
    ),
    wrong(
        "exponent with plus",
        change("base ** (-np.arange", "base ** (np.arange"),
        "later pairs turn faster",
        "speeds-growing",
        of="slices assigned to",
    ),
    wrong(
        "base ignored",
        change("base ** (", "10000.0 ** ("),
        "always 10000",
        "base-ignored",
        of="slices assigned to",
    ),
    wrong(
        "an angle for each feature",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            angles = np.outer(positions, base ** (-np.arange(d) / d))
            partner = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
            return x * np.cos(angles) + partner * np.sin(angles)
        """,
        "the two of a pair turn by different angles",
        "own-angle",
    ),
    wrong(
        "added like a sinusoid",
        change("a * np.cos(angles) - b * np.sin(angles)", "a + np.sin(angles)")
        + change("a * np.sin(angles) + b * np.cos(angles)", "b + np.cos(angles)"),
        "sines and cosines are added, as in chapter 09",
        "added",
        of="slices assigned to",
    ),
    wrong(
        "the second overwrites the first",
        change("    a, b = x[..., 0::2], x[..., 1::2]\n", "")
        + change("np.empty(x.shape, ", "np.array(x, ")
        + change(
            "    out[..., 0::2]",
            "    a, b = out[..., 0::2], out[..., 1::2]\n    out[..., 0::2]",
        ),
        "b is computed from the turned a",
        "overwritten",
        of="slices assigned to",
    ),
    wrong(
        "in the caller's array",
        change("x[..., 0::2], x[..., 1::2]", "x[..., 0::2].copy(), x[..., 1::2].copy()")
        + change("np.empty(x.shape, dtype=np.result_type(x, np.float32))", "x"),
        "x is turned itself",
        "truncated",
        of="slices assigned to",
    ),
    wrong(
        "whole numbers stay whole",
        change("dtype=np.result_type(x, np.float32)", "dtype=x.dtype"),
        "a result like x cuts off the decimals",
        "truncated",
        of="slices assigned to",
    ),
    wrong(
        "degrees",
        change(" * rates", " * rates * np.pi / 180"),
        "the angle is taken for degrees",
        of="slices assigned to",
    ),
    wrong(
        "the root of d",
        change("return out", "return out / np.sqrt(d)"),
        "scaled on the way",
        of="slices assigned to",
    ),
    *route(
        "rotation matrices",
        """
        def apply_rope(x, positions, base=10000.0):
            half = x.shape[-1] // 2
            angle = np.asarray(positions)[:, None] / base ** (np.arange(half) / half)
            cos, sin = np.cos(angle), np.sin(angle)
            turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)
            out = (turn @ x.reshape(*x.shape[:-1], half, 2, 1)).reshape(x.shape)
            return out.astype(x.dtype) if x.dtype.kind == "f" else out
        ---
        -sin], -1), np.stack([ => sin], -1), np.stack([- | turned-backwards
        / half => / x.shape[-1] | speeds-too-close
        / base => * base | speeds-growing
        np.arange(half => (np.arange(half) + 1
        base * => 10000.0 * | base-ignored
        asarray(positions => arange(len(positions) | positions-ignored
        [sin, cos] => [sin, -cos]
        """,
    ),
    wrong(
        "halves, turned backwards",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            angles = positions[:, None] * base ** (-2 * np.arange(d // 2) / d)
            c, s = np.cos(angles), np.sin(angles)
            a, b = x[..., :d // 2], x[..., d // 2:]
            return np.concatenate([a * c + b * s, b * c - a * s], axis=-1)
        """,
        "written from the text alone",
        "halves-paired + turned-backwards",
    ),
    wrong(
        "positions from the first one on",
        """
        def apply_rope(x, positions, base=10000.0):
            d = x.shape[-1]
            p = (positions - positions[0])[:, None] * base ** (-np.arange(0, d, 2) / d)
            a, b = x[..., ::2], x[..., 1::2]
            out = np.empty_like(x, dtype=np.result_type(x, np.float32))
            out[..., ::2] = a * np.cos(p) - b * np.sin(p)
            out[..., 1::2] = a * np.sin(p) + b * np.cos(p)
            return out
        """,
        "the first row is always turned by nothing",
        "positions-ignored",
    ),
)
