"""What a class is graded by: its settings, its roster, and how its files are named."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.problem import did_you_mean
from autograder.gradebook.course import BEST, LAST, ON_TIME, Course
from autograder.gradebook.course_file import load_course, refuse_unknown
from autograder.gradebook.course_lines import CourseProblem
from autograder.gradebook.database import Gradebook
from autograder.gradebook.dates import seconds_between
from autograder.gradebook.late import BUILT_IN
from autograder.gradebook.roster import Roster, Student
from autograder.gradebook.roster_file import read_roster
from autograder.gradebook.term_books import days_used
from autograder.handin.collect import Collected, collect_class
from autograder.handin.submission import Submission, SubmissionsProblem
from autograder.pages.render import few


@dataclass(frozen=True)
class EarlierRun:
    """What the run before into the same folder was made with; empty where none was."""

    key: str = ""
    course: Course = field(default_factory=Course)
    roster: Roster = field(default_factory=Roster)
    layout: str = ""
    chapters: tuple[str, ...] = ()
    students: tuple[str, ...] = ()  # who are graded

    @classmethod
    def of(cls, out: Path | None, seed: int | None = None) -> EarlierRun:
        """All of it, read at once; ``seed``: to refuse one that it was not made with."""
        if out is None or not (out / "gradebook.sqlite").is_file():
            return cls()
        with Gradebook(out) as book:
            if seed is not None:
                book.seed(seed)
            layout, chapters = book.recall("layout"), book.recall("chapters")
            return cls(
                *(book.recall("key") or "", book.course, book.roster, layout or ""),
                *(tuple(json.loads(chapters or "[]")), tuple(book.students())),
            )

    def chapters_of(
        self, wanted: Iterable[str], course: Course, key: Key
    ) -> tuple[str, ...]:
        """The chapters of the assignment: as said now, by the course, or then."""
        names = [*wanted] or course.chapters or self.chapters
        wanted = {key.chapter(name).name for name in names}
        return tuple(c.name for c in key.chapters if c.name in wanted)

    def without_graded(self, collected: Collected) -> Collected:
        """The same; who was graded before or waits for it is not missing, and is kept."""
        known = {*self.students, *self.roster.waiting}
        known |= {*called_otherwise(known, collected.roster, self.roster).values()}
        return replace(
            collected, missing=tuple(s for s in collected.missing if s not in known)
        )


def read_course(
    out: Path | None, key: Key, course_file: Path | None, assignment: str = ""
) -> tuple[Path, Course]:
    """The folder of results, and the settings: a file's, or those of the run before."""
    course = EarlierRun.of(out).course
    before = course.assignment
    if course_file:
        course = load_course(course_file, key)
    elif out:
        course.late.check()
    else:
        raise CourseProblem("Say where results go, with --out, or name a course file.")
    assignment = assignment or before
    if assignment:
        out = out or Path(course.named_assignment(assignment).results)
        before = before or EarlierRun.of(out).course.assignment
        if before not in ("", assignment):
            raise CourseProblem(
                f"{out} holds the results of {before}, not of {assignment}: each "
                "assignment needs its own."
            )
        course = course.for_assignment(assignment)
        if course.late.free_days:
            course = replace(course, days_used=days_used(course))
    assert out is not None, "the command asks for one of the two"
    return out, course


def read_class(
    submissions: Path,
    earlier: EarlierRun,
    course: Course,
    roster_file: Path | None,
    layout: str,
) -> Collected:
    """What was handed in and whose it is, by the roster if there is one."""
    roster = earlier.roster
    if file := roster_file or (Path(course.roster) if course.roster else None):
        roster = read_roster(file, course.columns, course.timezone)
    elif not roster.complete:
        roster = Roster()
    collected = collect_class(
        *(submissions, roster, layout or earlier.layout, course.timezone),
        aliases=course.aliases,
        file_dates=course.file_dates,
    )
    if collected.roster.complete:
        people = collected.roster.everybody
        refuse_unknown(course, people, "on the roster")
    return collected


