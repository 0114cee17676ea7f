"""Where a mark stands better than on the operation that walking back ends at."""

import ast

import numpy as np

from autograder.tracing.evidence import Evidence, called
from autograder.tracing.instrument import walked
from autograder.tracing.known import is_plain
from autograder.tracing.record import Event

DEEPEST = 200


def first_nan(walk: Evidence, place: int) -> int:
    """What made NaN of numbers: a right way may have it on its way, and not in the end."""
    for _ in range(DEEPEST):
        node, operands = walk.node(place), walk.operands(place)
        behind = [*walk.returns(place, operands), *operands]
        if walk.event(place).name:
            behind = walk.values_of(place)
        elif isinstance(node, ast.Name | ast.Attribute):
            stored = walk.store_before(ast.unparse(node), place)
            behind = [] if stored is None else [stored]
        behind = [each for each in behind if has_nan(walk, each)]
        if not behind:
            return place
        place = behind[0]
    return place


def has_nan(walk: Evidence, place: int) -> bool:
    """Whether a value has entries that are no numbers."""
    value = walk.event(place).value
    return value is not None and value.dtype.kind == "f" and bool(np.isnan(value).any())


def where_called(walk: Evidence, place: int) -> int:
    """Where a function was called that gave right numbers in another call."""
    event, frames = walk.event(place), walk.trace.frames
    end = frames[event.frame][2] if event.frame >= 0 else len(walk.trace.events)
    if end >= len(walk.trace.events) or not _is_call(walk, end, event):
        return place
    for other, each in enumerate(walk.trace.events):
        is_other = each.node == event.node and each.frame != event.frame and not each.name
        if not is_other or each.value is None or is_plain(each.value):
            continue
        if not walk.is_unknown(other):
            return where_called(walk, end)
    return place


def _is_call(walk: Evidence, place: int, inside: Event) -> bool:
    """Whether an event is the call of the function that another happened in."""
    head, _, _ = walk.trace.frames[inside.frame]
    function, node = walk.code.nodes[head], walk.node(place)
    is_called = isinstance(node, ast.Call) and called(node) == getattr(function, "name", "")
    return is_called and node not in walked(function)  # not by itself
