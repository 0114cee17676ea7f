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
            mark = replace(described(trace, place, False), form="nan")
            return replace(mark, through=_why(walk, place, operands))
    return None


def _is_lost(value: np.ndarray | None) -> bool:
    if value is None or value.dtype.kind != "f":
        return False
    return bool(np.isnan(value).any() or np.isposinf(value).any())


def _why(walk: Evidence, place: int, operands: list[int]) -> str:
    """What the operation was given, where that explains it."""
    node, last = walk.node(place), walk.event(operands[-1]).value
    if last is None or last.dtype.kind not in "iuf" or not last.size:
        return ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return "it divides by 0" if (last == 0).any() else ""
    if called(node) == "exp" and np.isfinite(last.max()):
        return f"exp({last.max():.4g}) is more than its dtype can hold"
    return ""