def with_attempt_policy(collected: Collected, course: Course, key: Key) -> list[Submission]:
    """What was handed in, knowing which attempt counts, its due date and its cost."""
    if course.attempts == LAST:
        return list(collected.handed)
    people = {s.key: s for s in collected.roster.everybody}
    submissions = []
    for item in collected.handed:
        person = people.get(item.student, Student(item.student))
        names, section = person.names(), person.section
        grace = timedelta(minutes=course.late.grace_minutes)
        due = tuple(
            (chapter.name, (moment + grace).isoformat())
            for chapter in key.chapters
            if course.attempts == ON_TIME
            and (moment := course.due_for(chapter.prefix, names, section))
        )
        item = replace(item, attempts=course.attempts, due=due)
        if course.attempts == BEST and len(item.files) > 1:
            shares = tuple(_shares(item, person, course, key))
            item = replace(item, shares=shares, points=tuple(sorted(course.points.items())))
        submissions.append(item)
    return submissions


def _shares(
    item: Submission, person: Student, course: Course, key: Key
) -> Iterator[tuple[str, str, float]]:
    """Of what came late: chapter, file, and the share of full points that still counts."""
    for chapter in key.chapters:
        due = course.due_for(chapter.prefix, person.names(), person.section)
        late = [
            (name, seconds)
            for (name, _), time in zip(item.files, item.times, strict=False)
            if due and (seconds := seconds_between(due, time or item.handed_in))
        ]
        late = [(name, seconds) for name, seconds in late if seconds > 0]
        free = course.free_days(item.student)
        most = _most(chapter, course, key) if late else 0.0
        for name, seconds in late if most else ():
            if (left := course.late.counts(most, seconds, free)) < most:
                yield chapter.name, name, left / most


def _most(chapter: Chapter, course: Course, key: Key) -> float:
    """What all of a chapter is worth; a built-in rule asks nobody, who takes a share."""
    if course.late.policy in BUILT_IN:
        return 100.0
    return sum(course.points.get(e.id, e.points) for e in key.exercises(chapter))


def only_these(collected: Collected, only: Iterable[str]) -> Collected:
    """Of what was handed in that of these students alone; of none, all."""
    handed = {item.student: item for item in collected.handed}
    wanted: set[str] = set()
    for name in only:
        here = [name] if name in handed else [s.key for s in collected.roster.find(name)]
        here = [key for key in here if key in handed]
        if len(here) != 1:
            guess = did_you_mean(name, handed)
            sentence = "more than one student" if here else "nobody who handed in something"
            raise SubmissionsProblem(f"--only {name!r} is {sentence}.{guess}")
        wanted.add(here[0])
    if not wanted:
        return collected
    return replace(
        collected, handed=tuple(h for h in collected.handed if h.student in wanted)
    )


def refuse_inside(out: Path, submissions: Path) -> None:
    """Refuse to write results among the hand-ins: the next run would read them."""
    if submissions.is_dir() and out.resolve().is_relative_to(submissions.resolve()):
        raise SubmissionsProblem(
            f"--out {out} lies in {submissions}, where the next run would read it as a "
            "student's. Choose a folder beside it."
        )


def notes_on(collected: Collected, course: Course) -> Iterator[str]:
    """What was decided in reading the class, a line for each thing."""
    yield from collected.said
    if collected.unknown:
        yield f"Not on the roster: {few(collected.unknown)}."
    if collected.missing:
        count, names = len(collected.missing), few(collected.missing)
        yield f"On the roster, and handed in nothing: {count} ({names})."
    if course.due and not all(person.handed_in for person in collected.roster.students):
        yield collected.times
        if unknown := sum(not item.handed_in for item in collected.handed):
            whom = f"{unknown} of {len(collected.handed)} hand-ins, whose time is not known"
            yield f"No late penalty for {whom}: give the roster a column handed_in."


def called_otherwise(
    students: Iterable[str], roster: Roster, earlier: Roster
) -> dict[str, str]:
    """Who of an earlier run is called otherwise by a roster, and how.

    Only who is exactly one student of a complete roster. Where the earlier run knew of the
    same student, and took somebody for another one all the same, it had a reason.
    """
    if not roster.complete:
        return {}
    ids = {s.key: s.ids for s in earlier.everybody}
    renamed = {}
    for name in students:
        now, then = (
            [student.key for student in known.find(name, ids.get(name, {}))]
            for known in (roster, earlier)
        )
        if len(now) == 1 and now != [name] and not (earlier.complete and now == then):
            renamed[name] = now[0]
    return renamed


def free(names: Mapping[str, str], known: Collection[str]) -> dict[str, str]:
    """The names that one student alone gets, and that no result is under."""
    times = Counter(names.values())
    return {n: new for n, new in names.items() if times[new] == 1 and new not in known}
