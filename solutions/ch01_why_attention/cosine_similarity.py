"""How alike two vectors are, whatever their lengths."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, thrice


def cosine_similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How nearly two vectors point the same way, whatever their norms.

    a, b: (..., d), of shapes that broadcast; no vector is all zeros.
    Returns (...): 1 for the same direction, 0 for a right angle, -1 for
    opposite directions.
    Takes whole numbers (int64) too. Changes no argument.
    """
    dot = (a * b).sum(axis=-1)
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return dot / lengths


def _two_vectors(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = options.get("d") or int(rng.integers(2, 7))
        if options.get("whole"):
            return integers(rng, *batch, d) + 1, integers(rng, *batch, d) - 5
        dtype = options.get("dtype", "float64")
        # Lengths far from one, or forgetting to divide could go unseen.
        scale = options.get("scale", 3.0)
        second = batch if options.get("second") is None else options["second"]
        return (
            normal(rng, *batch, d, scale=scale, dtype=dtype),
            normal(rng, *second, d, scale=scale, dtype=dtype),
        )

    return draw


EXERCISE = Exercise(
    id="why.cosine_similarity",
    title="Cosine similarity",
    reference=cosine_similarity,
    points=1,
    minutes=5,
    difficulty=1,
    section="01-why-attention#two-apples-at-last",
    order=40,
    cases=(
        thrice("two vectors", _two_vectors()),
        thrice("whole numbers", _two_vectors(whole=True)),
        Case("one feature", _two_vectors(4, d=1)),
        thrice("many pairs", _two_vectors(3)),
        Case("one against many", _two_vectors(second=(4,))),
        Case("many against one", _two_vectors(4, second=())),
        Case(
            "each against each, float32", _two_vectors(2, 1, second=(3,), dtype="float32")
        ),
        thrice("very long vectors", _two_vectors(3, scale=1e6)),
        thrice("one pair of very short vectors", _two_vectors(1, scale=1e-10)),
        Case("three axes in front", _two_vectors(2, 1, 3), calls=1),
        *decimals_in_one(_two_vectors(3), "a b", scale=99),
    ),
    properties=(
        Property(
            "the length of the first vector does not matter",
            "Making the first vector ten times as long changes your result. Only the "
            "directions should count.",
            lambda answer, output, a, b: np.allclose(
                answer(10 * a, b), output, rtol=1e-3, atol=1e-3
            ),
        ),
        Property(
            "a vector is fully similar to itself",
            "A vector compared with itself should give 1; yours does not.",
            lambda answer, output, a, b: np.allclose(answer(a, a), 1, atol=1e-3),
        ),
    ),
    **cells_beside(__file__),
)
