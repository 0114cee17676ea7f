"""The decoder's input in training: the targets, one place later.

Vaswani et al. 2017, "Attention Is All You Need", section 3.1.

Targets that are not shifted, or shifted the other way, show each position its own
answer.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property, Same
from solutions.draws import Draw, thrice


def shift_right(targets: np.ndarray, bos_id: int) -> np.ndarray:
    """The decoder's input in training: what stands before each target.

    targets: (..., n), whole numbers, one sequence of ids a row.
    Returns an array of the same shape: bos_id first, then the targets without
    their last id.
    """
    inputs = np.empty_like(targets)
    inputs[..., 0] = bos_id
    inputs[..., 1:] = targets[..., :-1]
    return inputs


def _targets(*shape: int, dtype: str = "int64", bos: int = 1) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return rng.integers(0, 60, size=shape).astype(dtype), bos

    return draw


def _shift(targets, bos_id, *, where="right", first="bos", end="dropped", axis=-1):
    rows = np.moveaxis(targets, axis, -1)
    bos = np.full_like(rows[..., :1], bos_id)
    lead = {"bos": bos, "last id": rows[..., -1:], "first id": rows[..., :1]}[first]
    if where == "left":
        result = np.concatenate([rows[..., 1:], lead], axis=-1)
    else:
        kept = rows if end == "kept" else rows[..., :-1]
        result = np.concatenate([lead, kept], axis=-1)
    return np.moveaxis(result, -1, axis)


def _shift_by_rolling(targets, bos_id):
    inputs = np.roll(targets, 1, axis=-1)
    inputs[..., 0] = bos_id
    return inputs


def _shift_by_loops(targets, bos_id):
    rows = targets.reshape(-1, targets.shape[-1]).tolist()
    return np.array([[bos_id, *row[:-1]] for row in rows]).reshape(targets.shape)


def _overwrite_the_first(targets, bos_id):
    inputs = targets.copy()
    inputs[..., 0] = bos_id
    return inputs


EXERCISE = Exercise(
    id="translate.shift_right",
    title="Shift the targets right",
    reference=shift_right,
    decisions=_shift,
    points=1,
    minutes=5,
    difficulty=1,
    section="10-translation#teacher-forcing",
    dtype="input",  # ids are whole numbers
    order=10,
    cases=(
        thrice("one sequence", _targets(5)),
        thrice("a batch", _targets(3, 4)),
        thrice("a batch of batches", _targets(2, 3, 5)),
        thrice("another bos_id", _targets(3, 6, bos=99)),
        thrice("one id a row", _targets(4, 1)),
        thrice("short integers", _targets(2, 7, dtype="int32")),
        thrice("a long sequence", _targets(1, 300)),
    ),
    properties=(
        Property(
            "starts with bos_id",
            "Every row has to start with bos_id: before the first target there is "
            "nothing else to show.",
            lambda answer, output, targets, bos_id: (output[..., 0] == bos_id).all(),
        ),
        Property(
            "never shows the last target",
            "Change the last target, and your result changes. It must not: nothing comes "
            "after the last target, so no position may read it.",
            lambda answer, output, targets, bos_id: np.array_equal(
                answer(
                    np.concatenate([targets[..., :-1], targets[..., -1:] + 1], -1), bos_id
                ),
                output,
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "not-shifted",
            "You put bos_id over the first target and left the others where they were. "
            "Every position but the first then reads the very id it has to predict. The "
            "loss falls to nothing, and the model has learnt to copy.",
            _overwrite_the_first,
        ),
        Misconception(
            "shifted-left",
            "You shifted to the left: each position reads the id *after* its target. At "
            "translation time that id does not exist yet. Move everything one place to "
            "the right, with bos_id in front.",
            choices={"where": "left"},
        ),
        Misconception(
            "rolled",
            "The last id has come round to the front, as np.roll does it. It tells the "
            "first position how the sequence ends. Write bos_id there.",
            choices={"first": "last id"},
        ),
        Misconception(
            "rolled-over-rows",
            "np.roll without an axis reads the whole batch as one long row: the last id "
            "of each sequence becomes the first of the next. Write bos_id there, and "
            "shift along the last axis.",
            lambda targets, bos_id: np.roll(targets, 1),
        ),
        Misconception(
            "rows-rolled",
            "You moved whole sequences down by one and wrote bos_id over their first ids, "
            "so each sequence reads from another one. A sequence is a row: shift along "
            "the last axis.",
            lambda targets, bos_id: _overwrite_the_first(
                np.roll(targets, 1, axis=0), bos_id
            ),
        ),
        Misconception(
            "bos-is-1",
            "You always write 1 in front. Another vocabulary has its bos elsewhere: write "
            "bos_id.",
            lambda targets, bos_id: shift_right(targets, 1),
        ),
        Misconception(
            "bos-is-0",
            "You leave 0 in front. That is an id of its own, often the filler: write "
            "bos_id.",
            lambda targets, bos_id: shift_right(targets, 0),
        ),
        Misconception(
            "one-longer",
            "Your rows have one id too many: bos_id is in front, but the last target is "
            "still there. It has no successor to predict, so it is dropped.",
            choices={"end": "kept"},
        ),
        Misconception(
            "first-repeated",
            "You shifted to the right, and filled the free place with the first target. "
            "So the first position reads its own answer. It should read bos_id.",
            choices={"first": "first id"},
        ),
        Misconception(
            "wrong-axis",
            "You shifted along the first axis, so each sequence reads from another one. "
            "A sequence is a row: shift along the last axis.",
            choices={"axis": 0},
        ),
    ),
    alternatives=(_shift_by_rolling, _shift_by_loops),
    same=(
        Same(
            "=> inputs[...,] = bos_id",
            "What is written beside the first place is overwritten by the next line.",
        ),
    ),
    hints=(
        "Write it on paper for the targets `[7, 8, 9]`. What has the decoder written "
        "before it writes 7? And before it writes 9?",
        "`targets[..., :-1]` is every row without its last id. It goes to `[..., 1:]`.",
        "Make an empty array like `targets`, and fill it with two assignments: one for "
        "the first place of every row, one for all the others.",
    ),
)
