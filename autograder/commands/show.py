"""``autograder show``: everything that is known of one student."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click

from autograder.checking.show import visible
from autograder.commands.common import Stop, key_option, open_key
from autograder.commands.students import find_student
from autograder.commands.term_books import read_term
from autograder.exercise.key import KeyProblem
from autograder.gradebook.course import Course, CourseProblem
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.late import LateProblem
from autograder.reporting.dossier import Dossier, NotInClass, as_page, dossier
from autograder.reporting.dossier_text import as_text
from autograder.reporting.outputs import write_page

PROBLEMS = (CourseProblem, GradebookProblem, KeyProblem, LateProblem)


@click.command("show")
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("student")
@click.option("--html", type=click.Path(path_type=Path), help="Write it as a page, too.")
@key_option
def show_command(results: Path, student: str, html: Path | None, key_name: str) -> None:
    """Show everything that is known of STUDENT, to answer a question about a grade.

    RESULTS is a folder that `autograder grade` has written, or a course file: then every
    assignment of its term.  STUDENT is an id, an address or a name.  Hand-ins with their
    dates and hashes, and which of them counted; each exercise's verdict; what people
    decided, what a regrade moved, what was exported when, and the seed.
    """
    try:
        total = ""
        if results.suffix == ".toml":
            total, parts = _term(results, student, key_name)
        else:
            parts = [_one(results, student)]
    except PROBLEMS as problem:
        raise Stop(str(problem)) from None
    if not parts:
        raise Stop(f"There is nobody called {student!r} in any assignment of {results}.")
    who = parts[0].grade
    if html:
        try:
            page = as_page(who.student, who.name, parts, total)
            write_page(html, page)
        except OSError as error:
            raise Stop(f"{html} cannot be written ({error}). Choose another.") from None
    click.echo(visible(" ".join(filter(None, [who.name, f"({who.student})", who.email]))))
    for line in (
        *filter(None, [total]),
        *(line for part in parts for line in as_text(part)),
    ):
        click.echo(visible(line.replace("\n", " ")))


def _one(folder: Path, student: str, title: str = "") -> Dossier:
    with closing(Gradebook(folder, create=False)) as book:
        return dossier(book, find_student(book, student), title)


def _term(course_file: Path, student: str, key_name: str) -> tuple[str, list[Dossier]]:
    """How the total was computed, and the record in every assignment that is graded."""
    term = read_term(course_file, open_key(key_name))
    parts = list(_graded(term.course, student))
    keys = {part.grade.student for part in parts}
    totals = [f"Term: {g.sum}" for g in term.grades if g.student in keys]
    return " ".join(totals), parts


def _graded(course: Course, student: str) -> Iterator[Dossier]:
    for one in course.assignments:
        if not (Path(one.results) / "gradebook.sqlite").is_file():
            continue
        try:
            yield _one(Path(one.results), student, one.called)
        except NotInClass:
            continue  # came later, or left
