"""A function: called with what a case draws, compared by what it returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.exercise.kinds.base import Kind
from autograder.exercise.values import copy, plain, to_tensors
from autograder.frameworks.base import Framework

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise


class Function(Kind):
    """Called on copies of its arguments, so that changing them can be seen."""

    name = "function"

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: Arguments
    ) -> tuple[Any, Arguments]:
        """What it returns, and what it left of its arguments."""
        given = tuple(to_tensors(copy(arguments), framework))
        result = plain(answer(*given))
        return result, tuple(plain(argument) for argument in given)

    def spoken(self, exercise: Exercise) -> str:
        """``softmax()``."""
        return f"{exercise.name}()"


KIND = Function()
