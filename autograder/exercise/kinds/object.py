"""An object: a class, compared by what each of its methods returns in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from autograder.exercise.kinds.base import Kind
from autograder.exercise.values import copy, plain, to_tensors
from autograder.frameworks.base import Framework

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise


class Object(Kind):
    """Cases draw ``(constructor arguments, ((method name, arguments), ...))``."""

    name = "object"

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: Arguments
    ) -> tuple[Any, Arguments]:
        """Make one and go through its methods; a list of their results."""
        init, calls = given = to_tensors(copy(arguments), framework)
        thing = answer(*init)
        return [plain(getattr(thing, name)(*inputs)) for name, inputs in calls], given

    def parameter_names(self, exercise: Exercise, count: int) -> list[str]:
        """What it is made with, and what it is asked."""
        return ["constructed with", "calls"][:count]


KIND = Object()
