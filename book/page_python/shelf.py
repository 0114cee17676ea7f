"""What the build put beside this code: the catalogue, the chapters, the key."""

import importlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.exercise.definition import Exercise

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def catalogue() -> dict[str, dict[str, Any]]:
    """Of each exercise its id, name, chapter and module.

    ``module`` is empty for what needs more than NumPy.
    """
    return json.loads((HERE / "catalogue.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def notebook(chapter: str) -> dict[str, Any]:
    """A chapter's code cells."""
    path = HERE / "chapters" / f"{chapter}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=4)
def ways(chapter: str) -> dict[str, list[tuple[str, str]]]:
    """Of each exercise of a chapter the other right ways, shortest first."""
    path = HERE / "ways" / f"{chapter}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def load(exercise_id: str) -> Exercise:
    """An exercise of the key, from its module."""
    return importlib.import_module(catalogue()[exercise_id]["module"]).EXERCISE


def handed_on(entry: Mapping[str, Any], own: Any) -> Any:
    """What the chapter goes on with after a reader's own answer that has passed."""
    exercise = load(entry["id"])
    return exercise.handler.handed_on(exercise, own)


def reference(entry: Mapping[str, Any]) -> Any:
    """What stands in for an exercise; LookupError where it needs a library."""
    if not entry["module"]:
        raise LookupError(entry["name"])
    exercise = load(entry["id"])
    return exercise.reference if exercise.is_code else exercise.reference()
