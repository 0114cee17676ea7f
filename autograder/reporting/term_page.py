"""A term's table: as a page where every number is explained, and for spreadsheets."""

from collections.abc import Sequence
from pathlib import Path

from autograder.gradebook.course import Course
from autograder.gradebook.private_files import private_folder
from autograder.gradebook.term import PERCENT, PartState, TermGrade, TermPart
from autograder.gradebook.weeks import Weeks
from autograder.pages.render import render
from autograder.reporting.outputs import write_page, write_table

WEEKS_SHOWN = 60
ABOUT = ("student", "name", "email", "section", "group", "total", "out_of")
PART = (
    *("student", "assignment", "state", "score", "max_score", "percent", "weight"),
    "why",
)
SHORT = {PartState.EXCUSED: "excused", PartState.OPEN: "open", PartState.NOT_YET: "–"}


def write_term(
    folder: Path,
    course: Course,
    grades: Sequence[TermGrade],
    notes: Sequence[str] = (),
    weeks: Sequence[Weeks] = (),
) -> None:
    """Write ``term.html``, ``term.csv``, ``parts.csv`` and ``misconceptions.csv``."""
    private_folder(folder)
    write_table(folder / "term.csv", _totals(course, grades))
    write_table(folder / "parts.csv", _parts(grades))
    write_table(folder / "misconceptions.csv", _weeks(weeks))
    page = render(
        "reporting/term.html.j2",
        title=f"{course.title or 'The term'}: totals",
        assignments=[_heading(course, one.name) for one in course.assignments],
        rows=[_row(grade) for grade in grades],
        rules=rules(course),
        notes=notes,
        weeks=weeks[:WEEKS_SHOWN],
        unlisted=len(weeks) - len(weeks[:WEEKS_SHOWN]),
        out_of=course.term.out_of,
    )
    write_page(folder / "term.html", page)


def rules(course: Course) -> str:
    """How the assignments of a course add up, in words."""
    dropped, missing = course.term.drop_lowest, course.term.missing
    sentences = [
        "A total is the mean of the shares of its points that a student has in each "
        "assignment, by weight."
    ]
    if dropped == 1:
        sentences.append("The assignment with the lowest share does not count.")
    elif dropped:
        sentences.append(f"The {dropped} assignments with the lowest shares do not count.")
    if fixed := [one.called for one in course.assignments if one.always_counts]:
        sentences.append(f"Never dropped: {', '.join(fixed)}.")
    sentences.append("What is excused counts for nothing.")
    if missing == "zero":
        sentences.append("Nothing handed in by the due date counts as 0.")
    sentences.append("While a part is open the total is not known, and its cell is empty.")
    return " ".join(sentences)


def _heading(course: Course, name: str) -> dict[str, object]:
    one = course.named_assignment(name)
    title = one.title if one.title != one.name else ""
    due = one.due[:16].replace("T", " ")
    return {"name": one.name, "title": title, "weight": one.weight, "due": due}


def _row(grade: TermGrade) -> dict[str, object]:
    return {
        "grade": grade,
        "name": grade.name or grade.student,
        "cells": [
            (part, SHORT.get(part.state) or f"{PERCENT * (part.share or 0.0):.1f}")
            for part in grade.parts
        ],
        "total": "open" if grade.total is None else f"{grade.total:.2f}",
    }


def _totals(course: Course, grades: Sequence[TermGrade]) -> list[list[object]]:
    """One line a student; an assignment's column is its share in percent."""
    names = [one.name for one in course.assignments]
    rows: list[list[object]] = [[*ABOUT, *names, "how"]]
    for grade in grades:
        about = (grade.student, grade.name, grade.email, grade.section, grade.group)
        cells = [_cell(part) for part in grade.parts]
        total = (grade.total, grade.out_of)
        rows.append([*about, *total, *cells, grade.sum])
    return rows


def _cell(part: TermPart) -> object:
    if part.state == PartState.EXCUSED:
        return str(PartState.EXCUSED)
    return None if part.share is None else round(PERCENT * part.share, 4)


def _parts(grades: Sequence[TermGrade]) -> list[list[object]]:
    """One line for each student and assignment, with why it counts or does not."""
    rows: list[list[object]] = [[*PART]]
    for grade in grades:
        for part in grade.parts:
            percent = None if part.share is None else round(PERCENT * part.share, 4)
            numbers = (part.score, part.max_score, percent, part.weight)
            about = (grade.student, part.assignment, str(part.state))
            rows.append([*about, *numbers, " ".join(part.why.split())])
    return rows


def _weeks(weeks: Sequence[Weeks]) -> list[list[object]]:
    """One line a misconception, with how many held it when."""
    about = ("exercise", "misconception", "tried", "first", "last")
    rows: list[list[object]] = [[*about, "later_exercise", "later_held", "later_tried"]]
    for one in weeks:
        numbers = (one.tried, one.first, one.last)
        then = one.later
        later = (then.exercise_id, then.held, then.tried) if then else (None, None, None)
        rows.append([one.exercise_id, one.misconception, *numbers, *later])
    return rows
