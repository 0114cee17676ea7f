"""A learning rate that warms up and then falls.

Vaswani et al. 2017, "Attention Is All You Need", section 5.3.
"""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def warmup_schedule(step: int, d_model: int, warmup: int) -> float:
    """The learning rate of a step: up evenly, then down as 1 / sqrt(step).

    step: from 1.  warmup: the step with the highest rate, which is
    1 / sqrt(d_model * warmup).  Up to there the rate is proportional to the
    step; from there on, to 1 / sqrt(step).
    """
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def _steps(low: float, high: float, *, warmup: tuple[int, int] = (50, 5000)) -> Draw:
    """Steps at ``low`` to ``high`` times the warm-up."""

    def draw(rng: np.random.Generator) -> tuple:
        warm = int(rng.integers(*warmup))
        step = max(1, int(warm * rng.uniform(low, high)))
        return step, int(rng.integers(8, 1025)), warm

    return draw


def _one_step_late(rng: np.random.Generator) -> tuple:
    warm = int(rng.integers(3, 7))
    return warm + 1, int(rng.integers(8, 1025)), warm


EXERCISE = Exercise(
    id="translate.warmup_schedule",
    title="The warm-up schedule",
    reference=warmup_schedule,
    points=1,
    minutes=8,
    difficulty=2,
    section="10-translation#a-learning-rate-that-warms-up",
    order=40,
    cases=(
        thrice("early in the warm-up", _steps(0.02, 0.5)),
        thrice("at the top", _steps(1.0, 1.0)),
        thrice("soon after it", _steps(1.1, 1.9)),
        thrice("one step after it", _one_step_late),
        thrice("long after it", _steps(2.0, 30.0)),
        thrice("step 1", lambda rng: (1, int(rng.integers(8, 600)), 400)),
        thrice("step 1 of thousands", lambda rng: (1, int(rng.integers(300, 600)), 4000)),
        thrice("a billion steps", lambda rng: (10**9, 512, int(rng.integers(3000, 5000)))),
        thrice("a warm-up of one step", _steps(1.0, 9.0, warmup=(1, 2))),
        thrice("a million steps", lambda rng: (10**6, 512, int(rng.integers(3000, 5000)))),
    ),
    properties=(
        Property(
            "four times as wide, half the rate",
            "A model four times as wide should have half the rate: d_model enters as "
            "d_model ** -0.5.",
            lambda answer, output, step, d_model, warmup: np.isclose(
                answer(step, 4 * d_model, warmup), output / 2
            ),
        ),
    ),
    **cells_beside(__file__),
)
