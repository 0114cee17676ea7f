"""What goes wrong in expecting, each as a change of the reference."""

from autograder import Misconception, change

RETURNED = "return powers.sum(axis=-1)"

MISTAKES = (
    Misconception(
        "own-token-forgotten",
        "You count what stands of the draft. The pass brings a token of the model's own "
        "besides.",
        change("np.arange(count + 1)", "np.arange(1, count + 1)"),
    ),
    Misconception(
        "each-by-itself",
        "You let each token of the draft stand by itself. One that is right behind one "
        "that is wrong brings nothing: all before it have to stand.",
        change(RETURNED, "return 1 + np.asarray(accepted) * count"),
    ),
    Misconception(
        "the-whole-draft-or-nothing",
        "You count the draft where all of it is right, and nothing of it otherwise. What "
        "stands before the first mistake counts as well.",
        change(RETURNED, "return 1 + count * np.asarray(accepted) ** count"),
    ),
    Misconception(
        "one-token-short",
        "Your draft is one token shorter than count.",
        change("np.arange(count + 1)", "np.arange(max(count, 1))"),
    ),
    Misconception(
        "a-draft-without-end",
        "You let the draft go on for ever: 1 / (1 - a). It has count tokens.",
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
