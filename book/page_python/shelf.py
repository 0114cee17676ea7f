"""What the build put beside this code: the catalogue, the chapters, the key."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.exercise.definition import Exercise

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def catalogue() -> dict[str, dict[str, Any]]:
    """Of each exercise its chapter and name, and where the key has it.

    ``module`` and ``reference`` (``"module:name"``) are empty for what needs
    more than NumPy.
    """
    return json.loads((HERE / "catalogue.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def notebook(chapter: str) -> dict[str, Any]:
    """A chapter's code cells."""
    path = HERE / "chapters" / f"{chapter}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def load(exercise_id: str) -> Exercise:
    """An exercise of the key, from the module that holds it."""
    module = importlib.import_module(catalogue()[exercise_id]["module"])
    return exercises_in(module)[exercise_id]


def exercises_in(module: ModuleType) -> dict[str, Exercise]:
    """The exercises that a module of a key has, by id."""
    values = [*vars(module).values(), *getattr(module, "EXERCISES", ())]
    return {value.id: value for value in values if isinstance(value, Exercise)}


def reference(entry: Mapping[str, Any]) -> Any:
    """What stands in for an exercise that has not passed.

    Raises
    ------
    LookupError
        When it needs a library that is not part of the page's Python.
    """
    if entry["reference"]:
        module, _, name = entry["reference"].partition(":")
        return getattr(importlib.import_module(module), name)
    if not entry["module"]:
        raise LookupError(entry["name"])
    module = importlib.import_module(entry["module"])
    return exercises_in(module)[entry["id"]].reference()
