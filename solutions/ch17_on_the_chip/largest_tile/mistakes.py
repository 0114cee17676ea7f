"""What goes wrong in filling fast memory, each as a change of the reference."""

from autograder import Misconception, change

WIDE = "2 * d_k + 2 * d_v + 2"

MISTAKES = (
    Misconception(
        "scores-forgotten",
        "You leave out the scores. They are b times b numbers, and they have to be "
        "somewhere while they are made into weights.",
        change("int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2", "fast // vectors"),
    ),
    Misconception(
        "mixtures-forgotten",
        "You count queries, keys and values, and not the mixtures: b rows of d_v numbers "
        "that grow from tile to tile.",
        change(WIDE, "2 * d_k + d_v + 2"),
    ),
    Misconception(
        "largest-and-total-forgotten",
        "You leave out the largest score and the total of each query: two numbers a row.",
        change(WIDE, "2 * d_k + 2 * d_v"),
    ),
    Misconception(
        "scores-alone",
        "You count the scores alone. The vectors that they are made from, and what is made "
        "with them, lie beside them.",
        change(WIDE, "0"),
    ),
    Misconception(
        "one-too-many",
        "Yours is one too large: it is the first tile that does not fit.",
        change("- vectors) // 2", "- vectors) // 2 + 1"),
    ),
    Misconception(
        "power-of-two",
        "You return a power of two. Triton wants them; asked is the largest that fits.",
        """
        def largest_tile(fast, d_k, d_v):
            b = 1
            while b * b + (2 * d_k + 2 * d_v + 2) * b <= fast:
                b *= 2
            return b // 2
        """,
    ),
    Misconception(
        "values-as-wide-as-keys",
        "You take d_k for all four. Values and mixtures have d_v features.",
        change(WIDE, "4 * d_k + 2"),
    ),
    Misconception(
        "half-of-the-scores",
        "You count the scores of a triangle, as under a causal mask. Most tiles have no "
        "mask, and one below the diagonal is whole.",
        change(
            "int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2",
            "int(np.sqrt(vectors**2 + 2 * fast) - vectors)",
        ),
    ),
)
