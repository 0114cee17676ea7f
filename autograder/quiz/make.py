"""Make the questions about what one student handed in, in the sandbox."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograder.checking.ask import CallSpec
from autograder.exercise.definition import Arguments, Chapter
from autograder.exercise.key import Key
from autograder.exercise.status import Status
from autograder.gradebook.records import SubmissionResult
from autograder.grading.excerpts import Excerpt, Task, excerpt, find_answers
from autograder.grading.grade import read
from autograder.grading.settings import Assignment
from autograder.grading.student_process import StudentProcesses
from autograder.grading.work_bounds import within_bounds
from autograder.handin.submission import Submission
from autograder.notebooks.slicing import slice_for
from autograder.questions.ask import drawn
from autograder.questions.draft import CodeQuestion
from autograder.sandbox.pool import Limits, WarmProcesses
from autograder.sandbox.session import SessionEnded
from autograder.tracing.record import Changed, Trace

LIMITS = Limits(submission_seconds=60.0)
PROBLEMS = (SessionEnded, ValueError, TypeError, LookupError, SyntaxError)
MOST_EXERCISES = 6  # that are tried for each question wanted


@dataclass
class _Asked:
    """An answer in a process of its own, which is started anew where a call ended it."""

    processes: StudentProcesses
    code: Excerpt
    ask: Any = None

    def run(self, arguments: Arguments, changed: Changed) -> Trace | None:
        """A call of the answer; ``None`` where it ends the process, or makes no sense."""
        try:
            if self.ask is None or self.ask.session.over:
                started = self.processes.start(self.code, public=True)
                spec = CallSpec.of(self.code.task.exercise)
                session = started.ask.session  # type: ignore[attr-defined]
                self.ask = session.asker(self.code.task.found.name, spec)
            trace: Trace | None = self.ask.run(arguments, changed)
        except PROBLEMS:
            return None
        texts = "\n".join(text for _, text in self.code.all_code)
        texts += "\n".join(new for _, new in changed)
        own = trace and all(source.text.strip() in texts for source in trace.code.sources)
        return trace if own else None  # its process may say what it likes


def quiz_of(
    submission: Submission,
    result: SubmissionResult,
    key: Key,
    warm: WarmProcesses,
    seed: int,
    count: int,
) -> tuple[CodeQuestion, ...]:
    """Draw questions about what a student passed.

    Each is made in one process and once more in another one; what differs is left out.
    """
    tasks = within_bounds(lambda: [*_passed(submission, result, key)]) or []
    order = sorted(tasks, key=lambda t: _number(seed, submission.student, t.exercise.id))
    questions: list[CodeQuestion] = []
    each = max(2, -(-count // max(len(order), 1)))  # of one listing, to fit on a page
    for task in order[: MOST_EXERCISES * count]:
        code = within_bounds(lambda task=task: excerpt(task, slice_for))  # type: ignore[misc]
        if len(questions) < count and code is not None and not code.holds_the_key:
            number = _number(seed, task.exercise.id, submission.student)
            questions += confirmed(code, warm, number, each)
    return tuple(questions[:count])


def confirmed(
    code: Excerpt, warm: WarmProcesses, seed: int, count: int
) -> list[CodeQuestion]:
    """Questions about an answer that two processes agree on."""
    made = []
    for _ in range(2):
        with contextlib.closing(StudentProcesses(LIMITS, warm)) as processes:
            run = _Asked(processes, code).run
            work = lambda run=run: drawn(code.task.exercise, run, seed, count)  # noqa: E731
            made.append(within_bounds(work) or ())
    first, again = made
    return [question for question in first if question in again]


def _passed(submission: Submission, result: SubmissionResult, key: Key) -> Iterator[Task]:
    """The exercises of code that a student passed, as the grader had found them."""
    passed = {e.id: e.notebook for e in result.exercises if e.status == Status.PASSED}
    notebooks = {n.name: n for n in read(submission, Assignment(key, 0))[0]}
    for chapter in key.chapters:
        names = {passed[i] for i in passed if i.partition(".")[0] == chapter.prefix}
        for name in names & notebooks.keys():
            tasks = find_answers(notebooks[name], key.exercises(chapter))
            yield from with_earlier(chapter, key, tasks, passed)


def with_earlier(
    chapter: Chapter, key: Key, tasks: Sequence[Task], passed: Container[str]
) -> Iterator[Task]:
    """Those of the tasks that passed and are code, with what each builds on."""
    lent = key.lent(chapter)
    for task in tasks:
        earlier = {e.name: e for e in lent[task.exercise.id]}
        own = {n: e.id in passed and e.handler.hands_on_own(e) for n, e in earlier.items()}
        known = frozenset(n for n, e in earlier.items() if e.id in passed)
        if task.exercise.id in passed and task.exercise.is_code and task.found.attempted:
            yield replace(task, earlier=earlier, solved=own, known=known)


def _number(seed: int, *parts: str) -> int:
    return zlib.crc32(f"{seed} {' '.join(parts)}".encode(errors="replace"))
