"""``autograder similarity``: answers that are more alike than the exercise makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from autograder.checking.show import visible
from autograder.commands.common import key_option, refuse_course_in
from autograder.commands.options import chapters_option, out_option, roster_option
from autograder.commands.proof import with_progress
from autograder.exercise.key import load_key
from autograder.export.files import table, write
from autograder.gradebook.roster import Roster
from autograder.gradebook.roster_file import read_roster
from autograder.handin.collect import collect, collect_class
from autograder.pages.cells import harmless
from autograder.similarity.page import PAIRS_LISTED
from autograder.similarity.pairs import Alike
from autograder.similarity.run import compare_class

PAIRS_SAID = 10


@click.command("similarity")
@click.argument("submissions", type=click.Path(path_type=Path))
@out_option(
    "The page to write.",
    default="similarity.html",
    show_default=True,
    type=click.Path(path_type=Path, dir_okay=False),
)
@click.option(
    "--given",
    type=click.Path(path_type=Path),
    help="The notebooks as you handed them out: what is in them counts for nothing.",
)
@roster_option
@chapters_option("Compare these chapters only.")
@key_option
def similarity_command(
    submissions: Path,
    out: Path,
    given: Path | None,
    roster_file: Path | None,
    chapters: tuple[str, ...],
    key_name: str,
) -> None:
    """List answers that are more alike than the exercise makes them.

    Nothing that was handed in is run.  The page is there to be read: it says
    what two students share and how rare that is, never who copied.
    """
    refuse_course_in(submissions)
    key = load_key(key_name)
    chapters = tuple(key.chapter(name).name for name in chapters)
    roster = read_roster(roster_file) if roster_file else Roster()
    there = collect_class(submissions, roster)
    called = {s.key: s.name for s in there.roster.students if s.name}
    handed = [replace(item, student=_called(item.student, called)) for item in there.handed]
    handed_out = collect(given) if given else None
    found, page = compare_class(
        *(handed, key, chapters, handed_out),
        watch=lambda items: with_progress(items, "Reading", len(items)),
    )
    students = [item.student for item in handed]
    write(out, page.encode(errors="replace"))
    write(out.with_suffix(".csv"), _table(found, students))
    _say(found, students, out)


def _called(student: str, names: Mapping[str, str]) -> str:
    """A name of the roster with its id: names alone may be two people's."""
    name = names.get(student, "")
    return f"{name} ({student})" if name and name != student else student


def _table(found: Alike, students: list[str]) -> bytes:
    """One line a pair, the most alike first."""
    rows = [["one", "other", "words", "exercises"]]
    for pair in found.pairs:
        both = (harmless(students[pair.left]), harmless(students[pair.right]))
        ids = " ".join(shared.exercise for shared in pair.shared)
        rows.append([*both, f"{pair.words:.0f}", ids])
    return table(rows, bom=True)


def _say(found: Alike, students: list[str], out: Path) -> None:
    number = len(found.pairs)
    if not number:
        click.echo(f"No two of {len(students):,} students share more than is usual.")
    else:
        what = "pair shares" if number == 1 else "pairs share"
        click.echo(f"{number:,} {what} more than is usual. To read, not a verdict:")
        for pair in found.pairs[:PAIRS_SAID]:
            both = f"{students[pair.left]} and {students[pair.right]}"
            click.echo(visible(f"  {both}: {pair.words:.0f} words"))
        if number > PAIRS_SAID:
            where = "on the page" if number <= PAIRS_LISTED else "the closest on the page"
            click.echo(f"  and {number - PAIRS_SAID:,} more, {where}.")
    click.echo(f"Page: {out}\nTable: {out.with_suffix('.csv')}")
