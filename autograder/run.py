"""Grade a class: spread the work, keep every result, write what people read."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import autograder
from autograder.executors import INFRASTRUCTURE, Settings, grade_all
from autograder.grade import Handed
from autograder.gradebook import Gradebook
from autograder.key import load_key
from autograder.outputs import Outputs
from autograder.records import SubmissionResult


@dataclass(frozen=True)
class RunSummary:
    """What happened, for the last lines of the command.

    ``problems`` has ``(student, sentence)`` for all that could not be graded.
    """

    total: int
    graded: int
    graded_now: int
    problems: tuple[tuple[str, str], ...]
    folder: Path


def _problems(result: SubmissionResult) -> Iterator[tuple[str, str]]:
    if result.status != "graded":
        yield result.student, f"{result.status}: {result.message}"
    for exercise in result.ungraded:
        yield result.student, f"{exercise.id} {exercise.status}: {exercise.message}"


def run(
    handed: list[Handed],
    folder: Path,
    settings: Settings,
    *,
    jobs: int | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RunSummary:
    """Grade a class into ``folder``, going on where an earlier run stopped."""
    book = Gradebook(folder)
    try:
        settings = replace(settings, seed=book.seed(seed))
        fingerprint = settings.fingerprint()
        needs = {item.student: _depends_on(item, fingerprint) for item in handed}
        known = book.known()
        due = [item for item in handed if known.get(item.student) != needs[item.student]]
        progress(len(handed) - len(due), len(handed))
        versions = _versions()
        jobs = jobs or os.cpu_count() or 1
        done = len(handed) - len(due)
        for result in grade_all(due, settings, min(jobs, max(len(due), 1))):
            stamped = replace(result, seed=str(settings.seed), versions=versions)
            # What the grader itself could not do is tried again next time.
            again = "" if result.status == INFRASTRUCTURE else needs[result.student]
            book.store(stamped, again)
            done += 1
            progress(done, len(handed))
        graded, problems = 0, []
        outputs = Outputs(folder, load_key(settings.key), needs)
        for result in _of_this_class(book, needs):
            outputs.add(result)
            graded += result.status == "graded"
            problems += _problems(result)
        outputs.finish(_of_this_class(book, needs))
    finally:
        book.close()
    return RunSummary(len(handed), graded, len(due), tuple(problems), folder)


def _of_this_class(book: Gradebook, needs: Mapping[str, str]) -> Iterator[SubmissionResult]:
    """The stored results, one at a time: a large class need not fit in memory."""
    return (result for result in book.results() if result.student in needs)


def _depends_on(handed: Handed, fingerprint: str) -> str:
    return hashlib.sha256(f"{fingerprint} {handed.digest()}".encode()).hexdigest()


def _versions() -> dict[str, str]:
    return {
        "autograder": autograder.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
