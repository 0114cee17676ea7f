"""What goes wrong in expecting, each as a change of the reference."""

from autograder import Misconception, change

RETURNED = "return powers.sum(axis=-1)"

MISTAKES = (
    Misconception(
        "own-token-forgotten",
        "You count the accepted tokens of the draft. The pass also brings a token of the "
        "model's own.",
        change("np.arange(count + 1)", "np.arange(1, count + 1)"),
    ),
    Misconception(
        "each-by-itself",
        "You count each token of the draft by itself. A right token behind a wrong one "
        "brings nothing, because all tokens before it have to be right.",
        change(RETURNED, "return 1 + np.asarray(accepted) * count"),
    ),
    Misconception(
        "the-whole-draft-or-nothing",
        "You count the draft where all of it is right, and nothing of it otherwise. The "
        "tokens before the first mistake count as well.",
        change(RETURNED, "return 1 + count * np.asarray(accepted) ** count"),
    ),
    Misconception(
        "one-token-short",
        "Your draft is one token shorter than count.",
        change("np.arange(count + 1)", "np.arange(max(count, 1))"),
    ),
    Misconception(
        "a-draft-without-end",
        "You let the draft go on without end, which gives 1 / (1 - a). It has count "
        "tokens.",
        change(RETURNED, "return 1 / (1 - np.asarray(accepted))"),
    ),
    Misconception(
        "zero-by-zero",
        "Where the draft is always right you divide 0 by 0. Such a pass brings "
        "count + 1 tokens.",
        change(
            RETURNED,
            "return (1 - np.asarray(accepted) ** (count + 1)) / (1 - np.asarray(accepted))",
        ),
    ),
)
