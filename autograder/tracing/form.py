"""What makes a result of right numbers another kind of thing than is asked for."""

import ast

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.known import Known
from autograder.tracing.mark import FirstWrong, described
from autograder.tracing.record import Trace
from autograder.tracing.value_kind import is_array

MOST_STEPS = 50


def first_of_form(
    trace: Trace,
    result: int,
    part: int,
    dtype: np.dtype | None,
    *,
    is_unfinished: bool = False,
) -> FirstWrong | None:
    """The operation that makes a result another kind of thing than is asked for.

    ``is_unfinished``: whether a step after it is missing: what is returned is marked as it
    stands there. ``None`` where nothing was recorded of it.
    """
    if not trace.is_complete or result < 0:
        return None
    walk = Evidence(trace, Known([]))
    place = _what_forms(walk, result, part, dtype, is_unfinished)
    return described(trace, place, True)


def _what_forms(
    walk: Evidence, result: int, part: int, dtype: np.dtype | None, is_unfinished: bool
) -> int:
    """The place of the expression, or of the statement that fills what is returned."""
    place = result
    for _ in range(MOST_STEPS):
        node, operands = walk.node(place), walk.operands(place)
        if isinstance(node, ast.Name | ast.Attribute):
            stored = walk.store_before(ast.unparse(node), place)
            if stored is None or is_unfinished:
                return place
            if not walk.is_whole(stored):
                made = walk.stores(stored)[0]
                if not walk.is_whole(made) or not _has_dtype(walk, made, dtype):
                    return place if dtype is None else stored
                stored = made  # it was so when it was empty
            values = walk.values_of(stored)
            behind = _stored_there(walk, stored, values[0]) if values else []
            if not behind:
                return stored
        elif isinstance(node, ast.Return):
            behind = operands[-1:]
        elif part >= 0 and isinstance(node, ast.Tuple | ast.List) and part < len(operands):
            behind, part = [operands[part]], -1
        elif walk.code.is_handed_in(walk.event(place).node):
            return place  # what it calls in turn returns something of its own
        else:
            behind = walk.returns(place, operands)[-1:]
        if not behind and dtype is not None:
            alike = (p for p in operands if _has_dtype(walk, p, dtype))
            behind = [p for p in alike if not walk.is_handed_on(p)][:1]
        if not behind:
            return place
        place = behind[0]
    return place


def _stored_there(walk: Evidence, stored: int, value: int) -> list[int]:
    """What a name was given; none where it is one of several that nobody wrote out."""
    position = walk.position(stored)
    if position < 0:
        return [value]
    is_written = isinstance(walk.node(value), ast.Tuple | ast.List)
    return walk.operands(value)[position : position + 1] if is_written else []


def _has_dtype(walk: Evidence, place: int, dtype: np.dtype | None) -> bool:
    value = walk.event(place).value
    is_one = is_array(walk.event(place).kind)  # and no shape, a tuple of whole numbers
    return is_one and value is not None and value.ndim > 0 and value.dtype == dtype
