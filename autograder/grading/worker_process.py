"""A worker that is asked through its standard input, a line for each question.

    python -m autograder.grading.worker_process

The first line is an order: the settings, and what they must be graded with.
The answer is a line too: empty, or a sentence that says why this machine will
not do it.  Every further line is a submission's message, and its answer a
result's.  Nothing that crosses is ever unpickled.
"""

import base64
import json
import os
import select
import signal
import sys
import threading
from dataclasses import dataclass, fields
from typing import Any, BinaryIO

from autograder.exercise.key import KeyProblem
from autograder.exercise.provenance import identity
from autograder.gradebook.records import SubmissionResult
from autograder.grading.settings import Settings
from autograder.grading.worker import Worker
from autograder.handin.submission import StoredFile, Submission
from autograder.notebooks.read import MAX_BYTES, UnreadableNotebook
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
        here = identity(settings.key)
        other = [part for part in wanted if here.get(part) != wanted[part]]
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


@dataclass(frozen=True)
class UnreadableFile(StoredFile):
    """A file that could not be read where it was; ``path`` holds the reason."""

    def read(self, most: int = MAX_BYTES) -> bytes:
        """Raises ``UnreadableNotebook``, as reading it there did."""
        raise UnreadableNotebook(self.path)


def encode_submission(submission: Submission) -> bytes:
    """A submission with the contents of its files."""
    data = {f.name: getattr(submission, f.name) for f in fields(submission)}
    contents = [(n, _encoded(file)) for n, file in submission.contents(modules=True)]
    notebooks = len(submission.files)
    data |= {"files": contents[:notebooks], "modules": contents[notebooks:]}
    return json.dumps(data).encode()


def _encoded(file: bytes | UnreadableNotebook) -> dict[str, str]:
    if isinstance(file, bytes):
        return {"bytes": base64.b64encode(file).decode()}
    return {"unread": str(file)}


def decode_submission(message: bytes) -> Submission:
    """The submission again."""
    data: dict[str, Any] = json.loads(message)
    for kind in ("files", "modules"):
        data[kind] = tuple((name, _decoded(file)) for name, file in data[kind])
    return Submission(**{n: _frozen(v) for n, v in data.items()})


def _decoded(file: dict[str, str]) -> bytes | StoredFile:
    if "unread" in file:
        return UnreadableFile(file["unread"])
    return base64.b64decode(file["bytes"])


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def encode_result(result: SubmissionResult) -> bytes:
    """A result in the form in which it is stored."""
    return json.dumps(result.to_dict()).encode()


def decode_result(message: bytes) -> SubmissionResult:
    """The result again."""
    return SubmissionResult.from_dict(json.loads(message))


if __name__ == "__main__":
    main()
