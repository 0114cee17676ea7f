"""What goes wrong in the lengths of what each key adds.

Each head has its own rows of the output matrix, and what the heads write is added before
it is measured: two large contributions may cancel.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "lengths-added",
        "You measure each head by itself and add the lengths up. The token receives "
        "the *sum of the vectors*, and two heads may cancel: add first, then measure.",
        change("->...ijm", "->...hijm")
        + change(".sum(axis=-1))", ".sum(axis=-1)).sum(axis=-3)"),
    ),
    Misconception(
        "lengths-averaged",
        "You measure each head by itself and take the mean. The token receives the sum "
        "of the vectors: add them, then measure once.",
        change("->...ijm", "->...hijm")
        + change(".sum(axis=-1))", ".sum(axis=-1)).mean(axis=-3)"),
    ),
    Misconception(
        "strongest-head",
        "You keep the longest vector of all heads. The token receives all of them, "
        "added up.",
        change("->...ijm", "->...hijm")
        + change(".sum(axis=-1))", ".sum(axis=-1)).max(axis=-3)"),
    ),
    Misconception(
        "head-by-head",
        "You return one number for each head. What reaches the token is the sum of "
        "what the heads write: add the vectors over the heads, then measure.",
        change("->...ijm", "->...hijm"),
    ),
    Misconception(
        "heads-averaged",
        "You average the weights of the heads first. Each head weights values of its "
        "own, which go through rows of W_o of its own.",
        change('"...hij,', '"...ij,')
        + change("weights, written", "weights.mean(axis=-3), written"),
    ),
    Misconception(
        "rows-interleaved",
        "You take every h-th row of W_o for a head. The heads stand one after the "
        "other: the first d_v rows are the first head's.",
        change("W_o.reshape(h, d_v, -1)", "W_o.reshape(d_v, h, -1).swapaxes(0, 1)"),
    ),
    Misconception(
        "first-rows-for-all",
        "Every head of yours uses the first d_v rows of W_o. Head number a has the "
        "rows from a * d_v to (a + 1) * d_v.",
        change("W_o.reshape(h, d_v, -1)", "W_o[:d_v]"),
    ),
    Misconception(
        "no-output-projection",
        "You measure the values before W_o. What is added to the token is the value "
        "times W_o, and that matrix can stretch it or wipe it out.",
        """
        def contributions(weights, v, W_o):
            added = weights[..., None] * v[..., None, :, :]
            return np.sqrt((added**2).sum(axis=(-1, -4)))  # the heads side by side
        """,
    ),
    Misconception(
        "squared-length",
        "You return squared lengths. Take the root of the sum of squares, or one "
        "contribution twice as long would count four times.",
        change("np.sqrt((added**2)", "((added**2)"),
    ),
    Misconception(
        "sum-of-absolutes",
        "You add up absolute values. That depends on the axes that the features "
        "happen to have; a length is the root of the sum of squares.",
        change("np.sqrt((added**2).sum(axis=-1))", "np.abs(added).sum(axis=-1)"),
    ),
    Misconception(
        "sum-of-entries",
        "You add up the entries of the vector. Positive and negative ones cancel, so a "
        "long vector may come out as 0; a length is the root of the sum of squares.",
        change("np.sqrt((added**2).sum(axis=-1))", "added.sum(axis=-1)"),
    ),
    Misconception(
        "mean-square",
        "You take the root of the *mean* of the squares. A length has their sum: "
        "otherwise a model twice as wide would seem to add less.",
        change("(added**2).sum(", "(added**2).mean("),
    ),
    Misconception(
        "largest-entry",
        "You take the largest entry. It tells of one feature alone; a length is the "
        "root of the sum of squares over all of them.",
        change("np.sqrt((added**2).sum(axis=-1))", "np.abs(added).max(axis=-1)"),
    ),
    Misconception(
        "vectors",
        "You return the vectors themselves, one for each pair. What is asked for is "
        "how long each is: one number per pair.",
        change("np.sqrt((added**2).sum(axis=-1))", "added"),
    ),
    Misconception(
        "weights-left-out",
        "You return the lengths of the values alone, the same for every query. Each "
        "query scales them by its own weights.",
        change("weights, written", "np.ones_like(weights), written"),
    ),
    Misconception(
        "length-of-the-sum",
        "You add up all keys first and return one norm per query. Here every pair "
        "of query and key keeps its own.",
        change("(added**2)", "(added.sum(axis=-2) ** 2)"),
    ),
)
