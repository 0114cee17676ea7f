"""Whether a bound on memory is one: what the task forbids to hold must not fit."""

import inspect
from collections.abc import Iterator
from typing import Any

from autograder.checking.ask import CallSpec, call
from autograder.exercise.definition import Exercise
from autograder.exercise.held import TooMuchMemory
from autograder.exercise.questions import (
    PUBLIC_SEED,
    Question,
    error_type,
    predicted,
    questions,
)

ROOM = 0.7  # of the bound, that the reference may take


def memory_faults(exercise: Exercise) -> Iterator[str]:
    """Say where a bound is met by what must not be held, or hardly by the reference."""
    bounded = [q for q in questions(exercise, PUBLIC_SEED) if q.case.peak_mb]
    if bounded and not any(question.case.never_held for question in bounded):
        yield "It bounds memory: give a case what must not be held (Case.never_held)."
    if bounded and not any(map(_is_named, bounded)):
        yield "It bounds memory: give the mistake of an answer that holds too much."
    for question in bounded:
        if _fails(question, exercise.reference, ROOM):
            yield f"Case {question.case.name!r}: the reference takes nearly all of peak_mb."
        if question.case.never_held and not _fails(question, _beside(question)):
            yield f"Case {question.case.name!r}: what is never held fits: draw more rows."


def _is_named(question: Question) -> bool:
    """Whether a mistake of the exercise is to hold too much in a call."""
    made = (predicted((m,), question) for m in question.exercise.misconceptions)
    raised = (error_type(value) for word, value in made if word == "raised")
    return TooMuchMemory.__name__ in raised


def _fails(question: Question, answer: Any, share: float = 1.0) -> bool:
    spec, bound = CallSpec.of(question.exercise), share * question.case.peak_mb
    outcome = call(answer, question.arguments, spec, bound)
    return error_type(outcome.raised) == TooMuchMemory.__name__


def _beside(question: Question) -> Any:
    """The reference, with what it must not hold beside it."""
    right: Any = question.exercise.reference
    never_held = question.case.never_held
    assert never_held

    def answer(*given: Any) -> Any:
        kept = never_held(*question.arguments)
        return right(*given) if kept.size else None

    def made(self: Any, *given: Any) -> None:
        right.__init__(self, *given)
        self._kept = never_held(*question.arguments)

    if inspect.isclass(right):
        return type(right.__name__, (right,), {"__init__": made})
    return answer
