"""Run an answer once more with the values of its expressions recorded."""

import builtins
import contextlib
import warnings
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from autograder.exercise.kinds.kind import Kind
from autograder.exercise.questions import describe_error
from autograder.frameworks.base import Framework
from autograder.tracing.instrument import (
    ENTER,
    LEAVE,
    STORE,
    VALUE,
    RecordedCode,
    for_values,
)
from autograder.tracing.recorded_code import compiled, instrumented_copy
from autograder.tracing.value_kind import kind_of

MOST_EVENTS = 8_000
MOST_BYTES = 16 << 20  # of all arrays that are kept
LARGEST = 5_000  # entries of one of them
PLAIN = frozenset((np.ndarray, np.float64, np.bool_, int, float, bool))
NUMBERS = (int, float, complex, list, tuple, np.generic, np.ndarray)
TEXT = np.dtype(np.uint64)  # an array of this holds checksums of texts


@dataclass(frozen=True)
class Event:
    """A value that a node gave, or that a statement stored under a name.

    ``value`` holds its numbers, or is ``None`` for what has none, and ``kind`` says what
    it was; ``frame`` is the call of a function that it happened in; ``room`` is how many
    bytes an array takes that is no view.
    """

    node: int
    frame: int
    value: np.ndarray | None
    name: str = ""
    kind: str = ""
    room: int = 0


@dataclass
class Trace:
    """The events of one call in order, and the calls of functions within it.

    ``frames`` has for each call of an instrumented function its node, and the number of
    events before it and after it.  ``result`` is the call's plain result, ``raised`` what
    it raised in its place.  ``hidden`` are the functions that nobody looks into.
    """

    code: RecordedCode
    events: list[Event] = field(default_factory=list)
    frames: list[tuple[int, int, int]] = field(default_factory=list)
    is_complete: bool = True
    result: Any = None
    raised: str = ""
    hidden: frozenset[str] = frozenset()


Changed = tuple[tuple[str, str], ...]  # texts, and what stands in their place
Put = tuple[int, np.ndarray]  # in the place of an event's value another one
Part = tuple[int, int]  # which of the results of a call, and which part of it, -1 for all


class _Recorder:
    def __init__(self, code: RecordedCode, framework: Framework, put: Put | None) -> None:
        self.trace = Trace(code)
        self.framework, self.put = framework, put
        # With another value in a place nothing but the result is looked at.
        self.kept = None if put is None else code.returned()
        self.stack: list[int] = [-1]
        self.room = MOST_BYTES

    def names(self) -> dict[str, Callable[..., Any]]:
        return {VALUE: self.value, STORE: self.store, ENTER: self.enter, LEAVE: self.leave}

    def value(self, node: int, value: Any) -> Any:
        if self.put is not None and self.put[0] == len(self.trace.events):
            value = _like(value, self.put[1], self.framework)
        self._keep(node, value)
        return value

    def store(self, node: int, name: str, value: Any) -> None:
        if not isinstance(value, ModuleType):  # np.add.at(...) fills nothing of np
            self._keep(node, value, name)

    def enter(self, node: int) -> None:
        self.stack.append(len(self.trace.frames))
        self.trace.frames.append((node, len(self.trace.events), -1))

    def leave(self) -> None:
        frame = self.stack.pop()
        node, begin, _ = self.trace.frames[frame]
        self.trace.frames[frame] = (node, begin, len(self.trace.events))

    def _keep(self, node: int, value: Any, name: str = "") -> None:
        if len(self.trace.events) >= MOST_EVENTS or self.room < 0:
            self.trace.is_complete = False
            return
        kept, kind = None, ""
        if self.kept is None or node in self.kept:
            kept = as_array(value, self.framework)
            kind = kind_of(value, self.framework, is_kept=kept is not None)
        self.room -= kept.nbytes if kept is not None else 0
        is_own = type(value) is np.ndarray and value.flags.owndata  # a view takes none
        room = value.nbytes if is_own else 0
        self.trace.events.append(Event(node, self.stack[-1], kept, name, kind, room))


class _Values:
    """Keeps numbers alone: where they stand, and what holds them, nobody asks."""

    def __init__(self, framework: Framework) -> None:
        self.arrays: list[np.ndarray] = []
        self.framework, self.room = framework, MOST_BYTES

    def value(self, _: int, value: Any) -> Any:
        kept = None
        if len(self.arrays) < MOST_EVENTS and self.room > 0:
            kept = as_array(value, self.framework)
        if kept is not None:
            self.room -= kept.nbytes
            self.arrays.append(kept)
        return value

    def store(self, node: int, _: str, value: Any) -> None:
        self.value(node, value)


def as_array(value: Any, framework: Framework) -> np.ndarray | None:
    """A copy of a value's numbers, or a checksum (uint64) of each of its texts.

    ``None`` for what is neither, and for a large one.
    """
    try:
        if isinstance(value, np.ndarray) and value.size > LARGEST:
            return None  # before it is copied: a loop may fill it row by row
        if type(value) in PLAIN:  # nearly all are, and this is asked of each of thousands
            array = np.array(value)
        elif isinstance(value, str | bytes):
            return np.array(_checksum(value), TEXT)
        elif isinstance(value, dict | set | frozenset) and 0 < len(value) <= LARGEST:
            entries = value.items() if isinstance(value, dict) else value
            return np.array(sorted(_checksum(repr(each)) for each in entries), TEXT)
        elif isinstance(value, int | float | complex | np.generic | np.ndarray):
            array = np.array(value)
        elif isinstance(value, list | tuple) and value:
            if not _is_small(value):
                return None
            if not all(isinstance(each, NUMBERS) for each in value) or _has_texts(value):
                return _of_texts(value)
            array = np.array(value)
        else:
            numbers = framework.to_array(value)
            if numbers is None:
                return None
            array = np.array(numbers)
    except Exception:  # a list of lists of unlike lengths; a value with ways of its own
        return None
    return array if array.dtype.kind in "biufc" and array.size <= LARGEST else None


