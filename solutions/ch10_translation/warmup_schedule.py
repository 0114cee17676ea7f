"""A learning rate that warms up and then falls.

Vaswani et al. 2017, "Attention Is All You Need", section 5.3.

The larger term is taken, the rate only falls or stays up, and d_model has another
exponent.
"""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property
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


def _warmup(
    step, d_model, warmup, *, pick="min", after="falls", width="root", first="1", rise=-1.5
):
    step = step + 1 if first == "0" else step
    falling = step**-0.5 if after == "falls" else warmup**-0.5
    rising = step * warmup**rise
    size = {"root": d_model**-0.5, "none": 1.0, "whole": 1 / d_model, "up": d_model**0.5}
    if pick == "falling":
        return size[width] * falling
    if pick == "rising":
        return size[width] * rising
    return size[width] * (min if pick == "min" else max)(falling, rising)


def _warmup_by_cases(step, d_model, warmup):
    if step < warmup:
        return step / np.sqrt(d_model * warmup**3)
    return 1 / np.sqrt(d_model * step)


def _warmup_scaled(step, d_model, warmup):
    peak = np.float64(d_model * warmup) ** -0.5
    return peak * np.minimum(step / warmup, np.sqrt(warmup / step))


EXERCISE = Exercise(
    id="translate.warmup_schedule",
    title="The warm-up schedule",
    reference=warmup_schedule,
    decisions=_warmup,
    points=1,
    minutes=8,
    difficulty=2,
    section="10-translation#a-learning-rate-that-warms-up",
    order=40,
    cases=(
        thrice("early in the warm-up", _steps(0.02, 0.5)),
        thrice("at the top", _steps(1.0, 1.0)),
        thrice("long after it", _steps(2.0, 30.0)),
        thrice("step 1", lambda rng: (1, int(rng.integers(8, 600)), 400)),
        thrice("a warm-up of one step", _steps(1.0, 9.0, warmup=(1, 2))),
        thrice("a million steps", lambda rng: (10**6, 512, int(rng.integers(3000, 5000)))),
    ),
    properties=(
        Property(
            "wider models learn more slowly",
            "A model four times as wide should have half the rate: d_model enters as "
            "d_model ** -0.5.",
            lambda answer, output, step, d_model, warmup: np.isclose(
                answer(step, 4 * d_model, warmup), output / 2
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "larger-of-the-two",
            "You take the larger of the two terms, so the rate starts at its highest "
            "and later grows without end. The smaller one rises first and falls after.",
            choices={"pick": "max"},
        ),
        Misconception(
            "no-warm-up",
            "Your rate only falls: the first steps are the largest. Adam knows the least "
            "about the gradients then. Until step warmup, use step * warmup ** -1.5.",
            choices={"pick": "falling"},
        ),
        Misconception(
            "never-falls",
            "Your rate rises without end. The line belongs to the warm-up alone; from step "
            "warmup on the smaller term is step ** -0.5, which falls.",
            choices={"pick": "rising"},
        ),
        Misconception(
            "stays-up",
            "Your rate rises and then stays at the top. After the warm-up it falls as "
            "step ** -0.5.",
            choices={"after": "stays"},
        ),
        Misconception(
            "no-width",
            "d_model is missing. Both terms are multiplied by d_model ** -0.5.",
            choices={"width": "none"},
        ),
        Misconception(
            "width-not-rooted",
            "You divide by d_model. It is d_model ** -0.5, one over its square root.",
            choices={"width": "whole"},
        ),
        Misconception(
            "width-multiplied",
            "You multiply by the square root of d_model. The exponent is -0.5: wider "
            "models take smaller steps.",
            choices={"width": "up"},
        ),
        Misconception(
            "rises-too-fast",
            "Your rising line has warmup ** -0.5. With -1.5, the two terms meet just at "
            "step warmup.",
            choices={"rise": -0.5},
        ),
        Misconception(
            "counted-from-zero",
            "You add 1 to the step. Here steps count from 1 already, so the top of your "
            "curve comes one step early.",
            choices={"first": "0"},
        ),
    ),
    alternatives=(_warmup_by_cases, _warmup_scaled),
    hints=(
        "Begin with the part that falls: a number divided by the root of the step. Which "
        "number gives 1 / sqrt(d_model * warmup) at step = warmup?",
        "The part that rises is a straight line through 0, and at step = warmup it has the "
        "same height as the other. By how much does it rise in one step?",
        "Work out both for one step before the top and for one after it. Which of the two "
        "is asked for, there and there? One word of Python says it for both.",
    ),
)
