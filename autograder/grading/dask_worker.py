"""What runs inside a Dask worker: hand the work to processes of our own.

Students' code is limited by signals and by this process's own memory, which a
Dask worker's threads cannot do, and must not: its heartbeat goes on.  So each
thread of a Dask worker asks a ``worker_process``.  Both arguments and results
are text and bytes; Dask pickles nothing else of what we give it.
"""

import asyncio
import json
import sys
import threading
from dataclasses import dataclass, field

from autograder.grading.executors import TRIES, given_up
from autograder.grading.worker import not_graded
from autograder.grading.worker_process import decode_submission, encode_result
from autograder.sandbox import processes


class OrderRefused(Exception):
    """This machine will not grade as ordered; the text is one sentence."""


class _Process:
    """A worker process that has taken an order."""

    def __init__(self, order: str) -> None:
        self._process = processes.start(
            [sys.executable, "-m", "autograder.grading.worker_process"],
            stdin=processes.PIPE,
            stdout=processes.PIPE,
        )
        refusal = self.ask(order.encode())
        if refusal:
            self.close()
            raise OrderRefused(refusal.decode())

    def ask(self, line: bytes) -> bytes:
        """The answer to a line. Raises ``EOFError`` when the process has ended."""
        assert self._process.stdin
        assert self._process.stdout
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except OSError:
            answer = b""
        if not answer:
            self.close()
            raise EOFError("The process that grades has ended.")
        return answer[:-1]

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


@dataclass
class _IdleProcesses:
    """The idle processes of the order that came last; others are ended."""

    order: str = ""
    idle: list[_Process] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, order: str) -> _Process:
        with self.lock:
            left = self.idle if order != self.order else []
            if order != self.order:
                self.order, self.idle = order, []
            process = self.idle.pop() if self.idle else None
        for old in left:
            old.close()
        return process or _Process(order)

    def put(self, order: str, process: _Process) -> None:
        with self.lock:
            if order == self.order:
                self.idle.append(process)
                return
        process.close()

    def clear(self) -> None:
        with self.lock:
            left, self.idle = self.idle, []
        for process in left:
            process.close()


_idle_processes = _IdleProcesses()


async def examine(order: str) -> str:
    """Why this worker will not grade as ordered; ``""`` when it will."""
    return await asyncio.to_thread(_examine, order)


def _examine(order: str) -> str:
    try:
        _idle_processes.put(order, _idle_processes.take(order))
    except OrderRefused as refusal:
        return str(refusal)
    except (EOFError, OSError) as problem:
        return f"It cannot start a process that grades ({problem})."
    return ""


def grade_message(order: str, message: bytes) -> bytes:
    """A result's message, or a refusal: ``{"refused": sentence}``."""
    for _ in range(TRIES):
        try:
            process = _idle_processes.take(order)
            answer = process.ask(message)
        except OrderRefused as refusal:
            return json.dumps({"refused": str(refusal)}).encode()
        except EOFError:
            continue  # only the cause can end a process of its own twice
        _idle_processes.put(order, process)
        return answer
    return encode_result(not_graded(decode_submission(message), given_up(TRIES)))


async def leave() -> None:
    """End the processes that wait for work: the run is over."""
    await asyncio.to_thread(_idle_processes.clear)
