"""A trace as plain values: a student's process sends it, and the grader rebuilds it.

It is the student's word.  It decides no points; what does not fit together is no trace.
"""

from typing import Any

import numpy as np

from autograder.tracing.instrument import RecordedCode, Source
from autograder.tracing.record import Event, Trace
from autograder.tracing.value_kind import LONGEST

LONGEST_ERROR = 500  # characters


def as_plain(trace: Trace) -> tuple[Any, ...]:
    """The parts of a trace, of which a frame can be made."""
    sources = tuple((s.text, s.first, s.place) for s in trace.code.sources)
    events = trace.events
    kinds = tuple({e.kind: None for e in events})
    numbers = [
        (e.node, e.frame, kinds.index(e.kind), e.room, _is_complex(e.value)) for e in events
    ]
    table = np.array(numbers, np.int64).reshape(-1, 5)
    frames = np.array(trace.frames, np.int64).reshape(-1, 3)
    names, values = tuple(e.name for e in events), tuple(_sent(e.value) for e in events)
    ending = trace.is_complete, trace.result, trace.raised
    recorded = np.array(sorted(trace.code.recorded), np.int64)
    return sources, recorded, table, kinds, frames, names, values, ending


def _is_complex(value: np.ndarray | None) -> bool:
    return value is not None and value.dtype.kind == "c"


def _sent(value: np.ndarray | None) -> np.ndarray | None:
    """An array in a form that can be sent: a complex one as its two parts."""
    if value is None or not _is_complex(value):
        return value
    return np.stack([value.real, value.imag])


def _received(value: Any, is_complex: bool) -> np.ndarray | None:
    if value is not None and not isinstance(value, np.ndarray):
        raise TypeError("Numbers are wanted.")
    if value is None or not is_complex:
        return value
    real, imaginary = value
    return np.asarray(real + 1j * imaginary)


def from_plain(parts: Any) -> Trace:
    """Rebuild a trace; ``ValueError``, ``TypeError`` or ``SyntaxError`` for none."""
    sources, recorded, table, kinds, frames, names, values, ending = parts
    is_complete, result, raised = ending
    code = RecordedCode()
    for text, first, place in sources:
        code.take(Source(_text(text), int(first), _text(place)[:40]))
    code.recorded = {*recorded.tolist()} & code.nodes.keys()
    trace = Trace(code, is_complete=is_complete is True, result=result)
    trace.raised = _text(raised)[:LONGEST_ERROR]
    frames_there = range(-1, len(frames))
    for row, name, value in zip(table.tolist(), names, values, strict=True):
        node, frame, kind, room, is_complex = row
        is_there = node in code.nodes and frame in frames_there
        if not is_there or kind not in range(len(kinds)):
            raise ValueError("An event belongs to nothing.")
        received, words = _received(value, bool(is_complex)), _text(kinds[kind])[:LONGEST]
        trace.events.append(Event(node, frame, received, _text(name), words, room))
    for node, begin, end in frames.tolist():
        if node not in code.nodes:
            raise ValueError("A call belongs to nothing.")
        trace.frames.append((node, begin, end))
    return trace


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("A text is wanted.")
    return value
