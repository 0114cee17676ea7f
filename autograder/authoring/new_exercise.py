"""Begin a new exercise: a module for the key, and the cells for its chapter."""

from __future__ import annotations

import importlib.util
import keyword
import re
from dataclasses import dataclass
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key, KeyProblem
from autograder.pages.render import render

ID = re.compile(r"[a-z][a-z0-9]*\.[a-z_][a-z0-9_]*")


class NewExerciseProblem(ValueError):
    """The exercise cannot be begun; the text says why."""


@dataclass(frozen=True)
class Begun:
    """The module that was written, and what else the author has to add."""

    path: Path
    chapter: Chapter
    entry: str  # two lines for the chapter's module
    cells: str  # for the chapter's text


def begin(key: Key, exercise_id: str, title: str = "") -> Begun:
    """Write the module; an existing file is never touched.

    Raises
    ------
    NewExerciseProblem
        When the id is no id, is taken, belongs to no chapter, or the file exists.
    """
    prefix, _, name = exercise_id.partition(".")
    if not ID.fullmatch(exercise_id) or keyword.iskeyword(name):
        raise NewExerciseProblem(
            f"{exercise_id!r} is no id. Write a chapter's prefix, a dot and the name of "
            "a function, such as numpy.rescale."
        )
    try:
        chapter = key.chapter_of(exercise_id)
        taken = {exercise.id for exercise in key.exercises(chapter)}
    except KeyProblem as problem:
        raise NewExerciseProblem(str(problem)) from None
    if exercise_id in taken:
        raise NewExerciseProblem(f"The key has {exercise_id} already. Choose another name.")
    folder = Path(importlib.util.find_spec(key.name).origin).parent  # type: ignore
    module = f"{prefix}_{name}"
    path = folder / f"{module}.py"
    title = " ".join(title.split()) or name.replace("_", " ").capitalize()
    told = {"id": exercise_id, "name": name, "title": title, "constant": name.upper()}
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(render("authoring/new_exercise.py.j2", **told))
    except FileExistsError:
        words = f"{path} exists. Remove it, or choose another name."
        raise NewExerciseProblem(words) from None
    except OSError as error:
        words = f"{path} cannot be written: {error.strerror}."
        raise NewExerciseProblem(words) from None
    entry = (
        f"from {key.name}.{module} import {name.upper()}\n"
        f"EXERCISES = (..., {name.upper()})  # where the chapter has it"
    )
    return Begun(path, chapter, entry, render("authoring/new_cells.md.j2", **told))
