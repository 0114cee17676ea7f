"""What the axes of an array are called, as an exercise's docstring declares shapes.

``q: (..., n_q, d_k).  k, v: (..., n_k, d_k).  Returns (..., n_q, n_k)``.
"""

import inspect
import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from autograder.exercise.definition import Exercise
from autograder.exercise.questions import source_of
from autograder.exercise.values import Tensor, describe

_SHAPE = r"(?<!\w)\(([^()]*)\)"
_DECLARED = re.compile(rf"((?:\w+(?:, | and ))*\w+):\s+(?:[A-Za-z]+\s+)?{_SHAPE}")
_RETURNED = re.compile(rf"Returns\b[^.]*?{_SHAPE}(?=[.,:]|$)")
_NAME = re.compile(r"[^\W\d]\w*")


class AxisNames:
    """The names of axes in one call: of each length that nothing else in it has.

    No other axis, no argument, such as a number of heads, and no quotient of two is so
    long. Two as long in one array have a name where they are its last.
    """

    def __init__(
        self, exercise: Exercise, arguments: tuple[Any, ...], expected: Any
    ) -> None:
        self.by_length = _names_by_length(exercise, arguments, expected)

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape as the chapters write it, ``(n_q 2, n_k 3)``."""
        names = self.by_length
        twice = {size for size in shape if shape.count(size) > 1}
        if len(shape) > 1 and shape[-2] == shape[-1] and shape.count(shape[-1]) == 2:
            twice.discard(shape[-1])  # every token beside every token
        axes = [
            f"{names[size]} {size}" if size in names and size not in twice else str(size)
            for size in shape
        ]
        alone = axes == [str(size) for size in shape] and len(axes) == 1
        return f"({', '.join(axes)}{',' * alone})"

    def describe(self, value: Any) -> str:
        """What a value is, with the names of its axes."""
        array = value.array if isinstance(value, Tensor) else value
        described = describe(value)
        if not isinstance(array, np.ndarray):
            return described
        return described.removesuffix(str(array.shape)) + self.shape(array.shape)


def _names_by_length(
    exercise: Exercise, arguments: tuple[Any, ...], expected: Any
) -> dict[int, str]:
    """The name of each length that one axis alone has; none where a name has no length."""
    owners: dict[int, set[str]] = {}
    wanted = set()
    for dims, value in _declared(exercise, arguments, expected):
        words = [d.strip() for d in dims.split(",") if d.strip()]
        wanted |= {each for each in words if _NAME.fullmatch(each)}
        rest = [word for word in words if word != "..."]
        shape = value.shape if isinstance(value, np.ndarray) else ()
        leading = len(shape) - len(rest)
        if leading < 0 or (leading and len(rest) == len(words)):
            continue
        for word, size in zip(["..."] * leading + rest, shape, strict=True):
            owners.setdefault(size, set()).add(word)
    bound = [name for names in owners.values() for name in names]
    if any(bound.count(name) != 1 for name in wanted):
        return {}
    for name, size in _numbers(exercise, arguments):
        owners.setdefault(size, set()).add(name)
    single = {size: min(names) for size, names in owners.items() if len(names) == 1}
    return {s: name for s, name in single.items() if s > 1 and name in wanted}


def _numbers(exercise: Exercise, arguments: tuple[Any, ...]) -> Iterator[tuple[str, int]]:
    """Whole numbers that a call is given, and what the one split by the other is."""
    if exercise.kind == "layer":
        names = [*inspect.signature(exercise.reference).parameters]
        arguments = arguments[0]
    else:
        names = exercise.handler.parameter_names(exercise, len(arguments))
    given = zip(names, arguments, strict=False)
    whole = [(name, n) for name, n in given if type(n) is int and n > 1]
    yield from whole
    for (_, one), (_, other) in itertools.permutations(whole, 2):
        if one % other == 0:
            yield "", one // other


def _declared(
    exercise: Exercise, arguments: tuple[Any, ...], expected: Any
) -> Iterator[tuple[str, Any]]:
    """Each shape that the docstring declares, and what has it in a call."""
    if not source_of(exercise).has_reference:  # whose docstring it is
        return
    reference: Any = exercise.reference
    if exercise.kind == "layer":
        reference = getattr(reference, "forward", None) or reference.call
        names = [*inspect.signature(reference).parameters][1:]
        arguments = arguments[2]
        output = expected.get("output") if isinstance(expected, dict) else None
    else:
        names, output = exercise.handler.parameter_names(exercise, len(arguments)), expected
    given = dict(zip(names, arguments, strict=False))
    words = " ".join((inspect.getdoc(reference) or "").split())
    for which, dims in _DECLARED.findall(words):
        for name in re.split(r", | and ", which):
            yield dims, given.get(name)
    returned = _RETURNED.search(words)
    if returned and isinstance(output, np.ndarray):
        yield returned[1], output
