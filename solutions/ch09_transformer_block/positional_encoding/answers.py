"""Answers to block.positional_encoding that its checks must tell apart."""

from autograder import change, right, route, wrong

ANSWERS = (
    right(
        "slices assigned to",
        """
        def positional_encoding(n, d_model):
            positions = np.arange(n)[:, None]
            rates = 10000 ** (np.arange(0, d_model, 2) / d_model)
            angles = positions / rates
            table = np.zeros((n, d_model))
            table[:, 0::2] = np.sin(angles)
            table[:, 1::2] = np.cos(angles)[:, : d_model // 2]
            return table
        """,
        "the commonest way",
    ),
    right(
        "two loops",
        """
        def positional_encoding(n, d_model):
            table = np.zeros((n, d_model))
            for p in range(n):
                for c in range(d_model):
                    angle = p / 10000 ** ((c - c % 2) / d_model)
                    table[p, c] = np.cos(angle) if c % 2 else np.sin(angle)
            return table
        """,
        "filled in place, entry by entry",
    ),
    right(
        "points on the unit circle",
        """
        def positional_encoding(n, d_model):
            rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
            turned = np.exp(1j * np.arange(n)[:, None] * rates)
            both = np.stack([turned.imag, turned.real], axis=-1)
            return both.reshape(n, -1)[:, :d_model]
        """,
        "complex numbers, whose parts are the sine and the cosine",
    ),
    right(
        "through exp and log",
        """
        def positional_encoding(n, d_model):
            div_term = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
            angles = np.outer(np.arange(n), div_term)
            both = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
            return both.reshape(n, -1)[:, :d_model]
        """,
        "the div_term of PyTorch's tutorial",
    ),
    right(
        "helpers omega and turn",
        """
        def omega(column, d_model):
            return 10000.0 ** (-(column // 2 * 2) / d_model)


        def turn(angle, column):
            return np.sin(angle) if column % 2 == 0 else np.cos(angle)


        def positional_encoding(n, d_model):
            rows = []
            for p in range(n):
                rows.append([turn(p * omega(c, d_model), c) for c in range(d_model)])
            return np.array(rows, dtype=float).reshape(n, d_model)
        """,
        "names that the chapter binds again further down",
    ),
    right(
        "rates in a list that a loop fills",
        """
        rates = []
        for pair in range(256):
            rates.append(2 * pair)


        def positional_encoding(n, d_model):
            exponents = np.repeat(rates, 2)[:d_model] / d_model
            angles = np.arange(n)[:, None] / 10000.0**exponents
            angles[:, 1::2] += np.pi / 2
            return np.sin(angles)
        """,
        "a helper filled by append, cosines as sines a quarter turn on",
    ),
    right(
        "by torch",
        """
        def positional_encoding(n, d_model):
            even = torch.arange(0, d_model, 2, dtype=torch.float64)
            positions = torch.arange(n, dtype=torch.float64)[:, None]
            angles = positions / 10000 ** (even / d_model)
            table = torch.zeros(n, d_model, dtype=torch.float64)
            table[:, 0::2] = angles.sin()
            table[:, 1::2] = angles.cos()[:, : d_model // 2]
            return table.numpy()
        """,
        "torch inside of a NumPy answer, in float64",
    ),
    right(
        "exponents filled by np.add.at",
        """
        EVEN = np.zeros(2048)
        np.add.at(EVEN, np.arange(2048), np.arange(2048) // 2 * 2)


        def positional_encoding(n, d_model):
            angles = np.arange(n)[:, None] / 10000 ** (EVEN[:d_model] / d_model)
            return np.where(np.arange(d_model) % 2, np.cos(angles), np.sin(angles))
        """,
        "a function that changes the array it is given",
    ),
    wrong(
        "halves",
        change("    table[:, 0::2]", "    half = (d_model + 1) // 2\n    table[:, :half]")
        + change("table[:, 1::2]", "table[:, half:]"),
        "all sines first, then all cosines, as tensor2tensor has it",
        "halves",
        of="slices assigned to",
    ),
    wrong(
        "positions from 1",
        change("np.arange(n)", "np.arange(1, n + 1)"),
        "the first position is 0",
        "from-one",
        of="slices assigned to",
    ),
    wrong(
        "an angle of its own for the cosine",
        change("(c - c % 2) / d_model", "c / d_model"),
        "2i + 1 in place of 2i: the exponent is the column",
        "own-angle",
        of="two loops",
    ),
    wrong(
        "twice the exponent",
        change("np.arange(0, d_model, 2)", "2 * np.arange(0, d_model, 2)"),
        "i is the column, and is doubled once more",
        "exponent-4i",
        of="slices assigned to",
    ),
    wrong(
        "i / d_model",
        change("np.arange(0, d_model, 2)", "np.arange((d_model + 1) // 2)"),
        "the 2 of 2i is forgotten",
        "exponent-i",
        of="slices assigned to",
    ),
    wrong(
        "sine and cosine swapped",
        change("np.sin(angles)", "np.cos(angles)")
        + change("np.cos(angles)", "np.sin(angles)"),
        "cosines in the even columns",
        "cosine-first",
        of="slices assigned to",
    ),
    wrong(
        "even d_model only",
        change("np.cos(angles)[:, : d_model // 2]", "np.cos(angles)"),
        "an error for an odd width",
        of="slices assigned to",
    ),
    wrong(
        "times instead of divided",
        change("positions / rates", "positions * rates"),
        "the angle grows with the column",
        "multiplied",
        of="slices assigned to",
    ),
    wrong(
        "base 1000",
        change("10000 ** (", "1000 ** ("),
        "a zero is missing",
        "base-1000",
        of="slices assigned to",
    ),
    wrong(
        "whole-number division",
        change("positions / rates", "positions // rates"),
        "p // rate steps instead of waves",
        "floor-division",
        of="slices assigned to",
    ),
    wrong(
        "float32",
        change("return table", "return table.astype(np.float32)"),
        "float64 is promised",
        of="slices assigned to",
    ),
    wrong(
        "a table by torch in float32",
        """
        def positional_encoding(n, d_model):
            import math

            pe = torch.zeros(n, d_model)
            position = torch.arange(0, n).float().unsqueeze(1)
            div_term = torch.exp(
                torch.arange(0, d_model, 2).float() * -(math.log(10000.0) / d_model)
            )
            pe[:, 0::2] = torch.sin(position * div_term)
            pe[:, 1::2] = torch.cos(position * div_term)[:, : d_model // 2]
            return pe.numpy()
        """,
        "float32 throughout, and exact to six digits only",
    ),
    wrong(
        "with a batch axis",
        change("return table", "return table[None]"),
        "(1, n, d_model), as modules keep it",
        of="slices assigned to",
    ),
    *route(
        "shifted cosine",
        """
        def positional_encoding(n, d_model):
            column = np.arange(d_model)
            angle = np.arange(n)[:, None] / 10000.0 ** (column // 2 * 2 / d_model)
            return np.sin(angle + column % 2 * np.pi / 2)
        ---
        column // 2 * 2 / d_model => column / d_model | own-angle
        column % => (column + 1) % | cosine-first
        10000 => 1000 | base-1000
        / 2 * => / | exponent-i
        ] / => ] * | multiplied
        pi / 2 => pi
        np.arange(n)[:, None] => (np.arange(n)[:, None] - 1)
        """,
    ),
)
