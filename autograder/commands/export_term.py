"""A term's totals, in the form that another system takes."""

from __future__ import annotations

from pathlib import Path

from autograder.commands.common import Stop
from autograder.commands.term_books import Term, read_term
from autograder.exercise.key import Key
from autograder.export import canvas, moodle, tables
from autograder.export.files import Export
from autograder.export.template import Template
from autograder.gradebook.database import Gradebook

KINDS = ("csv", "jsonl", "canvas", "moodle", "nbgrader")


def term_table(
    course_file: Path, key: Key, kind: str, template: Template | None, assignment: str
) -> tuple[Term, Export]:
    """The totals of the term in a course file, as one of ``KINDS``.

    ``assignment`` is what the other system calls the total.
    """
    if kind not in KINDS:
        raise Stop(f"A term's totals are exported as {', '.join(KINDS)}, not as {kind}.")
    term = read_term(course_file, key)
    grades = [grade.as_final() for grade in term.grades]
    called = assignment or ("" if template else f"{term.course.title} total".strip())
    if kind == "csv":
        return term, tables.as_csv(grades)
    if kind == "jsonl":
        return term, tables.as_jsonl(grades, [])
    if kind == "nbgrader":
        return term, tables.for_nbgrader(grades, called)
    system = canvas if kind == "canvas" else moodle
    made: Export = (
        system.from_template(template, grades, called)
        if template
        else system.gradebook(grades, called)
    )
    return term, made


def keep_export(term: Term, by: str, kind: str, target: str) -> None:
    """Keep in every gradebook of the term that its totals were exported."""
    totals = {grade.student: grade.total for grade in term.grades}
    for one in term.course.assignments:
        if (Path(one.results) / "gradebook.sqlite").is_file():
            with Gradebook(Path(one.results), create=False) as book:
                book.journal.add_export(by, f"{kind} of the term", target, totals)
