"""``autograder show``: everything that is known of one student."""

from contextlib import ExitStack
from pathlib import Path

import click

from autograder.commands.common import Stop, key_option, say
from autograder.exercise.key import load_key
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.term import TermGrade
from autograder.gradebook.term_books import Term, read_term
from autograder.reporting.dossier import Dossier, as_page, as_text, dossier
from autograder.reporting.outputs import write_page


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
    total = None
    if results.suffix == ".toml":
        total, parts = _term(results, student, key_name)
    else:
        parts = [_one(results, student)]
    if not parts:
        raise Stop(f"There is nobody called {student!r} in any assignment of {results}.")
    who = total or parts[0].grade
    if html:
        try:
            page = as_page(who.student, who.name, parts, total.sum if total else "")
            write_page(html, page)
        except OSError as error:
            raise Stop(f"{html} cannot be written ({error}). Choose another.") from None
    say(" ".join(filter(None, [who.name, f"({who.student})", who.email])))
    if total:
        say(f"Term: {total.sum}")
    say(*(line.replace("\n", " ") for part in parts for line in as_text(part)))


def _one(folder: Path, student: str) -> Dossier:
    with Gradebook(folder, create=False) as book:
        return dossier(book, book.student_called(student))


def _term(
    course_file: Path, student: str, key_name: str
) -> tuple[TermGrade | None, list[Dossier]]:
    """The total, and the record in every assignment that is graded."""
    with ExitStack() as opened:
        term = read_term(course_file, load_key(key_name), opened)
        key = _key(term, student)
        parts = [
            dossier(book, key, course.title, course)
            for name, book in term.books.items()
            if (course := term.course.for_assignment(name)) and _knows(book, key)
        ]
    return next((g for g in term.grades if g.student == key), None), parts


def _key(term: Term, student: str) -> str:
    """Who is called so: today, or when an assignment was graded."""
    called = {book.student_called(student) for book in term.books.values()}
    called |= {g.student for g in term.grades if g.name == student}
    keys = sorted(called & {grade.student for grade in term.grades})
    if len(keys) > 1:
        raise GradebookProblem(f"{student!r} is more than one student: {', '.join(keys)}.")
    return keys[0] if keys else student


def _knows(book: Gradebook, key: str) -> bool:
    """Whether somebody is in an assignment; who came later, or left, is not."""
    roster = book.roster
    on_roster = roster.complete and key in {student.key for student in roster.students}
    return on_roster or key in roster.waiting or book.results_of(key) is not None
