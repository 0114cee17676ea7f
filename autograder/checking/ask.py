"""Call a student's function in this process and report what it did."""

from __future__ import annotations

import builtins
import contextlib
import dis
import io
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from autograder import frameworks
from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.faults import place_of
from autograder.checking.outcome import PRINTED_LIMIT, OneByOne, Outcome
from autograder.exercise import kinds
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.held import held_at_most
from autograder.exercise.questions import describe_error
from autograder.exercise.status import Status
from autograder.exercise.values import Opaque, plain, same_bits, type_name

PATIENCE = 6  # times as long by the clock, where the machine is busy with others


class Written(io.TextIOBase):
    """Keeps the beginning of what is written and forgets the rest."""

    def __init__(self) -> None:
        self.kept = ""

    def writable(self) -> bool:
        """It can be written to, and not read."""
        return True

    def write(self, text: str) -> int:
        """Keep as much of it as there is room for."""
        room = PRINTED_LIMIT - len(self.kept)
        if room > 0:
            self.kept += text[:room]
        return len(text)


@dataclass(frozen=True)
class CallSpec:
    """How a call is made, in a form that crosses to a student's process."""

    kind: str = "function"
    framework: str = "numpy"

    @classmethod
    def of(cls, exercise: Exercise) -> CallSpec:
        """How an exercise's answers are called."""
        return cls(exercise.kind, exercise.framework)


IGNORED = ("ignore", None, Warning, None, 0)  # what warnings.simplefilter writes down
NOTHING = contextlib.nullcontext()
RAISE = dis.opmap["RAISE_VARARGS"]


@contextlib.contextmanager
def _nobody_types() -> Iterator[None]:
    """In the block ``input()`` raises, and asks for nothing for each call."""

    def refuse(*_: object) -> str:
        raise EOFError("input() is not answered here")

    before, builtins.input = builtins.input, refuse
    try:
        yield
    finally:
        builtins.input = before


def no_warnings() -> AbstractContextManager[Any]:
    """Ignore warnings within; costs nothing where they are ignored already."""
    if warnings.filters and warnings.filters[0] == IGNORED:
        return NOTHING
    return warnings.catch_warnings(action="ignore")


def call(
    answer: Callable[..., Any],
    arguments: Arguments,
    spec: CallSpec,
    peak_mb: float = 0.0,
    into: Written | None = None,
) -> Outcome:
    """Call an answer on copies of its arguments, and say what it did; raises no Exception.

    ``peak_mb``: the most memory in MiB that the call may hold at once; 0 for no limit.
    """
    given, written = arguments, into or Written()
    status, value, raised, where = Status.RETURNED, None, "", ""
    with (
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(written),
        no_warnings(),
        _nobody_types(),
    ):
        try:
            with held_at_most(peak_mb):
                framework = frameworks.get(spec.framework)
                value, given = kinds.get(spec.kind).call(framework, answer, arguments)
        except (KeyboardInterrupt, TooLong):
            raise
        except BaseException as error:  # SystemExit too: it would end the kernel
            if isinstance(error, NotImplementedError) and _of_a_stub(error, answer):
                status = Status.NOT_ATTEMPTED
            else:
                status, raised = Status.RAISED, describe_error(error)
                where = place_of(error)
    changed = enumerate(zip(arguments, given, strict=True))
    mutated = tuple(i for i, (old, new) in changed if not same_bits(old, new))
    return Outcome(status, value, raised, mutated, written.kept, where)


def _of_a_stub(error: NotImplementedError, answer: object) -> bool:
    """Whether a ``raise`` of the student's own cells is at its root, and no library."""
    frames = list(traceback.walk_tb(error.__traceback__))
    frame, last = frames[-1][0], error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    own = {"__main__", getattr(answer, "__module__", "")}
    code = frame.f_code.co_code
    raises = last is not None and code[last.tb_lasti] == RAISE
    return raises and frame.f_globals.get("__name__") in own


def no_function(answer: Any) -> Outcome:
    """What is said where something else than a function is to be called."""
    if answer is None or answer is ...:
        return Outcome(Status.NOT_ATTEMPTED)
    words = f"NotAFunction: A function is asked for; yours is of type {type_name(answer)}."
    return Outcome(Status.RAISED, raised=words)


def value_outcome(answer: Any) -> Outcome:
    """A value that is an answer, or what looking at it raises."""
    if answer is None or answer is ...:
        return Outcome(Status.NOT_ATTEMPTED)
    try:
        return Outcome(Status.RETURNED, plain(answer))
    except (KeyboardInterrupt, TooLong):
        raise
    except BaseException as error:  # an object may do anything when it is looked at
        return Outcome(Status.RAISED, raised=describe_error(error))


def asker(exercise: Exercise, answer: Any, seconds: float = 0.0) -> OneByOne:
    """Make an ``Ask`` for an answer that lives in this process.

    ``seconds``: of work for each call, and by the clock ``PATIENCE`` times as long; 0, or a
    platform without alarms, sets no limit.
    """
    spec = CallSpec.of(exercise)

    def ask_code(arguments: Arguments, peak_mb: float) -> Outcome:
        written = Written()
        try:
            with time_limit(seconds, patience=PATIENCE * seconds):
                return call(answer, arguments, spec, peak_mb, written)
        except TooLong:
            words = f"Your code was still running after {seconds:g} seconds."
            return Outcome(Status.TIMEOUT, raised=words, printed=written.kept)

    def ask_value(arguments: Arguments, _: float) -> Outcome:
        if callable(answer):
            return Outcome(Status.RETURNED, Opaque("function"))
        return no_function(answer) if arguments else value_outcome(answer)

    return OneByOne(ask_code if exercise.is_code and callable(answer) else ask_value)
