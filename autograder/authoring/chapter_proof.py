"""Hold the text or notebook of a chapter against the key."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from autograder.authoring.collected import chapter_cells
from autograder.authoring.key_faults import PLACEHOLDER
from autograder.authoring.verify import Fault
from autograder.exercise.course_folder import CourseFolder, course_folder
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key
from autograder.exercise.stubs import same_contract, stub
from autograder.notebooks.convert import TEXT_FORMAT, ChapterProblem, in_step
from autograder.notebooks.read import without_magics

Cells = Sequence[dict[str, Any]]


def verify_chapter(key: Key, chapter: Chapter, root: Path) -> Iterator[Fault]:
    """Check a chapter's text and notebook against the key."""
    course = course_folder(key.name, root)
    try:
        cells = chapter_cells(course, chapter.name)
    except ChapterProblem as problem:  # a cell that is no Python has no exercise either
        broken = list(_syntax_errors(chapter, _unmarked(course, chapter)))
        yield from broken or [Fault(chapter.name, str(problem))]
        return
    if not cells:
        yield Fault(chapter.name, f"It has no text and no notebook in {course.root}.")
        return
    broken = list(_syntax_errors(chapter, cells))
    yield from broken
    yield from _placeholders(chapter, cells)
    marked = {
        (mark["id"], mark["role"]): cell["source"]
        for cell in cells
        if (mark := cell["metadata"].get("exercise"))
    }
    exercises = key.exercises(chapter)
    if not broken:
        yield from _stubs(chapter, exercises, marked)
    known = {exercise.id for exercise in exercises}
    strangers = sorted({i for i, _ in marked} - known)
    for exercise_id in strangers:
        words = f"{chapter.name} checks it, but the key does not have it."
        yield Fault(exercise_id, words)
    in_text = [i for i, role in marked if role == "check" and i in known]
    in_key = [e.id for e in exercises if e.id in in_text]
    if in_text != in_key:
        here, there = next(p for p in zip(in_text, in_key, strict=True) if p[0] != p[1])
        words = f"{here} comes where the key has {there}: change `order`, or move cells."
        yield Fault(chapter.name, words)
    text = course.text(chapter.name)
    if text.is_file() and not strangers:
        words = in_step(text, course.notebook(chapter.name), key)
        yield from [Fault(chapter.name, words)] if words else []


def _stubs(
    chapter: Chapter, exercises: Sequence[Exercise], marked: dict[tuple[str, str], str]
) -> Iterator[Fault]:
    for exercise in exercises:
        for role in ("stub", "check"):
            if (exercise.id, role) not in marked:
                yield Fault(exercise.id, f"{chapter.name} has no {role} cell for it.")
        source = marked.get((exercise.id, "stub"))
        words = same_contract(exercise, source) if source else ""
        if words:
            words = f"In {chapter.name}, {words}. It should be:\n{stub(exercise)}"
            yield Fault(exercise.id, words)


def _unmarked(course: CourseFolder, chapter: Chapter) -> Cells:
    """The cells of a chapter in which the exercises cannot be found."""
    text = course.text(chapter.name)
    if not text.is_file():
        import nbformat  # slow to import, and needed only where there is no text

        notebook = nbformat.read(course.notebook(chapter.name), as_version=4)
    else:
        import jupytext  # only a course with texts needs it

        notebook = jupytext.read(text, fmt=TEXT_FORMAT)
    cells: Cells = notebook.cells
    return cells


def _syntax_errors(chapter: Chapter, cells: Cells) -> Iterator[Fault]:
    code = (cell["source"] for cell in cells if cell["cell_type"] == "code")
    for number, source in enumerate(code, 1):
        try:
            ast.parse(without_magics(source))
        except SyntaxError as error:
            words = f"Code cell {number} is no Python: {error.msg}, line {error.lineno}."
            yield Fault(chapter.name, words)


def _placeholders(chapter: Chapter, cells: Cells) -> Iterator[Fault]:
    for cell in cells:
        for line in cell["source"].splitlines():
            if cell["cell_type"] == "markdown" and PLACEHOLDER in line:
                words = f"Its text still says: {line.strip()!r}. Write what is meant there."
                yield Fault(chapter.name, words)
