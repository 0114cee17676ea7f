"""What questions are made from: one call of an answer, recorded, that can be made again."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from autograder.tracing.instrument import walked
from autograder.tracing.record import TEXT, Changed, Trace
from autograder.tracing.value_kind import is_array, is_too_large

Run = Callable[[Arguments, Changed], Trace | None]
NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)?")
FEW_NUMBERS, MOST_LINES = 12, 14
SHOWN = 40  # whole numbers, booleans or words of an argument
ASSIGNS = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.For
HOLDS_FUNCTION = ast.Name | ast.Attribute | ast.Lambda
TRIED = {"how it is tried": "is tried so:", "its calls": "gets these calls in turn:"}
LARGE = 30.0  # a number that is worth a word: its exponential is
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
        numbers = " ".join(show(self.array).split())
        if not self.array.ndim and self.array.dtype != TEXT:
            return numbers
        what = self.kind
        if self.is_array:
            what = f"{self.array.dtype} of shape {self.array.shape}"
        is_short = self.array.size <= FEW_NUMBERS and self.array.dtype != TEXT
        return f"{what}: {numbers}" if is_short else what


class Subject:
    """An answer in one call: what was recorded, and how to call it again.

    ``exercise`` has as its reference whatever has the docstring that names the axes;
    nothing else is read of that.  ``stored`` is what each line gave under a name, or
    returned, in the order in which they first ran; ``expressions`` what each call and
    operation gave that has no name of its own; ``inputs`` the arguments by name, where
    others can be given.  It ``is_called_unseen`` where code that nobody is shown calls
    the answer, or is called by it, under the names ``unseen``; what nodes give that
    use these is ``unasked``, and ``told`` where a name gets it, or has ``unseen_lengths``.
    """

    def __init__(
        self, exercise: Exercise, arguments: Arguments, trace: Trace, run: Run
    ) -> None:
        self.exercise, self.arguments = exercise, arguments
        self.trace, self.run = trace, run
        self.history, self.listing = History(trace), Listing.of(trace.code)
        self.given, self.output = arrays_in(arguments), output_of(trace.result)
        shown = exercise.handler.example(exercise, arguments, {}, "")
        self.call, self.shown = shown.call or f"{exercise.name}()", shown.arguments
        is_apart = exercise.kind == "object" or is_trial(arguments)
        inputs = () if is_apart else self.shown
        self.inputs = [(n.replace(" ", "_"), untensored(value)) for n, value in inputs]
        self.is_cut = any("... (" in _given(value) for _, value in self.shown)
        self.is_called_unseen = any(isinstance(a, Code | Trial) for a in arguments)
        self._axes = AxisNames(exercise, arguments, untensored(trace.result))
        self.stored = tuple(self._values(is_stored=True))
        self.expressions = tuple(self._values(is_stored=False))
        functions = {name for name, value in self.shown if isinstance(value, Code)}
        nodes = trace.code.nodes.values() if self.is_called_unseen else ()
        self.unseen = _names_of_unseen(nodes, functions, arguments)
        values = (*self.stored, *self.expressions)
        came = [
            v for v in values if names_in(getattr(v.node, "iter", v.node)) & self.unseen
        ]
        self.told = [v for v in came if v.name and v.is_array]
        self.unasked = {v.number for v in came}
        known = {n for array in self.given for n in array.shape} | {1}
        known.update(n for v in self.told for n in v.array.shape)
        given = [v.array for v in came if isinstance(v.node, ast.Call | ast.Subscript)]
        self.unseen_lengths = {n for array in given for n in array.shape} - known

    def again(self, trace: Trace, arguments: Arguments | None = None) -> Subject:
        """The same after another run."""
        return Subject(self.exercise, arguments or self.arguments, trace, self.run)

    def run_with(self, inputs: Sequence[Any]) -> Trace | None:
        """The same call with other ``inputs``."""
        if self.exercise.kind == "layer":
            init, weights, _, upstream = self.arguments
            return self.run((init, weights, tuple(inputs), upstream), ())
        return self.run(tuple(inputs), ())

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape, with the names of its axes where these are known."""
        return str(shape) if self.unseen else self._axes.shape(shape)

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

    def call_in_words(self) -> str:
        """Which call is meant, in a sentence; a card shows the same of it."""
        nodes, outside = self.trace.code.nodes, dict[str, np.ndarray]()
        own = {n for node in nodes.values() for n in _bound(node)}
        for event in self.trace.events:
            name, value = getattr(nodes[event.node], "id", ""), event.value
            if name and name not in own and value is not None and value.dtype != TEXT:
                outside[name] = value
        verb = TRIED.get(self.shown[0][0] if self.shown else "", "is called with")
        given = [
            _given(value) if name in TRIED else f"`{name}`: {_given(value)}"
            for name, value in self.shown
        ]
        given += [f"from outside, `{name}`: {_given(v)}" for name, v in outside.items()]
        said = f"`{self.call}` {verb} {'; '.join(given) or 'nothing'}."
        there = [
            f"`{v.name}` has shape {v.array.shape} after line {v.line}" for v in self.told
        ]
        return f"{said} There, {', '.join(there)}." if there else said

    def _values(self, *, is_stored: bool) -> Iterator[LineValue]:
        code, seen = self.trace.code, set[tuple[int, str]]()
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, event in enumerate(self.trace.events):
            node = code.nodes[event.node]
            stored = bool(event.name) or isinstance(node, ast.Return)
            if stored == is_stored and not isinstance(node, ast.Name):
                times = places[event.node, event.name]
                if times and times[-1] == place - 1 and not isinstance(node, ASSIGNS):
                    times.pop()  # what is filled by out= was stored twice
                times.append(place)
        for (number, name), times in places.items():
            events = [self.trace.events[place] for place in times]
            event, line = events[-1], self.listing.line(number)
            text = name or self.listing.quoted(number) or "return" * is_stored
            is_named = not name or NAME.fullmatch(name)
            if event.value is None or (event.value.dtype == TEXT and not event.value.ndim):
                continue
            in_one_call = len({each.frame for each in events}) == 1
            if not in_one_call and (self.is_called_unseen or self.exercise.kind == "layer"):
                # Nobody is shown which call is the last: of all the same must hold.  Keras
                # makes one with tensors of no numbers before them.
                if len({_form(e.value) for e in events if not is_too_large(e.kind)}) > 1:
                    continue
                times = times[-1:]
            if line and text and is_named and (line, text) not in seen:
                seen.add((line, text))
                yield LineValue(
                    *(times[-1], code.nodes[number], number, name, event.value, event.kind),
                    *(line, len(times), in_one_call),
                )


