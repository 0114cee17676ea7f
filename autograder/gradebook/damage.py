"""Whether a gradebook is damaged: asked where something in it could not be used."""

import contextlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec

from autograder.gradebook.course import Course
from autograder.gradebook.records import SubmissionResult
from autograder.gradebook.roster import Roster

# What reading one can raise that is damaged, and a mistake of this program as well.
UNREADABLE = (
    *(sqlite3.Error, msgspec.MsgspecError),
    *(ValueError, TypeError, LookupError, AttributeError),
)
FACTS: dict[str, Callable[[str], object]] = {
    "course": Course.from_json,
    "roster": Roster.from_json,
    "seed": int,
    "draws": int,
    "chapters": json.loads,
    "says": json.loads,
}


def damaged(folder: Path, why: str) -> str:
    """The sentence about a gradebook that cannot be read."""
    return (
        f"The gradebook in {folder} is damaged ({why}). Take it from a backup, or grade "
        "into another folder."
    )


def damage(folder: Path) -> str:
    """What is wrong with the gradebook of a folder; \"\" where nothing is."""
    what = "the file"
    with contextlib.closing(sqlite3.connect(folder / "gradebook.sqlite")) as database:
        try:
            (state,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            if state != "ok":
                return f"{what}: {state}"
            what = "a result"
            for *_, record in database.execute("SELECT * FROM results"):
                SubmissionResult.from_dict(json.loads(record))
            what = "a table"
            for name in ("gone", "overrides", "decisions", "moves", "reviews", "exports"):
                database.execute(f"SELECT * FROM {name}").fetchall()
            for name, value in database.execute("SELECT name, value FROM about"):
                what = f"the {name}"
                FACTS.get(name, str)(value)
        except UNREADABLE as error:
            return f"{what}: {type(error).__name__}"
    return ""
