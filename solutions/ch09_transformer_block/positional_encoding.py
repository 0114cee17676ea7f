"""Positions described by sines and cosines.

Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, sizes, thrice


def positional_encoding(n: int, d_model: int) -> np.ndarray:
    """Describe each of n positions by d_model sines and cosines.

    Columns 2i and 2i + 1 hold the sine and the cosine of the same angle,
    position / 10000 ** (2i / d_model).  Positions count from 0.  With an odd
    d_model the last sine has no cosine.
    Returns (n, d_model), float64.
    """
    positions = np.arange(n)[:, None]
    columns = np.arange(d_model)
    pairs = columns // 2  # 0, 0, 1, 1, 2, 2, ...
    is_sine = columns % 2 == 0
    angles = positions / 10000.0 ** (2 * pairs / d_model)  # (n, d_model)
    return np.where(is_sine, np.sin(angles), np.cos(angles))


def _lengths(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, width = sizes(rng, 2, 3, 9)
        even = 2 * width + 2
        return options.get("n", n), options.get("d_model", even + options.get("odd", 0))

    return draw


EXERCISE = Exercise(
    id="block.positional_encoding",
    title="Positions as sines and cosines",
    reference=positional_encoding,
    dtype="float64",
    points=2,
    minutes=6,
    difficulty=2,
    section="09-transformer-block#sines-and-cosines",
    order=10,
    cases=(
        thrice("a few positions", _lengths()),
        Case("one position", _lengths(n=1)),
        Case("two columns", _lengths(d_model=2)),
        Case("one column", _lengths(d_model=1)),
        thrice("an odd width", _lengths(odd=1)),
        Case("a wide model", _lengths(d_model=98)),
        Case("a wider model", _lengths(d_model=206)),
        Case("a model as wide as the paper's", _lengths(d_model=512)),
        Case("six thousand positions", _lengths(n=6000, d_model=4), calls=1),
        Case("many positions", _lengths(n=400), calls=1),
    ),
    properties=(
        Property(
            "the first n - 1 rows are those for n - 1 positions",
            "The first rows change with n. A position is described by where it stands, "
            "not by how many follow it.",
            lambda answer, output, n, d_model: np.allclose(
                answer(max(n - 1, 1), d_model), output[: max(n - 1, 1)], atol=1e-6
            ),
        ),
        Property(
            "each row differs from the next",
            "Two neighbouring positions get the same row, so they cannot be told apart.",
            lambda answer, output, n, d_model: (
                n == 1 or np.abs(np.diff(output, axis=0)).max(axis=1).min() > 1e-9
            ),
        ),
    ),
    **cells_beside(__file__),
)
