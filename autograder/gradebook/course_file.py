"""Read a course's settings from a TOML file, checked against the key.

``course_lines`` says which lines there are; here they get what the key and one another
know of them.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.exercise.problem import did_you_mean
from autograder.gradebook.course import (
    EVERY,
    Course,
    Extension,
    TermAssignment,
    digest_of_file,
)
from autograder.gradebook.course_lines import (
    AssignmentLines,
    CourseLines,
    CourseProblem,
    Excuse,
    ExtensionLines,
    LateLines,
    TermRules,
    extension_in,
    lines_in,
)
from autograder.gradebook.dates import DateProblem, moment, zone
from autograder.gradebook.late import BUILT_IN, Late, LateProblem, policy_file
from autograder.gradebook.matching import called
from autograder.gradebook.roster import Student
from autograder.gradebook.table import TableProblem, read_table


def load_course(path: Path, key: Key | None = None) -> Course:
    """Read the settings in a TOML file, checked against the key, or the course's own."""
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
        course = _CourseReader(path, key or load_key(), lines_in(data, path)).course()
        whole = path.resolve()
        return replace(course, file=str(whole), sha256=digest_of_file(whole))
    except (DateProblem, KeyProblem, LateProblem, TableProblem) as problem:
        raise CourseProblem(f"{path}: {problem}") from None
    except RecursionError:
        raise CourseProblem(f"{path} is nested too deeply to be settings.") from None


