"""Make the questions about what one student handed in, in the sandbox."""

import contextlib
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

from autograder.exercise.definition import Arguments
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
    """Calls an answer in a process of its own; ``None`` where a call ends that."""
    ask: Any = None

    def run(arguments: Arguments, changed: Changed) -> Trace | None:
        nonlocal ask
        try:
            if ask is None or ask.session.over:
                ask = processes.start(code, public=True).ask
            trace: Trace | None = ask.run(arguments, changed)
        except PROBLEMS:
            return None
        texts = [text for _, text in (*code.all_code, *changed)]
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
    """Draw questions about what a student passed, on which two processes agree."""

    def number(task: Task) -> int:
        text = f"{seed} {task.exercise.id} {submission.student}"
        return zlib.crc32(text.encode(errors="replace"))

    tasks = within_bounds(lambda: [*_passed(submission, result, key)]) or []
    questions: list[CodeQuestion] = []
    each = max(2, -(-count // max(len(tasks), 1)))  # of one listing, to fit on a page
    for task in sorted(tasks, key=number)[: MOST_EXERCISES * count]:
        code = within_bounds(partial(excerpt, task, slice_for))
        if len(questions) < count and code is not None and not code.holds_the_key:
            questions += confirmed(code, warm, number(task), each)
    return tuple(questions[:count])


def confirmed(
    code: Excerpt, warm: WarmProcesses, seed: int, count: int
) -> list[CodeQuestion]:
    """Questions about an answer that two processes agree on."""
    made = []
    for _ in range(2):
        with contextlib.closing(StudentProcesses(LIMITS, warm)) as processes:
            work = partial(drawn, code.task.exercise, _runner(code, processes), seed, count)
            made.append(within_bounds(work) or ())
    return [question for question in made[0] if question in made[1]]


def _passed(submission: Submission, result: SubmissionResult, key: Key) -> Iterator[Task]:
    """The exercises of code that a student passed, with what each builds on."""
    passed = {e.id: e.notebook for e in result.exercises if e.status == Status.PASSED}
    for notebook in read(submission, Assignment(key, 0))[0]:
        own = [exercise for exercise, name in passed.items() if name == notebook.name]
        for chapter in dict.fromkeys(map(key.chapter_of, own)):
            lent = key.lent(chapter)
            for task in find_answers(notebook, key.exercises(chapter)):
                exercise = task.exercise
                if exercise.id in own and exercise.is_code and task.found.attempted:
                    yield task.after(lent[exercise.id], passed)
