"""An object: a class, compared by what each of its methods returns in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograder.exercise.kinds.kind import Example, Kind
from autograder.exercise.values import Calls, brief, copy, describe, plain, to_tensors
from autograder.frameworks.base import Framework

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Exercise

MOST, SHORT = 12, 12  # calls shown; numbers of an argument that are written out


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

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """How it is made, and its calls, one a line."""
        init, calls = arguments
        made = f"{exercise.name}({', '.join(map(_in_line, init))})"
        lines = [
            f".{name}({', '.join(map(_in_line, inputs))})" for name, inputs in calls[:MOST]
        ]
        lines += [f"... ({len(calls)} calls in all)"] * (len(calls) > MOST)
        return Example(made, (("its calls", Calls(tuple(lines))),), sides)


def _in_line(value: Any) -> str:
    """An argument in a line; what is longer is described."""
    if not isinstance(value, np.ndarray):
        return brief(value)
    if value.size > SHORT:
        return f"<{describe(value)}>"
    return " ".join(np.array2string(value, precision=4, separator=", ").split())
