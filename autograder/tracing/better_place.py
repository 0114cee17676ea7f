"""Where a mark stands better than on the operation that walking back ends at."""

import ast
from collections import Counter
from itertools import pairwise

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.history import called
from autograder.tracing.instrument import walked
from autograder.tracing.known import is_even, is_plain
from autograder.tracing.record import Event

DEEPEST = 200
DECIDE = (ast.For, ast.While, ast.If, ast.Try, ast.With)  # whether a statement runs
LEAVE = (ast.Break, ast.Continue, ast.Return)
ALONG_AXES = {"average", "cumsum", "max", "mean", "median", "min", "prod", "sum"}


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
        behind = [p for p in behind if has_nan(walk, p) and not _is_given(walk, p)]
        if not behind:
            return place
        place = behind[0]
    return place


def _is_given(walk: Evidence, place: int) -> bool:
    """Whether a name stands for what was handed in, as a whole or bound by a loop."""
    node = walk.node(place)
    if walk.event(place).name or not isinstance(node, ast.Name):
        return isinstance(node, ast.For)
    stored = walk.store_before(node.id, place)
    return stored is None or isinstance(walk.node(stored), ast.For)


def may_come_of_its_parts(walk: Evidence, place: int) -> bool:
    """Whether a small number may be wrong only because what it is made of is."""
    value = walk.event(place).value
    is_plain_one = value is not None and not walk.is_unknown(place) and is_plain(value)
    return is_plain_one and not _has_right_parts(walk, place)


def is_only_returned(walk: Evidence, place: int) -> bool:
    """Whether a name, a tuple or a list is what a function returns, or a part of it."""
    node = walk.node(place)
    returned = (n.value for n in walk.code.nodes.values() if isinstance(n, ast.Return))
    parts = (part for value in returned for part in (value, *getattr(value, "elts", ())))
    return isinstance(node, ast.Name | ast.Tuple | ast.List) and node in parts


def is_parameter(walk: Evidence, place: int) -> bool:
    """Whether a name is what an own function got from another: it goes wrong before it."""
    node = walk.node(place)
    is_read = isinstance(node, ast.Name) and not walk.event(place).name
    if not is_read or walk.store_before(ast.unparse(node), place) is not None:
        return False
    return _is_within_call(walk, place) and walk.gone_through(place) is None


def has_nan(walk: Evidence, place: int) -> bool:
    """Whether a value has entries that are no numbers."""
    value = walk.event(place).value
    return value is not None and value.dtype.kind == "f" and bool(np.isnan(value).any())


def is_unfinished(walk: Evidence, place: int) -> bool:
    """Whether a container that statements fill lacks some, and what it has is right."""
    value, stores = walk.event(place).value, walk.stores(place)
    before = walk.event(stores[0]).value if stores and walk.is_whole(stores[0]) else None
    if value is None or before is None or value.shape != before.shape:
        return False
    filled = value != before
    return bool(filled.any() and not filled.all()) and walk.known.has_entries(value[filled])


def too_short_a_loop(walk: Evidence, place: int, wrong: int) -> int | None:
    """The node that says how often a loop runs, where one end of an axis stays unfilled.

    ``place``: the last statement that filled it; ``wrong``: how many entries of the result
    are. ``None`` where a run of the loop filled nothing: then it came as far as it should.
    """
    node, nodes = walk.node(place), walk.code.nodes.values()
    around = [n for n in nodes if isinstance(n, DECIDE) and node in walked(n)]
    loop = around[0] if len(around) == 1 else None
    if not isinstance(loop, ast.For) or any(isinstance(n, LEAVE) for n in walked(loop)):
        return None
    frame, begun = walk.event(place).frame, walk.code.numbers[loop]
    ran = Counter(e.name for e in walk.trace.events if (e.node, e.frame) == (begun, frame))
    values = [v for p in walk.stores(place) if (v := walk.event(p).value) is not None]
    changes = sum(not np.array_equal(*pair) for pair in pairwise(values))
    unfilled = values[-1] == values[0]
    is_rest = 0 < wrong <= unfilled.sum() and _is_end_of_an_axis(unfilled)
    is_each = changes == max(ran.values(), default=0)
    return walk.code.numbers[loop.iter] if is_rest and is_each else None


def _is_end_of_an_axis(chosen: np.ndarray) -> bool:
    """Whether entries are the first or the last of one axis, and all of these."""
    for axis in range(chosen.ndim):
        rows = np.moveaxis(chosen, axis, 0).reshape(chosen.shape[axis], -1)
        whole = np.asarray(rows.all(axis=1))
        if (whole == rows.any(axis=1)).all() and (whole[:-1] != whole[1:]).sum() == 1:
            return True
    return False


def is_known_by_accident(walk: Evidence, place: int) -> bool:
    """Whether a value is known only because an axis is of length 1.

    Along it all numbers are alike, and a mean or a quotient is what it was made of.
    """
    value, node = walk.event(place).value, walk.node(place)
    if value is None:
        return False
    if is_even(value):
        return True
    is_step = isinstance(node, ast.BinOp) or called(node) in ALONG_AXES
    before = [walk.event(each).value for each in walk.operands(place)] if is_step else []
    return any(
        v is not None and 1 in v.shape and np.array_equal(v.ravel(), value.ravel())
        for v in before
    )


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


def _has_right_parts(walk: Evidence, place: int, own: str = "") -> bool:
    """Whether all that goes into an operation is right: handed in, or numbers that tell.

    ``own``: the name that a statement fills, which is no part of what it puts there.
    """
    event, node = walk.event(place), walk.node(place)
    if event.name:
        return all(_has_right_parts(walk, v, event.name) for v in walk.values_of(place))
    if not isinstance(node, ast.Name | ast.Attribute):
        return all(_has_right_parts(walk, each, own) for each in walk.operands(place))
    stored = walk.store_before(ast.unparse(node), place)
    if ast.unparse(node) == own or _is_telling(walk, place):
        return True
    if stored is not None:
        loop = walk.node(stored)
        return isinstance(loop, ast.For) and all(
            _has_right_parts(walk, each)
            for each in walk.values_of(stored)
            if walk.node(each) in walked(loop.iter)
        )
    behind = walk.gone_through(place)
    parts = walk.operands(place) if behind is None else [behind]
    return not _is_within_call(walk, place) and all(
        _has_right_parts(walk, each, own) for each in parts
    )


def _is_telling(walk: Evidence, place: int) -> bool:
    """Whether a value is of a right way, and so of many numbers that it is by no chance."""
    value = walk.event(place).value
    is_many = value is not None and value.size > 1 and not is_plain(value)
    return is_many and not walk.is_unknown(place)


def _is_within_call(walk: Evidence, place: int) -> bool:
    """Whether an own function is running that another one called."""
    return sum(begin <= place < end for _, begin, end in walk.trace.frames) > 1
