"""Whose objects a statement changes in place: ``x[0] = 1``, ``x.append(1)``, ``out=x``.

A statement that changes what an answer needs belongs to its slice, as deep in loops and
branches as it may stand.  When in doubt a name counts as changed.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

# What a call of these does with its arguments leaves them as they are.
HARMLESS = frozenset(dir(builtins)) - {"setattr", "delattr", "next"} | {"display", "check"}
# Methods that change their object, also where their result is used.
CHANGING = frozenset(
    (
        *("append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft"),
        *("popitem", "remove", "discard", "clear", "update", "setdefault", "add", "sort"),
        *("reverse", "fill", "put", "resize", "partition", "assign", "assign_add"),
        *("assign_sub", "load_state_dict", "register_buffer"),
    )
)

# ``np.sort(x)`` changes nothing, and ``x.sort()`` does: who is whose is not known here.
LIBRARIES = frozenset(
    ("np", "numpy", "torch", "tf", "tensorflow", "keras", "math", "random", "plt")
)
# What `np.random.seed` changes, and nothing but what says "random" uses: no name has a dot.
NUMPY_RANDOM = "numpy.random"


def changed(tree: ast.Module) -> frozenset[str]:
    """The names whose objects a statement changes as it runs.

    What is in a function runs when it is called, and is left out.
    """
    nodes = list(_running(tree))
    names = {name for node in nodes for name in _changed_by(node)}
    parts = [part for node in nodes for part in _part_of(node)] if names else []
    before = -1
    while len(names) != before:  # a part of a part is a part
        before = len(names)
        names |= {whole for own, whole in parts if own in names}
    return frozenset(names)


def _part_of(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Names and whose parts they may be: a change of ``row`` is one of ``table``.

    So they are in ``for row in table`` and ``row = table[0]``; of a library nothing is.
    """
    if isinstance(node, (ast.For, ast.AsyncFor)):
        called = {id(n.func) for n in ast.walk(node.iter) if isinstance(n, ast.Call)}
        own = [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)]
        names = (n for n in ast.walk(node.iter) if isinstance(n, ast.Name))
        names = (n for n in names if id(n) not in called and n.id not in LIBRARIES)
        yield from ((a, n.id) for n in names for a in own)
    elif isinstance(node, ast.Assign):
        targets = [t.id for t in node.targets if isinstance(t, ast.Name)]
        yield from ((a, whole) for whole in _names(node.value) for a in targets)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and all that runs with it; a long sum is nested as deep as it is long."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += [
            child
            for child in ast.iter_child_nodes(here)
            if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        ]


def _changed_by(node: ast.AST) -> Iterable[str]:
    if isinstance(node, (ast.Assign, ast.Delete)):
        return [name for target in node.targets for name in _stored(target)]
    if isinstance(node, (ast.AugAssign, ast.AnnAssign, ast.For)):
        return _stored(node.target)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return _called_for_effect(node.value)
    if isinstance(node, ast.Call):
        out = [keyword.value for keyword in node.keywords if keyword.arg == "out"]
        written = [name for value in out for name in _names(value)]
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        in_place = method in CHANGING or (method.endswith("_") and method[0] != "_")
        root = _root(node.func) if in_place else []
        return [*written, *(name for name in root if name not in LIBRARIES)]
    return ()


def _stored(target: ast.expr) -> list[str]:
    """The names that are stored into, not those that are bound."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for item in target.elts for name in _stored(item)]
    if isinstance(target, ast.Starred):
        return _stored(target.value)
    return _root(target) if isinstance(target, (ast.Subscript, ast.Attribute)) else []


def _called_for_effect(call: ast.Call) -> list[str]:
    """A call whose result nobody takes: its object, and its arguments."""
    if isinstance(call.func, ast.Name) and call.func.id in HARMLESS:
        return []
    if _dotted(call.func) in ("np.random.seed", "numpy.random.seed"):
        return [NUMPY_RANDOM]
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return [*_root(call.func), *(name for value in given for name in _names(value))]


def _names(value: ast.expr) -> list[str]:
    return [value.id] if isinstance(value, ast.Name) else _root(value)


def _dotted(value: ast.expr) -> str:
    """``a.b.c``; "" for what is no dotted name."""
    parts = []
    while isinstance(value, ast.Attribute):
        parts.append(value.attr)
        value = value.value
    if not isinstance(value, ast.Name):
        return ""
    return ".".join((value.id, *reversed(parts)))


def root_of(value: ast.expr) -> str:
    """``x`` for ``x[0].y``, and for ``x``; "" where it is no name."""
    while isinstance(value, (ast.Subscript, ast.Attribute)):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""


def _root(value: ast.expr) -> list[str]:
    is_part = isinstance(value, (ast.Subscript, ast.Attribute))
    return [name] if is_part and (name := root_of(value)) else []
