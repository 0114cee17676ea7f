"""Read a course's settings from a TOML file, checked against the key."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from autograder.exercise.course_folder import ASSIST
from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.gradebook.assignments import TermAssignment
from autograder.gradebook.course import (
    ATTEMPTS,
    COUNTED,
    COUNTS,
    EVERY,
    LEFT_OUT,
    OPEN,
    Course,
    CourseProblem,
    Extension,
    digest_of_file,
)
from autograder.gradebook.dates import DateProblem, moment, zone
from autograder.gradebook.late import BUILT_IN, Late, LateProblem, policy_file
from autograder.gradebook.term_file import (
    named_assignment,
    read_assignments,
    read_excuses,
    read_term,
)
from autograder.gradebook.toml_values import TomlValues


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
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise CourseProblem(f"{path} is not written as TOML: {error}.") from None
    try:
        course = _Reader(path, key or load_key()).course(data)
        whole = path.resolve()
        return replace(course, file=str(whole), sha256=digest_of_file(whole))
    except (DateProblem, KeyProblem, LateProblem) as problem:
        raise CourseProblem(f"{path}: {problem}") from None
    except RecursionError:
        raise CourseProblem(f"{path} is nested too deeply to be settings.") from None


class _Reader(TomlValues):
    """Turns a table into a Course; remembers the file for its sentences."""

    def __init__(self, path: Path, key: Key) -> None:
        super().__init__(path)
        self._key = key

    def course(self, data: dict[str, Any]) -> Course:
        known = ("title", "book_url", "timezone", "due", "points", "late", "extensions")
        more = (
            "roster",
            "chapters",
            "attempts",
            "aliases",
            "unfinished",
            "commit_dates",
            "words",
            "assist",
        )
        term = ("assignments", "excused", "term")
        self.only(data, (*known, *more, *term), "the settings")
        timezone = self.text(data, "timezone")
        if timezone:
            zone(timezone)
        roster = data.get("roster", {})
        if isinstance(roster, str):
            roster = {"file": roster}
        file, columns = self._roster(self.table(roster, "roster"))
        assignments = read_assignments(
            self, self._key, data.get("assignments", []), timezone
        )
        return Course(
            title=self.text(data, "title"),
            book_url=self.text(data, "book_url").rstrip("/"),
            timezone=timezone,
            due=self._due(data.get("due", {}), timezone),
            points=self._points(self.table(data.get("points", {}), "points")),
            late=self._late(self.table(data.get("late", {}), "late")),
            extensions=self._extensions(data.get("extensions", []), timezone, assignments),
            roster=file,
            columns=columns,
            chapters=self._chapters(data.get("chapters", [])),
            attempts=self.one_of(data, "attempts", ATTEMPTS),
            aliases=self._aliases(self.table(data.get("aliases", {}), "aliases")),
            unfinished=self.one_of(data, "unfinished", (OPEN, COUNTS)),
            words=self.one_of(data, "words", (COUNTED, LEFT_OUT)),
            commit_dates=self.truth(data, "commit_dates"),
            assist=self.one_of(data, "assist", ASSIST),
            assignments=assignments,
            excuses=read_excuses(self, self._key, data.get("excused", []), assignments),
            term=read_term(self, self.table(data.get("term", {}), "term")),
        )

    def _chapters(self, said: object) -> tuple[str, ...]:
        if not isinstance(said, list):
            raise self.problem('chapters are written as a list: chapters = ["03-numpy"].')
        return tuple(self._key.chapter(str(name)).name for name in said)

    def _aliases(self, table: dict[str, Any]) -> dict[str, tuple[str, ...]]:
        found = {}
        for alias, said in table.items():
            names = said if isinstance(said, list) else [said]
            if not names or not all(isinstance(n, str) and n.strip() for n in names):
                raise self.problem(
                    f"the alias {alias!r} must be a student's id in quotes, or a list of "
                    "such ids."
                )
            found[alias] = tuple(names)
        return found

    def _due(self, said: object, timezone: str) -> dict[str, str]:
        if not isinstance(said, dict):
            return {EVERY: moment(said, "due", timezone).isoformat()}
        return {
            self.prefix(name): moment(value, f"due.{name}", timezone).isoformat()
            for name, value in said.items()
        }

    def prefix(self, name: str) -> str:
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
            points[exercise.id] = self.number(value, f"points.{exercise_id}", 1e6)
        return points

    def _late(self, table: dict[str, Any]) -> Late:
        self.only(table, ("policy", "rate", "cap", "grace_minutes"), "[late]")
        policy, sha256 = self.text(table, "policy", "none"), ""
        if policy not in BUILT_IN:
            policy, sha256 = policy_file(policy, self.path.parent)
        return Late(
            policy,
            self.number(table.get("rate", 0.1), "late.rate", 1.0),
            self.number(table.get("cap", 1.0), "late.cap", 1.0),
            self.number(table.get("grace_minutes", 0.0), "late.grace_minutes", 1e6),
            sha256,
        )

    def _extensions(
        self, said: object, timezone: str, assignments: tuple[TermAssignment, ...]
    ) -> tuple[Extension, ...]:
        tables = self.tables(said, "extensions")
        return tuple(self._extension(table, timezone, assignments) for table in tables)

    def _extension(
        self,
        table: dict[str, Any],
        timezone: str,
        assignments: tuple[TermAssignment, ...],
    ) -> Extension:
        fields = ("student", "chapter", "assignment", "until", "days", "hours", "reason")
        self.only(table, fields, "[[extensions]]")
        student = self.text(table, "student").strip()
        if not student:
            raise self.problem('an extension names no student: student = "...".')
        what = f"the extension of {student}"
        hours = self.number(table.get("hours", 0.0), f"{what}, hours,", 1e5)
        hours += 24 * self.number(table.get("days", 0.0), f"{what}, days,", 1e4)
        if ("until" in table) == bool(hours):
            raise self.problem(f"{what} needs either until = a date, or days or hours.")
        until = moment(table["until"], what, timezone).isoformat() if not hours else ""
        prefix = self.prefix(self.text(table, "chapter", EVERY))
        assignment = named_assignment(self, table, what, assignments)
        return Extension(student, prefix, until, hours, assignment)

    def _roster(self, table: dict[str, Any]) -> tuple[str, dict[str, str]]:
        columns = {name: self.text(table, name) for name in table}
        file = columns.pop("file", "")
        return str((self.path.parent / file).resolve()) if file else "", columns
