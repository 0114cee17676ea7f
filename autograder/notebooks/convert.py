"""Chapters: from the text a person writes to the notebook a student opens.

The text is the source.  ``notebook_from_text`` turns it into a notebook with
stable cell ids and marks the cells of every exercise; what the key knows of an
exercise it puts in.  ``in_step`` says whether a stored notebook still is what its
text and key say.  Nothing is executed here.
"""

from __future__ import annotations

import ast
import re
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.exercise.course_folder import course_folder
from autograder.exercise.imports import imports
from autograder.exercise.kinds.uncalled import WORK_HERE, WRITE_HERE
from autograder.notebooks.cell_marks import mark_cells, name_cells
from autograder.notebooks.read import top_level
from autograder.notebooks.statements import check_argument, check_call, checked_id
from autograder.notebooks.telling import told

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from autograder.exercise.key import Key

TEXT_FORMAT = "md:myst"
SET_UP = "set-up"
TO_FILL = (WRITE_HERE, WORK_HERE)
COMMENT = re.compile(r"<!--(?s:.*?)-->\n?")  # what authors tell one another
FOLDED = "hide-output"  # under a prediction: on the page, and in the notebook too
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "pygments_lexer": "ipython3",
    },
}


class ChapterProblem(ValueError):
    """A chapter's text cannot become a notebook; the text says what to mend."""


@dataclass(frozen=True)
class CheckCall:
    """A top-level ``name = check("some.id", name)`` found in a cell."""

    exercise_id: str
    name: str | None  # what is checked, where it is a name


