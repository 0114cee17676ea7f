"""A worker that is asked through its standard input, a line for each question.

    python -m autograder.grading.worker_process

The first line is an order: the settings, and what they must be graded with.
The answer is a line too: empty, or a sentence that says why this machine will
not do it.  Every further line is a submission's message, and its answer a
result's.  Nothing that crosses is ever unpickled.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
from typing import BinaryIO

from autograder.exercise.key import KeyProblem
from autograder.exercise.provenance import identity
from autograder.grading.settings import Settings
from autograder.grading.worker import Worker
from autograder.grading.worker_messages import decode_submission, encode_result
from autograder.sandbox import isolation

IDLE_SECONDS = 600.0  # then it ends: a coordinator that has gone leaves nothing behind


def order_for(settings: Settings) -> str:
    """The line that a worker gets before it grades."""
    return json.dumps([settings.to_json(), identity(settings.key)])


def prepare(order: str) -> Worker | str:
    """A worker that grades as ordered, or one sentence about why there is none.

    Without isolation nothing is graded, unless the order says that it may.
    """
    text, wanted = json.loads(order)
    settings = Settings.from_json(text)
    try:
        found = identity(settings.key)
        other = [part for part in wanted if found.get(part) != wanted[part]]
        if other:
            return f"It has another version of {_listed(other)}. Install the same on both."
        return Worker(settings)
    except (isolation.NoIsolation, KeyProblem) as problem:
        return str(problem)


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Take an order, then grade one submission after another until nobody asks."""

    def answer(line: bytes) -> None:
        answers.write(line + b"\n")
        answers.flush()

    worker = prepare(questions.readline().decode())
    if isinstance(worker, str):
        answer(worker.replace("\n", " ").encode())
        return
    answer(b"")
    threading.Thread(
        target=_exit_when_closed, args=(questions.fileno(),), daemon=True
    ).start()
    try:
        while _has_input(questions) and (message := questions.readline()):
            answer(encode_result(worker.grade(decode_submission(message))))
    except BrokenPipeError:
        pass
    finally:
        worker.close()


def _has_input(questions: BinaryIO) -> bool:
    # One question at a time: nothing that was read ahead is hidden from select.
    return bool(select.select([questions], [], [], IDLE_SECONDS)[0])


def _exit_when_closed(questions: int) -> None:
    """End this process when whoever asks it has gone, even while it grades."""
    poll = select.poll()
    poll.register(questions, 0)  # that it was closed is reported in any case
    poll.poll()
    os._exit(1)


def main() -> None:
    """Serve standard input; what libraries print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the coordinator's to answer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
