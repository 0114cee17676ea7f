"""The trusted side: start students' processes, ask them, and end them."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from autograder.checking.ask import CallSpec
from autograder.checking.outcome import Ask, OneByOne, Outcome
from autograder.exercise.definition import Arguments
from autograder.exercise.outside import Outside
from autograder.exercise.questions import Question, error_type
from autograder.exercise.status import Status
from autograder.exercise.values import plain
from autograder.sandbox.asked import MOST_CALLS, Asked, Services
from autograder.sandbox.call_frames import call_frame, question_frame, trace_frame
from autograder.sandbox.clock import Clock, TimeSpent
from autograder.sandbox.pool import Limits, WarmProcess, WarmProcessFailed
from autograder.sandbox.wire import (
    LEAST_WAIT,
    Incoming,
    WireError,
    WireTimeout,
    frame,
    pack,
    send,
    unpack,
)
from autograder.tracing.carried import from_plain
from autograder.tracing.record import Changed, Part, Put, Trace

ANSWERED = frozenset({Status.RETURNED, Status.RAISED, Status.NOT_ATTEMPTED})
CONFINE_SECONDS = 30.0
# Bytes of questions sent before their answers came.  They lie in the channel, so
# that sending never waits for a process that itself waits to be read.
AHEAD = 32 << 10
FUNCTION = CallSpec()


class SessionEnded(Exception):
    """The student's process has ended or had to be ended.

    ``outcome`` is what to report: a timeout, a crash, or too much memory.
    """

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.raised)
        self.outcome = outcome


class Session:
    """One student's process, forked from a warm one and asked about one notebook.

    ``spent`` is the time that the student's code took before, in other processes too.
    ``WarmProcessFailed`` is raised when it cannot be started or confined.
    """

    def __init__(
        self, warm: WarmProcess, limits: Limits, spent: TimeSpent | None = None
    ) -> None:
        self._warm, self._limits = warm, limits
        self._services = Services()
        self._pid, self._channel = warm.fork(limits)
        self._clock = Clock(
            limits.submission_seconds, spent or TimeSpent(), lambda: warm.waited(self._pid)
        )
        self._incoming = Incoming(self._channel)
        self._over: Outcome | None = None
        self.where = ""  # the line at which the last run raised
        self._wait_until_confined()

    def _wait_until_confined(self) -> None:
        """Nothing of the student's runs before the child says it is confined."""
        try:
            header, _ = self._incoming.receive(time.monotonic() + CONFINE_SECONDS)
        except WireError:
            header = {"failed": "it ended"}
        if header.get("op") != "ready":
            self.close()
            why = header.get("failed", "")
            raise WarmProcessFailed(f"A student's process could not be confined: {why}")

    def run(
        self,
        cells: Sequence[tuple[str, str]],
        *,
        references: Mapping[str, Callable[..., Any]] | None = None,
        given: Mapping[str, Any] | None = None,
        tolerant: bool = False,
        modules: Mapping[str, str] | None = None,
    ) -> str:
        """Run the cells of a notebook in a fresh namespace.

        ``references``: functions of the key, by the names by which the cells call them;
        they are computed on this side. ``tolerant``: whether to go statement by statement,
        and on after an error. ``modules``: sources of modules that the cells may import, by
        name. Returns what was raised, or ``""``. Raises ``SessionEnded`` when the process
        was ended by its code or by a limit.
        """
        self._services.references = dict(references or {})
        given = dict(given or {})
        payload = bytearray()
        header = {
            "op": "run",
            "cells": [list(cell) for cell in cells],
            "references": sorted(self._services.references),
            "names": list(given),
            "given": pack([plain(value) for value in given.values()], payload),
            "tolerant": tolerant,
            "modules": dict(modules or {}),
        }
        asked = [Asked(frame(header, payload))]
        _, reply, _ = next(self._exchange(asked, self._limits.submission_seconds))
        raised, self.where = _text(reply.get("raised")), _text(reply.get("where"))
        if _is_memory(raised):
            self._finish(Outcome(Status.OUT_OF_MEMORY, raised=self._memory_message()))
        return raised

    def asker(self, name: str, spec: CallSpec = FUNCTION) -> AskCode:
        """How to ask the function, class or layer called ``name``."""
        return AskCode(self, name, spec)

    def value_asker(self, name: str) -> Ask:
        """How to ask for a value: there is nothing to call."""
        asked = [Asked(frame({"op": "value", "name": name}))]
        return OneByOne(lambda *_: next(self.answers(asked)))

    def answers(self, asked: Iterable[Asked]) -> Iterator[Outcome]:
        """The answer to each question; when the process is ended, that is the last one."""
        try:
            for one, reply, content in self._exchange(asked, self._limits.call_seconds):
                yield one.judged(self._outcome(reply, content, count=one.count))
        except SessionEnded as ended:
            yield ended.outcome

    @property
    def over(self) -> bool:
        """Whether the process has ended."""
        return self._over is not None

    def close(self) -> None:
        """Close the channel and end the process."""
        if self._over is None:
            self._over = Outcome(Status.CRASHED)
            self._clock.end()
            self._channel.close()
            self._warm.end(self._pid, grace=0.2)

    def _exchange(
        self, questions: Iterable[Asked], seconds: float
    ) -> Iterator[tuple[Asked, dict[str, Any], bytes]]:
        """Send questions and take each one's answer, within ``seconds``.

        Some are sent before the answers to earlier ones came, so that neither
        side waits for the other.
        """
        if self._over is not None:
            raise SessionEnded(self._over)
        coming = iter(questions)
        question = next(coming, None)
        under_way: deque[Asked] = deque()  # sent, and not answered
        while question is not None or under_way:
            batch = bytearray()
            while question is not None and (
                not under_way
                or sum(len(each.frame) for each in (*under_way, question)) <= AHEAD
            ):
                under_way.append(question)
                batch += question.frame
                question = next(coming, None)
            yield under_way[0], *self._answer(batch, seconds, under_way[0].outside)
            under_way.popleft()

    def _answer(
        self, batch: bytearray, seconds: float, outside: Outside | None
    ) -> tuple[dict[str, Any], bytes]:
        """Send what is to be sent, then wait for one answer; what it calls is called."""
        self._clock.start(seconds)
        try:
            self._send(batch)
            while True:
                reply, content = self._receive()
                if reply.get("op") not in MOST_CALLS:
                    return reply, content
                if time.monotonic() > self._clock.deadline and self._clock.is_over():
                    raise WireTimeout("It goes on asking.")
                result = self._services.result(reply, content, outside)
                send(self._channel, *result)
        except WireTimeout:
            self._finish(Outcome(Status.TIMEOUT, raised=self._clock.timeout_message()))
        except (WireError, ValueError, TypeError, KeyError):
            self._finish(None)
        finally:
            self._clock.stop()

    def _receive(self) -> tuple[dict[str, Any], bytes]:
        while True:
            try:
                return self._incoming.receive(self._clock.deadline)
            except WireTimeout:
                if self._clock.is_over():
                    raise

    def _send(self, batch: bytearray) -> None:
        """Send; if the process has ended, what it answered is still to be read."""
        rest = memoryview(batch)
        while rest:
            left = self._clock.deadline - time.monotonic()
            self._channel.settimeout(max(left, LEAST_WAIT))
            try:
                rest = rest[self._channel.send(rest) :]
            except TimeoutError:
                if self._clock.is_over():
                    raise WireTimeout("The other side has stopped reading.") from None
            except OSError:
                return

    def _outcome(self, reply: dict[str, Any], content: bytes, count: int) -> Outcome:
        try:
            status = reply.get("status")
            mutated = reply.get("mutated")
            if (
                reply.get("op") != "outcome"
                or not (isinstance(status, str) and status in ANSWERED)
                or not (isinstance(mutated, list) and len(mutated) <= count)
            ):
                raise WireError("The answer has an unknown form.")
            value = unpack(reply.get("value"), content)
            places = tuple(i for i in mutated if type(i) is int and 0 <= i < count)
        except WireError:
            self._finish(None)
        raised = _text(reply.get("raised"))
        if status == Status.RAISED and _is_memory(raised):
            return Outcome(Status.OUT_OF_MEMORY, raised=self._memory_message())
        printed, where = _text(reply.get("printed")), _text(reply.get("where"))
        return Outcome(Status(status), value, raised, places, printed, where)

    def _finish(self, outcome: Outcome | None) -> NoReturn:
        """End the process; without an ``outcome`` find out how it ended."""
        self._channel.close()
        grace = 0.2 if outcome is None else 0.0
        status, killed = self._warm.end(self._pid, grace=grace)
        self._over = outcome or self._how_it_ended(status, killed)
        raise SessionEnded(self._over)

    def _how_it_ended(self, status: int, killed: bool) -> Outcome:
        words = "Your code ended the Python process."
        if killed:  # by us: it spoke out of turn
            words = "Your code answered with something that is no answer."
        elif os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number in (signal.SIGXCPU, signal.SIGKILL):  # by the kernel
                words = "Your code used more processor time than its limit."
                return Outcome(Status.TIMEOUT, raised=words)
            name = signal.strsignal(number) or f"signal {number}"
            words = f"Your code crashed the Python process ({name})."
        return Outcome(Status.CRASHED, raised=words)

    def _memory_message(self) -> str:
        return f"Your code used more than {self._limits.memory_mb} MiB of memory."


