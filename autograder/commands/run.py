"""One run over a class: grade what is due, then write what people read."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.records import Move, Override, SubmissionResult
from autograder.gradebook.roster import Roster
from autograder.grading.class_run import ClassRun
from autograder.grading.executors import Executor, Processes
from autograder.grading.settings import Settings
from autograder.handin.submission import Submission
from autograder.reporting.outputs import write_outputs


@dataclass(frozen=True)
class Class:
    """Who hands in, and under which settings.

    Without ``course`` and ``roster`` those of an earlier run stay in force.
    """

    submissions: list[Submission]
    course: Course | None = None
    roster: Roster | None = None
    layout: str = ""


@dataclass(frozen=True)
class RunOptions:
    """How a run goes: its seed, where it is spread, who is told of its progress.

    Without a ``seed`` a secret one is drawn, or kept from an earlier run.
    ``progress(done, total)``; ``named`` puts names beside the report's examples.
    """

    seed: int | None = None
    executor: Executor = field(default_factory=lambda: Processes(0))
    progress: Callable[[int, int], None] = lambda done, total: None
    named: bool = False


@dataclass(frozen=True)
class RunSummary:
    """What happened, for the last lines of the command.

    ``problems`` has ``(student, sentence)`` for all that could not be graded,
    ``moves`` what this run changed in earlier results, ``stale`` the overrides
    whose exercise has another verdict by now, and that verdict.  ``copied``
    counts those whose files were those of somebody else, and graded once.
    """

    total: int
    graded: int
    graded_now: int
    problems: tuple[tuple[str, str], ...]
    folder: Path
    copied: int = 0
    moves: tuple[Move, ...] = ()
    stale: tuple[tuple[Override, str], ...] = ()


def run(class_: Class, folder: Path, settings: Settings, options: RunOptions) -> RunSummary:
    """Grade a class into ``folder``, going on where an earlier run stopped.

    Only what a change touches is graded again: who handed in other files, and of
    everybody else the chapters whose part of the key changed.  ``course`` and
    ``roster`` are kept in the gradebook.
    """
    submissions = class_.submissions
    with contextlib.closing(Gradebook(folder)) as book:
        settings = replace(settings, seed=book.seed(options.seed))
        _remember(book, class_, settings)
        grading = ClassRun(book, settings, submissions)
        done = len(submissions) - len(grading.due)
        options.progress(done, len(submissions))
        for _ in grading.grade(options.executor):
            done += 1
            options.progress(done, len(submissions))
        book.set_times({item.student: item.handed_in for item in submissions})
        book.enrol(item.student for item in submissions)
        counted = _Counted()
        write_outputs(book, folder, named=options.named, watch=counted.watch)
        return RunSummary(
            len(submissions),
            counted.graded,
            len(grading.due),
            tuple(counted.problems),
            folder,
            grading.copied,
            book.history(grading.number) if grading.number else (),
            book.stale_overrides(),
        )


def _remember(book: Gradebook, class_: Class, settings: Settings) -> None:
    book.remember("key", settings.key)
    book.remember("chapters", json.dumps(settings.chapters))
    if class_.layout:
        book.remember("layout", class_.layout)
    if class_.course is not None:
        book.remember("course", class_.course.to_json())
    if class_.roster is not None:
        book.remember("roster", class_.roster.to_json())


class _Counted:
    """Counts results as they pass."""

    def __init__(self) -> None:
        self.graded = 0
        self.problems: list[tuple[str, str]] = []

    def watch(self, results: Iterable[SubmissionResult]) -> Iterator[SubmissionResult]:
        """The same results."""
        for result in results:
            self.graded += result.status == SubmissionStatus.GRADED
            self.problems.extend(_problems(result))
            yield result


def _problems(result: SubmissionResult) -> Iterator[tuple[str, str]]:
    if result.status != SubmissionStatus.GRADED:
        yield result.student, f"{result.status}: {result.message}"
    for exercise in result.ungraded:
        yield result.student, f"{exercise.id} {exercise.status}: {exercise.message}"
