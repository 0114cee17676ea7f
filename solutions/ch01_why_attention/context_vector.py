"""The context: every value times its weight, added up.

Bahdanau, Cho and Bengio 2015, "Neural Machine Translation by Jointly Learning to
Align and Translate", section 3.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, integers, normal, sizes, thrice


def context_vector(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Mix the values: each times its weight, added up.

    weights: (..., n), used as they are.  values: (n, d_v).
    Returns (..., d_v).
    Takes whole numbers (int64) too. Changes no argument.
    """
    return weights @ values


def _weights_and_values(*queries: int, total: float = 1.0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_v = options.get("shape") or sizes(rng, 2)
        dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
        weights = total * softmax(normal(rng, *queries, n, dtype=dtype))
        if options.get("counts"):  # some of them below zero
            weights = integers(rng, *queries, n, high=5) - 2
            weights[..., 0] = 2 * n
        if options.get("whole"):
            return weights, integers(rng, n, d_v, high=options.get("high", 9))
        return weights, normal(rng, n, d_v, scale=scale, dtype=dtype)

    return draw


EXERCISE = Exercise(
    id="why.context_vector",
    title="The context vector",
    reference=context_vector,
    points=1,
    minutes=5,
    difficulty=1,
    section="01-why-attention#attention-as-a-soft-look-up",
    order=20,
    cases=(
        Case("one row of weights", _weights_and_values()),
        Case("several queries", _weights_and_values(3)),
        Case("as many words as features", _weights_and_values(shape=(4, 4))),
        Case("one word", _weights_and_values(2, shape=(1, 3))),
        thrice("one feature", _weights_and_values(3, shape=(4, 1))),
        Case("a batch of queries", _weights_and_values(2, 3)),
        thrice("values of whole numbers", _weights_and_values(3, whole=True)),
        Case("weights that add up to a half", _weights_and_values(3, total=0.5)),
        Case("large values", _weights_and_values(scale=1e6)),
        thrice("weights of whole numbers", _weights_and_values(3, counts=True)),
        Case("three axes in front", _weights_and_values(2, 1, 3), calls=1),
        Case(
            "large whole numbers",
            _weights_and_values(3, counts=True, whole=True, high=10**12),
        ),
        Case("a batch of one, float32", _weights_and_values(1, dtype="float32")),
    ),
    properties=(
        Property(
            "twice the values, twice the context",
            "Doubling every value should double the context; in yours it does not.",
            lambda answer, output, weights, values: np.allclose(
                answer(weights, 2 * values),
                2 * output,
                rtol=1e-3,
                atol=1e-3 * np.abs(values).max(),
            ),
        ),
    ),
    **cells_beside(__file__),
)
