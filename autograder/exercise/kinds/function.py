"""A function: called with what a case draws, compared by what it returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograder import frameworks
from autograder.exercise.kinds.kind import Example, Kind, only_part
from autograder.exercise.outside import StandIn, outside_of
from autograder.exercise.values import Trial, copy, plain, to_tensors
from autograder.frameworks.base import Framework

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Case, Exercise


class Function(Kind):
    """Called on copies of its arguments, so that changing them can be seen.

    Where a case draws a ``Trial`` in their place, what that makes of it is the result.
    """

    name = "function"

    def complete(
        self, exercise: Exercise, case: Case, drawn: Arguments, rng: np.random.Generator
    ) -> Arguments:
        """As drawn; of a case of gradients, a ``Trial`` that asks for them."""
        if not case.gradients:
            return drawn
        names = self.parameter_names(exercise, len(drawn))
        source = frameworks.get(exercise.framework).gradients
        return (Trial(source, dict(zip(names, map(plain, drawn), strict=True))),)

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: Arguments
    ) -> tuple[Any, Arguments]:
        """What it returns, and what it left of its arguments."""
        given = tuple(to_tensors(copy(arguments), framework))
        if is_trial(arguments):
            outside, stand_in = outside_of(arguments), arguments[0].stand_in
            if outside:
                stand_in = StandIn(outside.names, outside.call)
            returned = plain(given[0](answer, *([stand_in] if stand_in else [])))
            return outside.judged(returned) if outside else returned, arguments
        result = plain(answer(*given))
        return result, tuple([a if type(a) is np.ndarray else plain(a) for a in given])

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """The call; of gradients the one that is wrong; a trial nobody else can call."""
        if not is_trial(arguments):
            return super().example(exercise, arguments, sides, part)
        (trial,) = arguments
        data = {**trial.data, **trial.kept}
        shown = tuple(data.items())
        if trial.source == frameworks.get(exercise.framework).gradients:
            call = f"{exercise.name}({', '.join(data)})"
            return Example(call, shown, only_part(sides, part))
        return Example("", (("how it is tried", trial), *shown), sides)

    def name_in_sentence(self, exercise: Exercise) -> str:
        """``softmax()``."""
        return f"{exercise.name}()"


class Tried(Function):
    """A function that is given to code which the key sends along: what that returns counts.

    For a function whose effect counts, such as a step of training, or that is judged
    outside.  A case draws ``(Trial(source, data),)``.
    """

    name = "trial"

    def parameter_names(self, exercise: Exercise, count: int) -> list[str]:
        """There is one argument: how it is tried."""
        return ["trial"][:count]


def is_trial(arguments: Arguments) -> bool:
    """Whether the answer is not called with these but tried by them."""
    return len(arguments) == 1 and isinstance(arguments[0], Trial)
