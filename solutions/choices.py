"""Predictions, asked before a cell is run: a letter."""

from typing import Any

from autograder import Exercise


def predict(exercise_id: str, title: str, answer: str, **more: Any) -> Exercise:
    """A choice; its cells answer every wrong letter.

    ``more`` is what else an ``Exercise`` takes.  The notebook calls it ``prediction``.
    """
    settings = {"name": "prediction", "points": 1, "minutes": 2, "difficulty": 1, **more}
    return Exercise(
        id=exercise_id, title=title, reference=lambda: answer, kind="choice", **settings
    )
