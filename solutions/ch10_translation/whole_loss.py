"""A repair: the loss of a whole set, as a mean of the means of its batches.

Batches with few targets, of which bucketing makes some, count as much as those with many,
so that the same model on the same data has another loss with another batch size.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice
from solutions.repairs import given


def whole_loss(batches: list[tuple[np.ndarray, np.ndarray]], pad_id: int) -> float:
    """The loss of a whole set that was measured in batches.

    batches: one or more pairs (losses, targets), both (batch, n), of
    different sizes: a loss for each target, and the ids.  A loss at padding
    may be anything, nan too; a batch may hold nothing but padding, and not
    all of them do.
    Returns the mean over all targets of the set that are not pad_id.
    Changes no argument.
    """
    total, count = 0.0, 0
    for losses, targets in batches:
        real = targets != pad_id  # (batch, n)
        total += losses[real].sum()
        count += real.sum()
    return total / count


def _batches(
    *shapes: tuple[int, int],
    filler: float = 9.0,
    padding: float = 0.4,
    pad_id: int = 0,
    dtype: str = "float64",
) -> Draw:
    """Batches whose losses differ; a first target of the first batch is always real."""

    def draw(rng: np.random.Generator) -> tuple:
        batches = []
        for place, (batch, n) in enumerate(shapes):
            losses = (place + rng.gamma(2.0, size=(batch, n))).astype(dtype)
            real = rng.random((batch, n)) >= padding
            real[0, 0] |= place == 0
            ids = rng.integers(7, 20, size=(batch, n))
            if pad_id:  # then 0 is an id like any other
                ids = np.where(ids < 14, ids % pad_id, ids)
            targets = np.where(real, ids, pad_id)
            batches.append((np.where(real, losses, filler).astype(dtype), targets))
        return batches, pad_id

    return draw


def _sure_and_right(rng: np.random.Generator) -> tuple:
    batches, pad_id = _batches((3, 4), (2, 5))(rng)
    for losses, _ in batches:
        losses[:, ::2] = 0
    return batches, pad_id


def _nothing_but_padding(rng: np.random.Generator) -> tuple:
    batches, pad_id = _batches((3, 4), (2, 5), (4, 2))(rng)
    losses, targets = batches[1]
    batches[1] = np.full_like(losses, np.nan), np.full_like(targets, pad_id)
    return batches, pad_id


EXERCISE = Exercise(
    id="translate.whole_loss",
    title="Repair: the loss of a whole set",
    reference=whole_loss,
    broken=given(
        """
        def whole_loss(batches, pad_id):
            means = []
            for losses, targets in batches:
                real = targets != pad_id
                if real.any():
                    means.append(losses[real].mean())
            return np.mean(means)
        """
    ),
    points=2,
    minutes=8,
    difficulty=2,
    section="10-translation#ids-padding-and-batches",
    order=70,
    cases=(
        thrice("one batch", _batches((4, 3)), weight=0.25),
        thrice(
            "batches alike, no padding", _batches((2, 3), (2, 3), padding=0), weight=0.25
        ),
        thrice("batches of different sizes", _batches((2, 3), (5, 7), (1, 2), padding=0)),
        thrice("short ones and long ones", _batches((4, 2), (4, 9), (4, 5))),
        thrice("much padding", _batches((3, 4), (3, 6), (2, 5), padding=0.8)),
        thrice("nan at the padding", _batches((3, 4), (2, 6), filler=np.nan)),
        thrice("another pad_id", _batches((3, 4), (2, 6), pad_id=3)),
        thrice("nothing but padding in one", _nothing_but_padding),
        Case("losses of zero", _sure_and_right),
        thrice("float32", _batches((2, 6), (5, 3), dtype="float32")),
    ),
    properties=(
        Property(
            "batches of one row each change nothing",
            "Cut the same set into other batches, and your loss changes. It belongs to the "
            "model and the data, and nobody asked how many were measured at a time.",
            lambda answer, output, batches, pad_id: np.isclose(
                answer(
                    [
                        (a[i : i + 1], b[i : i + 1])
                        for a, b in batches
                        for i in range(len(a))
                    ],
                    pad_id,
                ),
                output,
                rtol=1e-3,
            ),
        ),
    ),
    **cells_beside(__file__),
)
