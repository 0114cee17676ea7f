"""What questions are made from: one call of an answer, recorded, that can be made again."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from autograder.checking.axes import AxisNames
from autograder.checking.show import show
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import (
    Calls,
    Code,
    Tensor,
    Trial,
    brief,
    describe,
    mapped,
    untensored,
)
from autograder.questions.listing import Listing
from autograder.tracing.history import History
from autograder.tracing.record import TEXT, Changed, Trace
from autograder.tracing.value_kind import is_array, is_too_large

Run = Callable[[Arguments, Changed], Trace | None]
Path = tuple[int, ...]  # where in nested tuples an array stands
NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)?")
FEW_NUMBERS, MOST_LINES = 12, 14
SHOWN = 40  # whole numbers, booleans or words of an argument
LARGE = 30.0  # a number that is worth a word: its exponential is
SIGNS = np.array([-1, 1])
ORDINALS = ("first", "second", "third", "fourth", "middle")


@dataclass(frozen=True)
class LineValue:
    """What a line gave, under a name or not: the last of so many ``times``.

    ``in_one_call`` says whether its function was called once for all of them.
    """

    place: int
    node: ast.AST
    number: int
    name: str
    array: np.ndarray
    kind: str
    line: int
    times: int
    in_one_call: bool

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


class Subject:
    """An answer in one call: what was recorded, and how to call it again.

    ``exercise`` has as its reference whatever has the docstring that names the axes;
    nothing else is read of that.  ``stored`` is what each line gave under a name, or
    returned, in the order in which they first ran; ``expressions`` what each call and
    operation gave that has no name of its own.  It ``is_called_unseen`` where code that
    nobody is shown calls the answer, or is called by it.
    """

    def __init__(
        self, exercise: Exercise, arguments: Arguments, trace: Trace, run: Run
    ) -> None:
        self.exercise, self.arguments = exercise, arguments
        self.trace, self.run = trace, run
        self.history, self.listing = History(trace), Listing.of(trace.code)
        self.given, self.output = arrays_in(arguments), output_of(trace.result)
        self.names = exercise.handler.parameter_names(exercise, len(arguments))
        self.is_called_unseen = any(isinstance(a, Code | Trial) for a in arguments)
        self._axes = AxisNames(exercise, arguments, untensored(trace.result))
        self.stored = tuple(self._values(is_stored=True))
        self.expressions = tuple(self._values(is_stored=False))

    def again(self, trace: Trace, arguments: Arguments | None = None) -> Subject:
        """The same after another run."""
        return Subject(self.exercise, arguments or self.arguments, trace, self.run)

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape, with the names of its axes where these are known."""
        return self._axes.shape(shape)

    def axis(self, shape: tuple[int, ...], axis: int) -> str:
        """An axis of a shape in words: ``the last axis (n_k, 3 long)``."""
        which = "last" if axis == len(shape) - 1 else ORDINALS[min(axis, len(ORDINALS) - 1)]
        name, *more = self.shape(shape).strip("()").split(",")[axis].split()
        return f"the {which} axis ({f'{name}, ' if more else ''}{shape[axis]} long)"

    def where(self, value: LineValue) -> str:
        """A value in words: its name or its code, and the line."""
        times = f", the last of {value.times} times that it runs" if value.times > 1 else ""
        if value.name:
            return f"`{value.name}` after line {value.line}{times}"
        if isinstance(value.node, ast.Return):
            return f"what line {value.line} returns{times}"
        return f"{self.listing.quoted(value.number)} in line {value.line}{times}"

    def lines_of(self, trace: Trace) -> tuple[str, ...]:
        """A run line by line: what each made, its shape, its numbers where they are few."""
        shown = [
            f"Line {v.line}{f': `{v.name}` is' if v.name else ' returns'} {v}"
            for v in self.again(trace).stored[-MOST_LINES:]
        ]
        return (*shown, *([f"It raises {trace.raised}"] if trace.raised else ()))

    def inputs(self) -> list[tuple[Path, str, Any]]:
        """What a call is given: where it stands, what it is called, and what it is."""
        if self.exercise.kind == "layer":
            inputs = self.arguments[2]
            names = [f"input_{i}" for i in range(1, len(inputs) + 1)]
            names = names if inputs[1:] else ["input"]
            return [((2, i), name, inputs[i]) for i, name in enumerate(names)]
        if self.exercise.kind == "object" or is_trial(self.arguments):
            return []
        pairs = zip(self.names, self.arguments, strict=True)
        return [((i,), name, untensored(given)) for i, (name, given) in enumerate(pairs)]

    def _values(self, *, is_stored: bool) -> Iterator[LineValue]:
        code, seen = self.trace.code, set[tuple[int, str]]()
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, event in enumerate(self.trace.events):
            node = code.nodes[event.node]
            stored = bool(event.name) or isinstance(node, ast.Return)
            if stored == is_stored and not isinstance(node, ast.Name):
                places[event.node, event.name].append(place)
        for (number, name), times in places.items():
            event, line = self.trace.events[times[-1]], self.listing.line(number)
            text = name or self.listing.quoted(number) or "return" * is_stored
            is_named = not name or NAME.fullmatch(name)
            if event.value is None or (event.value.dtype == TEXT and not event.value.ndim):
                continue
            in_one_call = len({self.trace.events[each].frame for each in times}) == 1
            if not in_one_call and (self.is_called_unseen or self.exercise.kind == "layer"):
                # Nobody is shown which call is the last: of all the same must hold.
                values = (self.trace.events[each].value for each in times)
                alike = {v is not None and (v.shape, _exact(v)) for v in values}
                if len(alike) > 1:
                    continue
                times = times[-1:]
            if line and text and is_named and (line, text) not in seen:
                seen.add((line, text))
                yield LineValue(
                    *(times[-1], code.nodes[number], number, name, event.value, event.kind),
                    *(line, len(times), in_one_call),
                )