def notebook_from_text(path: Path | str, key: Key | None = None) -> NotebookNode:
    """Make a chapter's notebook from its text, without outputs.

    ``key``: with it, the cell tagged ``set-up`` becomes the key's own, for the course that
    the text lies in; and every exercise gets what the key says of it: what it is worth, its
    hints, and nbgrader's marks. Raises ``ChapterProblem`` when the file cannot be read or
    an exercise in it is not well formed; ``KeyProblem`` when the text checks an exercise
    that the key does not have.
    """
    import nbformat

    path = Path(path)
    try:
        written = _written(path.read_text(encoding="utf-8"))
    except Exception as error:  # jupytext raises whatever its parsers raise
        raise ChapterProblem(f"{path.name} cannot be read as a chapter: {error}") from error
    cells = [_clean_cell(cell) for cell in written.cells]
    if not cells:
        raise ChapterProblem(f"{path.name} has no cells.")
    mark_exercises(cells, path.name)
    if key is not None:
        for cell in cells:
            if SET_UP in cell["metadata"].get("tags", ()):
                course = course_folder(key.name, path.parent)
                cell["source"] = key.set_up(course.root, modules_in(cells))
        cells = told(cells, key)
    name_cells(cells)
    if key is not None:
        marked = (cell["metadata"].get("exercise") for cell in cells)
        ids = {exercise["id"] for exercise in marked if exercise}
        mark_cells(cells, {id_: key.exercise(id_).points for id_ in ids})
    notebook: NotebookNode = nbformat.from_dict(
        {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    )
    nbformat.validate(notebook)
    return notebook


@lru_cache(maxsize=32)
def _written(text: str) -> NotebookNode:
    """What a text says, which nobody changes: it is asked with the key and without."""
    import jupytext

    notebook: NotebookNode = jupytext.reads(text, fmt=TEXT_FORMAT)
    return notebook


def modules_in(cells: list[dict[str, Any]]) -> frozenset[str]:
    """The modules that a notebook's code imports."""
    code = (cell["source"] for cell in cells if cell["cell_type"] == "code")
    made = (each for source in code for each in imports(source).found)
    return frozenset(name for each in made for name in (each.module, each.as_module))


def _clean_cell(cell: Any) -> dict[str, Any]:
    clean = {
        "cell_type": cell.cell_type,
        "metadata": deepcopy(dict(cell.metadata)),
        "source": cell.source,
    }
    if cell.cell_type == "markdown":
        clean["source"] = COMMENT.sub("", cell.source)
    if cell.cell_type == "code":
        clean |= {"execution_count": None, "outputs": []}
        if FOLDED in clean["metadata"].get("tags", ()):
            clean["metadata"] |= {"collapsed": True, "jupyter": {"outputs_hidden": True}}
    return clean


def mark_exercises(cells: list[dict[str, Any]], chapter: str = "chapter") -> None:
    """Write ``{"exercise": {"id", "role"}}`` into the metadata of exercise cells.

    A cell that calls ``check`` has the role ``"check"``.  The nearest code
    cell above it that leaves the checked name open has the role ``"stub"``; where no name
    is checked, the cell above it to be written in.

    Raises ``ChapterProblem`` when a cell checks two exercises, or no cell above leaves a
    checked name open.
    """
    for position, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        calls = find_checks(cell["source"])
        if len(calls) > 1:
            ids = " and ".join(call.exercise_id for call in calls)
            raise ChapterProblem(
                f"{chapter}: one cell checks {ids}. Give each check a cell of its own."
            )
        for call in calls:
            _mark(cell, call.exercise_id, "check", chapter)
            stub = _stub_above(cells[:position], call.name)
            if stub is None and call.name is None:
                continue
            if stub is None:
                raise ChapterProblem(
                    f"{chapter}: {call.exercise_id} checks {call.name!r}, and no cell "
                    f"above leaves it open (def, class, or {call.name} = ...)."
                )
            _mark(stub, call.exercise_id, "stub", chapter)


def _mark(cell: dict[str, Any], exercise_id: str, role: str, chapter: str) -> None:
    taken = cell["metadata"].get("exercise")
    if taken:
        raise ChapterProblem(
            f"{chapter}: the {role} cell of {exercise_id} is already the "
            f"{taken['role']} cell of {taken['id']}. Split the cell."
        )
    cell["metadata"]["exercise"] = {"id": exercise_id, "role": role}


def find_checks(source: str) -> list[CheckCall]:
    """The checks that a cell makes at its top level, in order."""
    calls = []
    for node in top_level(source):
        call, exercise_id = check_call(node), checked_id(node)
        if call is not None and exercise_id:
            answer = check_argument(call, "answer")
            name = answer.id if isinstance(answer, ast.Name) else None
            calls.append(CheckCall(exercise_id, name))
    return calls


def leaves_open(source: str, name: str) -> bool:
    """Whether a cell defines ``name``: a ``def``, a ``class``, or ``name = ...``."""
    for statement in top_level(source):
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            if statement.name == name:
                return True
        elif isinstance(statement, ast.Assign):
            targets = [t.id for t in statement.targets if isinstance(t, ast.Name)]
            value = statement.value
            if name in targets and isinstance(value, ast.Constant) and value.value is ...:
                return True
    return False


def _stub_above(cells: list[dict[str, Any]], name: str | None) -> dict[str, Any] | None:
    if name is None:
        open_ = (c for c in reversed(cells) if c["source"].strip() in TO_FILL)
        return next(open_, None)
    code = (cell for cell in reversed(cells) if cell["cell_type"] == "code")
    return next((cell for cell in code if leaves_open(cell["source"], name)), None)


def in_step(
    text_path: Path | str, notebook_path: Path | str, key: Key | None = None
) -> str:
    """Say how a stored notebook differs from its text and key; outputs are not compared."""
    import nbformat

    text_path, notebook_path = Path(text_path), Path(notebook_path)
    remedy = f"Run: make notebooks CHAPTERS={text_path.stem}"
    if not notebook_path.exists():
        return f"There is no notebook {notebook_path.name} for {text_path.name}. {remedy}"
    try:
        stored = nbformat.read(notebook_path, as_version=4)
    except Exception as error:  # damaged JSON, another format, another encoding
        return f"{notebook_path.name} cannot be read ({error}). {remedy}"
    wanted = notebook_from_text(text_path, key)
    pairs = zip(wanted.cells, stored.cells, strict=False)
    for number, (new, old) in enumerate(pairs, start=1):
        for part in ("cell_type", "source", "metadata"):
            if new[part] != old[part]:
                return (
                    f"{notebook_path.name} is not in step with {text_path.name}: cell "
                    f"{number} ({_first_line(new.source)}) has another {part}. {remedy}"
                )
    if len(wanted.cells) != len(stored.cells):
        return (
            f"{notebook_path.name} has {len(stored.cells)} cells, {text_path.name} has "
            f"{len(wanted.cells)}. {remedy}"
        )
    return ""


def _first_line(source: str) -> str:
    line = source.strip().splitlines()[0] if source.strip() else "empty"
    return line if len(line) <= 50 else line[:47] + "..."
