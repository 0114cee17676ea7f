"""Plain tables: CSV for spreadsheets, JSONL for programs, and nbgrader's own CSV."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from autograder.export.files import Export, ExportProblem, table
from autograder.export.people import first_and_last
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.records import SubmissionResult
from autograder.pages.cells import harmless, number, one_line, plain_id

# The columns of ``csv`` before those of the exercises: fields of a ``FinalGrade``.
ABOUT = (
    *("student", "name", "email", "status", "points", "penalty", "score", "max_points"),
    *("handed_in", "late_seconds"),
)
# The columns of `nbgrader export`, in its order.
NBGRADER = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name"),
    *("email", "raw_score", "late_submission_penalty", "score", "max_score"),
)


def as_csv(grades: Sequence[FinalGrade]) -> Export:
    """One line a student, one column an exercise; with the mark Excel knows UTF-8 by."""
    ids = dict.fromkeys(e.id for grade in grades for e in grade.exercises)
    rows = [[*ABOUT, *map(harmless, ids)]]
    for grade in grades:
        points = {e.id: e.points for e in grade.exercises}
        about = [_cell(getattr(grade, field)) for field in ABOUT]
        rows.append(about + [number(points.get(exercise_id)) for exercise_id in ids])
    return Export(table(rows, bom=True))


def _cell(value: str | float | None) -> str:
    return harmless(value) if isinstance(value, str) else number(value)


def for_nbgrader(grades: Sequence[FinalGrade], assignment: str) -> Export:
    """Write what ``nbgrader export`` writes; an unknown score is empty, never 0."""
    if not assignment:
        raise ExportProblem("Say which assignment, as nbgrader has it: --assignment week-3")
    rows = [list(NBGRADER)]
    for grade in grades:
        first, last = first_and_last(grade)
        who = (plain_id(grade.student), one_line(last), one_line(first))
        known = grade.score is not None
        numbers = (
            *(grade.points, grade.penalty if known else None),
            *(grade.score, grade.max_points),
        )
        rows.append(
            [harmless(assignment), "", grade.handed_in, *who, plain_id(grade.email)]
            + [number(value) for value in numbers]
        )
    return Export(table(rows))


def as_jsonl(grades: Sequence[FinalGrade], results: Iterable[SubmissionResult]) -> Export:
    """Write one JSON object a line: a grade, and what it takes to grade it again."""
    made = {result.student: _made_from(result) for result in results}
    lines = [
        json.dumps({**asdict(grade), **made.get(grade.student, {})}, ensure_ascii=False)
        for grade in grades
    ]
    text = "".join(f"{line}\n" for line in lines)
    return Export(text.encode("utf-8", errors="replace"))


def _made_from(result: SubmissionResult) -> dict[str, Any]:
    return {
        "notebooks": [asdict(notebook) for notebook in result.notebooks],
        "seed": result.seed,
        "versions": result.versions,
    }
