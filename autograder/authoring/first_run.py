"""Run the exercises of a chapter that was just made: what they promise and what is easy."""

import importlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from autograder.authoring.idle import easy_cases
from autograder.authoring.promises import promises
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.values import Opaque


@dataclass(frozen=True)
class FirstRun:
    """How an exercise's docstring ends, its easy cases, and what it cannot compare."""

    promise: str = ""
    easy: frozenset[str] = frozenset()
    opaque: str = ""


def first_runs(module: str, names: Iterable[str]) -> dict[str, FirstRun]:
    """By name what each function of a chapter's package does, without those that fail."""
    runs: dict[str, FirstRun] = {}
    before: list[Exercise] = []
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # they are written again
    _forget(module)
    for name in names:
        with suppress(Exception):  # the author's own code: verify says what it raises
            exercise: Exercise = importlib.import_module(f"{module}.{name}").EXERCISE
            before.append(exercise)
            if exercise.kind == "function":
                runs[name] = _run(exercise, before[:-1])
    _forget(module)
    sys.dont_write_bytecode = kept
    return runs


def _forget(module: str) -> None:
    importlib.invalidate_caches()
    for name in [n for n in sys.modules if n == module or n.startswith(f"{module}.")]:
        del sys.modules[name]


def _run(exercise: Exercise, before: list[Exercise]) -> FirstRun:
    results = [question.expected for question in questions(exercise, PUBLIC_SEED)]
    opaque = next(filter(None, map(_opaque, results)), "")
    easy = frozenset(() if opaque else easy_cases(exercise, before))
    return FirstRun(" ".join(promises(exercise)), easy, opaque)


def _opaque(value: Any) -> str:
    """The type of what cannot be compared in a result; "" where all of it can."""
    if isinstance(value, Opaque):
        return value.type_name
    parts = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list, tuple)):
        return next(filter(None, map(_opaque, parts)), "")
    return ""
