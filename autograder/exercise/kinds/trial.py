"""A function that is tried: it is given to code that the key sends along.

For a function whose effect counts and not its result alone, such as a step of
training, or that is judged outside.  A case draws ``(Trial(source, data),)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autograder.exercise.kinds.function import Function

if TYPE_CHECKING:
    from autograder.exercise.definition import Exercise


class Tried(Function):
    """What the trial returns is the answer."""

    name = "trial"

    def parameter_names(self, exercise: Exercise, count: int) -> list[str]:
        """There is one argument: how it is tried."""
        return ["trial"][:count]


KIND = Tried()
