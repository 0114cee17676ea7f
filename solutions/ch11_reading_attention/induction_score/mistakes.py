"""What goes wrong in the score of an induction head.

The column is one off (the occurrence itself, or before it), the rows begin one early,
or rows and columns change places.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "previous-occurrence",
        "You read the weight for the previous occurrence itself, column i - period. "
        "A head that looks there finds the same token again; what comes next is one "
        "to the right of it, in column i - period + 1.",
        change("later - period + 1", "later - period"),
    ),
    Misconception(
        "one-before",
        "You read column i - period - 1, the token before the previous occurrence. "
        "What came next last time is one after it: i - period + 1.",
        change("later - period + 1", "later - period - 1"),
    ),
    Misconception(
        "one-row-early",
        "You start one token too early, at i = period - 1. That is the last token of "
        "the first copy: it has not occurred before, so no head can look it up.",
        change("np.arange(period, n)", "np.arange(period - 1, n)"),
    ),
    Misconception(
        "all-queries",
        "You divide by n. The tokens of the first copy have no previous occurrence "
        "and cannot score; only the n - period later ones count.",
        change("found.mean", "found.sum") + change("(axis=-1)", "(axis=-1) / n"),
    ),
    Misconception(
        "from-the-first-token",
        "Your mean begins at token 0. The tokens of the first copy have no previous "
        "occurrence, and their columns, negative, come round from the end of the row. "
        "Begin at i = period.",
        change("np.arange(period, n)", "np.arange(n)"),
    ),
    Misconception(
        "one-row-late",
        "You start one token too late, at i = period + 1. Token `period` is the first "
        "that has occurred before: it repeats token 0.",
        change("np.arange(period, n)", "np.arange(period + 1, n)"),
    ),
    Misconception(
        "second-copy-alone",
        "You look at the second copy alone. Every later token has a previous "
        "occurrence too, one period back: go on to the end.",
        change("np.arange(period, n)", "np.arange(period, min(2 * period, n))"),
    ),
    Misconception(
        "all-copies",
        "You add up the weights for what came after every earlier occurrence. Only the "
        "previous one is asked for, period tokens back.",
        """
        def induction_score(weights, period):
            n = weights.shape[-1]
            total = 0
            for i in range(period, n):
                for j in range(i - period + 1, 0, -period):
                    total = total + weights[..., i, j]
            return total / (n - period)
        """,
    ),
    Misconception(
        "previous-token",
        "You read column i - 1, the token just before. That is the score of a "
        "previous-token head; here it is the token after the previous occurrence, "
        "i - period + 1.",
        change("later - period + 1", "later - 1"),
    ),
    Misconception(
        "how-often-largest",
        "You count how often that weight is the largest of its row. The score is the "
        "mean of the weights themselves: a head that gives 0.4 there and one that "
        "gives 0.9 are not alike.",
        change(
            "weights[..., later, after]", "weights[..., later, :].argmax(axis=-1) == after"
        ),
    ),
    Misconception(
        "summed",
        "You add the weights up. Longer texts then score higher: take the mean over "
        "the tokens that have a previous occurrence.",
        change("found.mean", "found.sum"),
    ),
    Misconception(
        "columns-as-queries",
        "You have rows and columns the other way round. A row is the query, the "
        "later token; the column is the key that it looks at.",
        change("weights[..., later, after]", "weights[..., after, later]"),
    ),
    Misconception(
        "averaged-batch",
        "You return one number for the whole batch. Average over the tokens only: "
        "every head keeps its own score, or you cannot tell which it is.",
        change("found.mean(axis=-1)", "found.mean()"),
    ),
)
