"""The numbers that right ways to a result have."""

import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import Question
from autograder.exercise.values import Tensor
from autograder.tracing.known import Known
from autograder.tracing.record import Numbers, as_array
from autograder.tracing.recorded_code import whole_text


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
    reference = exercise.reference
    home = vars(sys.modules[reference.__module__])
    wanted = exercise.name, reference.__name__
    try:
        return Numbers(
            way, home, wanted, exercise.handler, frameworks.get(exercise.framework)
        )
    except SyntaxError:
        return None


def arrays_of(value: Any, framework: Any) -> Iterable[np.ndarray]:
    """The arrays of numbers in arguments or a result."""
    array = as_array(value.array if isinstance(value, Tensor) else value, framework)
    if array is not None:
        yield array
    elif isinstance(value, tuple | list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from arrays_of(each, framework)
