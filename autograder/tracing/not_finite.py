"""Where numbers stop being finite, in a call whose result is not."""

import ast
from dataclasses import replace

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.history import called
from autograder.tracing.known import Known, is_plain
from autograder.tracing.mark import FirstWrong, described
from autograder.tracing.record import Trace

MADE_BY = (ast.BinOp, ast.Call)


def first_not_finite(trace: Trace, known: Known) -> FirstWrong | None:
    """The first operation that makes NaN or +inf of finite numbers, as no right way does.

    -inf is what masks are made of.
    """
    walk = Evidence(trace, known)
    for place, event in enumerate(trace.events):
        if event.name or not _is_lost(event.value):
            continue
        operands = walk.operands(place)
        is_made = isinstance(walk.node(place), MADE_BY)
        if not is_made or not any(map(walk.is_number, operands)):
            continue
        if any(_is_lost(walk.event(each).value) for each in operands):
            continue
        is_plain_one = event.value is not None and is_plain(event.value)
        is_new = is_plain_one and known.is_finite  # inf alone says nothing
        if (walk.is_unknown(place) or is_new) and not walk.returns(place, operands):
            return marked_not_finite(walk, place)
    return None


def marked_not_finite(walk: Evidence, place: int) -> FirstWrong:
    """The mark of an operation that gives NaN or inf, with what it does to get there."""
    mark = described(walk.trace, place, False)
    return replace(mark, form="nan", through=_why(walk, place))


def _is_lost(value: np.ndarray | None) -> bool:
    if value is None or value.dtype.kind != "f":
        return False
    return bool(np.isnan(value).any() or np.isposinf(value).any())


def _why(walk: Evidence, place: int) -> str:
    node, values = walk.node(place), [walk.event(p).value for p in walk.operands(place)]
    numbers = [v for v in values if v is not None and v.size and v.dtype.kind in "iuf"]
    last = numbers[-1] if numbers else np.ones(1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return "it divides by 0" if (last == 0).any() else ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and len(numbers) == 2:
        return "it takes -inf from -inf" if all(map(_has_minus_inf, numbers)) else ""
    if called(node) == "exp" and np.isfinite(last.max()):
        return f"exp({last.max():.4g}) is more than its dtype can hold"
    return ""


def _has_minus_inf(value: np.ndarray) -> bool:
    return bool(np.isneginf(value).any())
