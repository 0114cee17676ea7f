"""The gradebook: a journal of results that a crash cannot lose.

One SQLite file, written by the coordinator alone (WAL, synchronous NORMAL):
each result is committed as it comes, and a run that was stopped goes on where
it was.  A result is kept under what it depends on: the files handed in, the
key and the grader.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.records import SubmissionResult

VERSION = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    student TEXT PRIMARY KEY,
    depends_on TEXT NOT NULL,
    status TEXT NOT NULL,
    score REAL,
    max_score REAL,
    record TEXT NOT NULL
);
"""


class GradebookProblem(RuntimeError):
    """The results folder cannot be used; the text says what to do."""


class Gradebook:
    """Open or create ``gradebook.sqlite`` in a results folder."""

    def __init__(self, folder: Path) -> None:
        path = folder / "gradebook.sqlite"
        if folder.exists() and not folder.is_dir():
            raise GradebookProblem(f"{folder} is a file. Choose another --out.")
        if folder.is_dir() and any(folder.iterdir()) and not path.exists():
            raise GradebookProblem(
                f"{folder} holds other files and no gradebook. Choose another --out, "
                "so that nothing of yours is overwritten."
            )
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise GradebookProblem(
                f"Results cannot be written to {folder}: {error}. Choose another --out."
            ) from None
        found = int(self.about("version", str(VERSION)))
        if found != VERSION:
            raise GradebookProblem(
                f"{path} was made by another version of the grader (format {found}, "
                f"this one writes {VERSION}). Choose another --out."
            )

    def about(self, name: str, default: str) -> str:
        """A fact of the whole run; ``default`` is stored when it is new."""
        with self._database:
            self._database.execute(
                "INSERT OR IGNORE INTO about VALUES (?, ?)", (name, default)
            )
        row = self._database.execute("SELECT value FROM about WHERE name = ?", (name,))
        return row.fetchone()[0]

    def seed(self, wanted: int | None) -> int:
        """The run's secret seed: kept, so that going on asks the same questions."""
        seed = secrets.randbits(64) if wanted is None else wanted
        kept = int(self.about("seed", str(seed)))
        if wanted is not None and kept != wanted:
            raise GradebookProblem(
                f"These results were made with seed {kept}, not {wanted}. "
                "Leave --seed out to go on, or choose another --out."
            )
        return kept

    def known(self) -> dict[str, str]:
        """What each student's stored result depends on."""
        rows = self._database.execute("SELECT student, depends_on FROM results")
        return dict(rows.fetchall())

    def store(self, result: SubmissionResult, depends_on: str) -> None:
        """Keep one result; it is on disk when this returns."""
        record = json.dumps(result.to_dict())
        row: tuple[Any, ...] = (
            *(result.student, depends_on, result.status),
            *(result.score, result.max_score, record),
        )
        try:
            with self._database:
                self._database.execute(
                    "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", row
                )
        except sqlite3.Error as error:
            raise GradebookProblem(
                f"A result could not be stored ({error}). What was graded before is "
                "safe: mend the disk, and the same command goes on from there."
            ) from None

    def results(self) -> Iterator[SubmissionResult]:
        """Every stored result, students in alphabetical order."""
        rows = self._database.execute("SELECT record FROM results ORDER BY student")
        for (record,) in rows:
            yield SubmissionResult.from_dict(json.loads(record))

    def close(self) -> None:
        """Close the file."""
        self._database.close()
