"""The frames that ask for calls in a student's process."""

from dataclasses import asdict
from functools import lru_cache

from autograder.checking.ask import CallSpec
from autograder.exercise.definition import Arguments
from autograder.exercise.outside import outside_of
from autograder.exercise.questions import Question
from autograder.exercise.values import size
from autograder.sandbox.wire import frame, pack
from autograder.tracing.record import Changed, Part, Put

MAX_KEPT = 2_000  # numbers in a question whose frame is kept for the next student


def call_frame(name: str, arguments: Arguments, peak_mb: float, spec: CallSpec) -> bytes:
    """The frame that asks for one call of the function or class ``name``."""
    payload = bytearray()
    described = pack(tuple(arguments), payload)
    header = {"op": "call", "name": name, "arguments": described, "peak_mb": peak_mb}
    return frame({**header, **asdict(spec), **_outside(arguments)}, payload)


def trace_frame(
    name: str,
    arguments: Arguments,
    spec: CallSpec,
    retry: tuple[Put, Part] | None = None,
    changed: Changed | None = None,
) -> bytes:
    """The frame that asks for a call with the values of its expressions.

    ``retry``: for a result instead, with another value for one of them; ``changed``: other
    texts for some of the code.  Where these are not ``None`` a call that raises has one.
    """
    payload = bytearray()
    asked = pack((tuple(arguments), retry), payload)
    header = {"op": "trace", "name": name, "arguments": asked, "changed": changed}
    return frame({**header, **asdict(spec), **_outside(arguments)}, payload)


def _outside(arguments: Arguments) -> dict[str, list[str]]:
    """The methods of what a trial leaves outside: it is not sent itself."""
    outside = outside_of(arguments)
    return {"outside": outside.names} if outside else {}


def question_frame(name: str, question: Question, spec: CallSpec) -> bytes:
    """The frame of a question: made once for a class, where it is small."""
    make = _kept if size(question.arguments) <= MAX_KEPT else _kept.__wrapped__
    return make(name, question, spec)


@lru_cache(maxsize=1_000)
def _kept(name: str, question: Question, spec: CallSpec) -> bytes:
    return call_frame(name, question.arguments, question.case.peak_mb, spec)
