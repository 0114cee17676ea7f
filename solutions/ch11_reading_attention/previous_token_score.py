"""How much of its weight a head gives to the token just before.

Olsson et al. 2022, "In-context Learning and Induction Heads".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch11_reading_attention._shared import random_weights
from solutions.draws import Draw, thrice


def previous_token_score(weights: np.ndarray) -> np.ndarray:
    """How much of its weight a head gives to the token just before.

    weights: (..., n, n), one row per query, n at least 2.
    Returns the mean of weights[i, i - 1] over tokens from the second: (...).
    Changes no argument.
    """
    before = np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)
    return before.mean(axis=-1)


def _weights(*lead: int, n: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return (random_weights(rng, *lead, n=n or int(rng.integers(4, 9)), **options),)

    return draw


EXERCISE = Exercise(
    id="reading.previous_token_score",
    title="Find heads that look one back",
    reference=previous_token_score,
    points=1,
    minutes=5,
    difficulty=1,
    section="11-reading-attention#four-numbers-for-a-head",
    order=10,
    cases=(
        thrice("one head", _weights()),
        thrice("three tokens", _weights(n=3, causal=False)),
        thrice("two tokens", _weights(n=2)),
        thrice("without a causal mask", _weights(causal=False)),
        thrice("a head that decides sharply", _weights(sharp=1000.0)),
        Case("layers, sequences and heads", _weights(2, 4, 3, n=5, causal=False)),
        Case("four axes in front", _weights(2, 1, 3, 2, n=4), calls=1),
        Case("a hundred tokens", _weights(n=100)),
        thrice("float32", _weights(3, n=6, dtype="float32")),
    ),
    properties=(
        Property(
            "a perfect head on five tokens has score 1",
            "A head that gives all its weight to the token before, wherever it can, "
            "should have score 1, and yours gives another.",
            lambda answer, output, weights: np.allclose(
                answer(np.eye(5)[[0, 0, 1, 2, 3]]), 1
            ),
        ),
    ),
    **cells_beside(__file__),
)
