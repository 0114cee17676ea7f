"""Spread submissions over worker processes and take the results as they come."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from autograder.grade import Assignment, Handed, grade
from autograder.key import load_key
from autograder.records import SubmissionResult
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import (
    Limits,
    WarmProcesses,
    WarmProcessFailed,
    hidden_folders,
)
from autograder.soundness import sources

TRIES = 2  # how often a submission may lose its worker before it is given up
INFRASTRUCTURE = "infrastructure_error"


@dataclass(frozen=True)
class Settings:
    """How to grade a class; everything here crosses to the workers as it is."""

    key: str
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()
    tier: Tier = "none"

    def fingerprint(self) -> str:
        """A hash of the key, the grader and these settings, without the seed."""
        parts = [self.limits, self.chapters, *sources(self.key), *sources("autograder")]
        return hashlib.sha256(repr(parts).encode()).hexdigest()


_worker: dict[str, object] = {}


def _end_with_the_coordinator() -> None:
    """A worker that is left alone would wait for work for ever."""
    coordinator = multiprocessing.parent_process()
    if coordinator:
        coordinator.join()
        os._exit(1)


def _start_worker(settings: Settings) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the coordinator's to answer
    threading.Thread(target=_end_with_the_coordinator, daemon=True).start()
    key = load_key(settings.key)
    _worker["settings"] = settings
    _worker["assignment"] = Assignment(
        key, settings.seed, settings.limits, settings.chapters
    )


def _grade_in_worker(handed: Handed) -> SubmissionResult:
    warm = _worker.get("warm")
    if not isinstance(warm, WarmProcesses):
        settings: Settings = _worker["settings"]  # type: ignore[assignment]
        warm = WarmProcesses(settings.tier, hidden_folders(settings.key))
        _worker["warm"] = warm
    try:
        return grade(handed, _worker["assignment"], warm)  # type: ignore[arg-type]
    except Exception as error:
        # Not the student's doing: say so, and let the next one have a new start.
        _worker.pop("warm").close()  # type: ignore[attr-defined]
        if isinstance(error, WarmProcessFailed):
            return _not_graded(handed, str(error))
        return _not_graded(handed, f"The grader failed: {type(error).__name__}: {error}")


def _not_graded(handed: Handed, why: str) -> SubmissionResult:
    return SubmissionResult(handed.student, (), INFRASTRUCTURE, None, None, message=why)


def grade_all(
    handed: Iterable[Handed], settings: Settings, jobs: int
) -> Iterator[SubmissionResult]:
    """Grade every submission in worker processes; results come as they finish.

    A worker that dies takes nothing with it: whatever was being graded then is
    tried again, one at a time, so that only the cause can lose its worker
    twice.  That one is reported, not scored.
    """
    waiting = [(item, 0) for item in handed]
    while waiting:
        suspects = [pair for pair in waiting if pair[1]]
        batch, at_once, ahead = (suspects, 1, 1) if suspects else (waiting, jobs, 2 * jobs)
        lost: list[tuple[Handed, int]] = []
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(
            at_once, mp_context=context, initializer=_start_worker, initargs=(settings,)
        ) as pool:
            try:
                yield from _drain(pool, batch, lost, ahead)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        waiting = [pair for pair in waiting if not pair[1]] if suspects else []
        for item, tries in lost:
            if tries >= TRIES:
                yield _not_graded(item, f"The worker grading this ended {tries} times.")
            else:
                waiting.append((item, tries))


def _drain(
    pool: ProcessPoolExecutor,
    waiting: list[tuple[Handed, int]],
    lost: list[tuple[Handed, int]],
    ahead: int,
) -> Iterator[SubmissionResult]:
    """Keep ``ahead`` submissions in the pool, so that memory stays flat."""
    queue = iter(waiting)
    running: dict[Future[SubmissionResult], tuple[Handed, int]] = {}
    broken = False
    while True:
        while not broken and len(running) < ahead and (item := next(queue, None)):
            try:
                running[pool.submit(_grade_in_worker, item[0])] = item
            except BrokenProcessPool:
                broken = True
                lost.append(item)
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
