"""Which positions of each sequence hold a real token."""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def padding_mask(lengths: np.ndarray, n: int) -> np.ndarray:
    """Which positions hold a real token.

    lengths: (...), one axis at least, whole numbers (int64 or int32), usually
    (batch,).
    Returns a Boolean array (..., n): each row True at its first positions, as
    many as its length says.
    Changes no argument.
    """
    position = np.arange(n)
    real = position < lengths[..., None]
    return real


def _lengths(*shape: int, n: int, dtype: str = "int64", ends: bool = False) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        lengths = rng.integers(1, max(n, 2), size=shape)
        if ends:  # an empty sequence and a full one among them
            lengths.ravel()[:2] = rng.permutation([0, n])
        return lengths.astype(dtype), n

    return draw


# row l has l times True


EXERCISE = Exercise(
    id="masks.padding_mask",
    title="A padding mask",
    reference=padding_mask,
    points=1,
    minutes=5,
    difficulty=1,
    section="07-masking#a-padding-mask",
    order=20,
    cases=(
        thrice("a few lengths", _lengths(3, n=7)),
        thrice("an empty and a full sequence", _lengths(4, n=5, ends=True)),
        thrice("one sequence", _lengths(1, n=6)),
        thrice("one position", _lengths(2, n=1, ends=True)),
        thrice("a batch of batches", _lengths(2, 1, 3, n=5)),
        thrice("short integers", _lengths(5, n=9, dtype="int32")),
        thrice("long sequences", _lengths(3, n=300)),
    ),
    properties=(
        Property(
            "row sums are the lengths",
            "Count the True of each row: there should be as many as the sequence has real "
            "tokens.",
            lambda answer, output, lengths, n: np.array_equal(output.sum(-1), lengths),
        ),
    ),
    **cells_beside(__file__),
)