def _like(value: Any, numbers: np.ndarray, framework: Framework) -> Any:
    """Numbers as what a value is, in its dtype; ``TypeError`` for what has none."""
    if isinstance(value, np.ndarray | np.generic):
        return numbers.astype(value.dtype)[()]
    if isinstance(value, bool | int | float):
        return type(value)(numbers.item())
    if isinstance(value, list):
        return numbers.tolist()
    array = framework.to_array(value)
    if array is None:
        raise TypeError("No numbers stand for this.")
    return framework.to_tensor(np.asarray(numbers, array.dtype))


def _checksum(text: str | bytes) -> int:
    return zlib.crc32(text.encode(errors="replace") if isinstance(text, str) else text)


def _is_small(value: list[Any] | tuple[Any, ...]) -> bool:
    """Whether lists within one another, which may be one list many times, hold little."""
    waiting, room = [value], LARGEST
    while waiting:
        parts = waiting.pop()
        room -= sum(each.size for each in parts[:LARGEST] if isinstance(each, np.ndarray))
        room -= len(parts)
        if room < 0:
            return False
        waiting += [each for each in parts if isinstance(each, list | tuple)]
    return True


def _has_texts(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_texts(each) for each in value)
    return isinstance(value, str | bytes)


def _of_texts(values: list[Any] | tuple[Any, ...]) -> np.ndarray | None:
    """Texts, or rows of as many texts each, or else one checksum for each row."""
    if not all(_has_texts(each) for each in values):
        return None
    if all(isinstance(each, list | tuple) for each in values):
        texts = all(isinstance(each, str | bytes) for row in values for each in row)
        if texts and len({len(row) for row in values}) == 1:
            return np.array([[_checksum(each) for each in row] for row in values], TEXT)
    texts_of = (e if isinstance(e, str | bytes) else repr(e) for e in values)
    return np.array([_checksum(text) for text in texts_of], TEXT)


class Recording:
    """An answer that can be called with the values of its expressions recorded.

    ``changed`` are pairs of texts: of a function or class, and what is run in its place.
    """

    def __init__(
        self,
        answer: Callable[..., Any],
        kind: Kind,
        framework: Framework,
        changed: Changed = (),
    ) -> None:
        self.answer, self._kind, self._framework = answer, kind, framework
        self._code, self._is_changed = RecordedCode(), bool(changed)
        self._pieces = compiled(self._code, answer, dict(changed))

    def call(self, arguments: tuple[Any, ...], put: Put | None = None) -> Trace | None:
        """The trace of one call; ``None`` without a source, or where the call raises."""
        trace = self.run(arguments, put)
        return None if trace is None or trace.raised else trace

    def run(self, arguments: tuple[Any, ...], put: Put | None = None) -> Trace | None:
        """As ``call``; where the call raises, the trace up to there."""
        recorder = _Recorder(self._code, self._framework, put)
        copied = instrumented_copy(
            self._pieces, self.answer, recorder.names(), is_strict=self._is_changed
        )
        if copied is None:
            return None
        trace = recorder.trace
        ran = _run(self._kind, self._framework, copied, arguments)
        trace.result, trace.raised = ran
        return trace


class Numbers:
    """What the expressions of a right answer, in Python, give, and not where they stand."""

    def __init__(
        self,
        source: str,
        home: Mapping[str, Any],
        wanted: Sequence[str],
        kind: Kind,
        framework: Framework,
    ) -> None:
        self._home = {name: home[name] for name in home if name not in wanted}
        self._wanted, self._kind, self._framework = wanted, kind, framework
        self._made = compile(for_values(source), "<a right way>", "exec", dont_inherit=True)

    def call(self, arguments: tuple[Any, ...]) -> list[np.ndarray]:
        """The numbers of one call with plain values; none where it raises."""
        values = _Values(self._framework)
        handing_on = {VALUE: values.value, STORE: values.store}
        names = {**self._home, **handing_on, "__builtins__": builtins}
        with contextlib.suppress(Exception):  # it does not stand alone
            exec(self._made, names)
        answer = next((names[name] for name in self._wanted if name in names), None)
        if answer is None or _run(self._kind, self._framework, answer, arguments)[1]:
            return []
        return values.arrays


def _run(
    kind: Kind, framework: Framework, answer: Any, arguments: tuple[Any, ...]
) -> tuple[Any, str]:
    """Call an answer in silence: its plain result, and what it raised."""
    try:
        with (
            np.errstate(all="ignore"),
            warnings.catch_warnings(action="ignore"),
            contextlib.redirect_stdout(None),  # it has printed all this already
            contextlib.redirect_stderr(None),
        ):
            return kind.call(framework, answer, arguments)[0], ""
    except Exception as error:
        return None, describe_error(error)
