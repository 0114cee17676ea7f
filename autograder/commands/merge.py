"""``autograder merge``: the results of several runs, into one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import click

from autograder.commands.common import SOME_NOT_GRADED, Stop
from autograder.gradebook import GradebookProblem
from autograder.key import KeyProblem
from autograder.show import visible
from autograder.spread.merge import Merged, MergeProblem, merge

CONFLICTS_SHOWN = 20


@click.command("merge")
@click.argument("results", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="The whole class."
)
def merge_command(results: tuple[Path, ...], out: Path) -> None:
    """Put the results of several runs together: the shards of a class.

    They must have been graded with one seed and one key.  The same command again
    changes nothing.
    """
    try:
        merged = merge(results, out)
    except (MergeProblem, GradebookProblem, KeyProblem) as problem:
        raise Stop(str(problem)) from None
    except (OSError, sqlite3.Error) as error:
        words = f"Results cannot be written to {out} ({error}). Make room, and merge again."
        raise Stop(words) from None
    _say(merged, len(set(results)), out)
    raise SystemExit(SOME_NOT_GRADED if merged.conflicts or merged.missing else 0)


def _say(merged: Merged, folders: int, out: Path) -> None:
    click.echo(
        f"{merged.students:,} students from {folders} folders in {out} "
        f"({merged.new:,} new or changed)."
    )
    for sentence in merged.conflicts[:CONFLICTS_SHOWN]:
        click.echo(visible(f"  {sentence}"))
    if len(merged.conflicts) > CONFLICTS_SHOWN:
        click.echo(f"  and {len(merged.conflicts) - CONFLICTS_SHOWN:,} more conflicts.")
    if merged.missing:
        shards = ", ".join(merged.missing[:CONFLICTS_SHOWN])
        more = " and more" if len(merged.missing) > CONFLICTS_SHOWN else ""
        click.echo(f"Not here yet: shards {shards}{more}. Merge again when they are done.")
    click.echo(f"Report:   {out / 'report.html'}")