def _exact(array: np.ndarray) -> bytes:
    return b"" if array.dtype.kind == "f" else array.tobytes()


def is_whole(trace: Trace) -> bool:
    """Whether all that happened is in a trace, with every array's numbers."""
    is_cut = not trace.is_complete or any(is_too_large(e.kind) for e in trace.events)
    return bool(trace.events) and not is_cut


def output_of(result: Any) -> Any:
    """Of a result what is asked about: of a layer what it gives, and not its gradients."""
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
    """Arguments with the numbers that nobody is shown in other places, with other signs."""

    def change(part: Any) -> Any:
        if isinstance(part, np.ndarray) and (part.dtype.kind == "f" or part.size > SHOWN):
            part = rng.permutation(part.ravel()).reshape(part.shape)
            has_signs = (
                part.dtype.kind == "f" and np.isfinite(part).all() and (part < 0).any()
            )
            return (
                part * rng.choice(SIGNS, part.shape).astype(part.dtype)
                if has_signs
                else part
            )
        is_made = isinstance(part, Code | Trial)
        return replace(part, data=mapped(part.data, change)) if is_made else part

    return mapped(value, change)


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
    if isinstance(value, tuple | list | dict) and any(a.ndim for a in arrays_in(value)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        each = ", ".join(f"{name}: {_given(part)}" for name, part in parts)
        return f"a {type(value).__name__} of {each}"
    if not isinstance(value, np.ndarray):
        text = brief(value)
        return f"{text} ({describe(value)})" if text.endswith("...") else text
    if not value.ndim or (value.size <= SHOWN and value.dtype.kind in "biu"):
        return " ".join(show(value).split())
    dtype = "" if value.dtype == np.float64 else f"{value.dtype}, "
    most = float(np.abs(value).max(initial=0)) if value.dtype.kind == "f" else 0.0
    about = f"{float(f'{most:.2g}'):,.0f}" if np.isfinite(most) else "infinity"
    far = f" with numbers up to about {about} in size" if most >= LARGE else ""
    return f"{dtype}shape {value.shape}{far}"
