"""A value: an array worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autograder.exercise.kinds.base import Example, Kind
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


KIND = Value()
