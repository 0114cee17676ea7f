"""When a number that no right way has is no mistake yet, or no place for a mark.

A table for each question.  A rule has a name and code of which it is true; what it is worth
in marks is measured by ``tests/bench/bench.py --part rules``, and stands in the benchmarks.
Those of the second table that are worth nothing there keep marks from what was never
looked at.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.known import is_plain
from autograder.tracing.loops import is_recursive
from autograder.tracing.record import TEXT

Holds = Callable[[Evidence, int], bool]
NEARLY = 1e-6  # by which numbers that another dtype holds may differ


@dataclass(frozen=True)
class Rule:
    """A reason, and code of which it is true."""

    name: str
    example: str
    holds: Holds


def looks_right(walk: Evidence, place: int) -> bool:
    """Whether an unknown number may well be a step of a right way that is not known."""
    return any(rule.holds(walk, place) for rule in NEUTRAL)


def is_sure(walk: Evidence, place: int) -> bool:
    """Whether all that an operation uses was looked at, and little of it is new."""
    return not any(rule.holds(walk, place) for rule in UNSURE)


# --- of the numbers ------------------------------------------------------------


def _arrays(walk: Evidence, place: int) -> list[np.ndarray]:
    """The operands that are arrays of more than one number."""
    values = (walk.event(each).value for each in walk.operands(place))
    return [v for v in values if v is not None and v.size > 1 and v.dtype != TEXT]


def _is_called(node: ast.AST) -> bool:
    return isinstance(node, ast.Call | ast.Attribute)


def _is_picked(walk: Evidence, place: int) -> bool:
    """Whether entries are picked by truths: which, was said where those were made."""
    is_index = isinstance(walk.node(place), ast.Subscript)
    values = (walk.event(each).value for each in walk.operands(place)) if is_index else ()
    return any(value is not None and value.dtype.kind == "b" for value in values)


def is_rearranged(walk: Evidence, place: int) -> bool:
    """Whether each entry stands in what it is made of, or is 0 or 1: nothing is new."""
    value = walk.event(place).value
    if value is None or not (_is_picked(walk, place) or _is_called(walk.node(place))):
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


def _is_between(walk: Evidence, place: int) -> bool:
    """Whether it may be a step of many ways: a text, a complex number, ones and zeros."""
    value = walk.event(place).value
    if value is None:
        return False
    if value.dtype == TEXT:
        return not value.ndim
    is_truth = value.dtype.kind == "b" or value.size < 2
    return value.dtype.kind == "c" or (not is_truth and bool(np.isin(value, (0, 1)).all()))


def _is_scaled_argument(walk: Evidence, place: int) -> bool:
    """Whether an argument was scaled, before anything else was done with it."""
    node, operands = walk.node(place), walk.operands(place)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult | ast.Div):
        return False
    values = [walk.event(operand).value for operand in operands]
    sizes = [value.size for value in values if value is not None]
    is_name = bool(operands) and isinstance(walk.node(operands[0]), ast.Name)
    return is_name and walk.is_handed_on(operands[0]) and min(sizes, default=0) <= 1


def _is_factor(walk: Evidence, place: int) -> bool:
    """Whether it is one number made of others: a factor, wrong only where it is used."""
    value, node = walk.event(place).value, walk.node(place)
    is_power = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    if value is None or value.size != 1 or value.dtype.kind != "f":
        return False
    return (is_power or isinstance(node, ast.Call)) and not _arrays(walk, place)


def _is_places(walk: Evidence, place: int) -> bool:
    """Whether a call gives whole numbers that may be places, such as an order."""
    value = walk.event(place).value
    is_call = isinstance(walk.node(place), ast.Call)
    return is_call and value is not None and value.dtype.kind in "iu" and value.size > 1


def _is_before_division(walk: Evidence, place: int) -> bool:
    """Whether a known number is this one, divided or shifted row by row."""
    value, node = walk.event(place).value, walk.node(place)
    if value is None:
        return False
    is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult | ast.Sub)
    return (is_product or isinstance(node, ast.Call)) and walk.known.is_near(value)


def _is_log_of_total(walk: Evidence, place: int) -> bool:
    """Whether a call gives the logarithm of the sum of powers along an axis."""
    value, arrays = walk.event(place).value, _arrays(walk, place)
    if value is None or len(arrays) != 1 or not isinstance(walk.node(place), ast.Call):
        return False
    if value.dtype.kind != "f" or arrays[0].dtype.kind not in "iuf":
        return False
    with np.errstate(all="ignore"):
        totals = (np.logaddexp.reduce(arrays[0], axis) for axis in range(arrays[0].ndim))
        return any(
            total.size == value.size and np.allclose(total.ravel(), value.ravel(), 1e-4)
            for total in totals
        )


NEUTRAL = (
    Rule("rearranged", "np.repeat(k, 2, axis=0)", is_rearranged),
    Rule("entry by entry", "np.exp(scores)", _is_entry_by_entry),
    Rule("between", "np.exp(1j * angles)", _is_between),
    Rule("log of a total", "np.logaddexp.reduce(scores)", _is_log_of_total),
    Rule("a scaled argument", "scores / np.log(2)", _is_scaled_argument),
    Rule("a factor", "size**0.25", _is_factor),
    Rule("places", "np.argsort(best)", _is_places),
    Rule("before division", "powers @ v", _is_before_division),
)


# --- of what is known of them ----------------------------------------------------


def _calls_own(walk: Evidence, place: int) -> bool:
    is_store = bool(walk.event(place).name)
    operands = walk.values_of(place) if is_store else walk.operands(place)
    return bool(walk.returns(place, operands))


def _is_no_number(walk: Evidence, place: int) -> bool:
    node = walk.node(place)
    return not walk.is_number(place) and not isinstance(node, ast.Call | ast.Subscript)


def _is_handed_in(walk: Evidence, place: int) -> bool:
    return walk.code.is_handed_in(walk.event(place).node)


def _is_unclear(walk: Evidence, place: int) -> bool:
    is_store = bool(walk.event(place).name)
    operands = walk.values_of(place) if is_store else walk.operands(place)
    return not all(walk.is_clear(each) for each in operands)


def _is_recursive(walk: Evidence, place: int) -> bool:
    return is_recursive(walk.code.nodes, walk.event(place).node)


UNSURE = (
    Rule("it calls an own function", "total(e)", _calls_own),
    Rule("no number", "self.key", _is_no_number),
    Rule("a function that was given", "step(ids)", _is_handed_in),
    Rule("something in it was not seen", "sum(generator)", _is_unclear),
    Rule("by itself", "rollout(weights[1:]) @ first", _is_recursive),
)
