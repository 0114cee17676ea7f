"""A question in words: an answer that a person reads, with a rubric to go by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autograder.exercise.kinds.kind import Example, Kind

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise

WRITE_HERE = (
    "*Write your answer here, in the place of this line: text, formulas, lists, pictures.*"
)


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


KIND = Text()
