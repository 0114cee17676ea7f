"""What an expression calls, and whether a function calls itself."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from autograder.tracing.instrument import walked

PUTS = ("append", "extend", "insert")  # something into a list


def called(node: ast.AST) -> str:
    """The last name of what an expression calls, or is."""
    function = node.func if isinstance(node, ast.Call) else node
    return str(getattr(function, "attr", getattr(function, "id", "")))


def is_recursive(nodes: Mapping[int, ast.AST], number: int) -> bool:
    """Whether a node takes a number from the function in which it stands, or hands it one.

    That number belongs to other runs of the same lines, below this one too.
    """
    node = nodes[number]
    for function in nodes.values():
        if not isinstance(function, ast.FunctionDef):
            continue
        inside = walked(function)
        own = [n for n in inside if isinstance(n, ast.Call) and called(n) == function.name]
        if own and node in inside:
            within = walked(node)
            if any(call in within or node in walked(call) for call in own):
                return True
    return False
