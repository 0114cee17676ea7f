"""What goes wrong in the parallel delta rule, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "added-not-corrected",
        "Your tokens write their whole values, as in plain linear attention. Each has to "
        "take off what its key reads already.",
        change("write[:, None] * (v - left[:, None] * (k @ memory))", "write[:, None] * v")
        + change("np.eye(len(k)) + write[:, None] * before", "np.eye(len(k))"),
    ),
    Misconception(
        "chunk-not-corrected",
        "Your tokens take off what their keys read of the memory before the chunk, and not "
        "what earlier tokens of the chunk have written.",
        change("np.eye(len(k)) + write[:, None] * before", "np.eye(len(k))"),
    ),
    Misconception(
        "memory-not-corrected",
        "Your tokens take off what earlier tokens of the chunk have written, and not what "
        "their keys read of the memory before.",
        change("(v - left[:, None] * (k @ memory))", "v"),
    ),
    Misconception(
        "itself-corrected",
        "Your triangle has its diagonal: a token takes off what it is about to write "
        "itself. Before it stand the earlier ones alone.",
        change("np.tril(fades * (k @ k.T), -1)", "np.tril(fades * (k @ k.T))"),
    ),
    Misconception(
        "itself-unread",
        "Your queries do not read their own token. Their triangle has the diagonal.",
        change("(fades * (q @ k.T)) @ written", "np.tril(fades * (q @ k.T), -1) @ written"),
    ),
    Misconception(
        "the-future-read",
        "Your queries read what later tokens write.",
        change("np.tril(left[:, None] / left)", "left[:, None] / left"),
    ),
    Misconception(
        "nothing-fades",
        "You leave keep out: nothing fades.",
        change("np.cumprod(keep)", "np.ones_like(keep)"),
    ),
    Misconception(
        "chunk-does-not-fade",
        "The memory before fades, and what the chunk writes does not.",
        change("np.tril(left[:, None] / left)", "np.tril(np.ones((len(k), len(k))))"),
    ),
    Misconception(
        "written-whole",
        "You leave write out: every value is written whole.",
        change("write[:, None] * (v -", "(v -")
        + change("np.eye(len(k)) + write[:, None] * before", "np.eye(len(k)) + before"),
    ),
    Misconception(
        "written-into-the-unfaded",
        "In the memory that you return, what the tokens wrote has not faded until the end "
        "of the chunk.",
        change("(k * fades[-1][:, None]).T @ written", "k.T @ written"),
    ),
    Misconception(
        "memory-returned-unfaded",
        "In the memory that you return, what was there before the chunk has not faded.",
        change("left[-1] * memory +", "memory +"),
    ),
    Misconception(
        "memory-unread",
        "Your queries read the chunk alone, and not the memory before it.",
        change("left[:, None] * (q @ memory) + ", ""),
    ),
)
