"""Make the questions about what one student handed in, in the sandbox."""

import contextlib
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

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
from autograder.questions.subject import Run
from autograder.sandbox.pool import Limits, WarmProcesses
from autograder.sandbox.session import SessionEnded
from autograder.tracing.record import Changed, Trace

LIMITS = Limits(submission_seconds=60.0)
PROBLEMS = (SessionEnded, ValueError, TypeError, LookupError, SyntaxError)
MOST_EXERCISES = 6  # that are tried for each question wanted


def _runner(code: Excerpt, processes: StudentProcesses) -> Run:
    """Calls an answer in a process of its own, started anew where a call ended it.

    A call gives ``None`` where it ends the process, or makes no sense.
    """
    ask: Any = None

    def run(arguments: Arguments, changed: Changed) -> Trace | None:
        nonlocal ask
        try:
            if ask is None or ask.session.over:
                ask = processes.start(code, public=True).ask
            trace: Trace | None = ask.run(arguments, changed)
        except PROBLEMS:
            return None
        texts = [text for _, text in code.all_code] + [new for _, new in changed]
        sources = [source.text.strip() for source in trace.code.sources] if trace else []
        own = all(any(source in text for text in texts) for source in sources)
        return trace if own else None  # its process may say what it likes

    return run


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
    tasks.sort(key=lambda task: _number(seed, submission.student, task.exercise.id))
    questions: list[CodeQuestion] = []
    each = max(2, -(-count // max(len(tasks), 1)))  # of one listing, to fit on a page
    for task in tasks[: MOST_EXERCISES * count]:
        code = within_bounds(partial(excerpt, task, slice_for))
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
            run = _runner(code, processes)
            work = partial(drawn, code.task.exercise, run, seed, count)
            made.append(within_bounds(work) or ())
    return [question for question in made[0] if question in made[1]]


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
