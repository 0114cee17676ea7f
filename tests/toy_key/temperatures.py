"""Temperatures: a function, one that builds on it, a value and a choice."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same, change
from autograder.exercise.answers import Answer


def to_celsius(fahrenheit: np.ndarray) -> np.ndarray:
    """Turn degrees Fahrenheit into degrees Celsius.

    fahrenheit: any shape.
    Returns an array of the same shape.
    Changes no argument.
    """
    return (fahrenheit - 32) * 5 / 9


def mean_celsius(fahrenheit: np.ndarray) -> np.ndarray:
    """Average each day's readings, in degrees Celsius.

    fahrenheit: (..., days, readings).
    Returns (..., days).
    Changes no argument.
    """
    return to_celsius(fahrenheit).mean(axis=-1)


def _readings(*shape: int, dtype: str = "float64"):
    return lambda rng: (rng.normal(60, 20, size=shape).astype(dtype),)


TO_CELSIUS = Exercise(
    id="temperature.to_celsius",
    title="To Celsius",
    reference=to_celsius,
    points=2,
    minutes=5,
    difficulty=1,
    section="01-temperatures#two-scales",
    cases=(
        Case("one reading", _readings(1)),
        Case("a week", _readings(7)),
        Case("a table", _readings(2, 3)),
        Case("float32", _readings(4, dtype="float32")),
    ),
    properties=(
        Property(
            "18 degrees more are 10 degrees more",
            "18 degrees Fahrenheit more should always be 10 degrees Celsius more.",
            lambda answer, output, f: np.allclose(answer(f + 18), output + 10, atol=1e-3),
        ),
    ),
    misconceptions=(
        Misconception(
            "offset-after",
            "Take the 32 away first, then scale.",
            change("(fahrenheit - 32)", "fahrenheit") + change("/ 9", "/ 9 - 32"),
        ),
        Misconception(
            "offset-forgotten",
            "Water freezes at 32 degrees Fahrenheit: take those away.",
            change("(fahrenheit - 32)", "fahrenheit"),
        ),
        Misconception(
            "upside-down",
            "A degree Celsius is the larger one: multiply by 5/9.",
            change("* 5 / 9", "/ 5 * 9"),
        ),
        Misconception(
            "first-reading-only",
            "Convert every reading, not the first alone.",
            change(
                "return",
                "fahrenheit = np.full_like(fahrenheit, fahrenheit.flat[0])\n    return",
            ),
        ),
    ),
    hints=("Water freezes at 32.", "100 degrees there are 180 degrees here.", "Times 5/9."),
)

MEAN_CELSIUS = Exercise(
    id="temperature.mean_celsius",
    title="Daily means",
    reference=mean_celsius,
    points=1,
    minutes=5,
    difficulty=1,
    section="01-temperatures#means",
    cases=(
        Case("a few days", _readings(2, 3)),
        Case("one day", _readings(1, 4)),
        Case("a batch", _readings(2, 3, 5)),
    ),
    same=(
        Same(
            change(
                "to_celsius(fahrenheit).mean(axis=-1)",
                "to_celsius(fahrenheit).sum(axis=-1)"
                " / (to_celsius(fahrenheit) != 0).sum(axis=-1)",
            ),
            "No reading drawn is where water freezes.",
        ),
    ),
    misconceptions=(
        Misconception(
            "wrong-axis",
            "You average over the days, not over each day's readings.",
            change("axis=-1", "axis=-2"),
        ),
        Misconception(
            "still-fahrenheit",
            "These are the means in degrees Fahrenheit.",
            change("to_celsius(fahrenheit).mean", "fahrenheit.mean"),
        ),
    ),
    hints=("Convert, then average the last axis.",),
)

FIXED_POINTS = Exercise(
    id="temperature.fixed_points",
    title="Freezing and boiling",
    kind="value",
    reference=lambda: np.array([[32.0, 212.0], [273.15, 373.15]]),
    points=1,
    minutes=3,
    difficulty=1,
    atol=0.01,
    misconceptions=(
        Misconception(
            "in-columns",
            "One scale a row.",
            "fixed_points = [[32, 273.15], [212, 373.15]]",
        ),
    ),
    hints=("Fahrenheit in the first row, kelvin in the second.",),
)

PREDICT = Exercise(
    id="temperature.predict",
    title="Where the scales meet",
    kind="choice",
    reference=lambda: "c",
    points=1,
    minutes=1,
    difficulty=1,
    misconceptions=(
        Misconception("a", "At 0 degrees Celsius it is 32 there.", 'predict = "a"'),
        Misconception("b", "They do meet: two lines of different slope.", 'predict = "b"'),
    ),
    hints=("Set F = C.",),
)

ANSWERS = {
    "temperature.to_celsius": (
        Answer(
            "by 1.8",
            "def to_celsius(fahrenheit):\n    return fahrenheit / 1.8 - 160 / 9",
            "the offset is scaled too",
            verdict="passed",
        ),
        Answer(
            "by 1.8, and then the offset",
            change("160 / 9", "32"),
            "it was not scaled",
            "offset-after",
            of="by 1.8",
        ),
    ),
}
EXERCISES = (TO_CELSIUS, MEAN_CELSIUS, FIXED_POINTS, PREDICT)
