"""Answers to block.add_positions."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "block.add_positions"

GIVEN = """
def add_positions(x, real):
    table = positional_encoding(x.shape[1], x.shape[2])
    return np.where(real[..., None], x + table, x)
"""
REPAIRED = edited(GIVEN, ("x + table,", "x + table[np.cumsum(real, axis=1) - 1],"))
PLACES = "np.cumsum(real, axis=1) - 1"


def at(places):
    return edited(REPAIRED, (PLACES, places))


ANSWERS = (
    right("a running count", REPAIRED, "the smallest change"),
    right(
        "columns less the first real one",
        at("np.maximum(np.arange(x.shape[1]) - real.argmax(axis=1)[:, None], 0)"),
        "padding behind goes on counting, which is nobody's business",
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
        edited(
            REPAIRED,
            ("positional_encoding(x.shape[1],", "positional_encoding(2 * x.shape[1] + 9,"),
        ),
        "no row depends on how many there are",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
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
        at("np.clip(np.cumsum(real, axis=1), 0, x.shape[1] - 1)"),
        "a count is no position, and the last two share one",
    ),
    wrong(
        "from 1 on, in a longer table",
        edited(
            REPAIRED,
            (PLACES, "np.cumsum(real, axis=1)"),
            ("positional_encoding(x.shape[1],", "positional_encoding(x.shape[1] + 1,"),
        ),
        "a count is no position",
        "starts-at-1",
    ),
    wrong(
        "down the batch",
        edited(
            REPAIRED,
            ("axis=1", "axis=0"),
            ("positional_encoding(x.shape[1],", "positional_encoding(99,"),
            ("np.cumsum(real, axis=0) - 1", "np.maximum(np.cumsum(real, axis=0) - 1, 0)"),
        ),
        "the wrong axis",
        "down-the-batch",
    ),
    wrong(
        "by the number of its padding",
        at("np.maximum(np.arange(x.shape[1]) - (~real).sum(axis=1)[:, None], 0)"),
        "right in front, wrong behind",
        "padding-always-in-front",
    ),
    wrong(
        "the longest padding for all",
        at("np.maximum(np.arange(x.shape[1]) - real.argmax(axis=1).max(), 0)"),
        "one number",
        "one-start-for-all",
    ),
    wrong(
        "from the end",
        at("np.maximum(real[:, ::-1].cumsum(axis=1)[:, ::-1] - 1, 0)"),
        "backwards",
        "counted-backwards",
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
        edited(REPAIRED, ("x + table", "table"), (", x)", ", 0)")),
        "the encoding alone",
        "encoding-alone",
    ),
)
