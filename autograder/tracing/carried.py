"""A trace as plain values: a student's process sends it, and the grader rebuilds it.

It is the student's word.  It decides no points; what does not fit together is no trace.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder.tracing.instrument import Code, Source
from autograder.tracing.record import Event, Trace


def as_plain(trace: Trace) -> tuple[Any, ...]:
    """The parts of a trace, of which a frame can be made."""
    sources = tuple((s.text, s.first, s.place) for s in trace.code.sources)
    events = trace.events
    numbers = np.array([(e.node, e.frame) for e in events], np.int64).reshape(-1, 2)
    frames = np.array(trace.frames, np.int64).reshape(-1, 3)
    names, values = tuple(e.name for e in events), tuple(e.value for e in events)
    return sources, numbers, frames, names, values, trace.is_complete


def from_plain(parts: Any) -> Trace:
    """Rebuild a trace.

    Raises
    ------
    ValueError, TypeError, SyntaxError
        When the parts make none.
    """
    sources, numbers, frames, names, values, is_complete = parts
    code = Code()
    for text, first, place in sources:
        code.instrumented(Source(_text(text), int(first), _text(place)[:40]))
    trace = Trace(code, is_complete=is_complete is True)
    frames_there = range(-1, len(frames))
    for (node, frame), name, value in zip(numbers.tolist(), names, values, strict=True):
        is_array = value is None or isinstance(value, np.ndarray)
        if node not in code.nodes or frame not in frames_there or not is_array:
            raise ValueError("An event belongs to nothing.")
        trace.events.append(Event(node, frame, value, _text(name)))
    for node, begin, end in frames.tolist():
        if node not in code.nodes:
            raise ValueError("A call belongs to nothing.")
        trace.frames.append((node, begin, end))
    return trace


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("A text is wanted.")
    return value
