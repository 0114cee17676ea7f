"""What grading a class leaves in its folder."""

from __future__ import annotations

import contextlib
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
