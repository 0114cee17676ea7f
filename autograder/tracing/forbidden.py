"""Where an answer's code does what its task forbids."""

import ast

from autograder.tracing.history import COMPREHENSIONS
from autograder.tracing.instrument import RecordedCode

WRITTEN_OUT = (ast.Tuple, ast.List, ast.Set)  # a loop over these is none


def first_forbidden(code: RecordedCode, what: str) -> int | None:
    """The first node that is a ``loop``, or that names what is forbidden."""
    name = what.rpartition(".")[2]
    for number, node in sorted(code.nodes.items()):
        if _is_loop(node) if what == "loop" else name in _names(node):
            return number
    return None


def _is_loop(node: ast.AST) -> bool:
    if isinstance(node, COMPREHENSIONS):
        return not all(isinstance(each.iter, WRITTEN_OUT) for each in node.generators)
    if isinstance(node, ast.For | ast.AsyncFor):
        return not isinstance(node.iter, WRITTEN_OUT)
    return isinstance(node, ast.While)


def _names(node: ast.AST) -> tuple[str | None, ...]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        return (node.attr,)
    return tuple(k.arg for k in node.keywords) if isinstance(node, ast.Call) else ()
