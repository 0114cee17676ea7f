"""What grading a class leaves in its folder."""

import contextlib
import csv
import json
import sqlite3
from pathlib import Path

OUTPUTS = {"gradebook.sqlite", "grades.csv", "items.csv", "report.html"}
OUTPUTS |= {"gradebook.lock", "results", "feedback"}


def rows(folder: Path) -> dict[str, str]:
    """Each student's whole record in the gradebook."""
    path = folder / "out" / "gradebook.sqlite"
    # Closed whatever happens: an open connection would keep the journal's files.
    with contextlib.closing(sqlite3.connect(path, timeout=30)) as book:
        return dict(book.execute("SELECT student, record FROM results").fetchall())


def record(folder: Path, student: str, out: str = "out") -> dict:
    """What is written of one student, as JSON has it."""
    path = folder / out / "results" / f"{student}.json"
    return json.loads(path.read_text())


def grades(folder: Path, out: str = "out") -> dict[str, dict[str, str]]:
    """The rows of grades.csv by student."""
    with (folder / out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}
