"""What questions are made from: one call of an answer, recorded, that can be made again."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

import numpy as np

from autograder.checking.axes import AxisNames
from autograder.checking.show import show
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Calls, Code, Trial, brief, mapped, untensored
from autograder.questions.listing import Listing
from autograder.tracing.history import ROOM, History
from autograder.tracing.instrument import walked
from autograder.tracing.record import TEXT, Changed, Trace
from autograder.tracing.value_kind import is_array, is_too_large

Run = Callable[[Arguments, Changed], Trace | None]
NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)?")
FEW_NUMBERS, MOST_LINES = 12, 14
SHOWN = 40  # whole numbers, booleans or words of an argument
ASSIGNS = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.For
TRIED = {"how it is tried": "is tried so:", "its calls": "gets these calls in turn:"}
UNSHOWN = " Where it is not said, numbers have both signs and are at most {:.2g} in size."
LARGE = 30.0  # a number that is worth a word: its exponential is


@dataclass(frozen=True, eq=False)
class LineValue:
    """What a line gave, under a name or not: the last of so many ``times``."""

    place: int
    node: ast.AST
    number: int
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
        """Its numbers where they are few, and what it is where it is no number."""
        is_text, array = self.array.dtype == TEXT, self.array
        what = f"{array.dtype} of shape {array.shape}" if self.is_array else self.kind
        numbers = " ".join(show(array).split())
        if not array.ndim and not is_text:
            return numbers
        return what if is_text or array.size > FEW_NUMBERS else f"{what}: {numbers}"


class Subject:
    """An answer in one call: what was recorded, and how to call it again.

    ``stored`` is what each line gave under a name, or returned, ``expressions`` what has no
    name, ``inputs`` a function's arguments.  It ``is_called_unseen`` where code that nobody
    is shown calls it, or is called under the names ``unseen``; ``told`` is what that gives.
    """

    def __init__(
        self, exercise: Exercise, arguments: Arguments, trace: Trace, run: Run
    ) -> None:
        self.exercise, self.arguments = exercise, arguments
        self.trace, self.run = trace, run
        self.history, self.listing = History(trace), Listing(trace.code)
        self.given, self.output = arrays_in(arguments), output_of(trace.result)
        nodes = trace.code.nodes.values()  # nobody can tell what unwritten memory holds
        self.has_room = any(getattr(node, "attr", "") in ROOM for node in nodes)
        # Of large numbers one may decide alone, and nobody is shown which.
        floats = [array for array in self.given if array.dtype.kind == "f"]
        self.is_large = any((np.abs(array) >= LARGE).any() for array in floats)
        shown = exercise.handler.example(exercise, arguments, {}, "")
        self.call, self.shown = shown.call or exercise.name, shown.arguments
        is_function = exercise.kind == "function" and not is_trial(arguments)
        self.inputs = untensored(self.shown) if is_function else ()
        self.is_called_unseen = any(isinstance(a, Code | Trial) for a in arguments)
        others = [v for _, v in untensored(self.shown) if not arrays_in(v)]
        self.is_cut = any(brief(value) != repr(value) for value in others)
        self.unseen = self._names_of_unseen() if self.is_called_unseen else set()
        self._axes = AxisNames(exercise, arguments, untensored(trace.result))
        every = self._values()
        self.stored = [v for v in every if v.name or isinstance(v.node, ast.Return)]
        self.expressions = [value for value in every if value not in self.stored]
        told = [v for v in every if v.name or isinstance(v.node, ast.Call | ast.Subscript)]
        self.told = [v for v in told if v.is_array and self.is_of_unseen(v.node)]

    def _names_of_unseen(self) -> set[str]:
        """The names of functions that were given, and of what holds one and no numbers."""
        nodes, events = self.trace.code.nodes, self.trace.events
        given = {node.arg for node in nodes.values() if isinstance(node, ast.arg)}
        used: list[ast.AST] = [n.func for n in nodes.values() if isinstance(n, ast.Call)]
        used += [nodes[event.node] for event in events if event.kind == "function"]
        unseen = given & {getattr(node, "id", "") for node in used}
        for event in events:
            if event.name and event.value is None and _names(nodes[event.node]) & unseen:
                unseen.add(event.name.rpartition(".")[2])
        return unseen

    def is_of_unseen(self, node: ast.AST) -> bool:
        """Whether what a node gives comes straight from a function that nobody sees."""
        return bool(self.unseen and _names(node) & self.unseen)

    def again(self, trace: Trace, arguments: Arguments | None = None) -> Subject:
        """The same after another run."""
        return Subject(self.exercise, arguments or self.arguments, trace, self.run)

    def shape(self, shape: tuple[int, ...]) -> str:
        """A shape, with the names of its axes where these are known."""
        return str(shape) if self.unseen else self._axes.shape(shape)

    def where(self, value: LineValue) -> str:
        """A value in words: its name or its code, and the line."""
        ran = "the loop's body" if isinstance(value.node, ast.For) else "it"
        times = f", the last of {value.times} times that {ran} runs" * (value.times > 1)
        is_return = isinstance(value.node, ast.Return)
        code = "what is returned" if is_return else self.listing.quoted(value.number)
        what = f"`{value.name}` after" if value.name else f"{code} in"
        return f"{what} line {value.line}{times}"

    def lines_of(self, trace: Trace) -> tuple[str, ...]:
        """A run line by line: what each made, its shape, its numbers where they are few."""
        last = self.again(trace).stored[-MOST_LINES:]
        made = ((v, f": `{v.name}` is" if v.name else " returns") for v in last)
        shown = (f"Line {value.line}{how} {value}" for value, how in made)
        return (*shown, *([f"It raises {trace.raised}"] if trace.raised else ()))

    def call_in_words(self) -> str:
        """Which call is meant, in a sentence; a card shows the same of it."""
        nodes, own = self.trace.code.nodes, {""}
        for node in nodes.values():
            if isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", 0), ast.Store):
                own.add(getattr(node, "arg", getattr(node, "id", "")))
        used = {getattr(nodes[e.node], "id", ""): e.value for e in self.trace.events}
        verb = TRIED.get(self.shown[0][0] if self.shown else "", "is called with")
        given = [f"`{n}`: " * (n not in TRIED) + _given(value) for n, value in self.shown]
        outside = [(n, v) for n, v in used.items() if n not in own and v is not None]
        numbers = ((n, v) for n, v in outside if v.dtype != TEXT)
        given += [f"from outside, `{n}`: {_given(v)}" for n, v in numbers]
        said = f"`{self.call}` {verb} {'; '.join(given) or 'nothing'}."
        signed = (a for a in self.given if a.ndim and a.dtype.kind == "f" and (a < 0).any())
        most = max((m for a in signed if (m := np.abs(a).max()) < LARGE), default=0)
        said += UNSHOWN.format(most) * bool(most)
        shapes = {(v.line, v.array.shape): self.where(v) for v in self.told}  # once a line
        there = [f"{where} has shape {shape}" for (_, shape), where in shapes.items()]
        return f"{said} There, {'; '.join(there)}." if there else said

    def _values(self) -> list[LineValue]:
        code, events = self.trace.code, self.trace.events
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, event in enumerate(events):
            node = code.nodes[event.node]
            if isinstance(node, ast.Name) or is_too_large(event.kind):
                continue
            times = places[event.node, event.name]
            if event.name and times[-1:] == [place - 1] and not isinstance(node, ASSIGNS):
                times.pop()  # what is filled by out= was stored twice
            times.append(place)
        made: dict[tuple[int, str], LineValue] = {}
        for (number, name), times in places.items():
            line, node = self.listing.line(number), code.nodes[number]
            text = name or self.listing.quoted(number) or "r" * isinstance(node, ast.Return)
            is_named = bool(NAME.fullmatch(name) if name else text)
            is_once = len({events[place].frame for place in times}) == 1
            # Where nobody is shown which of several calls is the last, all gave the same.
            is_seen = not self.is_called_unseen and self.exercise.kind != "layer"
            forms = {_form(events[place].value) for place in times}
            array, kind = events[times[-1]].value, events[times[-1]].kind
            is_asked = line and is_named and (is_once or is_seen or len(forms) == 1)
            if is_asked and array is not None:
                many = len(times) if is_once or is_seen else 1
                about = number, name, array, kind, line, many
                made.setdefault((line, text), LineValue(times[-1], node, *about))
        return [*made.values()]


def _form(array: np.ndarray | None) -> object:
    """A shape, and numbers where these are exact."""
    return array is not None and (array.shape, array.dtype.kind == "f" or array.tobytes())


def _names(node: ast.AST) -> set[str]:
    """The names that a part of code uses, alone or of an object; a loop where it begins."""
    parts = walked(getattr(node, "iter", node))
    return {getattr(each, "id", getattr(each, "attr", "")) for each in parts}


def is_whole(trace: Trace | None) -> TypeGuard[Trace]:
    """Whether a call returned, and the numbers of every last array are in its trace."""
    if trace is None or trace.raised or not (trace.is_complete and trace.code.sources):
        return False
    last = {event.node: event.kind for event in trace.events}
    return bool(last) and not any(map(is_too_large, last.values()))


def output_of(result: Any) -> Any:
    """Of a result what is asked about: of a layer what it gives, and not its gradients."""
    return result["output"] if isinstance(result, dict) and "output" in result else result


def arrays_in(value: Any) -> list[np.ndarray]:
    """The arrays of a plain value, in order."""
    parts: list[Any] = []
    mapped(untensored(value), parts.append)
    return [part for part in parts if isinstance(part, np.ndarray)]


def shuffled(value: Any, rng: np.random.Generator) -> Any:
    """Arguments with their unshown numbers in other places, other signs, and no zeros."""

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
    value = untensored(value)
    if isinstance(value, Calls):
        return ", ".join(f"`{line}`" for line in value.lines)
    if isinstance(value, Trial):
        return next(iter(value.says.splitlines()), "the exercise's own code").rstrip(".")
    if isinstance(value, Code):
        return "a function that was made for this call"
    if not isinstance(value, np.ndarray):
        if arrays_in(value):
            return str(mapped(value, _given)).replace("'", "")
        return brief(value)
    is_float = value.dtype.kind == "f"
    if not value.ndim or (value.size <= SHOWN and not is_float):
        return " ".join(show(value).split())
    most = float(np.abs(value).max(initial=0)) if is_float else 0.0
    said = f"{'' if value.dtype == float else f'{value.dtype}, '}shape {value.shape}"
    if most >= LARGE:
        about = f"{float(f'{most:.2g}'):,.0f}" if np.isfinite(most) else "infinity"
        said += f" with numbers up to about {about} in size"
    said += " with nan in it" * bool(np.isnan(most))
    sign = ", all above zero" if (value > 0).all() else ", none of them negative"
    return said + sign * bool(is_float and (value >= 0).all())
