"""``autograder term``: one table of a term's assignments."""

from contextlib import ExitStack
from pathlib import Path

import click

from autograder.commands.common import Stop, key_option, say
from autograder.commands.options import out_option
from autograder.exercise.key import load_key
from autograder.gradebook.term_books import read_term
from autograder.reporting.term_page import write_term


@click.command("term")
@click.argument("course", type=click.Path(path_type=Path))
@out_option("Where to write.", default="term", show_default=True)
@key_option
def term_command(course: Path, out: Path, key_name: str) -> None:
    """Add up a term: the assignments that the file COURSE names.

    Writes term.html, where every number is explained, term.csv (one line a student),
    parts.csv (one line for each student and assignment) and misconceptions.csv (how many
    held each, when) into --out.  Nothing is graded:
    the gradebooks of the assignments are read, and the course file as it is now says what
    counts.  For other systems: autograder export COURSE --format canvas.
    """
    with ExitStack() as opened:
        term = read_term(course, load_key(key_name), opened)
    try:
        write_term(out, term.course, term.grades, term.notes, term.weeks)
    except OSError as error:
        raise Stop(f"{out} cannot be written ({error}). Choose another --out.") from None
    known = sum(grade.total is not None for grade in term.grades)
    click.echo(f"{known} of {len(term.grades)} totals are known.")
    say(*term.notes)
    click.echo(f"Page:  {out / 'term.html'}\nTable: {out / 'term.csv'}")
