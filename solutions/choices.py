"""Predictions, asked before a cell is run: a letter, or a number."""

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


def predict_number(
    exercise_id: str,
    title: str,
    answer: float,
    why_not: Mapping[str, tuple[float, str]],
    **more: Any,
) -> Exercise:
    """A number asked for before a cell is run, right within ``atol`` where one is given.

    ``why_not`` names the likely mistakes: the number that each gives, and what is said of
    it; ``more`` is what else an ``Exercise`` takes.
    """

    def mistake(name: str, number: float, says: str) -> Misconception:
        return Misconception(name, says, lambda: number)

    within = more.get("atol", 0)
    settings = {"points": 1, "minutes": 2, "difficulty": 1, **more}
    return Exercise(
        id=exercise_id,
        title=title,
        reference=lambda: answer,
        kind="value",
        misconceptions=tuple(mistake(name, *each) for name, each in why_not.items()),
        alternatives=(lambda: float(answer), lambda: answer + within / 2),
        **settings,
    )
