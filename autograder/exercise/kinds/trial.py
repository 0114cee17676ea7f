"""A function that is tried: it is given to code that the key sends along.

For a function whose effect counts and not its result alone, such as a step of
training.  A case draws ``(Trial(source, data),)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.exercise.kinds.base import Example
from autograder.exercise.kinds.function import Function
from autograder.exercise.values import plain, to_tensors
from autograder.frameworks.base import Framework

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise


class Tried(Function):
    """What the trial returns is the answer."""

    name = "trial"

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: Arguments
    ) -> tuple[Any, Arguments]:
        """What the trial makes of the answer; its data are copies."""
        (trial,) = to_tensors(arguments, framework)
        return plain(trial(answer)), arguments

    def parameter_names(self, exercise: Exercise, count: int) -> list[str]:
        """There is one argument: how it is tried."""
        return ["trial"][:count]

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """The trial's source, and what it was given."""
        (trial,) = arguments
        call = f"trial({', '.join([exercise.name, *trial.data])})"
        return Example(call, (("trial", trial), *trial.data.items()), sides)


KIND = Tried()
