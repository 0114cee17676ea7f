"""What goes wrong when a cache is stored in few bits, each as a change of the reference."""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "a-step-too-many",
        "You divide the range by 2**bits. Between 2**bits codes there are 2**bits - 1 "
        "steps; as it is, the largest number needs a code that does not exist, or is cut "
        "off.",
        change("(high - low) / (2**bits - 1)", "(high - low) / 2**bits"),
    ),
    Misconception(
        "cut-off",
        "You cut off what is behind the point. The nearest code is np.round: otherwise the "
        "error is up to a whole step, and everything comes out too low.",
        change("np.round(", "np.floor("),
    ),
    Misconception(
        "one-scale-for-all",
        "All of your numbers share one lowest value and one step. Each group has its own.",
        change(
            "low, high = groups.min(axis=-1), groups.max(axis=-1)",
            "low = np.full(groups.shape[:-1], x.min())\n"
            "    high = np.full(groups.shape[:-1], x.max())",
        ),
    ),
    Misconception(
        "a-scale-a-row",
        "Each of your rows has one lowest value and one step. A row has d / group groups.",
        change(
            "low, high = groups.min(axis=-1), groups.max(axis=-1)",
            "low = np.broadcast_to(x.min(-1)[..., None], groups.shape[:-1]).copy()\n"
            "    high = np.broadcast_to(x.max(-1)[..., None], groups.shape[:-1]).copy()",
        ),
    ),
    Misconception(
        "from-zero",
        "Your codes begin at zero and not at the group's lowest number, so numbers below "
        "zero have no code.",
        change(
            "groups.min(axis=-1), groups.max(axis=-1)", "0 * groups[..., 0], groups.max(-1)"
        ),
    ),
    Misconception(
        "not-shifted",
        "You do not take the lowest number off before you divide by the step.",
        change("(groups - low[..., None])", "groups"),
    ),
    Misconception(
        "groups-across",
        "Your groups are made of every so many numbers. A group is made of neighbours.",
        change(
            "groups = x.reshape(shape)",
            "groups = x.reshape(*x.shape[:-1], group, -1).swapaxes(-1, -2)",
        )
        + change(
            "codes.reshape(x.shape)",
            "codes.swapaxes(-1, -2).reshape(x.shape)",
        ),
    ),
    Misconception(
        "restored-returned",
        "You return the restored numbers. Asked are the codes, with what restores them.",
        change(
            "codes.reshape(x.shape).astype(np.uint8)",
            "(low[..., None] + step[..., None] * codes).reshape(x.shape)",
        ),
    ),
    Misconception(
        "largest-for-step",
        "The third of what you return is the largest number. It is the step: the range "
        "divided by 2**bits - 1.",
        change(".astype(np.uint8), low, step", ".astype(np.uint8), low, high"),
    ),
)
