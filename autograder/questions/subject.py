"""What questions are made from: one call of an answer, recorded, that can be made again."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from autograder.checking.axes import AxisNames
from autograder.checking.show import show
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Calls, Code, Tensor, Trial, brief, size
from autograder.questions.listing import Listing
from autograder.tracing.history import History
from autograder.tracing.record import TEXT, Changed, Trace
from autograder.tracing.value_kind import is_array

Run = Callable[[Arguments, Changed], Trace | None]
Path = tuple[int, ...]  # where in nested tuples an array stands
NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)?")
FEW_NUMBERS, MOST_LINES = 12, 14
SHOWN = 40  # whole numbers, booleans or words of an argument
LARGE = 30.0  # a number that is worth a word: its exponential is


@dataclass(frozen=True)
class Value:
    """What a line gave, under a name or not; ``times`` says how often: this is the last."""

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

    def __str__(self) -> str:
        if self.array.dtype == TEXT:
            return self.kind
        if not self.array.ndim:
            number = self.array.item()
            return f"{number:.4g}" if isinstance(number, float) else str(number)
        few = self.array.size <= FEW_NUMBERS
        numbers = f": {' '.join(show(self.array).split())}" if few else ""
        what = f"{self.array.dtype} of shape {self.array.shape}"
        return f"{what if self.is_array else self.kind}{numbers}"


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
    def given(self) -> list[np.ndarray]:
        """The arrays of the call's arguments."""
        return arrays_in(self.arguments)

    @property
    def output(self) -> Any:
        """The result that is asked about."""
        return output_of(self.trace.result)

    @property
    def names(self) -> list[str]:
        """What the arguments are called."""
        return self.exercise.handler.parameter_names(self.exercise, len(self.arguments))

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape, with the names of its axes where these are known."""
        expected = self.trace.result
        expected = expected.array if isinstance(expected, Tensor) else expected
        return AxisNames(self.exercise, self.arguments, expected).shape(shape)

    def axis(self, shape: tuple[int, ...], axis: int) -> str:
        """An axis of a shape in words: ``the last axis (n_k, 3 long)``."""
        which = "last" if axis == len(shape) - 1 else ORDINALS[min(axis, len(ORDINALS) - 1)]
        name, *more = self.shape(shape).strip("()").split(",")[axis].split()
        return f"the {which} axis ({f'{name}, ' if more else ''}{shape[axis]} long)"

    def where(self, value: Value) -> str:
        """A value in words: its name or its code, and the line."""
        times = f", the last of {value.times} times that it runs" if value.times > 1 else ""
        if value.name:
            return f"`{value.name}` after line {value.line}{times}"
        if isinstance(self.trace.code.nodes[value.node], ast.Return):
            return f"what line {value.line} returns{times}"
        return f"{self.listing.quoted(value.node)} in line {value.line}{times}"

    def lines_of(self, trace: Trace) -> tuple[str, ...]:
        """A run line by line: what each made, its shape, its numbers where they are few."""
        shown = [
            f"Line {v.line}{f': `{v.name}` is' if v.name else ' returns'} {v}"
            for v in replace(self, trace=trace).stored[-MOST_LINES:]
        ]
        return (*shown, *([f"It raises {trace.raised}"] if trace.raised else ()))

    def inputs(self) -> list[tuple[Path, str, np.ndarray]]:
        """The arrays that a call is given: where they stand, and what they are called."""
        given = self.arguments
        pairs: list[tuple[Path, str, Any]]
        pairs = [
            ((i,), name, a)
            for i, (name, a) in enumerate(zip(self.names, given, strict=True))
        ]
        if self.exercise.kind == "layer":
            several = len(given[2]) > 1
            names = (f"input_{i + 1}" if several else "input" for i in range(len(given[2])))
            pairs = [((2, i), name, given[2][i]) for i, name in enumerate(names)]
        elif self.exercise.kind == "object" or is_trial(given):
            return []
        found = [(p, n, a.array if isinstance(a, Tensor) else a) for p, n, a in pairs]
        return [each for each in found if isinstance(each[2], np.ndarray) and each[2].ndim]

    def _values(self, *, is_stored: bool) -> Iterator[Value]:
        code, seen = self.trace.code, set[tuple[int, str]]()
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, event in enumerate(self.trace.events):
            found = code.nodes[event.node]
            stored = bool(event.name) or isinstance(found, ast.Return)
            if stored == is_stored and not isinstance(found, ast.Name):
                places[event.node, event.name].append(place)
        for (node, name), times in places.items():
            event, line = self.trace.events[times[-1]], self.listing.line(node)
            text, array = (
                name or self.listing.quoted(node) or "return" * is_stored,
                event.value,
            )
            if array is None or (array.dtype == TEXT and not array.ndim):
                continue
            if (
                line
                and text
                and (line, text) not in seen
                and (not name or NAME.fullmatch(name))
            ):
                seen.add((line, text))
                yield Value(times[-1], node, name, array, event.kind, line, len(times))


ORDINALS = ("first", "second", "third", "fourth", "middle")


def output_of(result: Any) -> Any:
    """Of a layer's result what it gives, and not its gradients."""
    return result["output"] if isinstance(result, dict) and "output" in result else result


