"""What is drawn from after a rejected token.

Leviathan, Kalman and Matias 2022, section 2.3; Chen et al. 2023, "Accelerating Large
Language Model Decoding with Speculative Sampling", algorithm 2.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw


def residual(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """What is left of the model's probabilities, the draft's share taken off.

    p: (..., vocab), the model's probabilities of the next token.
    q: (..., vocab), those that the draft was drawn from.
    Returns (..., vocab): where p is above q the difference, elsewhere 0,
    scaled so that each row sums to one.  Where p nowhere is above q, nothing
    is ever rejected, and the row is that of p.
    Changes no argument.
    """
    left = np.maximum(p - q, 0)
    total = left.sum(axis=-1, keepdims=True)
    return np.where(total > 0, left, p) / np.where(total > 0, total, 1)


def probabilities(rng: np.random.Generator, *shape: int, scale: float = 1.5) -> np.ndarray:
    """Rows that sum to one."""
    powers = np.exp(scale * rng.normal(size=shape))
    return powers / powers.sum(axis=-1, keepdims=True)


def _pairs(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        p = probabilities(rng, *shape, scale=options.get("scale", 1.5))
        q = probabilities(rng, *shape, scale=options.get("scale", 1.5))
        if options.get("sparse"):  # as top-k leaves them
            for one in (p, q):
                one[one < np.median(one, axis=-1, keepdims=True)] = 0
                one /= one.sum(axis=-1, keepdims=True)
        if options.get("first"):  # of each text equal
            q[..., 0, :] = p[..., 0, :]
        elif options.get("above"):  # by the least there is
            q = p.copy()
            q[0] = np.nextafter(p[0], 1)
        elif options.get("equal") and q.ndim == 1:
            q = p.copy()
        elif options.get("equal"):
            q[0] = p[0]
            q[1] = p[1] + 1e-9 * (p[1] - np.roll(p[1], 1))  # nearly
        dtype = options.get("dtype", "float64")
        return p.astype(dtype), q.astype(dtype)

    return draw


EXERCISE = Exercise(
    id="faster.residual",
    title="What is left for a second draw",
    reference=residual,
    points=2,
    minutes=8,
    difficulty=2,
    order=50,
    section="19-writing-faster#when-tokens-are-drawn",
    cases=(
        Case("one token", _pairs(6), calls=3),
        Case("several tokens", _pairs(3, 5)),
        Case("a batch", _pairs(2, 3, 7)),
        Case("the draft is the model", _pairs(3, 5, equal=True)),
        Case(
            "one token, the draft is the model",
            _pairs(5, equal=True),
            weight=0.25,
            easy=True,
        ),
        Case("rows that are the model, four axes", _pairs(2, 1, 3, 5, first=True), calls=1),
        Case("the draft a little above the model", _pairs(5, above=True), easy=True),
        Case("some are impossible", _pairs(4, 8, sparse=True)),
        Case("nearly sure", _pairs(4, 6, scale=12.0)),
        Case("two tokens to choose from", _pairs(5, 2)),
        Case("float32", _pairs(3, 6, dtype="float32")),
        Case("three axes in front", _pairs(2, 1, 3, 5), calls=1),
    ),
    properties=(
        Property(
            "each row sums to one",
            "Not all of your rows sum to one, so they are not probabilities.",
            lambda answer, output, p, q: np.allclose(np.sum(output, axis=-1), 1, atol=1e-5),
        ),
        Property(
            "0 where q >= p, in rows with some p above q",
            "A token that the draft offers at least as often as the model wants it is not "
            "0 in your residual.",
            lambda answer, output, p, q: np.all(
                np.asarray(output)[(q >= p) & ~np.all(q >= p, axis=-1, keepdims=True)] == 0
            ),
        ),
    ),
    **cells_beside(__file__),
)