def names_in(node: ast.AST) -> set[str]:
    """The names that a part of code uses, alone or of an object."""
    return {getattr(each, "id", getattr(each, "attr", "")) for each in walked(node)}


def _bound(node: ast.AST) -> set[str]:
    """The name that a node gives a value to: an argument, or what is stored."""
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return {getattr(node, "id", getattr(node, "attr", ""))}
    return {node.arg} if isinstance(node, ast.arg) else set()


def _names_of_unseen(
    nodes: Iterable[ast.AST], given: set[str], arguments: Arguments
) -> set[str]:
    """With the ``given`` names those of what is, holds or calls such a function."""
    own = [n for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)]
    parameters: dict[str, list[str]] = defaultdict(list)
    for unit in own:  # of a class those of its __init__
        parts = [n for n in walked(unit) if isinstance(n, ast.arg) and n.arg != "self"]
        parameters[unit.name] = [part.arg for part in parts]
    calls = [n for n in nodes if isinstance(n, ast.Call)]
    called = {getattr(c.func, "id", getattr(c.func, "attr", "")) for c in calls}
    bound = [
        (names_in(f), {f.name} & called) for f in own if isinstance(f, ast.FunctionDef)
    ]
    for call in calls:
        given_to = parameters[getattr(call.func, "id", "")]
        for part, name in zip(call.args, given_to, strict=False):
            bound += [(names_in(part), {name})] * isinstance(part, HOLDS_FUNCTION)
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
            stored = {n for part in walked(node) for n in _bound(part)}
            bound.append((names_in(node), called & stored))
    unseen = given.union(*parameters.values()) & called if is_trial(arguments) else given
    while more := {n for uses, names in bound if uses & unseen for n in names} - unseen:
        unseen = unseen | more
    return unseen


