"""What goes wrong in the loss of a whole set.

Batches are weighted by their sequences or places, padding is summed or counted, and a
nan at padding survives a multiplication by zero.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "by-sequences",
        "You weight each batch by its number of sequences. Two batches of as many can "
        "hold very different numbers of targets: weight them by those.",
        change(
            "        total += losses[real].sum()",
            "        if not real.any():\n"
            "            continue\n"
            "        total += losses[real].mean() * len(losses)",
        )
        + change("count += real.sum()", "count += len(losses)"),
    ),
    Misconception(
        "by-places",
        "You leave padding out of the sum and count its places all the same, so that "
        "padding looks like something well predicted.",
        change("count += real.sum()", "count += real.size"),
    ),
    Misconception(
        "each-sentence-alike",
        "You take the mean of each sequence, and then the mean of those. Then a target "
        "in a short sequence counts more than one in a long one.",
        """
        def whole_loss(batches, pad_id):
            means = []
            for losses, targets in batches:
                for own, ids in zip(losses, targets, strict=True):
                    if (ids != pad_id).any():
                        means.append(own[ids != pad_id].mean())
            return np.mean(means)
        """,
    ),
    Misconception(
        "sum-by-batches",
        "You add up the losses of all targets and divide by the number of batches. "
        "Divide by the number of targets.",
        change("total / count", "total / len(batches)"),
    ),
    Misconception(
        "nan-times-zero",
        "You multiply the losses at padding by 0. They may be nan, and 0 * nan is nan: "
        "take losses[real], which leaves them where they are.",
        change("losses[real].sum()", "(losses * real).sum()"),
    ),
    Misconception(
        "padding-summed",
        "Your sum has the losses at padding in it. Only the count knows about padding.",
        change("losses[real].sum()", "losses.sum()"),
    ),
    Misconception(
        "padding-is-0",
        "You take 0 for padding. Here it is whatever pad_id says.",
        change("targets != pad_id", "targets != 0"),
    ),
    Misconception(
        "padding-counted",
        "You take the mean of everything, padding too.",
        change("losses[real].sum()", "losses.sum()")
        + change("count += real.sum()", "count += losses.size"),
    ),
)
