"""What is written down and not called: a value, a letter, words, free work.

The reference is a function of no arguments that returns the answer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from autograder.exercise.kinds.kind import Example, Kind
from autograder.exercise.values import Tensor, plain

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise

WRITE_HERE = (
    "*Write your answer here, in the place of this line: text, formulas, lists, pictures.*"
)
WORK_HERE = "# Your work: what this cell prints and draws is handed in with it."


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
        if wrong == 1:
            return f"Entry {place} is not right, and perhaps others."  # in more decimals
        least = "At least " if wrong < total else ""
        return f"{least}{wrong} of {total} entries are not right, {place} among them."

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """What was given; the right one is the answer."""
        return Example("", (), {"got": sides["got"]} if "got" in sides else {})


def _form(value: Any) -> tuple[object, ...]:
    is_array = type(value) is np.ndarray
    return (type(value), value.shape, value.dtype) if is_array else (type(value),)


class Choice(Kind):
    """The reference is a function of no arguments that returns the letter."""

    name = "choice"
    is_code = False

    def normalise(self, value: Any) -> Any:
        """``" (B) "`` means ``"b"``."""
        return value.strip(" ().\n\t").lower() if isinstance(value, str) else value

    def is_answer(self, value: Any) -> bool:
        """Whether it is one letter."""
        return isinstance(value, str) and bool(re.fullmatch("[a-z]", value))

    def name_in_sentence(self, exercise: Exercise) -> str:
        """Nothing below uses a prediction."""
        return ""

    def wrong_value(self, value: str, wrong: int, total: int, place: str) -> str:
        """Only that it is not this one, or that it is no letter."""
        if self.is_answer(letter := value[1:-1]) and value == repr(letter):
            return f"{value} is not it."
        return f'{value} is not one letter. Write one in quotes, such as "a".'

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """Nothing: the sentence has the letter."""
        return Example("", (), {})


class Text(Kind):
    """The reference is a function of no arguments that returns an answer in full."""

    name = "text"
    is_code = False
    is_read = True
    cell_type = "markdown"

    def stub(self, exercise: Exercise) -> str:
        """A line to write in the place of."""
        return WRITE_HERE

    def name_in_sentence(self, exercise: Exercise) -> str:
        """Nothing below uses an explanation."""
        return ""

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """Nothing: there is no one right answer to compare with."""
        return Example("", (), {})


class Work(Text):
    """The cells and what they show are read; the reference says in words what does."""

    name = "work"
    is_work = True
    cell_type = "code"

    def stub(self, exercise: Exercise) -> str:
        """A cell to fill."""
        return WORK_HERE
