"""The gradebook: a journal of results that a crash cannot lose.

One SQLite file, written by the coordinator alone (WAL, synchronous NORMAL):
each result is committed as it comes, and a run that was stopped goes on where
it was.  A result is kept under what it depends on: the files handed in, the
key and the grader.  What a person decided (overrides) and what a regrade moved
stand beside the results and outlive them.
"""

import contextlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any, Self

from autograder.gradebook.damage import UNREADABLE, damage, damaged
from autograder.gradebook.journal import Journal, now
from autograder.gradebook.overrides import Overrides
from autograder.gradebook.private_files import private_file, private_folder
from autograder.gradebook.records import (
    Move,
    SubmissionResult,
    is_replaced,
    moves_between,
)
from autograder.gradebook.schema import GradebookProblem, bring_up_to_date
from autograder.pages.file_names import file_names

__all__ = ["Gradebook", "GradebookProblem", "Unstorable"]
RECORDS = ("results", "earlier")  # which say in themselves whose they are
PRESENT = "WHERE student NOT IN (SELECT student FROM gone) ORDER BY student"


class Unstorable(ValueError):
    """One result cannot be stored, whatever the disk: the others can."""


class Gradebook(Overrides):
    """``gradebook.sqlite`` in a results folder; made, unless ``create`` is false."""

    def __init__(self, folder: Path, *, create: bool = True) -> None:
        path = folder / "gradebook.sqlite"
        if not create and not path.is_file():
            raise GradebookProblem(
                f"There is no gradebook in {folder}. Name a folder that "
                "`autograder grade` has written to."
            )
        if folder.exists() and not folder.is_dir():
            raise GradebookProblem(f"{folder} is a file. Choose another --out.")
        if folder.is_dir() and any(folder.iterdir()) and not path.exists():
            raise GradebookProblem(
                f"{folder} holds other files and no gradebook. Choose another --out, "
                "so that nothing of yours is overwritten."
            )
        try:
            private_folder(folder)
            private_file(path)  # SQLite's own beside it are as it is
            with contextlib.ExitStack() as unless_usable:
                self._database = sqlite3.connect(path)
                unless_usable.callback(self._database.close)
                self._database.execute("PRAGMA journal_mode=WAL")
                self._database.execute("PRAGMA synchronous=NORMAL")
                bring_up_to_date(self._database, path)
                unless_usable.pop_all()
        except (OSError, sqlite3.OperationalError) as error:
            why = getattr(error, "strerror", None) or error
            raise GradebookProblem(
                f"Results cannot be written to {folder}: {why}. Choose another --out."
            ) from None
        except sqlite3.Error as error:
            raise GradebookProblem(damaged(folder, str(error))) from None
        self._folder = folder
        self.journal = Journal(self._database)
        self._run = 0  # no run is under way: nothing that is stored moves anybody

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Close it; where it is damaged, that is what is raised of an error."""
        self.close()
        if isinstance(error, UNREADABLE) and (why := damage(self._folder)):
            raise GradebookProblem(damaged(self._folder, why)) from None

    def student_called(self, label: str) -> str:
        """Who is stored so, else who is called so on the roster; of nobody, the label."""
        if not label or self.results_of(label):
            return label
        students = self.roster.find(label)
        if len(students) > 1:
            keys = ", ".join(student.key for student in students)
            raise GradebookProblem(f"{label!r} is more than one student: {keys}.")
        return students[0].key if students else label

    def seed(self, wanted: int | None) -> int:
        """The run's secret seed: kept, so that going on asks the same questions."""
        stored = self.recall("seed")
        if stored is None:
            stored = str(secrets.randbits(64) if wanted is None else wanted)
            self.remember("seed", stored)
        kept = int(stored)
        if wanted is not None and kept != wanted:
            raise GradebookProblem(
                f"These results were made with seed {kept}, not {wanted}. "
                "Leave --seed out to go on, or choose another --out."
            )
        return kept

    # --- results --------------------------------------------------------------

    def known(self) -> dict[str, str]:
        """What each student's stored result depends on."""
        return dict(self._database.execute("SELECT student, depends_on FROM results"))

    def begin_run(self) -> int:
        """Start a run: what it changes in earlier results is stored as moves."""
        with self._database:
            row = self._database.execute("INSERT INTO runs (at) VALUES (?)", (now(),))
        self._run = int(row.lastrowid or 0)
        return self._run

    def store(self, result: SubmissionResult, depends_on: str, cause: str = "") -> None:
        """Keep one result; it is on disk when this returns.

        In a run, what differs from the result before goes into the history, with ``cause``,
        in the same step. Raises ``Unstorable`` when it is this result's doing: too large,
        or no text; ``GradebookProblem`` when nothing can be stored.
        """
        old = self.results_of(result.student) if self._run else None
        moves = moves_between(old, result, self._run, now(), cause) if old else ()
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
                if old and is_replaced(old, result):
                    self.journal.add_earlier(old)
                self._database.executemany(
                    "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    map(astuple, moves),
                )
        except (sqlite3.DataError, OverflowError, ValueError) as error:
            raise Unstorable(f"This result cannot be stored ({error}).") from None
        except sqlite3.Error as error:
            raise GradebookProblem(
                f"A result could not be stored ({error}). What was graded before is "
                "safe: mend the disk, and the same command goes on from there."
            ) from None

    def results(self) -> Iterator[SubmissionResult]:
        """The results of the class, students in alphabetical order."""
        rows = self._database.execute(f"SELECT record FROM results {PRESENT}")
        for (record,) in rows:
            yield SubmissionResult.from_dict(json.loads(record))

    def students(self) -> list[str]:
        """Who ``results`` are of, in the same order."""
        rows = self._database.execute(f"SELECT student FROM results {PRESENT}")
        return [student for (student,) in rows]

    def file_names(self) -> dict[str, str]:
        """What each student's pages are called, those gone from the class included."""
        present = self.students()
        return file_names([*present, *sorted(self.known().keys() - {*present})])

    def enrol(self, students: Iterable[str]) -> None:
        """Say who the class is: results of others are kept, and are not shown."""
        gone = set(self.known()) - set(students)
        with self._database:
            self._database.execute("DELETE FROM gone")
            self._database.executemany(
                "INSERT INTO gone VALUES (?)", ((student,) for student in gone)
            )

    def rename(self, names: Mapping[str, str]) -> None:
        """Put what is kept of students under other names, which have no result."""
        pairs = [(new, old) for old, new in names.items()]
        with self._database:
            for table in RECORDS:
                query = f"UPDATE {table} SET record = json_set(record, '$.student', ?)"
                self._database.executemany(f"{query} WHERE student = ?", pairs)
            for table in (*RECORDS, "overrides", "decisions", "moves"):
                query = f"UPDATE OR IGNORE {table} SET student = ? WHERE student = ?"
                self._database.executemany(query, pairs)

    def gone(self) -> list[str]:
        """Who has a result, and was taken out of the class."""
        rows = self._database.execute(
            "SELECT student FROM gone WHERE student IN (SELECT student FROM results) "
            "ORDER BY student"
        )
        return [student for (student,) in rows]

    def set_times(self, handed_in: Mapping[str, str]) -> None:
        """Correct when what counts was handed in: no reason to grade again."""
        with self._database:
            self._database.executemany(
                "UPDATE results SET record = json_set(record, '$.handed_in', ?) "
                "WHERE student = ? AND json_extract(record, '$.set_aside') IS NULL "
                "AND coalesce(json_extract(record, '$.handed_in'), '') <> ?",
                ((time, student, time) for student, time in handed_in.items()),
            )

    def history(self, run: int | None = None) -> tuple[Move, ...]:
        """What regrades changed, oldest first; of one run, where it is given."""
        where, values = ("", ()) if run is None else (" WHERE run = ?", (run,))
        query = f"SELECT * FROM moves{where} ORDER BY run, student, rowid"
        return tuple(Move(*row) for row in self._database.execute(query, values))

    def last_moving_run(self) -> int:
        """The last run that changed an earlier result; 0 when none did."""
        row = self._database.execute("SELECT max(run) FROM moves").fetchone()
        return row[0] or 0

    def close(self) -> None:
        """Close the file."""
        self._database.close()
