"""When a number that no right way has is no mistake yet, though the walk back ends there.

A table: a rule has a name and code of which it is true; what it is worth in marks is
measured by ``tests/bench/bench.py --part rules``, and stands in the benchmarks.
"""

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.history import called
from autograder.tracing.instrument import walked
from autograder.tracing.known import is_even, is_plain
from autograder.tracing.record import TEXT

Holds = Callable[[Evidence, int], bool]
JOINS = {"append", "block", "cat", "concat", "concatenate", "hstack", "stack", "vstack"}
GRIDS = {"indices", "list", "ndindex"}
NEARLY = 1e-6  # by which numbers that another dtype holds may differ


@dataclass(frozen=True)
class NeutralStep:
    """A reason, and code of which it is true."""

    name: str
    example: str
    holds: Holds


def looks_right(walk: Evidence, place: int) -> bool:
    """Whether an unknown number may well be a step of a right way that is not known."""
    return any(rule.holds(walk, place) for rule in NEUTRAL)


def _arrays(walk: Evidence, place: int) -> list[np.ndarray]:
    values = (walk.event(each).value for each in walk.operands(place))
    return [v for v in values if v is not None and v.size > 1 and v.dtype != TEXT]


def _is_picked(walk: Evidence, place: int) -> bool:
    """Whether entries are picked by truths: which, was said where those were made."""
    is_index = isinstance(walk.node(place), ast.Subscript)
    values = (walk.event(each).value for each in walk.operands(place)) if is_index else ()
    return any(value is not None and value.dtype.kind == "b" for value in values)


def is_rearranged(walk: Evidence, place: int) -> bool:
    """Whether each entry stands in what it is made of, or is 0 or 1: nothing is new."""
    value = walk.event(place).value
    is_made = isinstance(walk.node(place), ast.Call | ast.Attribute)
    if value is None or not (is_made or _is_picked(walk, place)):
        return False
    if value.dtype.kind not in "iuf" or value.size < 2:
        return False
    whole = [array.ravel() for array in _arrays(walk, place) if array.dtype.kind in "biuf"]
    entries = np.sort(np.concatenate([[0.0, 1.0, -np.inf, np.inf], *whole]).astype(float))
    wanted = value.ravel().astype(float)
    at = np.searchsorted(entries, wanted).clip(1, entries.size - 1)
    with np.errstate(invalid="ignore"):
        off = [np.abs(entries[i] - wanted) for i in (at - 1, at)]
        same = (entries[at - 1] == wanted) | (entries[at] == wanted)
        return bool(np.all(same | (np.fmin(*off) <= NEARLY * np.abs(wanted))))


def _is_entry_by_entry(walk: Evidence, place: int) -> bool:
    """Whether one array went through a function that rises or falls: exp, log, root."""
    node, value = walk.node(place), walk.event(place).value
    is_power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    if not (is_power or isinstance(node, ast.Call | ast.UnaryOp)) or value is None:
        return False
    arrays = _arrays(walk, place)
    if len(arrays) != 1 or arrays[0].size != value.size or value.dtype.kind != "f":
        return False
    if is_power:
        square = arrays[0] * arrays[0]  # a right way may square what is cubed here
        is_other = not is_plain(square) and walk.known.has(square)
        is_fixed = isinstance(getattr(node, "right", None), ast.Constant | ast.UnaryOp)
        return is_fixed and not is_other
    order = np.argsort(arrays[0], axis=None, kind="stable")
    with np.errstate(invalid="ignore"):  # between two infinities
        steps = np.diff(value.ravel()[order])
    return bool((steps >= 0).all() or (steps <= 0).all())


def _is_tile(walk: Evidence, place: int) -> bool:
    """Whether a loop takes a part of something known: each way may cut it otherwise."""
    node = walk.node(place)
    if not isinstance(node, ast.Subscript):
        return False
    cuts = [each for each in walked(node.slice) if isinstance(each, ast.Slice)]
    names = {n.id for cut in cuts for n in walked(cut) if isinstance(n, ast.Name)}
    stores = [walk.store_before(name, place) for name in names]
    return any(s is not None and isinstance(walk.node(s), ast.For) for s in stores)


def _is_cut_as_known(walk: Evidence, place: int) -> bool:
    """Whether axes of something are cut as long as a right way cuts them, of another."""
    value, arrays = walk.event(place).value, _arrays(walk, place)
    if value is None or not arrays or not isinstance(walk.node(place), ast.Subscript):
        return False
    if value.dtype.kind != "f":
        return False  # of truths and counts a wrong part is like many another
    cut = Counter(value.shape) - Counter(arrays[0].shape)
    cut.pop(1, None)
    return bool(cut) and walk.known.has_sizes(cut, Counter(value.shape))


