"""``autograder similarity``: answers that are more alike than the exercise makes them."""

from __future__ import annotations

import os
from pathlib import Path

import click

from autograder.checking.show import visible
from autograder.commands.common import Stop, key_option, open_key
from autograder.exercise.key import KeyProblem
from autograder.handin.submissions import SubmissionsProblem, collect
from autograder.similarity.page import PAIRS_LISTED
from autograder.similarity.pairs import Alike
from autograder.similarity.run import compare_class

PAIRS_SAID = 10


@click.command("similarity")
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option(
    "--out",
    default="similarity.html",
    show_default=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The page to write.",
)
@click.option(
    "--given",
    type=click.Path(path_type=Path),
    help="The notebooks as you handed them out: what is in them counts for nothing.",
)
@click.option("--chapter", "chapters", multiple=True, help="Compare these chapters only.")
@key_option
def similarity_command(
    submissions: Path,
    out: Path,
    given: Path | None,
    chapters: tuple[str, ...],
    key_name: str,
) -> None:
    """List answers that are more alike than the exercise makes them.

    Nothing that was handed in is run.  The page is there to be read: it says
    what two students share and how rare that is, never who copied.
    """
    key = open_key(key_name)
    names = [chapter.name for chapter in key.chapters]
    for name in chapters:
        if name not in names:
            raise Stop(f"The key has no chapter {name!r}. It has: {', '.join(names)}.")
    try:
        handed = collect(submissions)
        handed_out = collect(given) if given else None
        found, page = compare_class(handed, key, chapters, handed_out)
    except (SubmissionsProblem, KeyProblem) as problem:
        raise Stop(str(problem)) from None
    part = out.with_name(f"{out.name}.part")
    try:
        part.write_text(page, encoding="utf-8")
        os.replace(part, out)
    except OSError as error:
        raise Stop(f"The page cannot be written: {error}. Choose another --out.") from None
    _say(found, [item.student for item in handed], out)


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
    click.echo(f"Page: {out}")
