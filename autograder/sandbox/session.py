"""The trusted side: start students' processes, ask them, and end them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.exercise import Arguments, Framework
from autograder.judge import Ask, Outcome
from autograder.sandbox.wire import (
    WireError,
    WireTimeout,
    pack,
    receive,
    send,
    unpack,
)
from autograder.values import plain

STATUSES = frozenset({"returned", "raised", "not_attempted"})
START_SECONDS = 60.0
MAX_BORROWS = 2_000  # calls of the reference by one student's process
# One thread: a child forked from several would hang in the first product.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "MPLBACKEND": "Agg",
    "LANG": "C.UTF-8",
}


@dataclass(frozen=True)
class Limits:
    """What one submission may use; times in seconds, memory in MiB."""

    submission_seconds: float = 10.0
    call_seconds: float = 2.0
    memory_mb: int = 1024


class SessionEnded(Exception):
    """The student's process has ended or had to be ended.

    ``outcome`` is what to report: a timeout, a crash, or too much memory.
    """

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.raised)
        self.outcome = outcome


class WarmProcessFailed(RuntimeError):
    """The warm process did not start or has died; not the student's fault."""


class WarmProcess:
    """A process that has imported the libraries and forks on request."""

    def __init__(self, libraries: Sequence[str] = ("numpy",)) -> None:
        ours, theirs = socket.socketpair()
        root = str(Path(__file__).resolve().parents[2])
        command = [sys.executable, "-m", "autograder.sandbox.warm"]
        self._process = subprocess.Popen(
            [*command, str(theirs.fileno()), *libraries],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**ENVIRONMENT, "PATH": os.defpath, "PYTHONPATH": root},
            cwd="/",
            start_new_session=True,
        )
        theirs.close()
        ours.settimeout(START_SECONDS)
        self._control = ours
        self._lines = ours.makefile("r")
        self._ended: dict[int, int] = {}
        self._message()

    def fork(self, limits: Limits) -> tuple[int, socket.socket]:
        """Start a child; return its process id and our end of the channel."""
        ours, theirs = socket.socketpair()
        cpu_seconds = max(1, round(limits.submission_seconds) + 1)
        message = {"memory_mb": limits.memory_mb, "cpu_seconds": cpu_seconds}
        try:
            socket.send_fds(
                self._control, [json.dumps(message).encode()], [theirs.fileno()]
            )
        except OSError:
            raise WarmProcessFailed(self._why()) from None
        theirs.close()
        while "started" not in (answer := self._message()):
            self._ended[answer["ended"]] = answer["status"]
        return answer["started"], ours

    def end(self, pid: int, *, grace: float = 0.0) -> int:
        """End a child, after ``grace`` seconds to do so by itself; its status."""
        if pid not in self._ended and grace:
            self._control.settimeout(grace)
            with contextlib.suppress(TimeoutError):
                self._collect(pid)
        if pid not in self._ended:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            self._control.settimeout(START_SECONDS)
            self._collect(pid)
        self._control.settimeout(START_SECONDS)
        return self._ended.pop(pid)

    def close(self) -> None:
        """End the warm process."""
        self._control.close()
        self._lines.close()
        self._process.kill()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()

    def _collect(self, pid: int) -> None:
        while pid not in self._ended:
            answer = self._message()
            self._ended[answer["ended"]] = answer["status"]

    def _message(self) -> dict[str, Any]:
        line = self._read_line()
        if not line:
            raise WarmProcessFailed(self._why())
        return json.loads(line)

    def _read_line(self) -> bytes:
        line = bytearray()
        while not line.endswith(b"\n"):
            byte = self._control.recv(1)
            if not byte:
                return b""
            line += byte
        return bytes(line)

    def _why(self) -> str:
        self._process.kill()
        _, errors = self._process.communicate()
        last = (errors or b"").decode(errors="replace").strip().splitlines()[-1:]
        reason = f": {last[0]}" if last else "."
        return f"The process that runs students' code did not start{reason}"


