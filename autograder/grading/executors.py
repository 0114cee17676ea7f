"""Spread submissions over worker processes and take the results as they come."""

import atexit
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures import Executor as Pool
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Protocol

from autograder.exercise.problem import Problem
from autograder.gradebook.records import SubmissionResult
from autograder.grading.settings import Settings
from autograder.grading.worker import Worker, not_graded
from autograder.handin.submission import Submission
from autograder.sandbox.processes import end_with_parent, workers

TRIES = 2  # how often a submission may lose its worker before it is given up
__all__ = ["TRIES", "Executor", "NoWorkers", "Processes", "Settings"]


class NoWorkers(Problem):
    """There is nobody to grade; the text says what to do."""


class Executor(Protocol):
    """Where a class is graded: processes of this machine, or a cluster.

    ``grade_all`` gives exactly one result for each submission, in the order in
    which they are done.  A submission whose worker dies is graded again; one
    that loses ``TRIES`` workers is reported as ``infrastructure_error``.
    """

    def grade_all(
        self, submissions: Iterable[Submission], settings: Settings
    ) -> Iterator[SubmissionResult]:
        """One result for each submission, as they are done."""


@dataclass(frozen=True)
class Processes:
    """Worker processes on this machine: ``jobs`` of them, or one for each core."""

    jobs: int = 0

    def grade_all(
        self, submissions: Iterable[Submission], settings: Settings
    ) -> Iterator[SubmissionResult]:
        """Grade every submission in worker processes; results come as they finish.

        A worker that dies takes nothing with it: whatever was being graded then
        is tried again, one at a time, so that only the cause can lose its worker
        twice.  That one is reported, not scored.
        """
        waiting = [(item, 0) for item in submissions]
        jobs = min(self.jobs or os.cpu_count() or 1, max(len(waiting), 1))
        while waiting:
            suspects = [pair for pair in waiting if pair[1]]
            batch, at_once, ahead = (waiting, jobs, 2 * jobs)
            if suspects:
                batch, at_once, ahead = (suspects, 1, 1)
            lost: list[tuple[Submission, int]] = []
            with workers(at_once, _start, settings) as pool:
                try:
                    yield from _drain(pool, batch, lost, ahead)
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
            waiting = [pair for pair in waiting if not pair[1]] if suspects else []
            for item, tries in lost:
                if tries >= TRIES:
                    yield not_graded(item, given_up(tries))
                else:
                    waiting.append((item, tries))


def given_up(tries: int) -> str:
    """Why a submission that lost its worker so often is not tried again."""
    return f"The worker grading this ended {tries} times."


# --- in a worker process ------------------------------------------------------

_worker: Worker | None = None


def _start(settings: Settings) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the coordinator's to answer
    end_with_parent()
    _worker = Worker(settings)
    atexit.register(_worker.close)  # in order, before the worker itself is gone


def _grade(submission: Submission) -> SubmissionResult:
    assert _worker is not None, "the pool's initializer made it"
    return _worker.grade(submission)


# --- in the coordinator -------------------------------------------------------


def _drain(
    pool: Pool,
    waiting: list[tuple[Submission, int]],
    lost: list[tuple[Submission, int]],
    ahead: int,
) -> Iterator[SubmissionResult]:
    """Keep ``ahead`` submissions in the pool, so that memory stays flat."""
    queue = iter(waiting)
    running: dict[Future[SubmissionResult], tuple[Submission, int]] = {}
    broken = False
    while True:
        while not broken and len(running) < ahead and (pair := next(queue, None)):
            try:
                running[pool.submit(_grade, pair[0])] = pair
            except BrokenProcessPool:
                broken = True
                lost.append(pair)
        if not running:
            break
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            item, tries = running.pop(future)
            try:
                yield future.result()
            except BrokenProcessPool:
                broken = True
                lost.append((item, tries + 1))
    lost.extend(queue)
