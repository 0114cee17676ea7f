"""Begin a new exercise in its two places: a module in the key, cells in the text."""

from __future__ import annotations

import importlib.util
import keyword
import re
from dataclasses import dataclass
from pathlib import Path

from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key, KeyProblem
from autograder.pages.render import render

ID = re.compile(r"[a-z][a-z0-9]*\.[a-z_][a-z0-9_]*")


class NewExerciseProblem(ValueError):
    """The exercise cannot be begun; the text says why."""


@dataclass(frozen=True)
class Begun:
    """The module that was written, and the cells for the chapter's text.

    ``text`` is where they were put; ``None`` where there is no text to put them.
    """

    path: Path
    chapter: Chapter
    cells: str
    text: Path | None = None


def begin(key: Key, exercise_id: str, root: Path | None, title: str = "") -> Begun:
    """Write the module, and the cells below the chapter's text in the course at ``root``.

    An existing module is never touched; of the text nothing is changed but its end.

    Raises
    ------
    NewExerciseProblem
        When the id is no id, is taken, belongs to no chapter or to one that is no
        folder, or the file exists.
    """
    name = exercise_id.partition(".")[2]
    if not ID.fullmatch(exercise_id) or keyword.iskeyword(name):
        raise NewExerciseProblem(
            f"{exercise_id!r} is no id. Write a chapter's prefix, a dot and the name of "
            "a function, such as numpy.rescale."
        )
    try:
        chapter = key.chapter_of(exercise_id)
        path = _folder(chapter) / f"{name}.py"
        if path.exists():  # what is half written could not be imported
            words = f"The key has {exercise_id} already: {path} exists. "
            raise NewExerciseProblem(words + "Remove it, or choose another name.")
        exercises = key.exercises(chapter)
    except KeyProblem as problem:
        raise NewExerciseProblem(str(problem)) from None
    last = max((exercise.order for exercise in exercises), default=0)
    title = " ".join(title.split()) or name.replace("_", " ").capitalize()
    told = {"id": exercise_id, "name": name, "title": title, "order": int(last) + 10}
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(render("authoring/new_exercise.py.j2", **told))
    except OSError as error:
        words = f"{path} cannot be written: {error.strerror}."
        raise NewExerciseProblem(words) from None
    cells = render("authoring/new_cells.md.j2", **told)
    text = course_folder(key.name, root).text(chapter.name)
    if not text.is_file():
        return Begun(path, chapter, cells)
    with text.open("a", encoding="utf-8") as file:
        file.write(f"\n{cells}")
    return Begun(path, chapter, cells, text)


def _folder(chapter: Chapter) -> Path:
    """Where the chapter's modules lie."""
    found = importlib.util.find_spec(chapter.module)
    if found is None or not found.submodule_search_locations:
        raise NewExerciseProblem(
            f"{chapter.module} is one module. Make it a folder with a module an "
            "exercise, and begin again."
        )
    return Path(found.submodule_search_locations[0])