@dataclass(frozen=True)
class AskCode:
    """Asks a function or class of a session: one call, or many at once."""

    session: Session
    name: str
    spec: CallSpec

    def __call__(self, arguments: Arguments, peak_mb: float = 0.0) -> Outcome:
        """The outcome of one call."""
        sent = call_frame(self.name, arguments, peak_mb, self.spec)
        return next(self.session.answers([Asked.of(sent, arguments)]))

    def record(self, question: Question) -> Trace | None:
        """The call of a question with its expressions' values; the student's word."""
        return self.run(question.arguments)

    def failed(self, question: Question) -> Trace | None:
        """The call of a question, up to where it raises; the student's word."""
        return self.run(question.arguments, ())

    def retried(self, question: Question, puts: Sequence[Put], of: Part) -> list[Any]:
        """A result with each of some values in a place; the student's word."""
        asked = (self._traced(question.arguments, (put, of)) for put in puts)
        return [outcome.value for outcome in self.session.answers(asked)]

    def run(self, arguments: Arguments, changed: Changed | None = None) -> Trace | None:
        """A call with its expressions' values, of code in which some texts are others.

        With ``changed``, if it is empty, a call that raises has a trace, too.
        """
        asked = self._traced(arguments, changed=changed)
        value = next(self.session.answers([asked])).value
        return None if value is None else from_plain(value)

    def _traced(
        self,
        arguments: Arguments,
        retry: tuple[Put, Part] | None = None,
        changed: Changed | None = None,
    ) -> Asked:
        sent = trace_frame(self.name, arguments, self.spec, retry, changed)
        return replace(Asked.of(sent, arguments), is_judged=False)

    def many(self, questions: Sequence[Question]) -> list[Outcome]:
        """The answers in order, some asked before earlier ones came."""
        asked = (
            Asked.of(question_frame(self.name, question, self.spec), question.arguments)
            for question in questions
        )
        return list(self.session.answers(asked))


def _text(value: Any) -> str:
    return value[:2_000] if isinstance(value, str) else ""


def _is_memory(raised: str) -> bool:
    return error_type(raised) in ("MemoryError", "_ArrayMemoryError")
