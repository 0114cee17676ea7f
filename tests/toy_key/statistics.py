"""Statistics: a function with an axis, and one that people write in place."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same, change


def standardise(x: np.ndarray) -> np.ndarray:
    """Give every column mean 0 and standard deviation 1.

    x: (rows, columns).
    Returns (rows, columns).
    Changes no argument.
    """
    return (x - x.mean(axis=0)) / x.std(axis=0)


def _table(*shape: int):
    return lambda rng: (rng.normal(3, 2, size=shape),)


STANDARDISE = Exercise(
    id="statistics.standardise",
    title="Standardise",
    reference=standardise,
    points=3,
    minutes=5,
    difficulty=2,
    cases=(Case("tall", _table(5, 2)), Case("wide", _table(3, 4))),
    same=(
        Same(
            change("x.mean(axis=0)", "x.sum(axis=0) / (x != 0).sum(axis=0)"),
            "No number drawn is 0.",
        ),
    ),
    misconceptions=(
        Misconception(
            "wrong-axis",
            "Your rows have mean 0.",
            change("x.mean(axis=0)", "x.mean(axis=1, keepdims=True)")
            + change("x.std(axis=0)", "x.std(axis=1, keepdims=True)"),
        ),
        Misconception(
            "n-minus-one",
            "Divide by n, not n - 1.",
            change("x.std(axis=0)", "x.std(ddof=1, axis=0)"),
        ),
        Misconception(
            "centred-only",
            "The mean is 0; now divide by the spread.",
            change(" / x.std(axis=0)", ""),
        ),
    ),
    hints=("Work along axis 0.",),
)

EXERCISES = (STANDARDISE,)
