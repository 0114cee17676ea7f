"""The untrusted side: run a student's statements and answer questions.

This runs in a process that belongs to the student.  It knows no reference,
no seed and no score; whatever it sends is only an answer.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import socket
import sys
import types
import warnings
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from autograder import frameworks
from autograder.checking.ask import CallSpec, Written, call, no_function, value_outcome
from autograder.checking.faults import place_of
from autograder.checking.outcome import Outcome
from autograder.exercise import kinds
from autograder.exercise.outside import StandIn, raised_elsewhere
from autograder.exercise.questions import describe_error
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from autograder.exercise.values import plain
from autograder.sandbox import lent_modules
from autograder.sandbox.wire import Incoming, WireError, pack, send, too_many, unpack
from autograder.tracing.carried import as_plain
from autograder.tracing.history import result_with
from autograder.tracing.record import Changed, Part, Put, Recording


class _Questions:
    """What the grader asks, in order; results of references come between."""

    def __init__(self, channel: socket.socket) -> None:
        self._incoming = Incoming(channel)
        self._channel = channel
        self._early: deque[tuple[dict[str, Any], bytes]] = deque()

    def next(self) -> tuple[dict[str, Any], bytes]:
        """The next question."""
        return self._early.popleft() if self._early else self._incoming.receive()

    def call(self, op: str, name: str, *arguments: Any, **options: Any) -> Any:
        """Call what the grader computes; questions that come before its result are kept."""
        payload = bytearray()
        parts = [list(options), plain(tuple(arguments)), plain(tuple(options.values()))]
        described = [pack(part, payload) for part in parts]
        send(self._channel, {"op": op, "name": name, "arguments": described}, payload)
        while (message := self._incoming.receive())[0].get("op") != "result":
            self._early.append(message)
        header, content = message
        if header.get("raised"):
            raise raised_elsewhere(header["raised"])
        return unpack(header["value"], content)


def serve(channel: socket.socket) -> None:
    """Answer frames until the grader hangs up."""
    _stand_in_for_autograder()
    channel.settimeout(None)
    warnings.simplefilter("ignore")  # once, and not for every call
    questions = _Questions(channel)
    namespace: dict[str, Any] = {}
    while True:
        try:
            header, payload = questions.next()
        except WireError:
            return
        operation = header.get("op")
        if operation == "run":
            namespace = _fresh_namespace()
            lent_modules.lend(header["modules"])
            for name in header["references"]:
                namespace[name] = _reference_proxy(questions, name)
            values = unpack(header["given"], payload, trusted=True)
            namespace.update(zip(header["names"], values, strict=True))
            send(channel, _run(namespace, header["cells"], header["tolerant"]))
        elif operation == "call":
            function = namespace.get(header["name"])
            arguments = unpack(header["arguments"], payload, trusted=True)
            arguments = _with_outside(arguments, header.get("outside"), questions)
            spec = CallSpec(header["kind"], header["framework"])
            _reply(channel, _call(function, arguments, spec, header["peak_mb"]))
        elif operation == "trace":
            function = namespace.get(header["name"])
            arguments, retry = unpack(header["arguments"], payload, trusted=True)
            arguments = _with_outside(arguments, header.get("outside"), questions)
            spec = CallSpec(header["kind"], header["framework"])
            _reply(channel, _traced(function, arguments, retry, spec, header["changed"]))
        elif operation == "value":
            _reply(channel, value_outcome(namespace.get(header["name"])))


def _fresh_namespace() -> dict[str, Any]:
    """A module of its own for each exercise, as ``__main__`` would be."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    return module.__dict__


def _run(
    namespace: dict[str, Any], cells: list[list[str]], tolerant: bool
) -> dict[str, str]:
    """Execute ``[label, source]`` pairs.

    ``tolerant`` goes statement by statement, and on with the next after an error.
    """
    raised = where = ""
    with contextlib.redirect_stdout(Written()), contextlib.redirect_stderr(Written()):
        for label, source in cells:
            keep_source(label, source)
            for piece in _pieces(source) if tolerant else [source]:
                try:
                    exec(compile(piece, label, "exec"), namespace)
                except (Exception, SystemExit) as error:
                    raised = f"{describe_error(error)} (in {label.strip('<>')})"
                    where = place_of(error)
                    if not tolerant:
                        return {"raised": raised, "where": where}
    return {"raised": raised, "where": where}


def _pieces(source: str) -> list[ast.Module] | list[str]:
    """A cell's statements, as ``compile`` takes them."""
    try:
        return [ast.Module([s], type_ignores=[]) for s in ast.parse(source).body]
    except SyntaxError:
        return [source]  # compile says what is wrong


def _call(function: Any, arguments: Any, spec: CallSpec, peak_mb: float) -> Outcome:
    if not callable(function):
        return no_function(function)
    return call(function, arguments, spec, peak_mb)


def _traced(
    function: Any,
    arguments: Any,
    retry: tuple[Put, Part] | None,
    spec: CallSpec,
    changed: list[list[str]] | None,
) -> Outcome:
    recording = _recording(function, spec, tuple((old, new) for old, new in changed or ()))
    if retry is not None:
        return Outcome(Status.RETURNED, plain(result_with(recording, arguments, *retry)))
    trace = recording.call(arguments) if changed is None else recording.run(arguments)
    return Outcome(Status.RETURNED, plain(as_plain(trace)) if trace else None)


@lru_cache(maxsize=1)
def _recording(function: Any, spec: CallSpec, changed: Changed = ()) -> Recording:
    kind, framework = kinds.get(spec.kind), frameworks.get(spec.framework)
    return Recording(function, kind, framework, changed)


def _reply(channel: socket.socket, outcome: Outcome) -> None:
    payload = bytearray()
    header = {
        "op": "outcome",
        "status": outcome.status,
        "value": pack(outcome.value, payload),
        "raised": outcome.raised,
        "mutated": list(outcome.mutated),
        "printed": outcome.printed,
        "where": outcome.where,
    }
    try:
        if too_many(header["value"]):
            raise WireError("The value has too many parts.")
        send(channel, header, payload)
    except WireError:
        words = "ValueError: the result is too large to look at"
        send(channel, {**header, "status": "raised", "value": None, "raised": words})


def _reference_proxy(questions: _Questions, name: str) -> Callable[..., Any]:
    """A function that the grader computes: an exercise not yet solved."""

    def function(*arguments: Any, **options: Any) -> Any:
        return questions.call("call_reference", name, *arguments, **options)

    function.__name__ = function.__qualname__ = name
    return function


def _with_outside(
    arguments: tuple[Any, ...], names: list[str] | None, questions: _Questions
) -> tuple[Any, ...]:
    """A trial with the methods of what it leaves outside: on the grader's side."""
    if names is None:
        return arguments
    call = functools.partial(questions.call, "call_outside")
    return (replace(arguments[0], stand_in=StandIn(names, call)),)


def _stand_in_for_autograder() -> None:
    """``from autograder import check, why`` works here, and does nothing."""

    def check(_: str, answer: Any = None, **__: Any) -> Any:
        return answer

    stand_in = types.ModuleType("autograder")
    vars(stand_in).update(check=check, why=check)
    sys.modules["autograder"] = stand_in
