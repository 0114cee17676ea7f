"""Answers to masks.batch_mask that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "with the masks above",
        """
        def batch_mask(lengths, n, window):
            real = padding_mask(lengths, n)[:, None, None, :]
            i, j = np.arange(n)[:, None], np.arange(n)
            mask = real & causal_mask(n) & (i - j < window)
            return mask
        """,
        "padding, causal and window, each broadcast",
    ),
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
        """
        def batch_mask(lengths, n, window):
            real = padding_mask(lengths, n)[:, None, None, :]
            i, j = np.arange(n)[:, None], np.arange(n)
            return real * (j <= i) * (j > i - window)
        """,
        "the product of Booleans is Boolean",
    ),
    wrong(
        "left open",
        """
        def batch_mask(lengths, n, window):
            raise NotImplementedError
        """,
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "or everywhere",
        change("& causal_mask(n) & (", "| causal_mask(n) | ("),
        "one of them is enough",
        "nothing-blocked",
        of="with the masks above",
    ),
    wrong(
        "or once",
        change("& causal_mask", "| causal_mask"),
        "the future of real tokens is open",
        "or-for-and",
        of="with the masks above",
    ),
    wrong(
        "one or",
        change("& (i - j < window)", "| (i - j < window)"),
        "the window opens the future",
        of="with the masks above",
    ),
    wrong(
        "turned round",
        change("return mask", "return ~mask"),
        "True where blocked",
        "inverted",
        of="with the masks above",
    ),
    wrong(
        "queries and keys exchanged",
        change("[:, None, None, :]", "[:, None, :, None]"),
        "the filler's rows are closed",
        "filler-as-queries",
        of="with the masks above",
    ),
    wrong(
        "no padding",
        change(
            "real & causal_mask", "np.ones((len(lengths), 1, 1, 1), bool) & causal_mask"
        ),
        "the lengths are not used",
        "padding-forgotten",
        of="with the masks above",
    ),
    wrong(
        "no window",
        change(" & (i - j < window)", ""),
        "all of the past",
        "window-forgotten",
        of="with the masks above",
    ),
    wrong(
        "a window one too wide",
        change("i - j < window", "i - j <= window"),
        "window + 1 places",
        "window-one-too-wide",
        of="with the masks above",
    ),
    wrong(
        "both sides",
        change("causal_mask(n) & (i - j < window)", "(abs(i - j) < window)"),
        "and no causal mask",
        "window-on-both-sides",
        of="with the masks above",
    ),
    wrong(
        "no axis for the heads",
        change("[:, None, None, :]", "[:, None, :]"),
        "(batch, n, n)",
        "heads-missing",
        of="with the masks above",
    ),
    wrong(
        "no axes at all",
        change("[:, None, None, :]", ""),
        "(batch, n) meets (n, n)",
        of="with the masks above",
    ),
    wrong(
        "the axis behind",
        change("[:, None, None, :]", "[..., None, None]"),
        "each length has become a row of its own",
        of="with the masks above",
    ),
    wrong(
        "numbers",
        change("return mask", "return 1 * mask"),
        "0 and 1",
        "numbers",
        of="with the masks above",
    ),
    wrong(
        "to be added",
        change("return mask", "return np.where(mask, 0, -np.inf)"),
        "0 and -inf",
        of="with the masks above",
    ),
    wrong(
        "transposed",
        change("return mask", "return np.swapaxes(mask, -1, -2)"),
        "rows are keys",
        "keys-as-rows",
        of="with the masks above",
    ),
    *route(
        "by distances",
        """
        def batch_mask(lengths, n, window):
            back = np.arange(n)[:, None] - np.arange(n)
            real = np.arange(n) < np.asarray(lengths)[:, None, None, None]
            return (back >= 0) & (back < window) & real
        ---
        back < => back <= | window-one-too-wide
        >= => > | itself-blocked
        (back >= 0) & =>
        & (back < window) => | window-forgotten
        back >= 0) & (back => abs(back) | window-on-both-sides
        & real => | real | or-for-and
        , None, => , | heads-missing
        & real => & real & real.swapaxes(-1, -2) | filler-as-queries
        """,
    ),
)
