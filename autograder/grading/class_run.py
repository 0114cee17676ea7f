"""Grade a class: spread the work, keep every result, write what people read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.exercise.key import load_key
from autograder.gradebook.course import Course
from autograder.gradebook.journal import Gradebook
from autograder.gradebook.records import Move, Override, SubmissionResult
from autograder.gradebook.roster import Roster
from autograder.grading.changes import Due, Files, Now
from autograder.grading.executors import INFRASTRUCTURE, Executor, Processes, Settings
from autograder.handin.handed import Handed
from autograder.reporting.outputs import write_outputs

Progress = Callable[[int, int], None]


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


def run(
    handed: list[Handed],
    folder: Path,
    settings: Settings,
    *,
    jobs: int | None = None,
    seed: int | None = None,
    progress: Progress = lambda done, total: None,
    course: Course | None = None,
    roster: Roster | None = None,
    executor: Executor | None = None,
    named: bool = False,
) -> RunSummary:
    """Grade a class into ``folder``, going on where an earlier run stopped.

    Only what a change touches is graded again: who handed in other files, and of
    everybody else the chapters whose part of the key changed.  ``course`` and
    ``roster`` are kept in the gradebook; without them, those of an earlier run
    stay in force.  ``named`` puts names beside the examples in the report.
    """
    book = Gradebook(folder)
    try:
        settings = replace(settings, seed=book.seed(seed))
        book.remember("key", settings.key)
        if course is not None:
            book.remember("course", course.to_json())
        if roster is not None:
            book.remember("roster", roster.to_json())
        grading = _Grading(book, Now(load_key(settings.key), settings), handed)
        number = book.begin_run() if grading.due else 0
        progress(len(handed) - len(grading.due), len(handed))
        at = executor or Processes(jobs or 0)
        done = len(handed) - len(grading.due)
        for _ in grading.grade_with(at):
            done += 1
            progress(done, len(handed))
        graded, problems = 0, []

        def counted(results: Iterable[SubmissionResult]) -> Iterator[SubmissionResult]:
            nonlocal graded
            for result in results:
                graded += result.status == "graded"
                problems.extend(_problems(result))
                yield result

        book.set_times({i.student: getattr(i, "handed_in", "") for i in handed})
        book.enrol(item.student for item in handed)
        write_outputs(book, folder, named=named, watch=counted)
        moves = book.history(number) if number else ()
        stale = book.stale_overrides()
    finally:
        book.close()
    return RunSummary(
        len(handed),
        graded,
        len(grading.due),
        tuple(problems),
        folder,
        grading.copied,
        moves,
        stale,
    )


class _Grading:
    """Which submissions are due, and their results into the gradebook."""

    def __init__(self, book: Gradebook, now: Now, handed: list[Handed]) -> None:
        self.book, self.now = book, now
        self.copied = 0
        self.files = {item.student: Files.of(item) for item in handed}
        known = book.known()
        self.due: dict[str, Due] = {}
        for item in handed:
            due = now.due(known.get(item.student), self.files[item.student])
            if due is not None:
                self.due[item.student] = due
        self.waiting = [
            replace(item, chapters=self.due[item.student].chapters)
            for item in handed
            if item.student in self.due
        ]

    def grade_with(self, executor: Executor) -> Iterator[SubmissionResult]:
        """Grade what is due; each result is stored before it is given.

        Files that are the same byte for byte are graded once: the others get the
        result that the first one got.  Where that says anything about the files,
        it is theirs alone, and the others are graded themselves.
        """
        alike: dict[tuple[str, tuple[str, ...]], list[Handed]] = defaultdict(list)
        for item in self.waiting:
            alike[self.files[item.student].contents, item.chapters].append(item)
        others = {group[0].student: group[1:] for group in alike.values()}
        firsts = [group[0] for group in alike.values()]
        alone: list[Handed] = []
        handed_by = {item.student: item for item in firsts}
        for result in executor.grade_all(firsts, self.now.settings):
            yield self._store(result)
            twins = others[result.student]
            if twins and not _speaks_of_no_file(result):
                alone += twins
                continue
            for twin in twins:
                self.copied += 1
                yield self._store(_as_theirs(result, handed_by[result.student], twin))
        for result in executor.grade_all(alone, self.now.settings) if alone else ():
            yield self._store(result)

    def _store(self, result: SubmissionResult) -> SubmissionResult:
        due = self.due[result.student]
        if due.chapters and (old := self.book.results_of(result.student)):
            result = self.now.join(old, result, due.chapters)
        stamped = replace(
            result,
            seed=str(self.now.settings.seed),
            versions=self.now.versions(result),
            conditions=self.now.described(),
        )
        # What the grader itself could not do is tried again next time.
        failed = INFRASTRUCTURE in (result.status, *(e.status for e in result.exercises))
        hangs_on = self.now.of(result, self.files[result.student]).to_text()
        self.book.store(stamped, "" if failed else hangs_on, due.cause)
        return stamped


def _speaks_of_no_file(result: SubmissionResult) -> bool:
    """Whether a result is anybody's with the same bytes, whatever the files' names."""
    failed = any(e.status == INFRASTRUCTURE for e in result.exercises)
    return result.status == "graded" and not (result.notes or failed)


def _as_theirs(result: SubmissionResult, first: Handed, twin: Handed) -> SubmissionResult:
    """A result for somebody else who handed in the same bytes under other names."""
    names = _renamed(first, twin)
    notebooks = (replace(n, name=names.get(n.name, n.name)) for n in result.notebooks)
    exercises = (
        replace(e, notebook=names.get(e.notebook, e.notebook)) for e in result.exercises
    )
    theirs = replace(result, student=twin.student, notebooks=tuple(notebooks), seconds=0.0)
    return replace(theirs, exercises=tuple(exercises), handed_in=twin.handed_in)


def _renamed(first: Handed, twin: Handed) -> Mapping[str, str]:
    pairs = zip(first.files, twin.files, strict=True)
    return {ours: theirs for (ours, _), (theirs, _) in pairs}


def _problems(result: SubmissionResult) -> Iterator[tuple[str, str]]:
    if result.status != "graded":
        yield result.student, f"{result.status}: {result.message}"
    for exercise in result.ungraded:
        yield result.student, f"{exercise.id} {exercise.status}: {exercise.message}"
