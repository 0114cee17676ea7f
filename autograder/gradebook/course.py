"""A course's settings: due dates, points, late policy, extensions, roster.

Read from a TOML file; every line of it is optional.  Names are checked against
the key when the file is read, so that a slip is met before anything is graded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from autograder.exercise.course_folder import FULL
from autograder.gradebook.course_lines import CourseProblem, Excuse, TermRules
from autograder.gradebook.late import Late
from autograder.gradebook.matching import called

LAST, BEST, ON_TIME = "last", "best", "last on time"
OPEN, COUNTS, ZERO = "open", "counts", "zero"
COUNTED, LEFT_OUT = "counted", "left out"
AT_ONCE, AFTER_DUE = "at once", "after due"
EVERY = ""  # the prefix that stands for every chapter not named


@dataclass(frozen=True)
class TermAssignment:
    """One assignment of a term."""

    name: str
    chapters: tuple[str, ...]
    prefixes: tuple[str, ...]  # of its chapters
    results: str  # the whole path of its folder
    title: str = ""
    due: str = ""  # ISO 8601; "" where the chapters' own dates count
    weight: float = 1.0
    always_counts: bool = False

    @property
    def called(self) -> str:
        """Its title, or else its name."""
        return self.title or self.name


@dataclass(frozen=True)
class Extension:
    """More time for one student, or for everybody of a section of the roster."""

    student: str
    prefix: str = EVERY  # of a chapter
    until: str = ""  # ISO 8601; or else so many hours more
    hours: float = 0.0
    assignment: str = ""  # the only one that it is for
    section: str = ""


@dataclass(frozen=True)
class Course:
    """The settings in force: what ``course_lines`` describes, checked against the key.

    ``due`` has an ISO 8601 moment for a chapter's prefix, ``points`` those of an exercise
    by its id, ``columns`` which column of the roster is what, ``days_used`` the late days
    that earlier assignments took of each student.  ``assignment`` is the one that these
    settings are for.  ``file`` and its ``sha256`` are where all of it stood.
    """

    title: str = ""
    book_url: str = ""
    timezone: str = ""
    due: Mapping[str, str] = field(default_factory=dict)
    points: Mapping[str, float] = field(default_factory=dict)
    bonus: tuple[str, ...] = ()
    late: Late = field(default_factory=Late)
    extensions: tuple[Extension, ...] = ()
    roster: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    chapters: tuple[str, ...] = ()
    attempts: str = LAST
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unfinished: str = OPEN
    words: str = COUNTED
    verdicts: str = AT_ONCE
    file_dates: bool = False
    days_used: Mapping[str, int] = field(default_factory=dict)
    assignments: tuple[TermAssignment, ...] = ()
    assignment: str = ""
    excuses: tuple[Excuse, ...] = ()
    term: TermRules = field(default_factory=TermRules)
    assist: str = FULL
    file: str = ""
    sha256: str = ""

    def due_for(
        self, prefix: str, names: Iterable[str] = (), section: str = ""
    ) -> datetime | None:
        """When a chapter is due for a student of these names; None for never."""
        due = self.due.get(prefix) or self.due.get(EVERY)
        known = {called(name) for name in names if name}
        moments = [datetime.fromisoformat(due)] if due else []
        for extension in self.extensions:
            if extension.prefix not in (EVERY, prefix):
                continue
            is_theirs = extension.section and extension.section == section
            if not is_theirs and called(extension.student) not in known:
                continue
            if extension.until:
                moments.append(datetime.fromisoformat(extension.until))
            elif due:
                hours = timedelta(hours=extension.hours)
                moments.append(datetime.fromisoformat(due) + hours)
        return max(moments, default=None)

    def free_days(self, student: str) -> int:
        """The late days of the term that a student, by the key, still has."""
        return max(self.late.free_days - self.days_used.get(student, 0), 0)

    def first_due(self, prefix: str) -> datetime | None:
        """When a chapter is due for everybody, first of the assignments that ask for it."""
        dues = [
            assignment.due
            for assignment in self.assignments
            if prefix in assignment.prefixes and assignment.due
        ]
        moments = [datetime.fromisoformat(due) for due in dues]
        return min(moments) if moments else self.due_for(prefix)

    def for_assignment(self, name: str) -> Course:
        """The settings of one assignment of the term."""
        assignment = self.named_assignment(name)
        return replace(
            self,
            title=assignment.called,
            chapters=assignment.chapters,
            due={EVERY: assignment.due} if assignment.due else self.due,
            assignment=assignment.name,
            extensions=tuple(e for e in self.extensions if e.assignment in ("", name)),
            excuses=tuple(e for e in self.excuses if e.assignment in ("", name)),
        )

    def named_assignment(self, name: str) -> TermAssignment:
        """The assignment of that name."""
        for assignment in self.assignments:
            if assignment.name == name:
                return assignment
        if not self.assignments:
            raise CourseProblem(
                "The course file names no assignments: write [[assignments]] into it, with "
                "a name and chapters for each."
            )
        has = ", ".join(assignment.name for assignment in self.assignments)
        raise CourseProblem(f"The course has no assignment {name!r}. It has: {has}.")

    def asking_for(self, chapters: Iterable[str]) -> str:
        """The name of the one assignment of these chapters; "" where there is none."""
        wanted = set(chapters)
        names = [a.name for a in self.assignments if {*a.chapters} == wanted]
        return names[0] if len(names) == 1 else ""

    def excuse(self, names: Iterable[str], exercise: str = "") -> Excuse | None:
        """Why an exercise, or else all of it, does not count; None where it does."""
        known = {called(name) for name in names if name}
        for excuse in self.excuses:
            for_them = not excuse.student or called(excuse.student) in known
            if excuse.exercise == exercise and for_them:
                return excuse
        return None

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


def digest_of_file(path: Path) -> str:
    """A hash of what stands in a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
