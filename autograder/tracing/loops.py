"""What the code around an operation says: loops, and functions that call themselves."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from autograder.tracing.instrument import walked

PUTS = ("append", "extend", "insert")  # something into a list


def called(node: ast.AST) -> str:
    """The last name of what an expression calls, or is."""
    function = node.func if isinstance(node, ast.Call) else node
    return str(getattr(function, "attr", getattr(function, "id", "")))


def is_left_by_loop(
    nodes: Mapping[int, ast.AST], names: Collection[str], number: int
) -> bool:
    """Whether an open loop that an operation does not stand in stores one of some names.

    How often that goes round is decided elsewhere: what it leaves may be right, but for
    an earlier round.
    """
    return any(
        isinstance(each, ast.Name)
        and isinstance(each.ctx, ast.Store)
        and each.id in names
        and nodes[number] not in inside
        for inside in _open_loops(nodes)
        for each in inside
    )


def is_in_open_loop(nodes: Mapping[int, ast.AST], number: int) -> bool:
    """Whether a statement stands in a loop whose end is decided elsewhere."""
    return any(nodes[number] in inside for inside in _open_loops(nodes))


def _open_loops(nodes: Mapping[int, ast.AST]) -> Iterator[list[ast.AST]]:
    """All that stands in each loop which nothing that it goes through ends."""
    for node in nodes.values():
        if isinstance(node, ast.For | ast.While):
            inside = walked(node)
            if any(isinstance(n, ast.While | ast.Break | ast.Return) for n in inside):
                yield inside


def calls_recursive(nodes: Mapping[int, ast.AST], number: int) -> bool:
    """Whether an operation calls a function that calls itself."""
    calls = _calls(nodes[number])
    return any(
        node.name in calls & _calls(node)
        for node in nodes.values()
        if isinstance(node, ast.FunctionDef)
    )


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


def _calls(node: ast.AST) -> set[str]:
    return {called(each) for each in walked(node) if isinstance(each, ast.Call)}
