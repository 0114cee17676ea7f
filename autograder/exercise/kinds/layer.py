"""A layer: a class of a tensor library, compared by its output and every gradient.

One call of a layer exercise is: construct it, give its parameters the drawn
weights, run it forward on the inputs and backward from a gradient the grader
chose.  The same code asks the reference and, in the student's process, theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from autograder import frameworks
from autograder.exercise.kinds.kind import Example, Kind, only_part
from autograder.exercise.values import copy, plain, to_tensors, untensored
from autograder.frameworks.base import Framework, listed

if TYPE_CHECKING:
    from autograder.exercise.definition import Arguments, Case, Exercise

Weights = tuple[tuple[str, np.ndarray], ...]
SPREAD = 0.5  # standard deviation of drawn weights
UPSTREAM = "gradient from above"


class Layer(Kind):
    """Cases draw ``(constructor arguments, inputs)``, and perhaps a dict of factors.

    A factor multiplies the parameters of the parts of its name, or, under ``UPSTREAM``,
    the gradient from above.  With ``{"query": 0}`` every score is 0, and each still counts;
    with ``{UPSTREAM: 0}`` only the output is compared.
    """

    name = "layer"

    def complete(
        self, exercise: Exercise, case: Case, drawn: Arguments, rng: np.random.Generator
    ) -> Arguments:
        """``(init, weights, inputs, upstream)``.

        ``weights`` are ``(name, array)`` pairs in the reference's order and
        ``upstream`` is the gradient of a loss with respect to the output.  Where the
        case wants an error the layer is only constructed: the rest is empty.
        """
        if case.raises:
            return drawn[0], (), (), np.zeros(0)
        init, inputs, *more = drawn
        factors = dict(more[0]) if more else {}
        framework = frameworks.get(exercise.framework)
        layer = exercise.reference(*init)
        output = untensored(plain(layer(*to_tensors(inputs, framework))))
        weights = tuple(
            (name, rng.normal(scale=SPREAD, size=shape).astype(dtype))
            for name, shape, dtype in framework.parameters(layer)
        )
        upstream = rng.normal(size=output.shape).astype(output.dtype)
        upstream *= factors.pop(UPSTREAM, 1)
        for part, factor in factors.items():
            weights = _scaled(part, factor, weights)
        return init, weights, inputs, upstream

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: Arguments
    ) -> tuple[Any, Arguments]:
        """``{"output": ..., "gradient of ...": ...}``, and the arguments."""
        init, weights, inputs, upstream = given = copy(arguments)
        layer = answer(*init)
        if not weights and not upstream.size:
            return {}, given  # nothing but constructing it was asked for
        tensors = list(to_tensors(inputs, framework))
        result = plain(framework.run_layer(layer, weights, list(tensors), upstream))
        left = tuple(untensored(plain(each)) for each in tensors)  # a mask may be changed
        return result, (init, weights, left, upstream)

    def form_asked(self, exercise: Exercise, arguments: Arguments) -> str:
        """Its parameters, with their shapes."""
        asked = listed((name, array.shape) for name, array in arguments[1])
        return (
            f"{_constructed(exercise, arguments)} should have these parameters: {asked}. "
            "Print those your layer lists: some are missing, too many or of another shape."
        )

    def parameter_names(self, exercise: Exercise, count: int) -> list[str]:
        """The parts of a call of a layer."""
        return ["constructed with", "weights", "inputs", UPSTREAM][:count]

    def example(
        self, exercise: Exercise, arguments: Arguments, sides: dict[str, Any], part: str
    ) -> Example:
        """A layer's call is long: how it was made, and the part that is wrong."""
        inputs = arguments[2]
        names = [f"input {i}" for i in range(1, len(inputs) + 1)]
        names = ["input"] if len(inputs) == 1 else names
        call = _constructed(exercise, arguments)
        return Example(call, tuple(zip(names, inputs, strict=True)), only_part(sides, part))


def _constructed(exercise: Exercise, arguments: Arguments) -> str:
    return f"{exercise.name}({', '.join(map(repr, arguments[0]))})"


def _scaled(part: str, factor: float, weights: Weights) -> Weights:
    parts = [re.split("[./]", name) for name, _ in weights]
    if not any(part in names for names in parts):
        raise ValueError(f"A case names {part!r}, and no parameter is in a part of it.")
    return tuple(
        (name, factor * array if part in names else array)
        for names, (name, array) in zip(parts, weights, strict=True)
    )
