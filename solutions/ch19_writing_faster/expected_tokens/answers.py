"""Answers to faster.expected_tokens that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "Horner",
        """
        def expected_tokens(accepted, count):
            total = np.ones_like(accepted)
            for _ in range(count):
                total = 1 + accepted * total
            return total
        """,
        "from the inside out",
    ),
    right(
        "by how it ends",
        """
        def expected_tokens(accepted, count):
            total = (count + 1) * accepted**count
            for stands in range(count):
                total = total + (stands + 1) * accepted**stands * (1 - accepted)
            return total
        """,
        "the sum of tokens times the probability of just so many",
    ),
    right(
        "the closed form",
        """
        def expected_tokens(accepted, count):
            sure = accepted == 1
            ratio = np.where(sure, 0, accepted)
            closed = (1 - ratio ** (count + 1)) / (1 - ratio)
            return np.where(sure, count + 1, closed)
        """,
        "with the draft that is always right apart",
    ),
    right(
        "a running product",
        """
        def expected_tokens(accepted, count):
            rows = np.repeat(accepted[None], count, axis=0)
            return 1 + np.cumprod(rows, axis=0).sum(axis=0)
        """,
        "each row: this token and all before it stand",
    ),
    wrong(
        "the draft alone",
        change("return 1 + np.cumprod", "return np.cumprod"),
        "without the model's own",
        "own-token-forgotten",
        of="a running product",
    ),
    wrong(
        "a sum of shares",
        change("np.cumprod(rows, axis=0)", "rows"),
        "no token depends on those before",
        "each-by-itself",
        of="a running product",
    ),
    wrong(
        "all or nothing",
        change("np.cumprod(rows, axis=0).sum(axis=0)", "count * rows.prod(axis=0)"),
        "the draft as a whole",
        "the-whole-draft-or-nothing",
        of="a running product",
    ),
    wrong(
        "one turn too few",
        change("range(count)", "range(count - 1)"),
        "a loop that ends early",
        "one-token-short",
        of="Horner",
    ),
    wrong(
        "for ever",
        change("(1 - ratio ** (count + 1)) / (1 - ratio)", "1 / (1 - ratio)")
        + change("np.where(sure, count + 1, closed)", "np.where(sure, np.inf, closed)"),
        "no end",
        "a-draft-without-end",
        of="the closed form",
    ),
    wrong(
        "nothing apart",
        change("np.where(sure, count + 1, closed)", "closed")
        + change("np.where(sure, 0, accepted)", "accepted"),
        "divides by zero where the draft is always right",
        "zero-by-zero",
        of="the closed form",
    ),
    wrong(
        "a power too many",
        change("accepted**stands * (1", "accepted ** (stands + 1) * (1"),
        "refused one token later",
        of="by how it ends",
    ),
    right(
        "Horner, afresh",
        """
        def expected_tokens(accepted, count):
            total = np.ones_like(accepted)
            for _ in range(count):
                total = total * accepted + 1
            return total
        """,
        "written from the text alone: another route",
    ),
    right(
        "polyval",
        """
        def expected_tokens(accepted, count):
            return np.polyval(np.ones(count + 1), accepted)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "formula that divides by 0, count one short",
        """
        def expected_tokens(accepted, count):
            return (1 - accepted ** count) / (1 - accepted)
        """,
        "written from the text alone",
        "one-token-short",
    ),
)
