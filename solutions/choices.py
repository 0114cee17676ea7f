"""Predictions, asked before a cell is run: a letter, or a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autograder import Exercise, Misconception, right, wrong
from autograder.exercise.answers import Answer


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

    settings = {"points": 1, "minutes": 2, "difficulty": 1, **more}
    return Exercise(
        id=exercise_id,
        title=title,
        reference=lambda: answer,
        kind="value",
        misconceptions=tuple(mistake(name, *each) for name, each in why_not.items()),
        **settings,
    )


def letter_answers(exercise: Exercise) -> tuple[Answer, ...]:
    """Ways to write the right letter of a choice, and what else is written."""
    letter = exercise.reference()
    others = [misconception.id for misconception in exercise.misconceptions]
    return (
        right("the letter", f'prediction = "{letter}"', "as the stub shows it"),
        right("a capital", f"prediction = '{letter.upper()}'", "the same letter"),
        right("in brackets", f'prediction = " ({letter}) "', "as the list shows it"),
        right(
            "by way of a variable",
            f'guesses = {{}}\nguesses["mine"] = "{letter}"\nprediction = guesses["mine"]',
            "a dict that a statement fills",
        ),
        *(
            wrong(f"({one})", f'prediction = "{one}"', "another letter", one, "failed")
            for one in others
        ),
        wrong("a number", f"prediction = {ord(letter) - 96}", "not a letter", "", "failed"),
        wrong(
            "two letters",
            f'prediction = "{min(others)} or {letter}"',
            "one is asked for",
            verdict="failed",
        ),
        wrong(
            "a list",
            f'prediction = ["{min(others)}", "{letter}"]',
            "one is asked for",
            verdict="failed",
        ),
        wrong(
            "no quotes", f"prediction = missing_{letter}", "no such name", verdict="error"
        ),
    )


def number_answers(exercise: Exercise, near: str) -> tuple[Answer, ...]:
    """Ways to write the number, and others; ``near`` is one that no mistake explains."""
    number, name = exercise.reference(), exercise.name
    mistakes = [(m.id, repr(m.wrong())) for m in exercise.misconceptions]

    def given(source: str) -> str:
        return f"{name} = {source}"

    return (
        right("the number", given(str(number)), "as a whole number"),
        right("a float", given(f"{number + (exercise.atol or 0) / 2}"), "near enough"),
        right("of NumPy", f"import numpy as np\n{given(f'np.array({number})')}", "no axes"),
        right("computed", given(f"sum([{number - 3}, 1, 2])"), "by an expression"),
        right("by way of a variable", f"mine = {number}\n{given('mine')}", "another name"),
        *(
            wrong(id, given(source), "another number", id, "failed")
            for id, source in mistakes
        ),
        wrong("near", given(near), "no known mistake", verdict="failed"),
        wrong("its negative", given(str(-number)), "a sign", verdict="failed"),
        wrong("a text", given(f'"{number}"'), "no number", verdict="failed"),
        wrong("twice", given(f"[{number}, {number}]"), "one is asked", verdict="failed"),
        wrong("not begun", given("..."), "the stub", verdict="not_attempted"),
        wrong("no such name", given("missing"), "a missing name", verdict="error"),
    )
