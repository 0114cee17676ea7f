"""A course's settings: due dates, points, late policy, extensions, roster.

Read from a TOML file; every line of it is optional.  Names are checked against
the key when the file is read, so that a slip is met before anything is graded.
"""

from __future__ import annotations

import difflib
import hashlib
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.gradebook.dates import DateProblem, moment, zone
from autograder.gradebook.late import BUILT_IN, Late, LateProblem, policy_file

LAST, BEST, ON_TIME = "last", "best", "last on time"
ATTEMPTS = (LAST, BEST, ON_TIME)
OPEN, COUNTS = "open", "counts"
EVERY = ""  # the prefix that stands for every chapter not named


class CourseProblem(ValueError):
    """The settings cannot be used; the text says what to write instead."""


@dataclass(frozen=True)
class Extension:
    """More time for one student.

    ``prefix`` is the chapter's, or empty for all.  Either a new due date
    (``until``, ISO 8601) or so many ``hours`` more.
    """

    student: str
    prefix: str = EVERY
    until: str = ""
    hours: float = 0.0


@dataclass(frozen=True)
class Course:
    """The settings in force.  ``Course()`` changes nothing.

    ``due`` has an ISO 8601 moment for a chapter's prefix; ``points`` the points of
    an exercise by its id; ``columns`` which column of the roster is what.
    ``chapters`` are those of the assignment, by name: who leaves one out has none of
    its points.  ``attempts`` says which of several notebooks on a chapter counts,
    ``aliases`` whose a name is.  ``unfinished`` says whether code that ran too long
    stays open for a person, or counts as far as it came.  ``commit_dates`` trusts what
    students' machines wrote.  ``file`` and its ``sha256`` are where all of it stood.
    """

    title: str = ""
    book_url: str = ""
    timezone: str = ""
    due: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, float] = field(default_factory=dict)
    late: Late = field(default_factory=Late)
    extensions: tuple[Extension, ...] = ()
    roster: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    chapters: tuple[str, ...] = ()
    attempts: str = LAST
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unfinished: str = OPEN
    commit_dates: bool = False
    file: str = ""
    sha256: str = ""

    def due_for(self, prefix: str, names: Iterable[str] = ()) -> datetime | None:
        """Work out when a chapter is due for a student.

        Parameters
        ----------
        prefix
            The chapter's.
        names
            Everything the student may be called by; extensions go by it.

        Returns
        -------
        The moment; ``None`` for never.
        """
        said = self.due.get(prefix) or self.due.get(EVERY)
        known = {_plain(name) for name in names if name}
        moments = [datetime.fromisoformat(said)] if said else []
        for extension in self.extensions:
            if extension.prefix not in (EVERY, prefix):
                continue
            if _plain(extension.student) not in known:
                continue
            if extension.until:
                moments.append(datetime.fromisoformat(extension.until))
            elif said:
                hours = timedelta(hours=extension.hours)
                moments.append(datetime.fromisoformat(said) + hours)
        return max(moments, default=None)

    def changed(self) -> str:
        """One sentence where the file says something else by now, or has gone."""
        if not self.file:
            return ""
        try:
            if digest_of_file(Path(self.file)) == self.sha256:
                return ""
            now = "has changed since it was read"
        except OSError:
            now = "is no longer there"
        return (
            f"The course file {self.file} {now}: these are the settings as they were. To "
            "use others, name a file with --course."
        )

    def to_json(self) -> str:
        """The settings as the gradebook keeps them."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | None) -> Course:
        """The settings again from ``to_json``'s form; none give ``Course()``."""
        return msgspec.json.decode(text, type=cls) if text else cls()


