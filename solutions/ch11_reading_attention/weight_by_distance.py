"""A repair: the mean weight at each distance, divided by the wrong number.

Of n tokens only n - d have one that stands d before them.  Divided by n, far keys look
the less attended to the farther they are, whatever the head does.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside, change
from solutions.ch11_reading_attention._shared import random_weights
from solutions.draws import Draw, thrice
from solutions.repairs import given


def weight_by_distance(weights: np.ndarray) -> np.ndarray:
    """How much weight a head gives, on average, to the token d places back.

    weights: (..., n, n), causal, one row per query.
    Returns (..., n): entry d is the mean of weights[i, i - d] over those
    tokens i that have a token d places before them.
    Changes no argument.
    """
    n = weights.shape[-1]
    means = []
    for back in range(n):
        at = np.diagonal(weights, offset=-back, axis1=-2, axis2=-1)  # (..., n - back)
        means.append(at.mean(axis=-1))
    return np.stack(means, axis=-1)


def _weights(*lead: int, n: int = 0, dtype: str = "float64", **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        count = n or int(rng.integers(4, 9))
        open_ = np.tri(count)
        if options.get("sparse"):  # but a token always sees itself
            open_ = open_ * (rng.random((count, count)) < 0.5) + np.eye(count) > 0
        flat = options.get("flat")
        drawn = (
            np.ones((*lead, count, count)) if flat else random_weights(rng, *lead, n=count)
        )
        drawn = drawn * open_
        return ((drawn / drawn.sum(axis=-1, keepdims=True)).astype(dtype),)

    return draw


EXERCISE = Exercise(
    id="reading.weight_by_distance",
    title="Repair: attention by distance",
    reference=weight_by_distance,
    broken=given(
        change("np.diagonal(", "np.trace(")
        + change("  # (..., n - back)", "")
        + change("at.mean(axis=-1)", "at / n")
    ),
    points=2,
    minutes=8,
    difficulty=2,
    section="11-reading-attention#attention-by-distance",
    order=62,
    cases=(
        Case("a few tokens", _weights()),
        Case("equal weights", _weights(n=5, flat=True), calls=1),
        Case("one token", _weights(n=1), calls=1, weight=0.25, easy=True),
        thrice("two tokens", _weights(n=2)),
        Case("several heads", _weights(2, 3, n=6)),
        Case("as many heads as tokens", _weights(4, n=4)),
        Case("weights of zero", _weights(n=7, sparse=True)),
        Case("float32", _weights(3, n=5, dtype="float32")),
        Case("three axes in front", _weights(2, 1, 3, n=4), calls=1),
    ),
    properties=(
        Property(
            "entry n - 1 is weights[..., n - 1, 0]",
            "Only the last token has one n - 1 places before it. Entry n - 1 should be "
            "that single weight, weights[..., n - 1, 0].",
            lambda answer, output, weights: np.allclose(
                output[..., -1], weights[..., -1, 0], atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
