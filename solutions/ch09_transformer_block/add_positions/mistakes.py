"""What goes wrong where positions must not count padding."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "starts-at-1",
        "Your first real token is at position 1. A running count of the real tokens "
        "gives 1 for the first of them: positions begin with 0.",
        change("cumsum(axis=1) - 1", "cumsum(axis=1)")
        + change("positional_encoding(n,", "positional_encoding(n + 1,"),
    ),
    Misconception(
        "counted-backwards",
        "You count from the end of each sentence. The last token then has the same "
        "position in all of them, and the first another one in each.",
        change(
            "real.cumsum(axis=1) - 1",
            "real.sum(axis=1, keepdims=True) - real.cumsum(axis=1)",
        ),
    ),
    Misconception(
        "down-the-batch",
        "You count down the batch: a token's position says how many sentences above it "
        "have a real token there. Count along axis 1.",
        change("cumsum(axis=1)", "cumsum(axis=0)")
        + change("positional_encoding(n,", "positional_encoding(n + len(x),"),
    ),
    Misconception(
        "one-start-for-all",
        "You move all sentences by the same number of places. Each has a first real "
        "token of its own.",
        change(
            "real.cumsum(axis=1) - 1",
            "np.maximum(np.arange(n) - real.argmax(axis=1).max(), 0)",
        ),
    ),
    Misconception(
        "padding-always-in-front",
        "You take off the number of a sentence's padding, wherever it stands. That is "
        "right in front of it, and too much where padding is behind.",
        change(
            "real.cumsum(axis=1) - 1",
            "np.maximum(np.arange(n) - (~real).sum(axis=1, keepdims=True), 0)",
        ),
        alone=True,
    ),
    Misconception(
        "tokens-moved",
        "You moved the tokens to the front of their rows. The mask still says "
        "where they were: leave them in their columns.",
        """
        def add_positions(x, real):
            order = np.argsort(~real, axis=1, kind="stable")
            moved = np.take_along_axis(x, order[..., None], axis=1)
            return moved + positional_encoding(*x.shape[1:])
        """,
    ),
    Misconception(
        "encoding-alone",
        "You return the encoding without the tokens. It is added to them.",
        change("return x + ", "return "),
    ),
)
