"""Run an answer once more with the values of its expressions recorded."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from autograder.frameworks.base import Framework
from autograder.tracing.instrument import ENTER, LEAVE, STORE, VALUE, Code

MOST_EVENTS = 20_000
LARGEST = 5_000  # entries of an array that is kept
MOST_SOURCES = 40
NUMBERS = (int, float, list, tuple, np.generic, np.ndarray)


@dataclass(frozen=True)
class Event:
    """A value that a node gave, or that a statement stored under a name.

    ``value`` is an array, or ``None`` for what is no array of numbers; ``frame`` is the
    call of a function that it happened in.
    """

    node: int
    frame: int
    value: np.ndarray | None
    name: str = ""


@dataclass
class Trace:
    """The events of one call in order, and the calls of functions within it.

    ``frames`` has for each call of an instrumented function its node, and the number of
    events before it and after it.
    """

    code: Code
    events: list[Event] = field(default_factory=list)
    frames: list[tuple[int, int, int]] = field(default_factory=list)
    is_complete: bool = True


class _Recorder:
    def __init__(self, code: Code, framework: Framework) -> None:
        self.trace = Trace(code)
        self.framework = framework
        self.stack: list[int] = [-1]

    def names(self) -> dict[str, Callable[..., Any]]:
        return {VALUE: self.value, STORE: self.store, ENTER: self.enter, LEAVE: self.leave}

    def value(self, node: int, value: Any) -> Any:
        self._keep(node, value)
        return value

    def store(self, node: int, name: str, value: Any) -> None:
        self._keep(node, value, name)

    def enter(self, node: int) -> None:
        self.stack.append(len(self.trace.frames))
        self.trace.frames.append((node, len(self.trace.events), -1))

    def leave(self) -> None:
        frame = self.stack.pop()
        node, begin, _ = self.trace.frames[frame]
        self.trace.frames[frame] = (node, begin, len(self.trace.events))

    def _keep(self, node: int, value: Any, name: str = "") -> None:
        if len(self.trace.events) >= MOST_EVENTS:
            self.trace.is_complete = False
            return
        kept = as_array(value, self.framework)
        self.trace.events.append(Event(node, self.stack[-1], kept, name))


def as_array(value: Any, framework: Framework) -> np.ndarray | None:
    """A copy of a value of numbers as an array; ``None`` for anything else."""
    try:
        if isinstance(value, bool | int | float | np.generic | np.ndarray):
            array = np.array(value)
        elif isinstance(value, list | tuple) and value and len(value) <= LARGEST:
            if not all(isinstance(each, NUMBERS) for each in value):
                return None
            array = np.array(value)
        else:
            found = framework.to_array(value)
            if found is None:
                return None
            array = np.array(found)
    except Exception:  # a list of lists of unlike lengths; a value with ways of its own
        return None
    return array if array.dtype.kind in "biufc" and array.size <= LARGEST else None


def recorded(
    answer: Callable[..., Any], arguments: tuple[Any, ...], framework: Framework
) -> tuple[Trace, Any] | None:
    """Call an instrumented copy of an answer.

    Parameters
    ----------
    answer
        A function or class whose source Python can find.
    arguments
        What it is called with, as it takes it.
    framework
        Whose tensors are read.

    Returns
    -------
    The trace and the result; ``None`` where there is no source, or the call raises.
    """
    code = Code()
    recorder = _Recorder(code, framework)
    copied = _instrumented_copy(code, answer, recorder.names())
    if copied is None:
        return None
    try:
        with np.errstate(all="ignore"):
            result = copied(*arguments)
    except Exception:
        return None
    return recorder.trace, result


def _instrumented_copy(
    code: Code, answer: Callable[..., Any], names: dict[str, Any]
) -> Callable[..., Any] | None:
    """The answer, and what of its own module it uses, compiled anew in other globals."""
    home = _globals_of(answer)
    if home is None:
        return None
    namespace = {**home, **names, "__builtins__": builtins}
    for name, source, first in _reachable(answer, home):
        try:
            tree = code.instrumented(source, first)
            exec(compile(tree, f"<recorded {name}>", "exec", dont_inherit=True), namespace)
        except Exception:  # it goes on uninstrumented
            namespace[name] = home.get(name)
    found = namespace.get(answer.__name__)
    return found if callable(found) and found is not answer else None


def _globals_of(answer: Any) -> dict[str, Any] | None:
    if isinstance(answer, types.FunctionType):
        return answer.__globals__
    if isinstance(answer, type):
        methods = (m for m in vars(answer).values() if isinstance(m, types.FunctionType))
        return next((m.__globals__ for m in methods), None)
    return None


def _reachable(answer: Any, home: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """The sources of an answer and of the functions of its module that it names."""
    waiting, seen = [answer], {answer.__name__}
    while waiting and len(seen) < MOST_SOURCES:
        one = waiting.pop()
        try:
            lines, first = inspect.getsourcelines(one)
            source = textwrap.dedent("".join(lines))
            tree = ast.parse(source)
        except (OSError, TypeError, SyntaxError):
            continue
        if isinstance(tree.body[0], ast.FunctionDef | ast.ClassDef):
            yield one.__name__, source, max(first, 1)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in seen:
                named = home.get(node.id)
                is_own = named is not None and _globals_of(named) is home
                if named is not None and is_own and named.__name__ == node.id:
                    seen.add(node.id)
                    waiting.append(named)
