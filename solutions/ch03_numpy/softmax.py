"""A softmax along any axis that does not overflow."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, integers, normal


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Turn scores into positive weights that sum to one along ``axis``.

    scores: any shape, finite numbers, large ones (1e5) too.
    Returns an array of the same shape: exp(scores) / sum of exp(scores).
    Takes whole numbers (int64) too. Changes no argument.
    """
    largest = scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(scores - largest)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def _scores(*shape: int, axis: int | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        if options.get("whole"):
            scores = integers(rng, *shape, high=6)
        else:
            dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
            scores = normal(rng, *shape, scale=scale, dtype=dtype)
        scores = scores + options.get("offset", 0)
        if options.get("rows_apart"):
            rows = np.arange(shape[-2])[:, None]
            scores = scores + options["rows_apart"] * rows
        return (scores,) if axis is None else (scores, axis)

    return draw


EXERCISE = Exercise(
    id="numpy.softmax",
    title="A stable softmax",
    reference=softmax,
    points=2,
    minutes=10,
    difficulty=2,
    section="03-numpy#a-softmax-that-does-not-overflow",
    order=30,
    cases=(
        Case("a few rows", _scores(2, 3)),
        Case("one row", _scores(4), calls=1),
        Case("whole numbers", _scores(3, 4, whole=True)),
        Case("a batch", _scores(2, 3, 4)),
        Case("another axis", _scores(2, 3, 4, axis=1), calls=1),
        Case("the first axis", _scores(2, 3, 4, axis=0), calls=1),
        Case("the second of four axes", _scores(2, 3, 4, 5, axis=1), calls=1),
        Case("an axis from the end", _scores(3, 2, 4, axis=-2), calls=1),
        Case("one column", _scores(4, 1), calls=1, easy=True),
        Case("float32", _scores(3, 5, dtype="float32"), calls=1),
        Case("very large scores", _scores(2, 3, offset=1e5, scale=3.0), calls=1),
        Case(
            "large scores, float32", _scores(2, 3, offset=100.0, dtype="float32"), calls=1
        ),
        Case("very negative scores", _scores(2, 3, offset=-1e5, scale=3.0), calls=1),
        Case("one row of large scores", _scores(4, offset=1e4), calls=1),
        Case("rows far apart", _scores(3, 2, rows_apart=-2e3), calls=1),
        Case("scores far apart in each row", _scores(3, 5, scale=5e3), calls=1),
    ),
    properties=(
        Property(
            "finite weights sum to one along the axis",
            "Along the axis that was asked for, the weights must sum to one; not all of "
            "yours do.",
            lambda answer, output, scores, axis=-1: np.allclose(
                output.sum(axis=axis), 1, atol=1e-3
            ),
        ),
        Property(
            "adding 8 to every score changes nothing",
            "Adding the same number to every score must not change the weights: only "
            "differences between scores count.",
            lambda answer, output, scores, *axis: np.allclose(
                answer(scores + 8, *axis), output, atol=1e-2
            ),
        ),
    ),
    **cells_beside(__file__),
)
