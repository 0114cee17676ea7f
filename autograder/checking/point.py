"""Put a finger on the line of an answer in which it first goes wrong."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.compare import Tolerance, compare
from autograder.checking.outcome import Verdict
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import Question, source_of
from autograder.exercise.status import Status
from autograder.exercise.values import Raises, copy, to_tensors
from autograder.tracing.first_wrong import FirstWrong, first_wrong
from autograder.tracing.known import Known
from autograder.tracing.record import Trace, as_array, recorded

SECONDS = 5.0


def point_at(answer: Any, verdict: Verdict) -> FirstWrong | None:
    """The first operation of an answer that gives a number no right way has.

    Parameters
    ----------
    answer
        The student's function, whose source Python can find.
    verdict
        What it was judged; its example is a call that it answers wrongly.

    Returns
    -------
    The operation; ``None`` where it is not sure, or the answer did not return numbers.
    """
    exercise, attempt = verdict.exercise, verdict.example
    if attempt is None or attempt.difference is None or exercise.observe:
        return None
    question = attempt.question
    if exercise.kind != "function" or question.case.gradients:
        return None
    if not source_of(exercise).has_reference:
        return None
    if attempt.outcome.status != Status.RETURNED or isinstance(question.expected, Raises):
        return None
    if attempt.difference.kind in ("type", "dtype", "structure"):
        return None  # the numbers may be right
    try:
        with time_limit(SECONDS):
            return _pointed(answer, question, attempt.outcome.value)
    except TooLong:
        return None
    except Exception:  # code does what nobody foresaw: a card without a line is a card
        return None


def _pointed(answer: Any, question: Question, got: Any) -> FirstWrong | None:
    exercise = question.exercise
    trace = _trace(exercise, answer, question)
    if trace is None:
        return None
    tolerance = Tolerance.for_call(exercise, question.arguments)
    part = -1
    if _is_several(question.expected) and _is_several(got):
        pairs = zip(question.expected, got, strict=False)
        wrong = [i for i, pair in enumerate(pairs) if compare(*pair, tolerance)]
        part = wrong[0] if wrong else -1
    return first_wrong(trace, _known(question, tolerance.relative), part)


def _is_several(value: Any) -> bool:
    return isinstance(value, tuple | list) and not all(np.isscalar(each) for each in value)


@lru_cache(maxsize=256)
def _known(question: Question, relative: float) -> Known:
    """The numbers of the reference in a call, with what it is given and what it gives."""
    exercise = question.exercise
    framework = frameworks.get(exercise.framework)
    values = [*_arrays((*question.arguments, question.expected), framework)]
    trace = _trace(exercise, exercise.reference, question)
    if trace is not None:
        values += [event.value for event in trace.events if event.value is not None]
    return Known(values, relative)


def _trace(exercise: Exercise, answer: Any, question: Question) -> Trace | None:
    framework = frameworks.get(exercise.framework)
    given = to_tensors(copy(question.arguments), framework)
    found = recorded(answer, tuple(given), framework)
    return found[0] if found else None


def _arrays(value: Any, framework: Any) -> Iterable[np.ndarray]:
    array = as_array(value, framework)
    if array is not None:
        yield array
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _arrays(each, framework)


def marked(found: FirstWrong) -> str:
    """The line of an answer, with a mark under the operation."""
    length = len(found.text.partition("\n")[0])
    indent = len(found.source) - len(found.source.lstrip())
    mark = " " * (found.column - indent) + "^" * length
    return f"Line {found.line}\n    {found.source.strip()}\n    {mark}"


def about(found: FirstWrong) -> str:
    """What the mark means, in a sentence that gives no number away."""
    if found.is_known:
        return (
            "Up to here your numbers are right ones. What is marked is one of them, but "
            "not the one that belongs in this place."
        )
    shape = ""
    if found.value is not None and found.value.ndim:
        shape = f" (its shape is {found.value.shape})"
    return (
        "Up to here your numbers are those of a right way. What is marked gives the first "
        f"that are not{shape}."
    )