def _form(array: np.ndarray | None) -> object:
    """A shape, and numbers where these are exact."""
    if array is None:
        return None
    return array.shape, b"" if array.dtype.kind == "f" else array.tobytes()


def is_whole(trace: Trace) -> bool:
    """Whether all that happened is in a trace, with the numbers of every last array."""
    last = {event.node: event.kind for event in trace.events}
    return bool(last) and trace.is_complete and not any(map(is_too_large, last.values()))


def output_of(result: Any) -> Any:
    """Of a result what is asked about: of a layer what it gives, and not its gradients."""
    return result["output"] if isinstance(result, dict) and "output" in result else result


def arrays_in(value: Any) -> list[np.ndarray]:
    """The arrays of a plain value, in order.

    A number is one of no axes, a text one of its letters as objects.
    """
    if isinstance(value, Tensor):
        return [value.array]
    if isinstance(value, str):
        return [np.array([*value], object)]
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, tuple | list):
        return [array for part in value for array in arrays_in(part)]
    is_number = isinstance(value, np.ndarray | int | float | np.generic)
    return [np.asarray(value)] if is_number else []


def shuffled(value: Any, rng: np.random.Generator) -> Any:
    """Arguments with the numbers that nobody is shown in other places, with other signs.

    For a zero stands another number: a row of one 1 shows what others do not.
    """

    def change(part: Any) -> Any:
        if isinstance(part, Code | Trial):
            return replace(part, data=mapped(part.data, change))
        is_float = isinstance(part, np.ndarray) and part.dtype.kind == "f"
        if is_float or (isinstance(part, np.ndarray) and part.size > SHOWN):
            part = rng.permutation(part.ravel()).reshape(part.shape)
        if is_float:
            part = np.where(part == 0, rng.random(part.shape).astype(part.dtype), part)
        if is_float and np.isfinite(part).all() and (part < 0).any():
            part = part * rng.choice([-1, 1], part.shape).astype(part.dtype)
        return part

    return mapped(value, change)


def _given(value: Any) -> str:
    """An argument in words; short ones as they are written."""
    value = value.array if isinstance(value, Tensor) else value
    if isinstance(value, Calls):
        return ", ".join(f"`{line}`" for line in value.lines)
    if isinstance(value, Trial):
        return next(iter(value.says.splitlines()), "the exercise's own code").rstrip(".")
    if isinstance(value, Code):
        return "a function that was made for this call"
    is_nested = isinstance(value, tuple | list | dict)
    if is_nested and any(a.ndim and a.dtype != object for a in arrays_in(value)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        each = ", ".join(f"{name}: {_given(part)}" for name, part in parts)
        return f"a {type(value).__name__} of {each}"
    if not isinstance(value, np.ndarray):
        text = brief(value)
        return f"{text} ({describe(value)})" if text.endswith("...") else text
    if not value.ndim or (value.size <= SHOWN and value.dtype.kind in "biu"):
        return " ".join(show(value).split())
    dtype = "" if value.dtype == np.float64 else f"{value.dtype}, "
    said = f"{dtype}shape {value.shape}"
    if value.dtype.kind != "f" or not value.size:
        return said
    most = float(np.abs(value).max())
    about = f"{float(f'{most:.2g}'):,.0f}" if np.isfinite(most) else "infinity"
    said += f" with numbers up to about {about} in size" * (most >= LARGE)
    return (
        said
        + " with nan in it" * bool(np.isnan(most))
        + ", none of them negative" * bool((value >= 0).all())
    )
