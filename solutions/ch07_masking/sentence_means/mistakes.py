"""What is left wrong, or goes wrong, when the mean over real tokens is repaired."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "still-by-n",
        "The padding is kept out of the sum, even where it is nan. But the sum is divided "
        "by all positions, so a short sentence gets a vector of small norm.",
        change("np.maximum(lengths, 1)[:, None]", "context.shape[1]"),
    ),
    Misconception(
        "nan-times-zero",
        "You divide by the lengths, which is right. But 0 * nan is nan, and the padding "
        "may hold one, or inf: replace its rows before you add, with np.where.",
        change("np.where(real, context, 0)", "(context * real)"),
        alone=True,
    ),
    Misconception(
        "nan-swept",
        "You remove the nan but add the rest of the padding. The lengths say which "
        "rows are padding, and the numbers in them do not.",
        change("np.where(real, context, 0)", "np.nan_to_num(context)"),
    ),
    Misconception(
        "padding-summed",
        "The sum runs over the padding too. You use the lengths in the division only.",
        change("np.where(real, context, 0)", "context"),
    ),
    Misconception(
        "one-count-for-all",
        "You divide by the number of real tokens of the whole batch. Each sentence has "
        "a count of its own.",
        change("np.maximum(lengths, 1)[:, None]", "lengths.sum()"),
    ),
    Misconception(
        "lengths-in-a-row",
        "You divide by the lengths in a row. Broadcasting lines them up "
        "with the features: it stops, or, with as many sentences as features, divides "
        "feature j by the length of sentence j. lengths[:, None] makes them a "
        "column.",
        change("[:, None]", ""),
    ),
    Misconception(
        "empty-sentence-nan",
        "An empty sentence gives 0 / 0. It should give zeros: divide by at least 1.",
        change("np.maximum(lengths, 1)", "lengths"),
    ),
    Misconception(
        "last-token",
        "You take the last real token. That is another way to make one vector of a "
        "sentence, and not the mean.",
        """
        def sentence_means(context, lengths):
            return context[np.arange(len(lengths)), lengths - 1]
        """,
    ),
    Misconception(
        "sums",
        "These are the sums. Divide each one by its sentence's number of real tokens.",
        change("sums / np.maximum(lengths, 1)[:, None]", "sums"),
    ),
)
