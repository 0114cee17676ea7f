"""The numbers that right ways to a result have, and which of an answer's own are right."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.compare import Tolerance
from autograder.checking.judge import is_trivial
from autograder.checking.outcome import Attempt
from autograder.checking.retried import Recorder
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import Question
from autograder.exercise.status import Status
from autograder.exercise.values import Raises, Tensor, size
from autograder.tracing.evidence import IsProven
from autograder.tracing.known import Known
from autograder.tracing.record import Numbers, Recording, as_array
from autograder.tracing.sources import whole_text

MOST_CALLS = 3  # that an answer gets right, made once more


@lru_cache(maxsize=256)
def known_in(question: Question, relative: float, ways: tuple[str, ...]) -> Known:
    """The numbers of right ways in a call, with what it is given and what it gives."""
    exercise = question.exercise
    framework = frameworks.get(exercise.framework)
    values = [*arrays_of((*question.arguments, question.expected), framework)]
    for way in (whole_text(exercise.reference), *ways):
        numbers = _of_way(exercise, way)
        values += numbers.call(question.arguments) if numbers else []
    return Known(values, relative)


@lru_cache(maxsize=256)
def _of_way(exercise: Exercise, way: str) -> Numbers | None:
    """A right answer, ready to be asked for its numbers."""
    reference = exercise.reference
    home = vars(sys.modules[reference.__module__])
    wanted = exercise.name, reference.__name__
    try:
        return Numbers(
            way, home, wanted, exercise.handler, frameworks.get(exercise.framework)
        )
    except SyntaxError:
        return None


def recording(exercise: Exercise, answer: Any) -> Recording:
    """An answer ready to be recorded, called as its exercise asks."""
    return Recording(answer, exercise.handler, frameworks.get(exercise.framework))


def arrays_of(value: Any, framework: Any) -> Iterable[np.ndarray]:
    """The arrays of numbers in arguments or a result."""
    array = as_array(value.array if isinstance(value, Tensor) else value, framework)
    if array is not None:
        yield array
    elif isinstance(value, tuple | list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from arrays_of(each, framework)


def proven_by(
    wrong: Attempt, attempts: Sequence[Attempt], record: Recorder, ways: tuple[str, ...]
) -> IsProven:
    """Which nodes give unknown numbers in a call that the answer gets right.

    ``wrong``: one that it gets wrong: calls like it are looked at first. ``attempts``: the
    calls it was asked; those that it gets right are made once more, one after the other,
    until one has come through a node that is asked about. Returns whether a node does; none
    does where no telling call is right.
    """
    first = {id(a.case): a for a in reversed(attempts) if _is_telling(a)}
    waiting = sorted(first.values(), key=lambda a: _distance(a, wrong))[:MOST_CALLS]
    ran, unknown = set[int](), set[int]()

    def is_proven(node: int) -> bool:
        while node not in ran and waiting:
            question = waiting.pop(0).question
            trace = record(question)
            events = trace.events if trace is not None else []
            relative = Tolerance.for_call(question.exercise, question.arguments).relative
            known = known_in(question, relative, ways) if events else Known([])
            ran.update(event.node for event in events)
            unknown.update(
                event.node
                for event in events
                if event.value is not None and not known.has(event.value)
            )
        return node in unknown

    return is_proven


def _distance(one: Attempt, other: Attempt) -> tuple[int, int]:
    """How many arguments are of another kind, and how large they are."""
    pairs = zip(one.arguments, other.arguments, strict=False)
    unlike = sum(type(a) is not type(b) or _axes(a) != _axes(b) for a, b in pairs)
    return unlike, size(one.arguments)


def _axes(value: Any) -> int:
    return int(getattr(getattr(value, "array", value), "ndim", 0))


def _is_telling(attempt: Attempt) -> bool:
    question = attempt.question
    if not attempt.right or attempt.outcome.status != Status.RETURNED:
        return False
    if question.case.gradients or question.case.easy or question.exercise.observe:
        return False
    if isinstance(question.expected, Raises):
        return False
    return not is_trivial(attempt.arguments) and size(attempt.expected) > 1
