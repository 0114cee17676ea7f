"""Answers to chip.largest_tile that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "one by one",
        """
        def largest_tile(fast, d_k, d_v):
            b = 0
            while (b + 1) ** 2 + (b + 1) * (2 * d_k + 2 * d_v + 2) <= fast:
                b = b + 1
            return b
        """,
        "as long as one more fits",
    ),
    right(
        "the quadratic formula",
        """
        def largest_tile(fast, d_k, d_v):
            c = 2 * (d_k + d_v + 1)
            return int((np.sqrt(c**2 + 4 * fast) - c) // 2)
        """,
        "a root of NumPy's",
    ),
    right(
        "all at once",
        """
        def largest_tile(fast, d_k, d_v):
            b = np.arange(1, int(fast**0.5) + 2)
            return int(np.sum(b * b + b * (2 * d_k + 2 * d_v + 2) <= fast))
        """,
        "how many sizes fit",
    ),
    right(
        "halving",
        """
        def largest_tile(fast, d_k, d_v):
            low, high = 0, fast + 1
            while high - low > 1:
                middle = (low + high) // 2
                needed = middle**2 + middle * (2 * d_k + 2 * d_v + 2)
                low, high = (middle, high) if needed <= fast else (low, middle)
            return low
        """,
        "between one that fits and one that does not",
    ),
    wrong(
        "no scores",
        change("(b + 1) ** 2 + ", ""),
        "vectors alone",
        "scores-forgotten",
        of="one by one",
    ),
    wrong(
        "three vectors",
        change("(2 * d_k + 2 * d_v + 2)", "(2 * d_k + d_v + 2)"),
        "nothing for the mixtures",
        "mixtures-forgotten",
        of="all at once",
    ),
    wrong(
        "vectors and scores",
        change("2 * (d_k + d_v + 1)", "2 * (d_k + d_v)"),
        "two numbers a row left out",
        "largest-and-total-forgotten",
        of="the quadratic formula",
    ),
    wrong(
        "a root",
        "def largest_tile(fast, d_k, d_v):\n    return int(np.sqrt(fast))",
        "the table fills all of it",
        "scores-alone",
    ),
    wrong(
        "the first that does not fit",
        change("return low", "return high"),
        "one further",
        "one-too-many",
        of="halving",
    ),
    wrong(
        "doubled",
        """
        def largest_tile(fast, d_k, d_v):
            sizes = [2**i for i in range(20)]
            fit = [b for b in sizes if b * (b + 2 * d_k + 2 * d_v + 2) <= fast]
            return max(fit, default=0)
        """,
        "1, 2, 4, 8, ...",
        "power-of-two",
    ),
    wrong(
        "one width",
        change("2 * d_k + 2 * d_v", "2 * d_k + 2 * d_k"),
        "as if d_v were d_k",
        "values-as-wide-as-keys",
        of="one by one",
    ),
    wrong(
        "a triangle",
        change("(b + 1) ** 2 + ", "(b + 1) ** 2 / 2 + "),
        "half of the table",
        "half-of-the-scores",
        of="one by one",
    ),
    wrong(
        "keys and values",
        "def largest_tile(fast, d_k, d_v):\n    return fast // (d_k + d_v)",
        "what comes in for each key",
    ),
    right(
        "bisection",
        """
        import bisect
        def largest_tile(fast, d_k, d_v):
            class Sizes:
                def __len__(self): return fast + 2
                def __getitem__(self, b): return b * b + 2 * b * (d_k + d_v + 1)
            return max(bisect.bisect_right(Sizes(), fast) - 1, 0)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "total forgotten, floor of a root",
        """
        def largest_tile(fast, d_k, d_v):
            b = 1
            while 2 * b * d_k + 2 * b * d_v + b * b + b <= fast:
                b += 1
            return b
        """,
        "written from the text alone",
    ),
    wrong(
        "two numbers in all",
        """
        def largest_tile(fast, d_k, d_v):
            b = 0
            while (b + 1) ** 2 + 2 * (b + 1) * (d_k + d_v) + 2 <= fast:
                b += 1
            return b
        """,
        "for all queries together",
    ),
)
