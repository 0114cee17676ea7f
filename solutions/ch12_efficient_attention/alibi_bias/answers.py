"""Answers to efficient.alibi_bias that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "distances cut at 0",
        """
        def alibi_bias(n, n_heads):
            slopes = 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)
            back = np.arange(n)[:, None] - np.arange(n)
            return -slopes[:, None, None] * np.maximum(back, 0)
        """,
        "the short way",
    ),
    right(
        "three loops",
        """
        def alibi_bias(n, n_heads):
            bias = np.zeros((n_heads, n, n), dtype=np.float32)
            for h in range(1, n_heads + 1):
                m = 2 ** (-8 * h / n_heads)
                for i in range(n):
                    for j in range(i + 1):
                        bias[h - 1, i, j] = -m * (i - j)
            return bias
        """,
        "filled in place, in float32",
    ),
    right(
        "tril and einsum",
        """
        def alibi_bias(n, n_heads):
            distances = np.tril(np.subtract.outer(np.arange(n), np.arange(n)))
            slopes = np.geomspace(2 ** (-8 / n_heads), 2**-8, n_heads)
            return np.einsum("h,ij->hij", -slopes, distances)
        """,
        "distances times slopes that are evenly spaced in their logarithms",
    ),
    right(
        "slopes multiplied up in a loop, helper called slopes",
        """
        def slopes(n_heads):
            ratio = 2 ** (-8 / n_heads)
            found = [ratio]
            while len(found) < n_heads:
                found.append(found[-1] * ratio)
            return found


        def alibi_bias(n, n_heads):
            i, j = np.indices((n, n))
            return np.array([np.where(j <= i, m * (j - i), 0.0) for m in slopes(n_heads)])
        """,
        "append; a name that the chapter binds again further down",
    ),
    right(
        "by recursion",
        """
        def alibi_bias(n, n_heads):
            if n == 0:
                return np.zeros((n_heads, 0, 0))
            m = np.exp2(-8 * np.arange(1, n_heads + 1) / n_heads)
            out = np.zeros((n_heads, n, n))
            out[:, : n - 1, : n - 1] = alibi_bias(n - 1, n_heads)
            out[:, -1] = np.multiply.outer(m, np.arange(n) - n + 1)
            return out
        """,
        "one row and one column more",
    ),
    right(
        "by torch",
        """
        def alibi_bias(n, n_heads):
            import torch

            h = torch.arange(1, n_heads + 1, dtype=torch.float64)
            steps = torch.arange(n, dtype=torch.float64)
            back = (steps[:, None] - steps).clamp(min=0)
            return (-(2 ** (-8 * h / n_heads))[:, None, None] * back).numpy()
        """,
        "torch inside of a NumPy answer",
    ),
    right(
        "a list that del shortens",
        """
        NUMBERS = list(range(1025))
        del NUMBERS[0]


        def alibi_bias(n, n_heads):
            back = np.tril(np.arange(n)[:, None] - np.arange(n))
            return np.array([-(2 ** (-8 * h / n_heads)) * back for h in NUMBERS[:n_heads]])
        """,
        "the list is changed by a statement of its own",
    ),
    wrong(
        "plus",
        change("return -slopes", "return slopes"),
        "far keys are made likelier",
        "bonus-for-distance",
        of="distances cut at 0",
    ),
    wrong(
        "heads from 0",
        change("np.arange(1, n_heads + 1)", "np.arange(n_heads)"),
        "the first slope is 1",
        "slopes-from-zero",
        of="distances cut at 0",
    ),
    wrong(
        "both sides",
        change("np.maximum(back, 0)", "abs(back)"),
        "the absolute distance, above the diagonal too",
        "both-ways",
        of="distances cut at 0",
    ),
    wrong(
        "nothing set to 0",
        change("np.maximum(back, 0)", "back"),
        "keys after the query get a bonus",
        "above-the-diagonal",
        of="distances cut at 0",
    ),
    wrong(
        "-inf above the diagonal",
        change("np.maximum(back, 0)", "np.where(back < 0, np.inf, back)"),
        "the causal mask's part, which is not asked",
        "mask-included",
        of="distances cut at 0",
    ),
    wrong(
        "one slope for all",
        change("slopes[:, None, None]", "np.full((n_heads, 1, 1), slopes[0])"),
        "every head the same",
        "one-slope",
        of="distances cut at 0",
    ),
    wrong(
        "not divided by the heads",
        change(" / n_heads)", ")"),
        "2 ** (-8 h)",
        "n-heads-ignored",
        of="distances cut at 0",
    ),
    wrong(
        "2 ** (-h)",
        change("2.0 ** (-8 * np.arange", "0.5 ** (np.arange") + change(" / n_heads)", ")"),
        "right for eight heads only",
        "slopes-of-eight-heads",
        of="distances cut at 0",
    ),
    wrong(
        "heads last",
        change("slopes[:, None, None]", "slopes")
        + change("np.maximum(back, 0)", "np.maximum(back, 0)[..., None]"),
        "(n, n, n_heads)",
        "heads-last",
        of="distances cut at 0",
    ),
    wrong(
        "transposed",
        change("np.maximum(back, 0)", "np.maximum(-back, 0)"),
        "rows are keys",
        "transposed",
        of="distances cut at 0",
    ),
    wrong(
        "slopes in reverse",
        change("slopes[:, None, None]", "slopes[::-1, None, None]"),
        "the last head gets the largest slope",
        "slopes-in-reverse",
        of="distances cut at 0",
    ),
    wrong(
        "position of the key",
        change("np.maximum(back, 0)", "np.tril(n - 1 - np.arange(n) + 0 * back)"),
        "-m * (n - 1 - j), the same up to a constant of the row",
        "counted-from-the-end",
        of="distances cut at 0",
    ),
    wrong(
        "one table",
        change("slopes[:, None, None]", "slopes[0]"),
        "(n, n), of the first head",
        of="distances cut at 0",
    ),
    wrong(
        "whole-number division",
        change("/ n_heads", "// n_heads"),
        "-8 h // n_heads is floored",
        of="distances cut at 0",
    ),
    *route(
        "by broadcasting",
        """
        def alibi_bias(n, n_heads):
            slopes = np.logspace(-8 / n_heads, -8, n_heads, base=2)
            back = np.arange(n)[:, None] - np.arange(n)
            return -slopes[:, None, None] * np.maximum(back, 0)
        ---
        -slopes => slopes | bonus-for-distance
        np.maximum(back, 0) => back | above-the-diagonal
        -8 / n_heads, -8 => 0, -8 + 8 / n_heads | slopes-from-zero
        2 => np.e
        maximum( => maximum(- | transposed
        np.logspace(-8 / n_heads, -8, n_heads, base=2 => 1 / np.arange(1, n_heads + 1
        """,
    ),
)
