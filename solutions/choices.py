"""Predictions: questions with one right letter, asked before a cell is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograder import Exercise, Misconception


def predict(
    exercise_id: str, title: str, answer: str, why_not: Mapping[str, str], **more: Any
) -> Exercise:
    """A choice whose every wrong letter is answered.

    ``why_not`` says for each wrong letter what is wrong with it; ``more`` is
    what else an ``Exercise`` takes.  The notebook calls it ``prediction``.
    """

    def letter(chosen: str) -> Misconception:
        return Misconception(chosen, why_not[chosen], lambda: chosen)

    settings = {"name": "prediction", "points": 1, "minutes": 2, "difficulty": 1, **more}
    return Exercise(
        id=exercise_id,
        title=title,
        reference=lambda: answer,
        kind="choice",
        misconceptions=tuple(letter(chosen) for chosen in why_not),
        **settings,
    )
