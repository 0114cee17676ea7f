"""Five students whose names are trouble, and how tables are read back."""

import csv
import io
from pathlib import Path

from autograder.gradebook.final import ExerciseGrade, FinalGrade

FIXTURES = Path(__file__).with_name("fixtures")
MAX = 14.0
HOSTILE = (
    '=HYPERLINK("http://x")',
    "+1",
    "-1-1",
    "@SUM(A1)",
    "\t=1+1",
    " =1+1",
    "\u200b=1",
    "＝1+1",
    "|calc",
)
AWKWARD = ('O\'Neil, "Al"', "Zoë; the 2nd", "two\nlines", "a,b", "李小龍", "Smith-Jones")


def student(
    key: str, name: str, score: float | None, status: str = "graded", **ids: str
) -> FinalGrade:
    """A grade out of 14, one exercise of 2 and one of 12."""
    points = (None, None) if score is None else (min(score, 2.0), max(score - 2.0, 0.0))
    exercises = (
        ExerciseGrade("a.first", "First", "passed", points[0], 2.0),
        ExerciseGrade("a.second", "Second", "partial", points[1], 12.0),
    )
    return FinalGrade(
        student=key,
        name=name,
        email=f"{key}@example.org",
        ids=ids,
        status=status,
        exercises=() if status == "missing" else exercises,
        points=score,
        max_points=None if status == "missing" else MAX,
        penalty=0.0,
        score=score,
    )


def the_class() -> list[FinalGrade]:
    """Right, half right, hostile, excused, and one whose score nobody knows."""
    return [
        student("ada", "Ada Lovelace", 14.0, canvas_id="1001", moodle_id="501"),
        student("grace", "Grace Hopper", 7.5, canvas_id="1002", moodle_id="502"),
        student("eve", HOSTILE[0], 0.0, canvas_id="1003", moodle_id="503"),
        student("alan", "Alan Turing", 3.0, canvas_id="1004", moodle_id="504"),
        student("emmy", "Emmy Noether", None, "unreadable", canvas_id="1005"),
    ]


def cells(data: bytes, delimiter: str = ",") -> list[list[str]]:
    """The table again."""
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def column(data: bytes, title: str, by: int = 0) -> dict[str, str]:
    """One column by another one's values."""
    header, *rows = cells(data)
    return {row[by]: row[header.index(title)] for row in rows}


def would_compute(cell: str) -> bool:
    """Whether a spreadsheet would take a cell for a formula that can do harm."""
    start = cell.lstrip(" \t\r\n\u200b\ufeff")[:1]
    return start in set("=+-@|＝＋－＠") and any(c in cell for c in "(!|\"'= \t＝")