def load_course(path: Path, key: Key | None = None) -> Course:
    """Read the settings in a TOML file, checked against the key.

    Parameters
    ----------
    path
        The file.
    key
        The answer key; without it, that of the course one is in.

    Returns
    -------
    The settings.

    Raises
    ------
    CourseProblem
        With one sentence, when the file cannot be read, or something in it is not
        known, of the wrong type, or a date without a time zone.
    """
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise CourseProblem(
            f"The course settings {path} cannot be read: {error.strerror or error}."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseProblem(f"{path} is not written as TOML: {error}.") from None
    try:
        course = _Reader(path, key or load_key()).course(data)
        whole = path.resolve()
        return replace(course, file=str(whole), sha256=digest_of_file(whole))
    except (DateProblem, KeyProblem, LateProblem) as problem:
        raise CourseProblem(f"{path}: {problem}") from None


def digest_of_file(path: Path) -> str:
    """A hash of what stands in a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class _Reader:
    """Turns a table into a Course; remembers the file for its sentences."""

    def __init__(self, path: Path, key: Key) -> None:
        self._path, self._key = path, key

    def course(self, data: dict[str, Any]) -> Course:
        known = ("title", "book_url", "timezone", "due", "points", "late", "extensions")
        more = ("roster", "chapters", "attempts", "aliases", "unfinished", "commit_dates")
        self._only(data, (*known, *more), "the settings")
        timezone = self._text(data, "timezone")
        if timezone:
            zone(timezone)
        roster = data.get("roster", {})
        if isinstance(roster, str):
            roster = {"file": roster}
        file, columns = self._roster(self._table(roster, "roster"))
        return Course(
            title=self._text(data, "title"),
            book_url=self._text(data, "book_url").rstrip("/"),
            timezone=timezone,
            due=self._due(data.get("due", {}), timezone),
            points=self._points(self._table(data.get("points", {}), "points")),
            late=self._late(self._table(data.get("late", {}), "late")),
            extensions=self._extensions(data.get("extensions", []), timezone),
            roster=file,
            columns=columns,
            chapters=self._chapters(data.get("chapters", [])),
            attempts=self._one_of(data, "attempts", ATTEMPTS),
            aliases=self._aliases(self._table(data.get("aliases", {}), "aliases")),
            unfinished=self._one_of(data, "unfinished", (OPEN, COUNTS)),
            commit_dates=data.get("commit_dates", False) is True,
        )

    def _chapters(self, said: object) -> tuple[str, ...]:
        if not isinstance(said, list):
            raise self._problem('chapters are written as a list: chapters = ["03-numpy"].')
        return tuple(self._key.chapter(str(name)).name for name in said)

    def _one_of(self, data: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
        said = self._text(data, name, known[0])
        if said not in known:
            has = " or ".join(f'"{word}"' for word in known)
            raise self._problem(f"{name} must be {has}, not {said!r}.")
        return said

    def _aliases(self, table: dict[str, Any]) -> dict[str, tuple[str, ...]]:
        found = {}
        for alias, said in table.items():
            names = said if isinstance(said, list) else [said]
            if not names or not all(isinstance(n, str) and n.strip() for n in names):
                raise self._problem(
                    f"the alias {alias!r} must be a student's id in quotes, or a list of "
                    "such ids."
                )
            found[alias] = tuple(names)
        return found

    def _due(self, said: object, timezone: str) -> dict[str, str]:
        if not isinstance(said, dict):
            return {EVERY: moment(said, "due", timezone).isoformat()}
        return {
            self._prefix(name): moment(value, f"due.{name}", timezone).isoformat()
            for name, value in said.items()
        }

    def _prefix(self, name: str) -> str:
        """The prefix of a chapter by its name (``03-numpy``) or prefix (``numpy``)."""
        if name in ("all", EVERY):
            return EVERY
        return self._key.chapter(name).prefix

    def _points(self, table: dict[str, Any], above: str = "") -> dict[str, float]:
        """Ids may be quoted or not: TOML reads ``numpy.softmax`` as a table."""
        points: dict[str, float] = {}
        for name, value in table.items():
            exercise_id = f"{above}.{name}" if above else name
            if isinstance(value, dict):
                points |= self._points(value, exercise_id)
                continue
            exercise = self._key.exercise(exercise_id)
            points[exercise.id] = self._number(value, f"points.{exercise_id}", 1e6)
        return points

    def _late(self, table: dict[str, Any]) -> Late:
        self._only(table, ("policy", "rate", "cap", "grace_minutes"), "[late]")
        policy, sha256 = self._text(table, "policy", "none"), ""
        if policy not in BUILT_IN:
            policy, sha256 = policy_file(policy, self._path.parent)
        return Late(
            policy,
            self._number(table.get("rate", 0.1), "late.rate", 1.0),
            self._number(table.get("cap", 1.0), "late.cap", 1.0),
            self._number(table.get("grace_minutes", 0.0), "late.grace_minutes", 1e6),
            sha256,
        )

    def _extensions(self, said: object, timezone: str) -> tuple[Extension, ...]:
        if not isinstance(said, list):
            raise self._problem("extensions are written as [[extensions]], one for each.")
        return tuple(self._extension(item, timezone) for item in said)

    def _extension(self, item: object, timezone: str) -> Extension:
        table = self._table(item, "extensions")
        fields = ("student", "chapter", "until", "days", "hours", "reason")
        self._only(table, fields, "[[extensions]]")
        student = self._text(table, "student").strip()
        if not student:
            raise self._problem('an extension names no student: student = "...".')
        what = f"the extension of {student}"
        hours = self._number(table.get("hours", 0.0), f"{what}, hours,", 1e5)
        hours += 24 * self._number(table.get("days", 0.0), f"{what}, days,", 1e4)
        if ("until" in table) == bool(hours):
            raise self._problem(f"{what} needs either until = a date, or days or hours.")
        until = moment(table["until"], what, timezone).isoformat() if not hours else ""
        prefix = self._prefix(self._text(table, "chapter", EVERY))
        return Extension(student, prefix, until, hours)

    def _roster(self, table: dict[str, Any]) -> tuple[str, dict[str, str]]:
        columns = {name: self._text(table, name) for name in table}
        file = columns.pop("file", "")
        return str((self._path.parent / file).resolve()) if file else "", columns

    # --- plain values --------------------------------------------------------

    def _text(self, table: dict[str, Any], name: str, default: str = "") -> str:
        value = table.get(name, default)
        if not isinstance(value, str):
            raise self._problem(f"{name} must be a text in quotes, not {value!r}.")
        return value

    def _table(self, value: object, name: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._problem(f"{name} must be a table: write [{name}] above its lines.")
        return value

    def _number(self, value: object, name: str, most: float) -> float:
        number = math.nan
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            number = float(value)
        if not 0 <= number <= most:  # nan and inf are neither
            words = f"{name} must be a number from 0 to {most:g}, not {value!r}."
            raise self._problem(words)
        return number

    def _only(self, table: dict[str, Any], known: tuple[str, ...], where: str) -> None:
        for name in table:
            if name not in known:
                words = f"{where} has no line {name!r}. {_nearest(name, known)}"
                raise self._problem(words)

    def _problem(self, words: str) -> CourseProblem:
        return CourseProblem(f"{self._path}: {words}")


def _plain(name: str) -> str:
    return name.strip().casefold()


def _nearest(name: str, known: Iterable[str]) -> str:
    known = list(known)
    longer = [other for other in known if name and other.startswith(name)]
    close = longer or difflib.get_close_matches(name, known, 1, 0.5)
    return f"Did you mean {close[0]!r}?" if close else f"It has: {', '.join(known)}."
