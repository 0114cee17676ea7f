"""The statement in which a function first changes what it was given."""

import ast
from collections.abc import Collection

from autograder.tracing.record import Trace

# Methods, and functions of their first argument, that change it in place.
METHODS = {"append", "clear", "extend", "fill", "insert", "pop", "remove", "resize"}
METHODS |= {"reverse", "sort", "update"}
FUNCTIONS = {"at", "copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"}
FUNCTIONS |= {"shuffle"}
# What gives the same memory once more.
VIEWS = {"asarray", "atleast_1d", "atleast_2d", "moveaxis", "ravel", "reshape", "squeeze"}
VIEWS |= {"swapaxes", "transpose", "view"}
TURNED = {"T", "mT", "flat", "data"}


def first_change(trace: Trace, positions: Collection[int]) -> int | None:
    """The event of a call in which an argument at one of some positions is changed."""
    node = trace.code.nodes[trace.frames[0][0]] if trace.frames else None
    if not isinstance(node, ast.FunctionDef):
        return None
    parameters = [*node.args.posonlyargs, *node.args.args]
    names = {each.arg for i, each in enumerate(parameters) if i in positions}
    for place, event in enumerate(trace.events):
        made = trace.code.nodes[event.node]
        if event.frame == 0 and _changes(made, names):
            return place
        if event.frame == 0 and isinstance(made, ast.Assign):
            kept = names if _root(made.value) in names else set()
            for target in made.targets:
                if isinstance(target, ast.Name):
                    names = names | {target.id} if kept else names - {target.id}
    return None


def _changes(node: ast.AST, names: Collection[str]) -> bool:
    if isinstance(node, ast.AugAssign):
        return _root(node.target) in names
    if isinstance(node, ast.Assign):
        parts = (t for t in node.targets if isinstance(t, ast.Subscript))
        return any(_root(part) in names for part in parts)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    method, filled = node.func.attr, [k.value for k in node.keywords if k.arg == "out"]
    if method in METHODS or (method.endswith("_") and not method.endswith("__")):
        filled.append(node.func.value)
    if method in FUNCTIONS:
        filled += node.args[:1]
    return any(_root(each) in names for each in filled)


def _root(node: ast.AST) -> str:
    """The name whose memory an expression shows; "" where it is memory of its own."""
    if isinstance(node, ast.Subscript):
        return _root(node.value)
    if isinstance(node, ast.Attribute) and node.attr in TURNED:
        return _root(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        is_view = node.func.attr in VIEWS
        of = (node.func.value, *node.args[:1]) if is_view else ()
        return next((name for each in of if (name := _root(each)) not in ("", "np")), "")
    return node.id if isinstance(node, ast.Name) else ""
