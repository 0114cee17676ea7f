"""What a class is graded by: its settings, its roster, and how its files are named."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource

from autograder.checking.show import visible
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.gradebook.course import BEST, LAST, ON_TIME, Course, CourseProblem
from autograder.gradebook.course_file import load_course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.dates import seconds_between
from autograder.gradebook.late import BUILT_IN
from autograder.gradebook.late_days import days_used
from autograder.gradebook.matching import called
from autograder.gradebook.renaming import called_otherwise
from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import Collected, collect_class
from autograder.handin.layouts import NAMES
from autograder.handin.roster_file import read_roster
from autograder.handin.submission import Submission, SubmissionsProblem

SHOWN = 10  # students named in a line
T = TypeVar("T")

course_option = click.option(
    "--course",
    "course_file",
    type=click.Path(path_type=Path),
    help="Settings (TOML): due dates, points, late policy, extensions.",
)
assignment_option = click.option(
    "--assignment",
    default="",
    metavar="NAME",
    help="One that the course file names: its chapters, due date and results.",
)
roster_option = click.option(
    "--roster",
    "roster_file",
    type=click.Path(path_type=Path),
    help="Who is in the class (CSV).",
)
only_option = click.option(
    "--only",
    multiple=True,
    metavar="STUDENT",
    help="Grade this student again, and leave all others as they are; repeatable.",
)
add_option = click.option(
    "--add",
    is_flag=True,
    help="SUBMISSIONS are further chapters: earlier ones stay, and nothing is said of it.",
)
replace_option = click.option(
    "--replace",
    is_flag=True,
    help="SUBMISSIONS is all there is: whoever and whatever else was graded before goes.",
)
layout_option = click.option(
    "--layout",
    default="",
    help=f"How files are named; found by itself. {', '.join(NAMES)}.",
)


def read_course(
    out: Path | None, key: Key, course_file: Path | None, assignment: str = ""
) -> tuple[Path, Course]:
    """The folder of results, and the settings: a file's, or those of an earlier run
    there.

    Raises ``CourseProblem`` when there is no such assignment, or the folder is another
    one's.
    """
    if course_file:
        course = load_course(course_file, key)
    elif out:
        course = _recalled(out, "course", Course.from_json)
        course.late.check()
        if changed := course.changed():
            click.echo(visible(changed), err=True)
    else:
        raise CourseProblem("Say where results go, with --out, or name a course file.")
    before = _recalled(out, "course", Course.from_json).assignment if out else ""
    assignment = assignment or before
    if assignment:
        out = out or Path(course.named_assignment(assignment).results)
        before = before or _recalled(out, "course", Course.from_json).assignment
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


def key_name_of(out: Path, said: str) -> str:
    """The key's name: as said now, or else that of an earlier run."""
    source = click.get_current_context().get_parameter_source("key_name")
    return (source is ParameterSource.DEFAULT and _recalled(out, "key", _text)) or said


def read_class(
    submissions: Path, out: Path, course: Course, roster_file: Path | None, layout: str
) -> Collected:
    """What was handed in and whose it is, by the roster if there is one.

    Raises ``SubmissionsProblem`` when an extension is for nobody on the roster, too.
    """
    roster = _recalled(out, "roster", Roster.from_json)
    if file := roster_file or (Path(course.roster) if course.roster else None):
        roster = read_roster(file, course.columns, course.timezone)
    elif not roster.complete:
        roster = Roster()
    found = collect_class(
        submissions,
        roster,
        layout or _recalled(out, "layout", _text),
        course.timezone,
        aliases=course.aliases,
        commit_dates=course.commit_dates,
        file_dates=course.file_dates,
    )
    refuse_strangers(course, found)
    return found


def with_attempt_policy(found: Collected, course: Course, key: Key) -> list[Submission]:
    """What was handed in, knowing which attempt counts, its due date and its cost."""
    if course.attempts == LAST:
        return list(found.handed)
    people = {s.key: s for s in (*found.roster.students, *found.roster.others)}
    submissions = []
    for item in found.handed:
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
        most = _most(chapter, course, key) if late else 0.0
        for name, seconds in late if most else ():
            if (left := course.late.counts(most, seconds)) < most:
                yield chapter.name, name, left / most


def _most(chapter: Chapter, course: Course, key: Key) -> float:
    """What all of a chapter is worth; a built-in rule asks nobody, who takes a share."""
    if course.late.policy in BUILT_IN:
        return 100.0
    return sum(course.points.get(e.id, e.points) for e in key.exercises(chapter))


