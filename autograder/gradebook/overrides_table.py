"""Many overrides at once: a table with a line for each."""

from collections.abc import Mapping
from pathlib import Path

from autograder.exercise.problem import Problem
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.records import Override
from autograder.gradebook.table import read_table
from autograder.pages.cells import as_number

NEEDED, KNOWN = ("student", "points", "reason"), ("exercise", "by")
SHOWN = 10  # of what is wrong with a table


class OverridesProblem(Problem):
    """The table cannot be used; the text names its lines."""


def overrides_in(book: Gradebook, path: Path, by: str) -> tuple[Override, ...]:
    """Make all overrides of a table, or none; ``by`` decided where it does not say who."""
    (_, header), *rows = read_table(path, "table of overrides") or [(0, [])]
    columns = {name.casefold(): i for i, name in enumerate(header)}
    if lacking := [name for name in NEEDED if name not in columns]:
        raise OverridesProblem(
            f"{path} has no column {' and no column '.join(lacking)}. Its first line must "
            f"name {', '.join(NEEDED)}, and it may name {' and '.join(KNOWN)}."
        )
    made: dict[tuple[str, str], Override] = {}
    wrong = []
    for line, cells in rows:
        row = {name: cells[i] for name, i in columns.items() if i < len(cells)}
        try:
            override = _planned(book, row, by)
            if (override.student, override.exercise_id) in made:
                raise OverridesProblem(
                    f"{override.student} has this one on another line, too."
                )
            made[override.student, override.exercise_id] = override
        except (GradebookProblem, OverridesProblem) as problem:
            wrong.append(f"line {line}: {problem}")
    if wrong:
        more = f"\n  and {len(wrong) - SHOWN} more." if len(wrong) > SHOWN else ""
        lines = "\n  ".join(wrong[:SHOWN])
        raise OverridesProblem(f"No override of {path} was made:\n  {lines}{more}")
    if not made:
        raise OverridesProblem(f"{path} has a header and no overrides.")
    book.keep_overrides(made.values())
    return tuple(made.values())


def _planned(book: Gradebook, row: Mapping[str, str], by: str) -> Override:
    student, exercise = (
        book.student_called(row.get("student", "")),
        row.get("exercise", ""),
    )
    points = as_number(row.get("points", ""))
    if points is None:
        raise OverridesProblem(f"{row.get('points', '')!r} is no number of points.")
    reason = row.get("reason", "")
    return book.planned_override(student, exercise, points, reason, row.get("by") or by)
