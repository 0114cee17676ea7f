"""Read a course's settings from a TOML file, checked against the key."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.gradebook.course import (
    ATTEMPTS,
    COUNTS,
    EVERY,
    OPEN,
    Course,
    CourseProblem,
    Extension,
    digest_of_file,
)
from autograder.gradebook.dates import DateProblem, moment, zone
from autograder.gradebook.late import BUILT_IN, Late, LateProblem, policy_file


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


def _nearest(name: str, known: Iterable[str]) -> str:
    known = list(known)
    longer = [other for other in known if name and other.startswith(name)]
    close = longer or difflib.get_close_matches(name, known, 1, 0.5)
    return f"Did you mean {close[0]!r}?" if close else f"It has: {', '.join(known)}."
