"""The expression of a call that makes the largest array."""

import ast
from dataclasses import replace

from autograder.tracing.mark import FirstWrong, described
from autograder.tracing.record import Trace

MADE = (ast.Call, ast.BinOp, ast.Compare, ast.UnaryOp, ast.Subscript)


def largest(trace: Trace) -> FirstWrong | None:
    """A mark under it; ``None`` where what the call was given is as large."""
    most = max((event.room for event in trace.events), default=0)
    first = next((n for n, event in enumerate(trace.events) if event.room == most), 0)
    if not most or not trace.is_complete:
        return None
    mark = replace(described(trace, first, False), form="memory", room=most)
    return mark if isinstance(trace.code.nodes[mark.node], MADE) else None
