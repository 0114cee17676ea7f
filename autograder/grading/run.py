"""One run over a class: grade what is due, then write what people read."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.exercise.key import load_key
from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.lock import alone
from autograder.gradebook.private_files import share
from autograder.gradebook.records import SubmissionResult
from autograder.gradebook.roster import Roster, Student
from autograder.grading.class_input import called_otherwise, free
from autograder.grading.class_run import ClassRun
from autograder.grading.dependencies import Draws
from autograder.grading.executors import Executor, Processes
from autograder.grading.later import times_before
from autograder.grading.settings import Settings
from autograder.grading.summary import RunSummary
from autograder.handin.kept_files import remember_files
from autograder.handin.submission import Submission
from autograder.reporting.outputs import take_out, write_outputs


@dataclass(frozen=True)
class Class:
    """Who hands in, and under which settings; without some those of an earlier run."""

    submissions: list[Submission]
    course: Course | None = None
    roster: Roster | None = None
    layout: str = ""
    replace: bool = False  # who was graded before and is not here goes
    anew: bool = False  # what did not change is graded again, too
    add: bool = False  # what is handed in is added to what was before
    waiting: tuple[str, ...] = ()  # handed in, and not to be graded now


@dataclass(frozen=True)
class RunOptions:
    """The settings of a run."""

    seed: int | None = None  # without one a secret one is drawn, or kept
    executor: Executor = field(default_factory=lambda: Processes(0))
    progress: Callable[[int, int], None] = lambda done, total: None
    named: bool = False  # names beside the report's examples
    group: str = ""  # whose the results are, beside their owner's


def run(class_: Class, folder: Path, settings: Settings, options: RunOptions) -> RunSummary:
    """Grade a class into ``folder``, going on where an earlier run stopped.

    Only what a change touches is graded again: who handed in other files, and of
    everybody else the chapters whose part of the key changed.  ``course`` and
    ``roster`` are kept in the gradebook.
    """
    submissions = class_.submissions
    names = {item.student for item in submissions}
    with Gradebook(folder) as book, alone(folder):
        if options.group:
            share(folder, options.group)
        settings = replace(settings, seed=book.seed(options.seed))
        renamed = _renamed(book, folder, class_, names)
        others = [s for s in book.students() if s not in {*names, *renamed}]
        kept = () if class_.replace else tuple(others)
        _remember(book, class_, settings, kept)
        how = {"anew": class_.anew, "add": class_.add, "replace_all": class_.replace}
        grading = ClassRun(book, settings, submissions, **how)
        done = len(submissions) - len(grading.due)
        options.progress(done, len(submissions))
        for _ in grading.grade(options.executor):
            done += 1
            options.progress(done, len(submissions))
        Draws.told(book)
        book.set_times({i.student: getattr(i, "handed_in", "") for i in submissions})
        book.enrol([*names, *kept])
        stored = book.known()
        counted = _Counted()
        grades = write_outputs(book, folder, named=options.named, watch=counted.watch)
        return RunSummary(
            len(submissions) + len(kept),
            counted.graded,
            len(grading.due),
            tuple(counted.problems),
            folder,
            grading.copied,
            book.history(grading.number) if grading.number else (),
            book.stale_overrides(),
            kept,
            tuple(others) if class_.replace else (),
            tuple(s for s in kept if grading.state.is_outdated(stored[s])),
            renamed,
            book.roster.waiting,
            sum(e.is_unread for grade in grades for e in grade.exercises),
            tuple(student for student in counted.earlier if student in names),
            tuple(g.student for g in grades if g.late_seconds),
        )


def _remember(
    book: Gradebook, class_: Class, settings: Settings, kept: tuple[str, ...]
) -> None:
    book.remember("key", settings.key)
    # By their prefixes, which stay where an author gives a chapter another name.
    key = load_key(settings.key)
    wanted = [key.chapter(name).prefix for name in settings.chapters]
    book.remember("chapters", json.dumps(wanted))
    if class_.layout:
        book.remember("layout", class_.layout)
    remember_files(book, class_.submissions)
    if class_.course is not None:
        book.remember("course", class_.course.to_json())
    if class_.roster is not None:
        earlier = book.roster
        roster = class_.roster.keeping(earlier, kept)
        if not class_.replace:
            roster = _with_earlier_times(roster, earlier, class_, book)
        before = () if class_.replace else earlier.waiting
        seen = {*book.known(), *(item.student for item in class_.submissions)}
        waiting = sorted({*class_.waiting, *before} - seen)
        book.remember("roster", replace(roster, waiting=tuple(waiting)).to_json())


def _with_earlier_times(
    roster: Roster, earlier: Roster, class_: Class, book: Gradebook
) -> Roster:
    """The roster, also knowing when that was handed in which may count still."""
    known = {s.key: s.times for s in earlier.everybody}
    times = {
        item.student: times_before(old, known.get(item.student, {}), item)
        for item in class_.submissions
        if (old := book.results_of(item.student))
    }

    def now(student: Student) -> Student:
        return replace(student, times={**times.get(student.key, {}), **student.times})

    return roster.with_each(now)


def _renamed(
    book: Gradebook, folder: Path, class_: Class, present: set[str]
) -> tuple[str, ...]:
    """Put what is kept of earlier runs under the names that the roster has by now.

    So nobody has two rows, and decisions of people stay with whom they are of.  Where
    there is a result under the other name already, whoever hands in now has that.
    """
    earlier, known = book.roster, book.known()
    other = called_otherwise(known, class_.roster or Roster(), earlier)
    if names := free(other, known):
        files = book.file_names()
        for name in names:
            take_out(folder, files[name])
        book.rename(names)
        book.remember("roster", earlier.renamed(names).to_json())
    return tuple(sorted(s for s, new in other.items() if s in names or new in present))


class _Counted:
    """Counts results as they pass."""

    def __init__(self) -> None:
        self.graded = 0
        self.problems: list[tuple[str, str]] = []
        self.earlier: list[str] = []

    def watch(self, results: Iterable[SubmissionResult]) -> Iterator[SubmissionResult]:
        """The same results."""
        for result in results:
            self.graded += result.status == SubmissionStatus.GRADED
            self.problems.extend(_problems(result))
            self.earlier.extend([result.student] if result.set_aside else [])
            yield result


def _problems(result: SubmissionResult) -> Iterator[tuple[str, str]]:
    if result.status != SubmissionStatus.GRADED:
        yield result.student, f"{result.status}: {result.message}"
    if result.set_aside and result.set_aside.status != SubmissionStatus.GRADED:
        yield result.student, result.set_aside.why
    for exercise in result.ungraded:
        if exercise.status == Status.AWAITING_REVIEW:
            continue  # as it should be: said in one line for all
        yield result.student, f"{exercise.id} {exercise.status}: {exercise.message}"