def only_these(found: Collected, only: Iterable[str]) -> Collected:
    """Of what was handed in that of these students alone.

    Raises ``SubmissionsProblem`` when one of them handed in nothing, or more than one is
    called so.
    """
    handed = {item.student: item for item in found.handed}
    wanted: set[str] = set()
    for name in only:
        here = [name] if name in handed else [s.key for s in found.roster.find(name)]
        here = [key for key in here if key in handed]
        if len(here) != 1:
            close = difflib.get_close_matches(name, handed, 1, 0.5)
            guess = f" Did you mean {close[0]!r}?" if close else ""
            words = "more than one student" if here else "nobody who handed in something"
            raise SubmissionsProblem(f"--only {name!r} is {words}.{guess}")
        wanted.add(here[0])
    if not wanted:
        return found
    return replace(found, handed=tuple(h for h in found.handed if h.student in wanted))


def without_graded(found: Collected, out: Path) -> Collected:
    """The same; who was graded before or waits for it is not missing, and is kept."""
    if not (out / "gradebook.sqlite").is_file():
        return found
    with Gradebook(out) as book:
        earlier = Roster.from_json(book.recall("roster"))
        known = {*book.students(), *earlier.waiting}
        known |= {*called_otherwise(known, found.roster, earlier).values()}
    return replace(found, missing=tuple(s for s in found.missing if s not in known))


def refuse_inside(out: Path, submissions: Path) -> None:
    """Refuse to write results among the hand-ins: the next run would read them.

    Raises ``SubmissionsProblem`` when ``out`` is the folder of the hand-ins, or lies in it.
    """
    if submissions.is_dir() and out.resolve().is_relative_to(submissions.resolve()):
        raise SubmissionsProblem(
            f"--out {out} lies in {submissions}, where the next run would read it as a "
            "student's. Choose a folder beside it."
        )


def assignment_chapters(
    out: Path, said: Iterable[str], course: Course, key: Key
) -> tuple[str, ...]:
    """The chapters of the assignment: as said now, by the course, or by an earlier run.

    Raises ``KeyProblem`` when the key has no such chapter.
    """
    names = [*said]
    known = _recalled(out, "chapters", lambda said: json.loads(said or "[]"))
    wanted = {key.chapter(name).name for name in names or course.chapters or known}
    return tuple(c.name for c in key.chapters if c.name in wanted)


def _recalled(out: Path, name: str, read: Callable[[str | None], T]) -> T:
    """A fact of an earlier run, as ``read`` makes it of the text or of ``None``."""
    if not (out / "gradebook.sqlite").is_file():
        return read(None)
    with Gradebook(out) as book:
        return read(book.recall(name))


def _text(said: str | None) -> str:
    return said or ""


def refuse_strangers(course: Course, found: Collected) -> None:
    """Refuse an extension or an excuse for somebody who is not on the roster."""
    if found.roster.complete:
        people = (*found.roster.students, *found.roster.others)
        refuse_unknown(course, people, "on the roster")


def refuse_unknown(course: Course, people: Iterable[Student], where: str) -> None:
    """Refuse an extension or an excuse for nobody of these people, or for several.

    Raises ``CourseProblem`` with the nearest name, or with whom it may mean.
    """
    known: dict[str, set[str]] = {}
    written: dict[str, str] = {}
    for person in people:
        for name in person.names():
            known.setdefault(called(name), set()).add(person.key)
            written[called(name)] = name
    wanted = [("extension", one.student) for one in course.extensions if one.student]
    wanted += [("excuse", one.student) for one in course.excuses if one.student]
    for what, student in wanted:
        keys = sorted(known.get(called(student), ()))
        if len(keys) == 1:
            continue
        said = f"The {what} for {student!r} is for"
        if keys:
            raise CourseProblem(
                f"{said} {len(keys)} students {where}: write the id of one of them, "
                f"{' or '.join(keys)}."
            )
        close = difflib.get_close_matches(called(student), known, 1, 0.6)
        guess = f" Did you mean {written[close[0]]!r}?" if close else ""
        raise CourseProblem(f"{said} nobody {where}.{guess}")


def print_notes(found: Collected, course: Course) -> None:
    """What was decided in reading the class, a line for each thing."""
    lines = list(found.said)
    if found.unknown:
        lines.append(f"Not on the roster: {few(found.unknown)}.")
    if found.missing:
        count, names = len(found.missing), few(found.missing)
        lines.append(f"On the roster, and handed in nothing: {count} ({names}).")
    if course.due and not all(person.handed_in for person in found.roster.students):
        lines.append(found.times)
        if unknown := sum(not item.handed_in for item in found.handed):
            whom = f"{unknown} of {len(found.handed)} hand-ins, whose time is not known"
            lines.append(f"No late penalty for {whom}: give the roster a column handed_in.")
    for line in lines:
        click.echo(visible(line.replace("\n", " ")))


def few(names: Iterable[str]) -> str:
    """The first names of a list, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