LIBRARIES: dict[Framework, tuple[str, ...]] = {
    "numpy": ("numpy",),
    "torch": ("numpy", "torch"),
    "tensorflow": ("numpy", "tensorflow", "keras"),
}


class WarmProcesses:
    """A warm process for each library, started when an exercise first needs it."""

    def __init__(self) -> None:
        self._started: dict[Framework, WarmProcess] = {}

    def get(self, framework: Framework) -> WarmProcess:
        """The warm process that has imported what ``framework`` needs."""
        if framework not in self._started:
            self._started[framework] = WarmProcess(LIBRARIES[framework])
        return self._started[framework]

    def close(self) -> None:
        """End them all."""
        for warm in self._started.values():
            warm.close()
        self._started.clear()


class Session:
    """One student's process, asked about one submission."""

    def __init__(
        self,
        warm: WarmProcess,
        limits: Limits,
        lend: Mapping[str, Callable[..., Any]] | None = None,
        deadline: float | None = None,
    ) -> None:
        self._warm, self._limits = warm, limits
        self._lend = dict(lend or {})
        self._borrows = 0
        self._deadline = deadline or time.monotonic() + limits.submission_seconds
        self._pid, self._channel = warm.fork(limits)
        self._over: Outcome | None = None

    def run(
        self,
        cells: Sequence[tuple[str, str]],
        *,
        borrowed: Mapping[str, Callable[..., Any]] | None = None,
        given: Mapping[str, Any] | None = None,
        tolerant: bool = False,
    ) -> str:
        """Run ``(label, source)`` pairs in a fresh namespace.

        ``borrowed`` names become functions computed on this side, ``given``
        names become values.  Returns what was raised, or ``""``.

        Raises
        ------
        SessionEnded
            When the process was ended by its code or by a limit.
        """
        self._lend = dict(borrowed or {})
        given = dict(given or {})
        payload = bytearray()
        header = {
            "op": "run",
            "cells": [list(cell) for cell in cells],
            "borrowed": sorted(self._lend),
            "names": list(given),
            "given": pack([plain(value) for value in given.values()], payload),
            "tolerant": tolerant,
        }
        left = self._deadline - time.monotonic()
        reply, _ = self._exchange(header, payload, left)
        raised = _text(reply.get("raised"))
        if _is_memory(raised):
            self._finish(Outcome("out_of_memory", raised=self._memory_words()))
        return raised

    def asker(
        self, name: str, kind: str = "function", framework: Framework = "numpy"
    ) -> Ask:
        """How to ask the function or layer called ``name``."""

        def ask(arguments: Arguments) -> Outcome:
            try:
                return self._ask(name, arguments, kind, framework)
            except SessionEnded as ended:
                return ended.outcome

        return ask

    def value_asker(self, name: str) -> Ask:
        """How to ask for a value: there is nothing to call."""

        def ask(_: Arguments) -> Outcome:
            try:
                reply = self._exchange(
                    {"op": "value", "name": name}, b"", self._limits.call_seconds
                )
                return self._outcome(*reply, count=0)
            except SessionEnded as ended:
                return ended.outcome

        return ask

    @property
    def over(self) -> bool:
        """Whether the process has ended."""
        return self._over is not None

    def close(self) -> None:
        """Hang up and see the process gone."""
        if self._over is None:
            self._over = Outcome("crashed")
            self._channel.close()
            self._warm.end(self._pid, grace=0.2)

    def _ask(
        self, name: str, arguments: Arguments, kind: str, framework: Framework
    ) -> Outcome:
        payload = bytearray()
        described = pack(tuple(arguments), payload)
        header = {"op": "call", "name": name, "arguments": described}
        header |= {"kind": kind, "framework": framework}
        reply = self._exchange(header, payload, self._limits.call_seconds)
        return self._outcome(*reply, count=len(arguments))

    def _exchange(
        self, header: dict[str, Any], payload: bytes | bytearray, seconds: float
    ) -> tuple[dict[str, Any], bytes]:
        """Send a question and wait for its answer, lending on the way."""
        if self._over is not None:
            raise SessionEnded(self._over)
        deadline = min(time.monotonic() + seconds, self._deadline)
        try:
            self._channel.settimeout(max(deadline - time.monotonic(), 0.01))
            send(self._channel, header, payload)
            while True:
                reply, content = receive(self._channel, deadline)
                if reply.get("op") != "borrow":
                    return reply, content
                self._answer_borrow(reply, content)
        except WireTimeout:
            used_up = deadline >= self._deadline
            limit = self._limits.submission_seconds if used_up else seconds
            what = "all exercises together" if used_up else "one call"
            words = f"Your code was still running after {limit:g} seconds for {what}."
            self._finish(Outcome("timeout", raised=words))
        except (WireError, ValueError, TypeError, KeyError):
            self._finish(None)
        raise AssertionError("unreachable")

    def _answer_borrow(self, asked: dict[str, Any], content: bytes) -> None:
        name = asked.get("name")
        function = self._lend.get(name) if isinstance(name, str) else None
        self._borrows += 1
        if function is None or self._borrows > MAX_BORROWS:
            raise WireError("A function was asked for that is not lent.")
        parts = asked.get("arguments")
        if not isinstance(parts, list) or len(parts) != 3:
            raise WireError("The question has an unknown form.")
        names, arguments, options = unpack({"list": parts}, content)
        payload = bytearray()
        try:
            given = dict(zip(names, options, strict=True))
            value = pack(plain(function(*arguments, **given)), payload)
            reply = {"value": value}
        except Exception as error:
            reply = {"raised": f"{type(error).__name__}: {error}"[:500]}
        send(self._channel, reply, payload)

    def _outcome(self, reply: dict[str, Any], content: bytes, count: int) -> Outcome:
        try:
            status = reply.get("status")
            if reply.get("op") != "outcome" or status not in STATUSES:
                raise WireError("The answer has an unknown form.")
            value = unpack(reply.get("value"), content)
            mutated = reply.get("mutated")
            if not isinstance(mutated, list) or len(mutated) > count:
                raise WireError("The answer has an unknown form.")
            places = tuple(i for i in mutated if type(i) is int and 0 <= i < count)
        except WireError:
            self._finish(None)
        raised = _text(reply.get("raised"))
        if status == "raised" and _is_memory(raised):
            return Outcome("out_of_memory", raised=self._memory_words())
        return Outcome(status, value, raised, places, _text(reply.get("printed")))

    def _finish(self, outcome: Outcome | None) -> None:
        """End the process; without an ``outcome`` find out how it ended."""
        self._channel.close()
        grace = 0.2 if outcome is None else 0.0
        status = self._warm.end(self._pid, grace=grace)
        self._over = outcome or self._how_it_ended(status)
        raise SessionEnded(self._over)

    def _how_it_ended(self, status: int) -> Outcome:
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGXCPU:
                words = "Your code used more processor time than its limit."
                return Outcome("timeout", raised=words)
            name = signal.Signals(number).name
            if number == signal.SIGKILL:  # by us: it spoke out of turn
                words = "Your code answered with something that is no answer."
                return Outcome("crashed", raised=words)
            words = f"Your code crashed the Python process ({name})."
            return Outcome("crashed", raised=words)
        return Outcome("crashed", raised="Your code ended the Python process.")

    def _memory_words(self) -> str:
        return f"Your code used more than {self._limits.memory_mb} MiB of memory."


def _text(value: Any) -> str:
    return value[:2_000] if isinstance(value, str) else ""


def _is_memory(raised: str) -> bool:
    return raised.partition(":")[0] in ("MemoryError", "_ArrayMemoryError")