class _CourseReader:
    """Turns lines into a Course; remembers the file for its sentences."""

    def __init__(self, path: Path, key: Key, lines: CourseLines) -> None:
        self._path, self._key, self._lines = path, key, lines

    def course(self) -> Course:
        lines = self._lines
        if lines.timezone:
            zone(lines.timezone)
        file, columns = self._roster()
        assignments = self._assignments()
        return Course(
            title=lines.title,
            book_url=lines.book_url.rstrip("/"),
            timezone=lines.timezone,
            due=self._due(lines.due),
            points=self._points(lines.points),
            bonus=tuple(self._key.exercise(name).id for name in lines.bonus),
            late=self._late(lines.late),
            extensions=tuple(
                self._extension(e, assignments) for e in self._all_extensions()
            ),
            roster=file,
            columns=columns,
            chapters=tuple(self._key.chapter(str(name)).name for name in lines.chapters),
            attempts=lines.attempts,
            aliases=self._aliases(),
            unfinished=lines.unfinished,
            words=lines.words,
            verdicts=lines.verdicts,
            file_dates=lines.file_dates,
            assist=lines.assist,
            assignments=assignments,
            excuses=tuple(self._excuse(excuse, assignments) for excuse in lines.excused),
            term=self._term(lines.term),
        )

    def _problem(self, why: str) -> CourseProblem:
        return CourseProblem(f"{self._path}: {why}")

    def _moment(self, value: object, what: str) -> str:
        return moment(value, what, self._lines.timezone).isoformat()

    def _aliases(self) -> dict[str, tuple[str, ...]]:
        aliases = {}
        for alias, student in self._lines.aliases.items():
            names = student if isinstance(student, list) else [student]
            if not names or not all(name.strip() for name in names):
                raise self._problem(
                    f"the alias {alias!r} is nobody's: write a student's id."
                )
            aliases[alias] = tuple(names)
        return aliases

    def _due(self, due: Any) -> dict[str, str]:
        if due is None:
            return {}
        if not isinstance(due, dict):
            return {EVERY: self._moment(due, "due")}
        return {self._prefix(n): self._moment(v, f"due.{n}") for n, v in due.items()}

    def _prefix(self, name: str) -> str:
        """The prefix of a chapter by its name (``03-numpy``) or prefix (``numpy``)."""
        return EVERY if name in ("all", EVERY) else self._key.chapter(name).prefix

    def _points(self, table: dict[str, Any], above: str = "") -> dict[str, float]:
        """Ids may be quoted or not: TOML reads ``numpy.softmax`` as a table."""
        points: dict[str, float] = {}
        for name, value in table.items():
            exercise_id = f"{above}.{name}" if above else name
            if isinstance(value, dict):
                points |= self._points(value, exercise_id)
                continue
            exercise = self._key.exercise(exercise_id)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not (is_number and 0 <= value <= 1e6):  # nor a nan
                raise self._problem(
                    f"points.{exercise_id} must be a number from 0 to 1e+06, not {value!r}."
                )
            points[exercise.id] = float(value)
        return points

    def _late(self, lines: LateLines) -> Late:
        policy, sha256 = lines.policy, ""
        if policy not in BUILT_IN:
            policy, sha256 = policy_file(policy, self._path.parent)
        lines = structs.replace(lines, policy=policy)
        return Late(**structs.asdict(lines), sha256=sha256)

    def _all_extensions(self) -> list[ExtensionLines]:
        extensions = self._lines.extensions
        if not isinstance(extensions, str):
            return extensions
        path = self._path.parent / extensions
        (_, header), *rows = read_table(path, "table of extensions") or [(0, [])]
        return [extension_in(dict(zip(header, row, strict=False)), path) for _, row in rows]

    def _extension(
        self, lines: ExtensionLines, assignments: tuple[TermAssignment, ...]
    ) -> Extension:
        who = lines.student.strip() or lines.section.strip()
        if not who:
            raise self._problem('an extension names no student: student = "...".')
        what = f"the extension of {who}"
        hours = lines.hours + 24 * lines.days
        if (lines.until is not None) == bool(hours):
            raise self._problem(f"{what} needs either until = a date, or days or hours.")
        return Extension(
            lines.student.strip(),
            self._prefix(lines.chapter),
            "" if hours else self._moment(lines.until, what),
            hours,
            self._named(lines.assignment, what, assignments),
            "" if lines.student else who,
        )

    def _roster(self) -> tuple[str, dict[str, str]]:
        roster = self._lines.roster
        columns = dict(roster) if isinstance(roster, dict) else {"file": roster}
        file = columns.pop("file", "")
        return str((self._path.parent / file).resolve()) if file else "", columns

    # --- the term ---------------------------------------------------------------------

    def _assignments(self) -> tuple[TermAssignment, ...]:
        known: list[TermAssignment] = []
        for lines in self._lines.assignments:
            assignment = self._assignment(lines)
            for other in known:
                if other.name == assignment.name:
                    raise self._problem(f"two assignments are called {assignment.name!r}.")
                if other.results == assignment.results:
                    raise self._problem(
                        f"{other.name} and {assignment.name} have one folder of "
                        "results: each needs its own."
                    )
            known.append(assignment)
        return tuple(known)

    def _assignment(self, lines: AssignmentLines) -> TermAssignment:
        name = lines.name.strip()
        if not name:
            raise self._problem('an assignment has no name: name = "week-1".')
        what = f"the assignment {name}"
        if not lines.chapters:
            raise self._problem(f'{what} needs its chapters: chapters = ["03-numpy"].')
        known = [self._key.chapter(str(chapter)) for chapter in lines.chapters]
        return TermAssignment(
            name,
            tuple(chapter.name for chapter in known),
            tuple(chapter.prefix for chapter in known),
            str((self._path.parent / (lines.results or name)).resolve()),
            lines.title,
            "" if lines.due is None else self._moment(lines.due, f"{what}, due,"),
            lines.weight,
            lines.always_counts,
        )

    def _named(self, name: str, what: str, assignments: tuple[TermAssignment, ...]) -> str:
        """The name of an assignment, if there is one of it."""
        if name and name not in {assignment.name for assignment in assignments}:
            has = ", ".join(assignment.name for assignment in assignments) or "none"
            raise self._problem(f"{what} is for {name!r}. The assignments are: {has}.")
        return name

    def _excuse(self, excuse: Excuse, assignments: tuple[TermAssignment, ...]) -> Excuse:
        self._named(excuse.assignment, "an excuse", assignments)
        student, exercise = excuse.student.strip(), excuse.exercise
        if not exercise and not (student and excuse.assignment):
            raise self._problem(
                "an excuse needs a student and an assignment, or an exercise: who, or "
                "without a student everybody, is excused from what?"
            )
        exercise = self._key.exercise(exercise).id if exercise else ""
        return structs.replace(excuse, student=student, exercise=exercise)

    def _term(self, rules: TermRules) -> TermRules:
        if not rules.out_of:
            raise self._problem("out_of must be more than 0: the points of the whole term.")
        return rules


def refuse_unknown(course: Course, people: Iterable[Student], where: str) -> None:
    """Refuse an extension or an excuse for nobody of these people, or for several."""
    known: dict[str, set[str]] = {}
    names: list[str] = []
    for person in people:
        names += person.names()
        for name in person.names():
            known.setdefault(called(name), set()).add(person.key)
    wanted = [("extension", one.student) for one in course.extensions if one.student]
    wanted += [("excuse", one.student) for one in course.excuses if one.student]
    for what, student in wanted:
        keys = sorted(known.get(called(student), ()))
        if len(keys) == 1:
            continue
        sentence = f"The {what} for {student!r} is for"
        if keys:
            raise CourseProblem(
                f"{sentence} {len(keys)} students {where}: write the id of one of them, "
                f"{' or '.join(keys)}."
            )
        guess = did_you_mean(student, names, 0.6)
        raise CourseProblem(f"{sentence} nobody {where}.{guess}")
