"""What questions are made from: one call of an answer, recorded, that can be made again."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from autograder.checking.axes import named_shape
from autograder.checking.show import show
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.values import Code, Tensor, Trial, brief, size
from autograder.questions.listing import Listing
from autograder.tracing.history import History
from autograder.tracing.record import TEXT, Changed, Trace
from autograder.tracing.value_kind import is_array

Run = Callable[[Arguments, Changed], Trace | None]
NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)?")
FEW_NUMBERS, FEW_CALLS, MOST_LINES = 12, 6, 14
LARGE = 30.0  # a number that is worth a word: its exponential is


@dataclass(frozen=True)
class Value:
    """A value that a line of an answer gave, under a name or as an expression.

    ``times`` says how often it was given in the call: this is the last time.
    """

    place: int
    node: int
    name: str
    array: np.ndarray
    kind: str
    line: int
    times: int

    @property
    def is_array(self) -> bool:
        """Whether it is an array or a tensor, and no list."""
        return is_array(self.kind)


@dataclass(frozen=True)
class Subject:
    """An answer in one call: what was recorded, and how to call it again.

    ``exercise`` has as its reference whatever has the docstring that names the axes;
    nothing else is read of that.
    """

    exercise: Exercise
    arguments: Arguments
    trace: Trace
    run: Run

    @cached_property
    def history(self) -> History:
        """What happened in the call."""
        return History(self.trace)

    @cached_property
    def listing(self) -> Listing:
        """The code that lines are counted in."""
        return Listing.of(self.trace.code)

    @cached_property
    def stored(self) -> tuple[Value, ...]:
        """What each line gave under a name, or returned, in the order they first ran."""
        return tuple(self._values(is_stored=True))

    @cached_property
    def expressions(self) -> tuple[Value, ...]:
        """What each call and operation gave that has no name of its own."""
        return tuple(self._values(is_stored=False))

    @cached_property
    def output(self) -> Any:
        """The result that is asked about: of a layer what it gives, not its gradients."""
        return output_of(self.trace.result)

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape, with the names of its axes where these are known."""
        expected = self.trace.result
        if isinstance(expected, Tensor):
            expected = expected.array
        return named_shape(shape, self.exercise, self.arguments, expected)

    def axis(self, shape: tuple[int, ...], axis: int) -> str:
        """An axis of a shape in words: ``the last axis (n_k, 3 long)``."""
        which = ("first", "second", "third", "fourth")
        words = (
            "last" if axis == len(shape) - 1 else which[axis] if axis < 4 else f"{axis}."
        )
        name = self.shape(shape).strip("()").split(",")[axis].split()
        long = f"{name[0]}, {shape[axis]} long" if len(name) == 2 else f"{shape[axis]} long"
        return f"the {words} axis ({long})"

    def where(self, value: Value) -> str:
        """A value in words: its name or its code, and the line."""
        times = f", the last of {value.times} times that it runs" if value.times > 1 else ""
        quoted = f"`{value.name}`" if value.name else self.listing.quoted(value.node)
        return f"{quoted} {'after' if value.name else 'in'} line {value.line}{times}"

    def lines_of(self, trace: Trace) -> tuple[str, ...]:
        """A run line by line: what each made, its shape, its numbers where they are few."""
        values = replace(self, trace=trace).stored
        shown = [
            f"Line {v.line}{f': `{v.name}` is' if v.name else ' returns'} "
            f"{described(v.array, v.kind)}"
            for v in values[-MOST_LINES:]
        ]
        raised = [f"It raises {trace.raised}"] if trace.raised else []
        return (*shown, *raised)

    # --- reading the trace ---

    def _values(self, *, is_stored: bool) -> Iterator[Value]:
        events, code = self.trace.events, self.trace.code
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, event in enumerate(events):
            is_return = isinstance(code.nodes[event.node], ast.Return)
            if (bool(event.name) or is_return) == is_stored:
                places[event.node, event.name].append(place)
        seen: Counter[tuple[int, str]] = Counter()
        for (node, name), found in places.items():
            event, line = events[found[-1]], self.listing.line(node)
            if event.value is None or (event.value.dtype == TEXT and event.value.ndim == 0):
                continue
            if not line or (name and not NAME.fullmatch(name)):
                continue
            if not is_stored and isinstance(code.nodes[node], ast.Name):
                continue  # it has a name: the line that gave it one is asked about
            text = name or self.listing.quoted(node)
            seen[line, text] += 1
            if text and seen[line, text] == 1:
                yield Value(
                    *(found[-1], node, name, event.value, event.kind, line, len(found))
                )


