"""``autograder similarity``: answers as files, for a program that compares them."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from autograder.commands.common import key_option, refuse_course_in, say
from autograder.commands.options import chapters_option, out_option, roster_option
from autograder.commands.proof import with_progress
from autograder.exercise.key import load_key
from autograder.exercise.problem import Problem
from autograder.gradebook.roster import Roster
from autograder.gradebook.roster_file import read_roster
from autograder.handin.collect import collect_class
from autograder.pages.render import count
from autograder.similarity.layout import ANSWERS, TEMPLATE, Reader, lay_out


@click.command("similarity")
@click.argument("submissions", type=click.Path(path_type=Path))
@out_option(
    "The folder to make.",
    default="similarity",
    show_default=True,
    type=click.Path(path_type=Path, file_okay=False),
)
@roster_option
@chapters_option("Compare these chapters only.")
@key_option
def similarity_command(
    submissions: Path,
    out: Path,
    roster_file: Path | None,
    chapters: tuple[str, ...],
    key_name: str,
) -> None:
    """Lay out each answer as a file, for a program that finds those that are alike.

    Beside them lies a template of what counts for nothing: the code of the key, and the
    stubs.  Nothing that was handed in is run.  What the program finds is there to be
    read: two may share code for many reasons, and it does not know who copied.
    """
    refuse_course_in(submissions)
    key = load_key(key_name)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Problem(f"{out} is not empty. Choose another --out.")
    chapters = tuple(key.chapter(name).name for name in chapters)
    roster = read_roster(roster_file) if roster_file else Roster()
    there = collect_class(submissions, roster)
    called = {s.key: s.name for s in there.roster.students if s.name}
    handed = [replace(item, student=_called(item.student, called)) for item in there.handed]
    try:
        written = lay_out(Reader(key, chapters), handed, out)
        *_, laid = with_progress(written, "Reading", len(handed))
    except OSError as error:
        raise Problem(f"{out} cannot be written: {error.strerror}.") from None
    say(*(f"{student}: {why}" for student, why in laid.unread), err=True)
    who = f"{count(laid.answers, 'answer')} of {count(laid.students, 'student')}"
    click.echo(f"Wrote {who}, and a template of what counts for nothing, to {out}")
    click.echo(
        "Then: pip install copydetect\n"
        f"      copydetect -s -e py -t {out / ANSWERS} -b {out / TEMPLATE}"
        f" -O {out / 'report'}\n"
        "To read, not a verdict: talk with the students before you decide anything."
    )


def _called(student: str, names: Mapping[str, str]) -> str:
    """A name of the roster with its id: names alone may be two people's."""
    name = names.get(student, "")
    return f"{name} {student}" if name and name != student else student
