"""Every value scaled by every query's weight, by broadcasting."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.rules import NO_LOOPS
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes


def weighted_values(weights: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Scale every value by every query's weight for it.

    weights: (..., n_q, n_k).  v: (..., n_k, d_v).
    Returns (..., n_k, n_q, d_v): entry [j, i] is weights[i, j] * v[j].
    Takes whole numbers (int64) too. Rule: no loop. Changes no argument.
    """
    by_key = np.swapaxes(weights, -1, -2)  # (..., n_k, n_q)
    weighted = by_key[..., None] * v[..., None, :]
    return weighted


def _weights_and_values(*batch: int, square: bool = False, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_v = options.get("shape") or sizes(rng, 3)
        n_q = n_k if square else n_q
        dtype = options.get("dtype", "float64")
        scores = normal(rng, *batch, n_q, n_k, dtype=dtype)
        scale = options.get("scale", 1.0)
        if options.get("whole"):
            return softmax(scores), integers(rng, *batch, n_k, d_v, high=9)
        if options.get("counts"):
            scores = integers(rng, *batch, n_q, n_k)
            if options["counts"] == "both":
                return scores, integers(rng, *batch, n_k, d_v)
            return scores, normal(rng, *batch, n_k, d_v)
        return softmax(scores), normal(rng, *batch, n_k, d_v, scale=scale, dtype=dtype)

    return draw


EXERCISE = Exercise(
    id="numpy.weighted_values",
    title="Weighted values by broadcasting",
    reference=weighted_values,
    points=2,
    minutes=10,
    difficulty=3,
    section="03-numpy#weighted-values-by-broadcasting",
    order=50,
    cases=(
        Case("as many queries as keys", _weights_and_values(square=True)),
        Case("more keys than queries", _weights_and_values(shape=(2, 4, 3)), calls=1),
        Case("more queries than keys", _weights_and_values(shape=(5, 2, 4)), calls=1),
        Case("one query", _weights_and_values(shape=(1, 3, 2)), calls=1),
        Case("values of one feature", _weights_and_values(shape=(3, 4, 1)), calls=1),
        Case("a batch", _weights_and_values(3)),
        Case("values of whole numbers", _weights_and_values(whole=True)),
        Case("all of whole numbers", _weights_and_values(counts="both")),
        Case("large values", _weights_and_values(scale=1e6), calls=1),
        Case("weights of whole numbers", _weights_and_values(counts=True), calls=1),
        Case(
            "a batch of batches, float32",
            _weights_and_values(2, 3, dtype="float32"),
            calls=1,
        ),
        Case("three axes in front", _weights_and_values(2, 1, 3), calls=1),
    ),
    properties=(
        Property(
            "the sum over axis -3 is the context",
            "Summed over axis -3 (the keys), the weighted values must give weights @ v; "
            "yours do not.",
            lambda answer, output, weights, v: np.allclose(
                output.sum(axis=-3), weights @ v, rtol=1e-3, atol=1e-3 * np.abs(v).max()
            ),
        ),
    ),
    rules=(NO_LOOPS,),
    **cells_beside(__file__),
)
