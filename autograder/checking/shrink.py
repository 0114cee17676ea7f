"""The smallest failing call in shorter numbers, where it fails in the same way."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from autograder.checking import diagnose
from autograder.checking.outcome import Ask, Attempt, Outcome
from autograder.checking.show import equal_in_rows
from autograder.exercise.definition import Misconception
from autograder.exercise.questions import DRAWN_QUESTIONS, Question, right_answer, source_of
from autograder.exercise.status import Status
from autograder.exercise.values import (
    Raises,
    Tensor,
    Trial,
    mapped,
    same_bits,
    size,
    untensored,
)

FEW = 50  # numbers of a call that anybody reads
DECIMALS = (1, 2)


def shortened(
    attempt: Attempt,
    ask: Ask,
    named: tuple[Misconception, ...],
    compared: Callable[[Question, Outcome], Attempt],
) -> Attempt:
    """The same failure with numbers of one decimal or two; the attempt where none is."""
    if len(named) > 1 or not _may_be_shortened(attempt):
        return attempt  # of several mistakes each may show in calls of its own
    for question in _shorter(attempt.question):
        other = compared(question, ask(question.arguments, question.case.peak_mb))
        explained = not named or diagnose.explains(question.exercise, named, [other])
        if explained and _kind(other) == _kind(attempt):
            return other
    return attempt


@lru_cache(maxsize=1_000)
def _shorter(question: Question) -> tuple[Question, ...]:
    """The same call in numbers of one decimal and of two, made once for a class."""
    exercise, shorter = question.exercise, list[Question]()
    for decimals in DECIMALS:
        arguments = mapped(question.arguments, partial(_rounded, decimals))
        if same_bits(arguments, question.arguments):
            break
        if _equal_in_rows(arguments) > _equal_in_rows(question.arguments):
            continue  # an exercise may say that no two are equal
        with np.errstate(all="ignore"):
            expected = right_answer(exercise, exercise.reference, arguments)
        if _doubles(expected) > _doubles(question.expected):
            continue  # where the right numbers are alike, so are many mistakes
        # What is predicted is kept by number: this call is none of those that were drawn.
        number = -len(DECIMALS) * (question.number + 1) + decimals - 1
        made = replace(question, number=number, arguments=arguments, expected=expected)
        shorter.append(made)
    return tuple(shorter)


def _may_be_shortened(attempt: Attempt) -> bool:
    """Whether a call of few numbers returned wrong ones, and a reference is here."""
    arguments = attempt.arguments
    return (
        attempt.outcome.status == Status.RETURNED
        and attempt.difference is not None
        and not (attempt.broken or attempt.outcome.mutated or attempt.case.gradients)
        and not isinstance(attempt.expected, Raises)
        and source_of(attempt.question.exercise) is DRAWN_QUESTIONS
        and not any(isinstance(argument, Trial) for argument in arguments)
        and size(arguments) < FEW
    )


def _kind(attempt: Attempt) -> tuple[Any, ...]:
    """In which way a call went wrong, and in which part of its result."""
    told = attempt.difference
    where = (told.kind, told.part, told.items) if told else ()
    return attempt.outcome.status, attempt.outcome.mutated, *where


def _rounded(decimals: int, value: Any) -> Any:
    """Numbers in so many decimals; shares of one, and vectors of length 1, as they are."""
    if isinstance(value, float):
        return round(value, decimals)
    if not isinstance(value, np.ndarray) or value.dtype.kind != "f" or not value.ndim:
        return value
    sums = [(value.astype(float) ** power).sum(axis=-1) for power in (1, 2)]
    if any(np.allclose(each, 1, atol=1e-3) for each in sums):
        return value
    return np.round(value, decimals)


def _equal_in_rows(values: tuple[Any, ...]) -> int:
    arrays = [v for v in map(untensored, values) if isinstance(v, np.ndarray)]
    return sum(equal_in_rows(v) for v in arrays if v.dtype.kind == "f")


def _doubles(value: Any) -> int:
    """How many numbers of a result's arrays stand there twice."""
    if isinstance(value, tuple | list):
        return sum(map(_doubles, value))
    if isinstance(value, dict):
        return sum(map(_doubles, value.values()))
    array = value.array if isinstance(value, Tensor) else value
    return array.size - np.unique(array).size if isinstance(array, np.ndarray) else 0
