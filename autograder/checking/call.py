"""Call a student's function in this process and report what it did."""

from __future__ import annotations

import contextlib
import io
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.invoke import describe_error, invoke
from autograder.checking.judge import Outcome
from autograder.exercise.definition import Arguments, Exercise, Framework
from autograder.exercise.values import same_bits

PRINTED_LIMIT = 2_000


class TooMuchMemory(MemoryError):
    """A call held more at once than its exercise allows."""


@contextlib.contextmanager
def _memory_limit(peak_mb: float) -> Iterator[None]:
    """Raise after the block when it held more than ``peak_mb`` MiB at once."""
    if not peak_mb:
        yield
        return
    tracemalloc.start()
    try:
        yield
        held = tracemalloc.get_traced_memory()[1] / (1 << 20)
    finally:
        tracemalloc.stop()
    if held > peak_mb:
        words = f"it held {held:.0f} MiB at once; {peak_mb:g} MiB are enough"
        raise TooMuchMemory(words)


def call(
    function: Callable[..., Any],
    arguments: Arguments,
    written: Any = None,
    *,
    kind: str = "function",
    framework: Framework = "numpy",
    peak_mb: float = 0.0,
) -> Outcome:
    """Call ``function`` on copies of ``arguments``; never raises an Exception.

    ``written`` receives what it prints: a text stream with ``getvalue``.
    """
    given = arguments
    written = io.StringIO() if written is None else written
    status, value, raised = "returned", None, ""
    with (
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(written),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        try:
            with _memory_limit(peak_mb):
                value, given = invoke(kind, framework, function, arguments)
        except NotImplementedError:
            status = "not_attempted"
        except (KeyboardInterrupt, TooLong):
            raise
        except BaseException as error:  # SystemExit too: it would end the kernel
            status, raised = "raised", describe_error(error)
    changed = enumerate(zip(arguments, given, strict=True))
    mutated = tuple(i for i, (old, new) in changed if not same_bits(old, new))
    return Outcome(status, value, raised, mutated, written.getvalue()[:PRINTED_LIMIT])


def call_with_limit(
    exercise: Exercise,
    answer: Callable[..., Any],
    arguments: Arguments,
    seconds: float,
    peak_mb: float = 0.0,
) -> Outcome:
    """``call``, ended after ``seconds`` (on Unix, in the main thread)."""
    try:
        with time_limit(seconds):
            how = {"kind": exercise.kind, "framework": exercise.framework}
            return call(answer, arguments, peak_mb=peak_mb, **how)
    except TooLong:
        words = f"Your code was still running after {seconds:g} seconds."
        return Outcome("timeout", raised=words)