def arrays_in(value: Any) -> list[np.ndarray]:
    """The arrays of a plain value, in order; a number is one of no axes."""
    if isinstance(value, Tensor):
        return [value.array]
    if isinstance(value, tuple | list | dict):
        parts = value.values() if isinstance(value, dict) else value
        return [array for part in parts for array in arrays_in(part)]
    is_number = isinstance(value, np.ndarray | int | float | np.generic)
    return [np.asarray(value)] if is_number else []


def put(arguments: tuple[Any, ...], path: Path, value: Any) -> tuple[Any, ...]:
    """Arguments with another value at a place."""
    first, *rest = path
    new = put(tuple(arguments[first]), tuple(rest), value) if rest else value
    return (*arguments[:first], new, *arguments[first + 1 :])


def shuffled(value: Any, rng: np.random.Generator) -> Any:
    """Arguments with the entries of each array of floats in other places."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return rng.permutation(value.ravel()).reshape(value.shape)
    if isinstance(value, Code | Trial):
        return replace(value, data=shuffled(value.data, rng))
    if isinstance(value, dict):
        return {name: shuffled(each, rng) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(shuffled(each, rng) for each in value)
    return value


# --- a call in words ---


def call_in_words(subject: Subject) -> str:
    """Which call is meant, in a sentence; a card shows the same of it."""
    exercise = subject.exercise
    shown = exercise.handler.example(exercise, subject.arguments, {}, "")
    given = "; ".join(f"`{name}`: {_given(each)}" for name, each in shown.arguments)
    call = shown.call or f"{exercise.name}()"
    return f"`{call}` is called{' with ' if given else ''}{given}."


def _given(value: Any) -> str:
    """An argument in words; short ones as they are written."""
    value = value.array if isinstance(value, Tensor) else value
    if isinstance(value, Calls):
        return ", ".join(f"`{line}`" for line in value.lines)
    if isinstance(value, Trial):
        return next(iter(value.says.splitlines()), "the exercise's own code").rstrip(".")
    if isinstance(value, Code):
        return "a function that was made for this call"
    if not isinstance(value, np.ndarray):
        if size(value) <= SHOWN and not _holds_arrays(value):
            return brief(value)
        return f"a {type(value).__name__} of {len(value)}"
    if not value.ndim or (value.size <= SHOWN and value.dtype.kind in "biu"):
        return " ".join(show(value).split())
    dtype = "" if value.dtype == np.float64 else f"{value.dtype}, "
    most = float(np.abs(value).max(initial=0)) if value.dtype.kind == "f" else 0.0
    about = f"{float(f'{most:.2g}'):,.0f}" if np.isfinite(most) else "infinity"
    far = f" with numbers up to about {about} in size" if most >= LARGE else ""
    return f"{dtype}shape {value.shape}{far}"


def _holds_arrays(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    is_nested = isinstance(value, tuple | list | dict)
    held = is_nested and any(map(_holds_arrays, parts))
    return held or isinstance(value, np.ndarray | Code | Tensor)
