"""Answers to masks.batch_mask."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "masks.batch_mask"

USUAL = """
def batch_mask(lengths, n, window):
    real = padding_mask(lengths, n)[:, None, None, :]
    i, j = np.arange(n)[:, None], np.arange(n)
    return real & causal_mask(n) & (i - j < window)
"""

ANSWERS = (
    right("with the masks above", USUAL, "padding, causal and window, each broadcast"),
    right(
        "a band of triangles",
        """
        def batch_mask(lengths, n, window):
            band = np.tril(np.ones((n, n), dtype=bool))
            band &= ~np.tril(np.ones((n, n), dtype=bool), k=-window)
            keys = np.arange(n)[None, None, None] < lengths.reshape(-1, 1, 1, 1)
            return np.logical_and(keys, band)
        """,
        "what is too far back taken off the triangle",
    ),
    right(
        "pair by pair",
        """
        def batch_mask(lengths, n, window):
            mask = np.zeros((len(lengths), 1, n, n), dtype=bool)
            for b in range(len(lengths)):
                for i in range(n):
                    for j in range(n):
                        mask[b, 0, i, j] = j < lengths[b] and 0 <= i - j < window
            return mask
        """,
        "filled in place",
    ),
    right(
        "sentence by sentence",
        """
        def batch_mask(lengths, n, window):
            masks = []
            for length in lengths:
                one = causal_mask(n)
                one[:, length:] = False
                for i in range(n):
                    one[i, :max(i + 1 - window, 0)] = False
                masks.append(one)
            return np.stack(masks)[:, None]
        """,
        "a fresh causal mask, columns and beginnings closed",
    ),
    right(
        "multiplied",
        edited(
            USUAL,
            (
                "real & causal_mask(n) & (i - j < window)",
                "real * (j <= i) * (j > i - window)",
            ),
        ),
        "the product of Booleans is Boolean",
    ),
    wrong(
        "left open",
        "def batch_mask(lengths, n, window):\n    raise NotImplementedError",
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "or everywhere",
        edited(USUAL, (" & ", " | ")),
        "one of them is enough",
        "nothing-blocked",
    ),
    wrong(
        "or once",
        edited(USUAL, ("real & causal_mask(n) &", "real | causal_mask(n) &")),
        "the future of real tokens is open",
        "or-for-and",
    ),
    wrong(
        "one or",
        edited(USUAL, ("& (i - j < window)", "| (i - j < window)")),
        "the window opens the future",
    ),
    wrong(
        "turned round",
        edited(USUAL, ("return real", "return ~(real"), ("< window)", "< window))")),
        "True where blocked",
        "inverted",
    ),
    wrong(
        "queries and keys exchanged",
        edited(USUAL, ("[:, None, None, :]", "[:, None, :, None]")),
        "the filler's rows are closed",
        "filler-as-queries",
    ),
    wrong(
        "no padding",
        edited(USUAL, ("real & ", "np.ones((len(lengths), 1, 1, 1), bool) & ")),
        "the lengths are not used",
        "padding-forgotten",
    ),
    wrong(
        "no window",
        edited(USUAL, (" & (i - j < window)", "")),
        "all of the past",
        "window-forgotten",
    ),
    wrong(
        "a window one too wide",
        edited(USUAL, ("i - j < window", "i - j <= window")),
        "window + 1 places",
        "window-one-too-wide",
    ),
    wrong(
        "both sides",
        edited(USUAL, ("causal_mask(n) & (i - j < window)", "(abs(i - j) < window)")),
        "and no causal mask",
        "window-on-both-sides",
    ),
    wrong(
        "no axis for the heads",
        edited(USUAL, ("[:, None, None, :]", "[:, None, :]")),
        "(batch, n, n)",
        "heads-missing",
    ),
    wrong(
        "no axes at all",
        edited(USUAL, ("[:, None, None, :]", "")),
        "(batch, n) meets (n, n)",
    ),
    wrong(
        "the axis behind",
        edited(USUAL, ("[:, None, None, :]", "[..., None, None]")),
        "each length has become a row of its own",
    ),
    wrong(
        "numbers",
        edited(USUAL, ("return real", "return 1 * (real"), ("< window)", "< window))")),
        "0 and 1",
        "numbers",
    ),
    wrong(
        "to be added",
        edited(
            USUAL,
            ("return real", "return np.where(real"),
            ("< window)", "< window), 0, -np.inf)"),
        ),
        "0 and -inf",
    ),
    wrong(
        "transposed",
        edited(
            USUAL,
            ("return real", "mask = real"),
            ("< window)", "< window)\n    return np.swapaxes(mask, -1, -2)"),
        ),
        "rows are keys",
        "keys-as-rows",
    ),
)
