"""The gradebook's tables, and how a file of an older format becomes one of this."""

import sqlite3
from pathlib import Path

from autograder.exercise.problem import Problem

VERSION = 5

# Every statement of a format is one step, so that a step is done whole or not at all.
FIRST = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE results (
        student TEXT PRIMARY KEY,
        depends_on TEXT NOT NULL,
        status TEXT NOT NULL,
        score REAL,
        max_score REAL,
        record TEXT NOT NULL
    )""",
)
# Format 2: what a person decides, and what a regrade moves.
SECOND = (
    """CREATE TABLE overrides (
        student TEXT NOT NULL,
        exercise TEXT NOT NULL,
        points REAL NOT NULL,
        reason TEXT NOT NULL,
        by TEXT NOT NULL,
        at TEXT NOT NULL,
        verdict TEXT NOT NULL,
        PRIMARY KEY (student, exercise)
    )""",
    "CREATE TABLE runs (run INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL)",
    """CREATE TABLE moves (
        run INTEGER NOT NULL,
        at TEXT NOT NULL,
        student TEXT NOT NULL,
        exercise TEXT NOT NULL,
        before REAL,
        after REAL,
        was TEXT NOT NULL,
        now TEXT NOT NULL,
        cause TEXT NOT NULL
    )""",
    "CREATE INDEX moves_of_a_run ON moves (run)",
    # Who has a result and is in the class no more.
    "CREATE TABLE gone (student TEXT PRIMARY KEY)",
)
# Format 3: every decision is kept, also one that another took the place of.
THIRD = (
    """CREATE TABLE decisions (
        student TEXT NOT NULL,
        exercise TEXT NOT NULL,
        points REAL,
        reason TEXT NOT NULL,
        by TEXT NOT NULL,
        at TEXT NOT NULL,
        verdict TEXT NOT NULL
    )""",
    "INSERT INTO decisions SELECT * FROM overrides",
)
# Format 4: what a later hand-in took the place of, what was exported, and what people
# wrote about answers; nothing in these tables is ever changed or taken out.
FOURTH = (
    """CREATE TABLE earlier (
        student TEXT NOT NULL,
        at TEXT NOT NULL,
        record TEXT NOT NULL
    )""",
    "CREATE INDEX earlier_of_a_student ON earlier (student)",
    """CREATE TABLE exports (
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        format TEXT NOT NULL,
        target TEXT NOT NULL,
        scores TEXT NOT NULL
    )""",
    """CREATE TABLE reviews (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        exercise TEXT NOT NULL,
        answers TEXT NOT NULL,
        comment TEXT NOT NULL,
        points REAL,
        items TEXT NOT NULL
    )""",
    "CREATE INDEX reviews_of_answers ON reviews (exercise, answers)",
)
# Format 5: whether points were given, or only kept as they were.
FIFTH = tuple(
    f"ALTER TABLE {table} ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0"
    for table in ("overrides", "decisions")
)
STEPS = {0: FIRST, 1: SECOND, 2: THIRD, 3: FOURTH, 4: FIFTH}  # from a format to the next


class GradebookProblem(Problem):
    """The results folder cannot be used; the text says what to do."""


def bring_up_to_date(database: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file, or those an older one lacks, in one step.

    Results are not touched: their records say what they are, and fields that came later
    have defaults.
    """
    if _format(database, path) == VERSION:
        return  # most of the time: nothing to wait for
    with database:
        database.execute("BEGIN IMMEDIATE")
        # Read again: another program may have done it while this one waited.
        format_ = _format(database, path)
        for step in range(format_, VERSION):
            for statement in STEPS[step]:
                database.execute(statement)
        database.execute(
            "INSERT OR REPLACE INTO about VALUES ('version', ?)", (str(VERSION),)
        )


def _format(database: sqlite3.Connection, path: Path) -> int:
    """The file's format; 0 where it is new."""
    tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
    if "about" not in tables:
        return 0
    query = "SELECT value FROM about WHERE name = 'version'"
    row = database.execute(query).fetchone()
    if row is None:  # format 1 wrote its tables first and its number after
        return 1
    if row[0].isdecimal() and 1 <= int(row[0]) <= VERSION:
        return int(row[0])
    raise GradebookProblem(
        f"{path} was made by another version of the grader (format {row[0]}, this one "
        f"reads 1 to {VERSION}). Use the version that made it, or choose another --out."
    )
