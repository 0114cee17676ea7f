"""What a recorded answer returned to whoever called it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from autograder.tracing.history import History
from autograder.tracing.record import Trace


def results(trace: Trace, names: Sequence[str] = ()) -> list[int]:
    """The places of what the calls from outside returned, in order.

    ``names``: the functions that are meant; all of them, where there are none. Returns for
    each call its last event, or -1 where that is no ``return``.
    """
    found, over = [], 0
    for frame, (node, begin, end) in enumerate(trace.frames):
        if begin < over:
            continue  # called by what was called
        over = end
        if names and getattr(trace.code.nodes[node], "name", "") not in names:
            continue
        last = trace.events[end - 1 : end] if end > 0 else []
        is_return = [isinstance(trace.code.nodes[e.node], ast.Return) for e in last]
        found.append(end - 1 if is_return == [True] and last[0].frame == frame else -1)
    return found


def part_of_result(trace: Trace, place: int, part: int) -> np.ndarray | None:
    """The numbers of one of several results; ``None`` where it is no array."""
    value = trace.events[place].value if place >= 0 else None
    if part < 0 or place < 0:
        return value
    if value is not None:
        return np.asarray(value[part]) if part < len(value) else None
    history = History(trace)
    operands = history.operands(place)
    while len(operands) == 1:  # of a return, down to the tuple or what makes one
        operands = history.operands(operands[0])
    return trace.events[operands[part]].value if part < len(operands) else None
