"""The decoder's input in training: the targets, one place later.

Vaswani et al. 2017, "Attention Is All You Need", section 3.1.
"""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def shift_right(targets: np.ndarray, bos_id: int) -> np.ndarray:
    """The decoder's input in training: what stands before each target.

    targets: (..., n), whole numbers, one sequence of ids a row.
    Returns an array of the same shape: bos_id first, then the targets without
    their last id.
    Changes no argument.
    """
    inputs = np.empty_like(targets)
    inputs[..., 0] = bos_id
    inputs[..., 1:] = targets[..., :-1]
    return inputs


def _targets(*shape: int, dtype: str = "int64", bos: int = 1) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return rng.integers(0, 60, size=shape).astype(dtype), bos

    return draw


EXERCISE = Exercise(
    id="translate.shift_right",
    title="Shift the targets right",
    reference=shift_right,
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
        thrice("another bos_id", _targets(3, 6, bos=70_000)),
        thrice("a bos_id of 0", _targets(3, 4, bos=0)),
        thrice("one id a row", _targets(4, 1), easy=True),
        thrice("short integers", _targets(2, 7, dtype="int32")),
        thrice("a long sequence", _targets(1, 300)),
        thrice("three axes in front", _targets(2, 1, 3, 4)),
    ),
    properties=(
        Property(
            "every row starts with bos_id",
            "Every row has to start with bos_id: before the first target there is "
            "nothing else to show.",
            lambda answer, output, targets, bos_id: (output[..., 0] == bos_id).all(),
        ),
        Property(
            "the last target plus 1 changes nothing",
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
    **cells_beside(__file__),
)
