"""Which two experts each token meets, and how much each counts.

Shazeer et al. 2017, "Outrageously Large Neural Networks", section 2.1; Jiang et al.
2024, "Mixtral of Experts", section 2.1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal


def route_top2(logits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The two experts that each token meets, and their weights.

    logits: (..., experts), the router's, at least two experts; numbers up
    to 1e5 in size.
    Returns (chosen, weights), (..., 2) each: the two experts with the largest
    logits, the largest first, of equals the one with the smaller number; and
    the softmax of these two logits alone.
    Takes whole numbers (int64) too. Changes no argument.
    """
    chosen = np.argsort(-logits, axis=-1, kind="stable")[..., :2]
    best = np.take_along_axis(logits, chosen, axis=-1)
    powers = np.exp(best - best[..., :1])
    return chosen, powers / powers.sum(axis=-1, keepdims=True)


def _logits(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        dtype = options.get("dtype", "float64")
        logits = normal(rng, *shape, scale=options.get("scale", 1.5), dtype=dtype)
        if options.get("whole"):
            logits = np.round(logits).astype(int)
        return (logits + np.asarray(options.get("offset", 0), logits.dtype),)

    return draw


EXERCISE = Exercise(
    id="faster.route_top2",
    title="Two experts for each token",
    reference=route_top2,
    points=2,
    minutes=10,
    difficulty=2,
    order=70,
    section="19-writing-faster#a-router",
    cases=(
        Case("one token", _logits(6), calls=3),
        Case("several tokens", _logits(5, 8)),
        Case("a batch", _logits(2, 3, 4)),
        Case("two experts, far apart", _logits(4, 2, scale=2e4)),
        Case("equal logits, whole numbers", _logits(9, 5, whole=True), calls=3),
        Case("many experts, whole numbers", _logits(4, 60, whole=True)),
        Case("large logits", _logits(4, 6, scale=800.0, offset=3000)),
        Case("float32", _logits(5, 7, dtype="float32")),
        Case("three axes in front", _logits(2, 1, 3, 4), calls=1),
    ),
    properties=(
        Property(
            "two weights sum to one",
            "The two weights of some token do not sum to one.",
            lambda answer, output, logits: np.allclose(
                np.sum(output[1], axis=-1), 1, atol=1e-5
            ),
        ),
    ),
    **cells_beside(__file__),
)
