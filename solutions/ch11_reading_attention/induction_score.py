"""How much of its weight a head gives to what came next last time.

Olsson et al. 2022, "In-context Learning and Induction Heads".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch11_reading_attention._shared import random_weights
from solutions.draws import Draw, thrice


def induction_score(weights: np.ndarray, period: int) -> np.ndarray:
    """How much of its weight a head gives to what came next last time.

    weights: (..., n, n), one row per query, on tokens that repeat with
    ``period``: token i is the same as token i - period.  1 <= period < n.
    Returns the mean, over every token i that has such a previous occurrence,
    of its weight for the token one after that occurrence: (...).
    Changes no argument.
    """
    n = weights.shape[-1]
    later = np.arange(period, n)
    after = later - period + 1
    found = weights[..., later, after]
    return found.mean(axis=-1)


def _periodic(*lead: int, n: int = 0, period: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        every = period or int(rng.integers(2, 5))
        length = n or every + int(rng.integers(3, 7))
        return random_weights(rng, *lead, n=length, **options), every

    return draw


def _perfect(n: int, period: int) -> np.ndarray:
    """A head that always completes the pattern, and looks at itself before that."""
    rows = np.arange(n)
    return np.eye(n)[np.where(rows < period, rows, rows - period + 1)]


EXERCISE = Exercise(
    id="reading.induction_score",
    title="Find heads that complete a pattern",
    reference=induction_score,
    points=2,
    minutes=10,
    difficulty=2,
    section="11-reading-attention#a-head-that-completes-the-pattern",
    order=20,
    cases=(
        thrice("one head", _periodic()),
        thrice("more than two copies", _periodic(n=13, period=3)),
        thrice("one token after the first copy", _periodic(n=6, period=5)),
        thrice("period 1", _periodic(n=5, period=1)),
        thrice("without a causal mask", _periodic(causal=False)),
        thrice("a head that decides sharply", _periodic(sharp=1000.0)),
        Case("layers, sequences and heads", _periodic(2, 4, 3, n=8, causal=False)),
        thrice("float32", _periodic(3, n=9, dtype="float32")),
    ),
    properties=(
        Property(
            "a perfect head of period 4 has score 1",
            "A head that, from the first repeated token on, gives all its weight to the "
            "one after the previous occurrence should have score 1. Yours gives another.",
            lambda answer, output, weights, period: np.allclose(
                answer(_perfect(11, 4), 4), 1
            ),
        ),
    ),
    **cells_beside(__file__),
)
