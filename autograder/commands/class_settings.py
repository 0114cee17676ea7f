"""What a class is graded by: its settings, its roster, and how its files are named."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterable
from pathlib import Path

import click

from autograder.checking.show import visible
from autograder.exercise.key import Key
from autograder.gradebook.course import Course, load_course
from autograder.gradebook.journal import Gradebook
from autograder.gradebook.roster import Roster
from autograder.handin.layouts import NAMES
from autograder.handin.roster_file import read_roster
from autograder.handin.submissions import Collected, SubmissionsProblem, collect_class

SHOWN = 10  # students named in a line

course_option = click.option(
    "--course",
    "course_file",
    type=click.Path(path_type=Path),
    help="Settings (TOML): due dates, points, late policy, extensions.",
)
roster_option = click.option(
    "--roster",
    "roster_file",
    type=click.Path(path_type=Path),
    help="Who is in the class (CSV).",
)
layout_option = click.option(
    "--layout", default="", help=f"How files are named; told by itself. {', '.join(NAMES)}."
)


def read_course(out: Path, key: Key, course_file: Path | None) -> Course:
    """The settings in a file, or those of an earlier run into the same folder."""
    if course_file:
        return load_course(course_file, key)
    course = Course.from_json(_recalled(out, "course"))
    course.late.check()
    return course


def read_class(
    submissions: Path, out: Path, course: Course, roster_file: Path | None, layout: str
) -> Collected:
    """What was handed in and whose it is, by the roster if there is one.

    Raises
    ------
    SubmissionsProblem
        When an extension is for nobody on the roster, too.
    """
    roster = Roster.from_json(_recalled(out, "roster"))
    if file := roster_file or (Path(course.roster) if course.roster else None):
        roster = read_roster(file, course.columns, course.timezone)
    elif not roster.complete:
        roster = Roster()
    found = collect_class(submissions, roster, layout, course.timezone)
    _check_extensions(course, found)
    return found


def _recalled(out: Path, name: str) -> str | None:
    if not (out / "gradebook.sqlite").is_file():
        return None
    with contextlib.closing(Gradebook(out)) as book:
        return book.recall(name)


def _check_extensions(course: Course, found: Collected) -> None:
    """An extension for a name that is nobody's would be no extension."""
    people = (*found.roster.students, *found.roster.others)
    names = {name.strip().casefold(): name for person in people for name in person.names()}
    for extension in course.extensions:
        wanted = extension.student.strip().casefold()
        if wanted in names:
            continue
        close = difflib.get_close_matches(wanted, names, 1, 0.6)
        guess = f" Did you mean {names[close[0]]!r}?" if close else ""
        if found.roster.complete:
            words = f"The extension for {extension.student!r} is for nobody on the roster."
            raise SubmissionsProblem(words + guess)


def say_class(found: Collected, course: Course) -> None:
    """What was decided in reading the class, a line for each thing."""
    lines = list(found.said)
    if found.unknown:
        lines.append(f"Not on the roster: {_few(found.unknown)}.")
    if found.missing:
        count, names = len(found.missing), _few(found.missing)
        lines.append(f"On the roster, and handed in nothing: {count} ({names}).")
    if course.due and not all(person.handed_in for person in found.roster.students):
        lines.append(found.times)
        if unknown := sum(not item.handed_in for item in found.handed):
            whom = f"{unknown} of {len(found.handed)} hand-ins, whose time is not known"
            lines.append(f"No late penalty for {whom}: give the roster a column handed_in.")
    for line in lines:
        click.echo(visible(line.replace("\n", " ")))


def _few(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
