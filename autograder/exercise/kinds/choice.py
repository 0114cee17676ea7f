"""A choice: one letter, asked before a cell is run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from autograder.exercise.kinds.kind import Example, Kind

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise


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


KIND = Choice()