def mean_or_sum(walk: Evidence, place: int) -> np.ndarray | None:
    """Of a call that gives a mean the sum that a right way has, or the other way round."""
    value, arrays = walk.event(place).value, _arrays(walk, place)
    is_one = called(walk.node(place)) in ("mean", "sum", "average") and len(arrays) == 1
    if value is None or not value.size or not is_one or value.dtype.kind != "f":
        return None
    count = arrays[0].size / value.size
    others = (each for each in (value * count, value / count) if not is_plain(each))
    return next((each for each in others if walk.known.has(each)), None)


def _is_mean_or_sum(walk: Evidence, place: int) -> bool:
    return mean_or_sum(walk, place) is not None


def _is_join(walk: Evidence, place: int) -> bool:
    """Whether arrays of right ways are put side by side."""
    value, node = walk.event(place).value, walk.node(place)
    if value is None or not isinstance(node, ast.Call) or called(node) not in JOINS:
        return False
    return value.size > 1 and value.dtype.kind == "f" and walk.known.has_entries(value)


def _is_grid(walk: Evidence, place: int) -> bool:
    """Whether a call lists places, of sizes alone."""
    value, node = walk.event(place).value, walk.node(place)
    if value is None or not isinstance(node, ast.Call) or called(node) not in GRIDS:
        return False
    others = (p for p in walk.operands(place) if not isinstance(walk.node(p), ast.Tuple))
    arrays = (walk.event(each).value for each in others)  # a tuple of sizes is one, too
    return value.dtype.kind == "i" and all(a is None or a.size < 2 for a in arrays)


def _is_first_term(walk: Evidence, place: int) -> bool:
    """Whether a later statement adds to what is stored: a sum may begin with any term."""
    name = walk.trace.events[place + 1].name if place + 1 < len(walk.trace.events) else ""
    return bool(name) and any(_is_added_to(node, name) for node in walk.code.nodes.values())


def _is_added_to(node: ast.AST, name: str) -> bool:
    """Whether a statement is ``name = name + ...``."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.BinOp):
        return False
    is_sum = isinstance(node.value.op, ast.Add)
    return is_sum and ast.unparse(node.targets[0]) == name == ast.unparse(node.value.left)


def _is_used_well(walk: Evidence, place: int) -> bool:
    """Whether a statement made right numbers of it, in this call: it may be what it is."""
    event, events = walk.event(place), walk.trace.events
    names = {
        e.name for e in events[place + 1 : place + 3] if e.name and e.frame == event.frame
    }
    if not names:
        return False
    return any(
        each.name
        and each.name not in names
        and each.frame == event.frame
        and _tells(each.value)
        and not walk.is_unknown(later)
        and names & _read_in(walk, each.node)
        for later, each in enumerate(events[place + 1 :], place + 1)
    )


def _tells(value: np.ndarray | None) -> bool:
    is_many = value is not None and value.dtype.kind == "f" and value.size > 1
    return value is not None and is_many and not (is_plain(value) or is_even(value))


def _read_in(walk: Evidence, number: int) -> set[str]:
    """The names that a statement reads, and not those of a loop's body."""
    node = walk.code.nodes[number]
    if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr):
        return set()
    return {each.id for each in walked(node) if isinstance(each, ast.Name)}


def _is_joined_text(walk: Evidence, place: int) -> bool:
    """Whether texts that were handed in are put together to one: that loses nothing."""
    value, node = walk.event(place).value, walk.node(place)
    is_text = value is not None and value.dtype == TEXT and value.size == 1
    is_join = is_text and isinstance(node, ast.Call) and called(node) == "join"
    return is_join and all(map(walk.is_handed_on, walk.operands(place)))


NEUTRAL = (
    NeutralStep("a tile", "k[start : start + size]", _is_tile),
    NeutralStep("cut as known", "weights[..., 0, 1:]", _is_cut_as_known),
    NeutralStep("a join", "np.concatenate([W_q, W_k], axis=1)", _is_join),
    NeutralStep("a grid", "np.indices((n, n))", _is_grid),
    NeutralStep("first term", "total = n * p ** n", _is_first_term),
    NeutralStep("a mean for a sum", "losses[real].mean()", _is_mean_or_sum),
    NeutralStep("rearranged", "np.repeat(k, 2, axis=0)", is_rearranged),
    NeutralStep("joined text", '" ".join(word)', _is_joined_text),
    NeutralStep("used well", "rows, cols = np.tril_indices(n)", _is_used_well),
    NeutralStep("entry by entry", "np.exp(scores)", _is_entry_by_entry),
)
