"""Answers to block.add_positions that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "a running count",
        """
        def add_positions(x, real):
            table = positional_encoding(x.shape[1], x.shape[2])
            return np.where(real[..., None], x + table[np.cumsum(real, axis=1) - 1], x)
        """,
        "the smallest change",
    ),
    right(
        "columns less the first real one",
        change("    return", "    starts = real.argmax(axis=1)[:, None]\n    return")
        + change(
            "np.cumsum(real, axis=1) - 1", "np.maximum(np.arange(x.shape[1]) - starts, 0)"
        ),
        "padding behind goes on counting, which is nobody's business",
        of="a running count",
    ),
    right(
        "sentence by sentence",
        """
        def add_positions(x, real):
            result = np.array(x, dtype=float)
            for i in range(len(x)):
                count = real[i].sum()
                result[i, real[i]] += positional_encoding(count, x.shape[2])
            return result
        """,
        "a loop, and a Boolean index",
    ),
    right(
        "the shift as a roll",
        """
        def add_positions(x, real):
            table = positional_encoding(x.shape[1], x.shape[2])
            rows = [np.roll(table, own.argmax(), axis=0) for own in real]
            return x + np.stack(rows)
        """,
        "what comes round meets padding only",
    ),
    right(
        "a longer table",
        change("x.shape[1],", "2 * x.shape[1] + 9,"),
        "no row depends on how many there are",
        of="a running count",
    ),
    wrong(
        "untouched",
        change("table[np.cumsum(real, axis=1) - 1]", "table"),
        "as given",
        verdict="not_attempted",
        of="a running count",
    ),
    wrong(
        "everywhere",
        """
        def add_positions(x, real):
            return x + positional_encoding(x.shape[1], x.shape[2])
        """,
        "other padding, the same positions",
        verdict="not_attempted",
    ),
    wrong(
        "from 1 on",
        change(
            "np.cumsum(real, axis=1) - 1",
            "np.clip(np.cumsum(real, axis=1), 0, x.shape[1] - 1)",
        ),
        "a count is no position, and the last two share one",
        of="a running count",
    ),
    wrong(
        "from 1 on, in a longer table",
        change("x.shape[1],", "x.shape[1] + 1,")
        + change("np.cumsum(real, axis=1) - 1", "np.cumsum(real, axis=1)"),
        "a count is no position",
        "starts-at-1",
        of="a running count",
    ),
    wrong(
        "down the batch",
        change("x.shape[1],", "99,")
        + change(
            "np.cumsum(real, axis=1) - 1", "np.maximum(np.cumsum(real, axis=0) - 1, 0)"
        ),
        "the wrong axis",
        "down-the-batch",
        of="a running count",
    ),
    wrong(
        "by the number of its padding",
        change("    return", "    padding = (~real).sum(axis=1)[:, None]\n    return")
        + change(
            "np.cumsum(real, axis=1) - 1", "np.maximum(np.arange(x.shape[1]) - padding, 0)"
        ),
        "right in front, wrong behind",
        "padding-always-in-front",
        of="a running count",
    ),
    wrong(
        "the longest padding for all",
        change("    return", "    padding = real.argmax(axis=1).max()\n    return")
        + change(
            "np.cumsum(real, axis=1) - 1", "np.maximum(np.arange(x.shape[1]) - padding, 0)"
        ),
        "one number",
        "one-start-for-all",
        of="a running count",
    ),
    wrong(
        "from the end",
        change(
            "np.cumsum(real, axis=1) - 1",
            "np.maximum(real[:, ::-1].cumsum(axis=1)[:, ::-1] - 1, 0)",
        ),
        "backwards",
        "counted-backwards",
        of="a running count",
    ),
    wrong(
        "tokens moved",
        """
        def add_positions(x, real):
            moved = np.stack([np.roll(r, -o.argmax(), axis=0) for r, o in zip(x, real)])
            return moved + positional_encoding(x.shape[1], x.shape[2])
        """,
        "they are not where the mask says",
        "tokens-moved",
    ),
    wrong(
        "no tokens",
        change(
            "x + table[np.cumsum(real, axis=1) - 1], x)",
            "table[np.cumsum(real, axis=1) - 1], 0)",
        ),
        "the encoding alone",
        "encoding-alone",
        of="a running count",
    ),
    *route(
        "counted from the first real",
        """
        def add_positions(x, real):
            out = x.copy()
            for b, row in enumerate(real):
                places = np.flatnonzero(row)
                own = positional_encoding(len(places), x.shape[-1])
                out[b, places] += own.astype(x.dtype)
            return out
        ---
        + => | encoding-alone
        ]) => ])[::-1] | counted-backwards
        """,
    ),
    wrong(
        "counts from 1, in place",
        """
        def add_positions(x, real):
            d = x.shape[-1]
            positions = np.cumsum(real, axis=1)
            angles = positions[..., None] / 10000 ** (2 * (np.arange(d) // 2) / d)
            x += np.where(np.arange(d) % 2, np.cos(angles), np.sin(angles))
            return x
        """,
        "written from the text alone",
        "starts-at-1",
    ),
)
