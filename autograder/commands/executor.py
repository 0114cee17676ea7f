"""Where a class is graded: on this machine, or on a cluster."""

from __future__ import annotations

from typing import Literal

import click

from autograder.checking.show import visible
from autograder.commands.common import Stop, choose_tier
from autograder.grading.executors import Executor, NoWorkers, Processes
from autograder.sandbox.isolation import Tier

dask_option = click.option(
    "--dask", metavar="ADDRESS", help="Grade on a Dask cluster: tcp://host:port."
)


def choose_executor(dask: str | None, jobs: int | None) -> Executor:
    """Processes here, or a cluster that is there; ``Stop`` when it is not."""
    if dask is None:
        return Processes(jobs or 0)
    if jobs:
        raise Stop("--jobs counts processes of this machine: leave it out with --dask.")
    from autograder.grading.dask_cluster import DaskCluster  # only who asks waits for it

    cluster = DaskCluster(dask, say=lambda words: click.echo(visible(words), err=True))
    try:
        cluster.reach()
    except NoWorkers as problem:
        raise Stop(str(problem)) from None
    return cluster


def tier_for(dask: str | None, unsafe: bool) -> Tier | Literal["strongest"]:
    """The isolation to ask for: this machine's, or on a cluster each worker's."""
    return "strongest" if dask and not unsafe else choose_tier(unsafe)
