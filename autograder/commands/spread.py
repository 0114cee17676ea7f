"""Where a class is graded: the options of a cluster, and of a part of the class."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from autograder.commands.common import Stop, choose_tier
from autograder.gradebook import Gradebook, GradebookProblem
from autograder.handin.handed import Handed
from autograder.handin.roster import Roster
from autograder.show import visible
from autograder.spread.executors import Executor, NoWorkers, Processes
from autograder.spread.shard import Shard, ShardProblem

dask_option = click.option(
    "--dask", metavar="ADDRESS", help="Grade on a Dask cluster: tcp://host:port."
)


class _ShardType(click.ParamType):
    """``3/8``: the third of eight."""

    name = "i/n"

    def convert(self, value, param, ctx) -> Shard:
        try:
            return value if isinstance(value, Shard) else Shard.parse(value)
        except ShardProblem as problem:
            raise Stop(str(problem)) from None


shard_option = click.option(
    "--shard", type=_ShardType(), help="Grade one of n parts of the class; needs --seed."
)


def choose_executor(dask: str | None, jobs: int | None) -> Executor:
    """Processes here, or a cluster that is there; ``Stop`` when it is not."""
    if dask is None:
        return Processes(jobs or 0)
    if jobs:
        raise Stop("--jobs counts processes of this machine: leave it out with --dask.")
    from autograder.spread.dask_cluster import DaskCluster  # only who asks waits for it

    cluster = DaskCluster(dask, say=lambda words: click.echo(visible(words), err=True))
    try:
        cluster.reach()
    except NoWorkers as problem:
        raise Stop(str(problem)) from None
    return cluster


def tier_for(dask: str | None, unsafe: bool) -> str:
    """The isolation to ask for: this machine's, or on a cluster each worker's."""
    return "strongest" if dask and not unsafe else choose_tier(unsafe)


def students_of(
    handed: Iterable[Handed], shard: Shard | None, seed: int | None
) -> list[Handed]:
    """The submissions that a shard grades; all of them without one."""
    if shard is None:
        return list(handed)
    if seed is None:
        raise Stop(
            "--shard needs --seed, the same number for every shard: "
            "all students must be asked the same."
        )
    return [item for item in handed if shard.holds(item.student)]



def roster_of(roster: Roster | None, shard: Shard | None) -> Roster | None:
    """A shard's part of the roster: nobody else is missing from it."""
    if roster is None or shard is None:
        return roster
    return replace(roster, students=tuple(s for s in roster.students if shard.holds(s.key)))


def keep_shard(out: Path, shard: Shard | None) -> None:
    """Write down which part of a class a results folder holds, for ``merge``.

    Raises
    ------
    GradebookProblem
        When it holds another part already.
    """
    if shard is None:
        return
    with contextlib.closing(Gradebook(out)) as book:
        kept = book.about("shard", str(shard))
    if kept != str(shard):
        raise GradebookProblem(
            f"{out} holds shard {kept}, not {shard}. Give each shard an --out of its own."
        )
