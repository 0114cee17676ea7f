"""Where fractions get lost: they are written into an array of whole numbers."""

import ast
from dataclasses import replace

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.history import called
from autograder.tracing.known import Known
from autograder.tracing.mark import FirstWrong, described
from autograder.tracing.record import TEXT, Trace
from autograder.tracing.value_kind import is_array

FILLS = ("full", "full_like", "new_full")  # calls that make an array full of a number


def first_cut_off(trace: Trace) -> FirstWrong | None:
    """What makes the array of whole numbers that fractions are written into first."""
    walk = Evidence(trace, Known([]))
    for place, event in enumerate(trace.events):
        value = event.value
        if value is None or value.dtype.kind not in "iu" or value.dtype == TEXT:
            continue
        if not is_array(event.kind):
            continue
        is_full = called(walk.node(place)) in FILLS
        if is_full and _have_fractions(walk, walk.operands(place)):
            return replace(described(trace, place, True), form="cut")
        if event.name and not walk.is_whole(place) and _is_cut(walk, place):
            return _marked(walk, place)
    return None


def _is_cut(walk: Evidence, store: int) -> bool:
    """Whether a statement writes fractions into what it fills."""
    places = walk.written_by(store)
    if isinstance(walk.node(store), ast.Expr):  # np.put_along_axis(a, at, values, axis)
        places = [operand for place in places for operand in walk.operands(place)]
    return _have_fractions(walk, places)


def _have_fractions(walk: Evidence, places: list[int]) -> bool:
    values = (walk.event(place).value for place in places)
    floats = (v for v in values if v is not None and v.dtype.kind == "f")
    return any(bool((np.isfinite(v) & (np.trunc(v) != v)).any()) for v in floats)


def _marked(walk: Evidence, store: int) -> FirstWrong:
    """The mark of what made the array, or of the statement where that is not seen."""
    made = walk.stores(store)[0]
    values = walk.values_of(made) if walk.is_whole(made) else []
    is_alone = len(values) == 1 and isinstance(walk.node(values[0]), ast.Call)
    place = values[0] if is_alone else store
    line = walk.code.line(walk.event(store).node) if is_alone else 0
    mark = replace(described(walk.trace, place, True), value=walk.event(store).value)
    return replace(mark, form="cut", through=walk.event(store).name, written=line)
