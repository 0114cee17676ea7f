"""Scales: one exercise to compute, one to explain."""

from __future__ import annotations

from autograder import Case, Exercise, RubricItem


def double(x):
    """Double every entry.  x: (n,)."""
    return 2 * x


def why_offset() -> str:
    """An answer in full."""
    return "Zero is another temperature on each scale. So a factor alone cannot convert."


EXERCISES = (
    Exercise(
        id="scales.double",
        title="Double",
        reference=double,
        points=1,
        minutes=1,
        difficulty=1,
        cases=(Case("small", lambda rng: (rng.normal(size=3),)),),
        hints=("Twice.",),
    ),
    Exercise(
        id="scales.why_offset",
        title="Why an offset",
        kind="text",
        reference=why_offset,
        points=3,
        minutes=5,
        difficulty=2,
        rubric=(
            RubricItem("says that zero is another temperature", 2),
            RubricItem("says that a factor alone does not do"),
        ),
        hints=("What is 0 °C in Fahrenheit?",),
    ),
)
