"""Write an exercise down without its code: public examples and their results."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.checking.compare import Tolerance, allowed
from autograder.checking.diagnose import outcome, pairs
from autograder.checking.judge import PUBLIC_SEED, questions
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.values import Raises, plain, size
from autograder.handout.recorded import to_bytes
from autograder.handout.sealed import seal

LARGEST = 1 << 12  # entries in one example's arguments and result
CALLS = 2  # examples of each case
FINEST = 1e-6  # of the largest number: what is typed by hand is not exact


class ChapterFile:
    """Collects the exercises of one chapter and gives the bytes of their file."""

    def __init__(self) -> None:
        self._told: list[dict[str, Any]] = []
        self._values: list[Any] = []

    def add(self, exercise: Exercise, points: float) -> None:
        """Record an exercise; ``points`` may differ from the key's."""
        asked = [] if exercise.observe else _chosen(exercise)
        counts = {name: 0 for name, _, _ in asked}
        for name, _, _ in asked:
            counts[name] += 1
        cases = [
            {
                "name": case.name,
                "calls": counts[case.name],
                "weight": case.weight,
                "raises": case.raises,
                "peak_mb": case.peak_mb,
            }
            for case in exercise.cases
            if counts.get(case.name)
        ] or [{"name": "when it is graded", "calls": 1}]
        count = len(exercise.cases[0].draw(np.random.default_rng(0))) if asked else 0
        told = {
            "id": exercise.id,
            "title": exercise.title,
            "points": points,
            "minutes": exercise.minutes,
            "difficulty": exercise.difficulty,
            "hints": list(exercise.hints),
            "kind": exercise.kind,
            "framework": exercise.framework,
            "atol": exercise.atol,
            "section": exercise.section,
            "name": exercise.name,
            "parameters": exercise.parameter_names(count) if exercise.is_code else [],
            "misconceptions": [[m.id, m.says] for m in exercise.misconceptions],
            "cases": cases,
            "asked": [
                [name, self._keep(given), self._keep(_as_told(exercise, right))]
                for name, given, right in asked
            ],
            "predictions": self._predictions(exercise, asked),
            "checked_later": not asked,
        }
        self._told.append(told)

    def to_bytes(self) -> bytes:
        """The file."""
        return to_bytes(self._told, self._values)

    def _predictions(self, exercise: Exercise, asked: list) -> list[Any]:
        if not asked:
            return []
        held = [(m,) for m in exercise.misconceptions] + pairs(exercise)
        return [
            [
                [m.id for m in each],
                [self._told_by(exercise, each, given) for _, given, _ in asked],
            ]
            for each in held
        ]

    def _told_by(self, exercise: Exercise, held: Any, given: Arguments) -> list[Any]:
        status, value = outcome(exercise, exercise.wrong_answer(*held), given)
        if status == "returned":
            value = _as_told(exercise, value)
        return [status, self._keep(value)]

    def _keep(self, value: Any) -> int:
        self._values.append(value)
        return len(self._values) - 1


def _chosen(exercise: Exercise) -> list[tuple[str, Arguments, Any]]:
    """Some examples of each case, none of them huge."""
    chosen: list[tuple[str, Arguments, Any]] = []
    for case, given, right in questions(exercise, PUBLIC_SEED):
        many = sum(name == case.name for name, _, _ in chosen) >= CALLS
        if not many and size(given) + size(right) <= LARGEST:
            chosen.append((case.name, given, right))
    return chosen


def _as_told(exercise: Exercise, value: Any) -> Any:
    """A result as a student may have it: sealed where it is itself the answer."""
    if exercise.is_code or isinstance(value, Raises):
        return value
    if isinstance(value, str):
        return seal(value, 0.0)
    array = np.asarray(plain(value), float)
    tolerance = allowed(array, array, Tolerance.of(exercise.atol, ()))
    largest = float(np.abs(array).max(initial=0.0))
    return seal(array, max(tolerance, FINEST * (largest or 1.0)))
