"""What goes wrong when targets are shifted.

Targets that are not shifted, or shifted the other way, show each position its own
answer.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "not-shifted",
        "You put bos_id over the first target and left the others where they were. "
        "Every position but the first then reads the very id it has to predict. The "
        "loss falls very low, and the model has learnt to copy.",
        change("targets[..., :-1]", "targets[..., 1:]"),
    ),
    Misconception(
        "shifted-left",
        "You shifted to the left: each position reads the id *after* its target. At "
        "translation time that id does not exist yet. Move everything one place to "
        "the right, with bos_id in front.",
        change("inputs[..., 0]", "inputs[..., -1]")
        + change(
            "inputs[..., 1:] = targets[..., :-1]", "inputs[..., :-1] = targets[..., 1:]"
        ),
    ),
    Misconception(
        "rolled",
        "The last id has come round to the front, as np.roll does it. It tells the "
        "first position how the sequence ends. Write bos_id there.",
        change("= bos_id", "= targets[..., -1]"),
    ),
    Misconception(
        "rolled-over-rows",
        "np.roll without an axis reads the whole batch as one long row: the last id "
        "of each sequence becomes the first of the next. Write bos_id there, and "
        "shift along the last axis.",
        """
        def shift_right(targets, bos_id):
            return np.roll(targets, 1)
        """,
    ),
    Misconception(
        "rows-rolled",
        "You moved whole sequences down by one and wrote bos_id over their first ids, "
        "so each sequence reads from another one. A sequence is a row: shift along "
        "the last axis.",
        change("targets[..., :-1]", "np.roll(targets, 1, axis=0)[..., 1:]"),
    ),
    Misconception(
        "bos-is-1",
        "You always write 1 in front. Another vocabulary has its bos elsewhere: write "
        "bos_id.",
        change("= bos_id", "= 1"),
    ),
    Misconception(
        "bos-is-0",
        "You leave 0 in front. That is an id of its own, often the filler: write bos_id.",
        change("= bos_id", "= 0"),
    ),
    Misconception(
        "one-longer",
        "Your rows have one id too many: bos_id is in front, but the last target is "
        "still there. It has no successor to predict, so it is dropped.",
        change("return inputs", "return np.append(inputs, targets[..., -1:], axis=-1)"),
    ),
    Misconception(
        "first-repeated",
        "You shifted to the right, and filled the free place with the first target. "
        "So the first position reads its own answer. It should read bos_id.",
        change("= bos_id", "= targets[..., 0]"),
    ),
    Misconception(
        "wrong-axis",
        "You shifted along the first axis, so each sequence reads from another one. "
        "A sequence is a row: shift along the last axis.",
        change("inputs[..., 0]", "inputs[0]")
        + change("inputs[..., 1:] = targets[..., :-1]", "inputs[1:] = targets[:-1]"),
    ),
)