def output_of(result: Any) -> Any:
    """Of a layer's result what it gives, and not its gradients."""
    return result["output"] if isinstance(result, dict) and "output" in result else result


def arrays_in(value: Any) -> list[np.ndarray]:
    """The arrays of a plain result, in order; a number is one of no axes."""
    if isinstance(value, Tensor):
        return [value.array]
    if isinstance(value, tuple | list | dict):
        parts = value.values() if isinstance(value, dict) else value
        return [array for part in parts for array in arrays_in(part)]
    is_number = isinstance(value, np.ndarray | int | float | np.generic)
    return [np.asarray(value)] if is_number else []


def described(value: np.ndarray, kind: str) -> str:
    """A recorded value in a line."""
    if value.dtype == TEXT:
        return kind
    if not value.ndim:
        return str(value.item() if value.dtype.kind in "biu" else f"{value.item():.4g}")
    numbers = " ".join(show(value).split()) if value.size <= FEW_NUMBERS else ""
    what = f"{value.dtype} of shape {value.shape}" if is_array(kind) else kind
    return f"{what}{': ' if numbers else ''}{numbers}"


def call_in_words(exercise: Exercise, arguments: Arguments) -> str:
    """Which call is meant, in a sentence."""
    name = exercise.name
    if len(arguments) == 1 and isinstance(arguments[0], Trial):
        given = "; ".join(f"`{n}`: {_given(v)}" for n, v in arguments[0].data.items())
        says = " ".join(arguments[0].says.split()) or "The exercise's own code tries it."
        way = f"`{name}` is tried so: {says.partition('. ')[0].rstrip('.')}"
        return f"{way}{', with ' if given else ''}{given}."
    if exercise.kind == "layer":
        init, _, inputs, _ = arguments
        given = " and ".join(f"an input of {_given(each)}" for each in inputs)
        return f"`{name}({', '.join(map(brief, init))})` is given {given}."
    if exercise.kind == "object":
        init, calls = arguments
        made = ", ".join(_given(each) for each in init)
        ways = [f"`.{n}({', '.join(map(_given, given))})`" for n, given in calls]
        more = f" and {len(ways) - FEW_CALLS} more" if len(ways) > FEW_CALLS else ""
        return f"`{name}({made})` is made, and then {', '.join(ways[:FEW_CALLS])}{more}."
    names = exercise.handler.parameter_names(exercise, len(arguments))
    pairs = zip(names, arguments, strict=True)
    given = "; ".join(f"`{n}`: {_given(value)}" for n, value in pairs)
    return f"`{name}` is called with {given}." if given else f"`{name}()` is called."


def _given(value: Any) -> str:
    """An argument in words; short ones as they are written."""
    if isinstance(value, Tensor):
        value = value.array
    if isinstance(value, Code):
        return "a function that was made for this call"
    if not isinstance(value, np.ndarray):
        is_short = size(value) <= FEW_NUMBERS and not (_holds_arrays(value))
        return brief(value) if is_short else _counted(value)
    if not value.ndim or (value.size <= FEW_NUMBERS // 2 and value.dtype.kind in "biu"):
        return " ".join(show(value).split())
    dtype = "" if value.dtype == np.float64 else f"{value.dtype}, "
    most = float(np.abs(value).max(initial=0)) if value.dtype.kind == "f" else 0.0
    far = f", numbers as far from 0 as {most:.3g}" if most >= LARGE else ""
    return f"{dtype}shape {value.shape}{far}"


def _holds_arrays(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    is_nested = isinstance(value, tuple | list | dict)
    return isinstance(value, np.ndarray | Code) or (
        is_nested and any(map(_holds_arrays, parts))
    )


def _counted(value: Any) -> str:
    length = len(value) if isinstance(value, tuple | list | dict) else size(value)
    return f"a {type(value).__name__} of {length}"
