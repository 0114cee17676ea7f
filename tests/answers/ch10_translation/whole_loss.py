"""Answers to translate.whole_loss."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "translate.whole_loss"

GIVEN = """
def whole_loss(batches, pad_id):
    means = []
    for losses, targets in batches:
        real = targets != pad_id
        if real.any():
            means.append(losses[real].mean())
    return np.mean(means)
"""
REPAIRED = """
def whole_loss(batches, pad_id):
    total, count = 0.0, 0
    for losses, targets in batches:
        real = targets != pad_id
        total += losses[real].sum()
        count += real.sum()
    return total / count
"""

ANSWERS = (
    right("sums and counts", REPAIRED, "divided once"),
    right(
        "all losses in one list",
        edited(
            GIVEN,
            ("means.append(losses[real].mean())", "means.extend(losses[real].tolist())"),
        ),
        "one mean of all",
    ),
    right(
        "weighted by the targets",
        """
        def whole_loss(batches, pad_id):
            counts = np.array([(ids != pad_id).sum() for _, ids in batches])
            sums = np.array([own[ids != pad_id].sum() for own, ids in batches])
            return float((sums / counts.sum()).sum())
        """,
        "each batch brings its share",
    ),
    right(
        "replaced by zero",
        edited(
            REPAIRED, ("losses[real].sum()", "np.where(targets == pad_id, 0, losses).sum()")
        ),
        "np.where, no product",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong(
        "nanmean of means",
        """
        def whole_loss(batches, pad_id):
            return np.nanmean([
                np.nan if (ids == pad_id).all() else own[ids != pad_id].mean()
                for own, ids in batches
            ])
        """,
        "the same in other words",
        verdict="not_attempted",
    ),
    wrong(
        "weighted by sequences",
        """
        def whole_loss(batches, pad_id):
            total, count = 0, 0
            for losses, targets in batches:
                real = targets != pad_id
                if real.any():
                    total += losses[real].mean() * len(losses)
                    count += len(losses)
            return total / count
        """,
        "sequences are not of one length",
        "by-sequences",
    ),
    wrong(
        "padding counted below",
        edited(REPAIRED, ("real.sum()", "real.size")),
        "padding as if it were predicted",
        "by-places",
    ),
    wrong(
        "sequence by sequence",
        """
        def whole_loss(batches, pad_id):
            means = []
            for losses, targets in batches:
                for row, ids in zip(losses, targets):
                    if (ids != pad_id).any():
                        means.append(row[ids != pad_id].mean())
            return sum(means) / len(means)
        """,
        "a mean of means once more",
        "each-sentence-alike",
    ),
    wrong(
        "divided by the batches",
        edited(REPAIRED, ("total / count", "total / len(batches)")),
        "a sum of targets by a count of batches",
        "sum-by-batches",
    ),
    wrong(
        "multiplied",
        edited(REPAIRED, ("losses[real]", "(losses * real)")),
        "nan",
        "nan-times-zero",
    ),
    wrong(
        "summed too",
        edited(REPAIRED, ("losses[real]", "losses")),
        "padding in the sum",
        "padding-summed",
    ),
    wrong(
        "padding is 0",
        edited(REPAIRED, ("!= pad_id", "!= 0")),
        "another id may pad",
        "padding-is-0",
    ),
    wrong(
        "a sum",
        edited(REPAIRED, ("total / count", "total")),
        "not divided at all",
    ),
)
