"""A value: an array worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograder.exercise.kinds.kind import Example, Kind
from autograder.exercise.values import Tensor, plain

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise


class Value(Kind):
    """The reference is a function of no arguments that returns it."""

    name = "value"
    is_code = False

    def normalise(self, value: Any) -> Any:
        """An array may be written as nested lists, or as a tensor."""
        value = value.array if isinstance(value, Tensor) else value
        if isinstance(value, (list, tuple)):
            try:
                return plain(np.array(value))
            except ValueError:  # ragged
                return value
        return value

    def hands_on_own(self, exercise: Exercise) -> bool:
        """Only where several are right: else the reference has the form that is needed."""
        return exercise.observe is not None

    def handed_on(self, exercise: Exercise, answer: Any) -> Any:
        """The reference where an answer of another type, shape or dtype was accepted.

        Where it has none that would do, the array that lists stand for.
        """
        has_none = exercise.source is not None and not exercise.source.has_reference
        if has_none or self.hands_on_own(exercise):
            return self.normalise(answer)
        reference = exercise.reference()
        return answer if _form(answer) == _form(reference) else reference

    def wrong_value(self, value: str, wrong: int, total: int, place: str) -> str:
        """How many entries are wrong, and where; not what they should be."""
        if total < 2:
            return "The number is not right." if total else ""
        first = f", the first at {place}" if place else ""
        return f"{wrong} of {total} entries are not right{first}."

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """What was given; the right one is the answer."""
        return Example("", (), {"got": sides["got"]} if "got" in sides else {})


def _form(value: Any) -> tuple[object, ...]:
    is_array = type(value) is np.ndarray
    return (type(value), value.shape, value.dtype) if is_array else (type(value),)


KIND = Value()
