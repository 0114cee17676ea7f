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
FORMS = {"shape", "dtype"}  # attributes of an array that can be set in place


def first_change(trace: Trace, positions: Collection[int]) -> tuple[int, str] | None:
    """The event of a call in which an argument at one of some positions is changed.

    And the name through which, where that is not the argument's own.
    """
    node = trace.code.nodes[trace.frames[0][0]] if trace.frames else None
    if not isinstance(node, ast.FunctionDef):
        return None
    parameters = [*node.args.posonlyargs, *node.args.args]
    own = {each.arg for i, each in enumerate(parameters) if i in positions}
    names: set[str] = own
    for place, event in enumerate(trace.events):
        made = trace.code.nodes[event.node]
        name = _changes(made, _reached(trace, event.frame, names))
        if name:
            return place, "" if name in own else name
        if event.frame:
            continue
        targets: list[ast.expr] = []
        kept = False
        if isinstance(made, ast.Assign):
            targets, kept = made.targets, _root(made.value) in names
        elif isinstance(made, ast.For):  # a number of an array is nobody's memory
            is_row = event.value is not None and event.value.ndim > 0
            targets, kept = [made.target], is_row and _root(made.iter) in names
        for target in targets:
            if isinstance(target, ast.Name):
                names = names | {target.id} if kept else names - {target.id}
    return None


def _reached(trace: Trace, frame: int, names: set[str]) -> set[str]:
    """Those of a function's names that a call within it has, too: it is defined in it."""
    if frame == 0:
        return names
    outer, inner = (trace.code.nodes[trace.frames[i][0]] for i in (0, frame))
    is_within = frame > 0 and inner is not outer and inner in ast.walk(outer)
    if not is_within or not isinstance(inner, ast.FunctionDef):
        return set()
    own: set[str] = set()
    shared: set[str] = set()
    for node in ast.walk(inner):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                own.add(name)
            case ast.Nonlocal(names=outers):
                shared.update(outers)
    return names - (own - shared)


def _changes(node: ast.AST, names: Collection[str]) -> str:
    """Which of some names a statement or a call changes; "" for none."""
    changed: list[ast.expr] = []
    if isinstance(node, ast.AugAssign):
        changed = [node.target]
    elif isinstance(node, ast.Assign):
        changed = [part for part in node.targets if isinstance(part, ast.Subscript)]
        forms = (part for part in node.targets if isinstance(part, ast.Attribute))
        changed += [part.value for part in forms if part.attr in FORMS]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        method = node.func.attr
        changed = [k.value for k in node.keywords if k.arg == "out"]
        if method in METHODS or (method.endswith("_") and not method.endswith("__")):
            changed.append(node.func.value)
        if method in FUNCTIONS:
            changed += node.args[:1]
    return next((name for each in changed if (name := _root(each)) in names), "")


def _root(node: ast.AST) -> str:
    """The name whose memory an expression shows; "" where it is memory of its own."""
    if isinstance(node, ast.Subscript):
        return _root(node.value)
    if isinstance(node, ast.Attribute) and node.attr in TURNED:
        return _root(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        is_view = node.func.attr in VIEWS or _is_uncopied(node)
        of = (node.func.value, *node.args[:1]) if is_view else ()
        return next((name for each in of if (name := _root(each)) not in ("", "np")), "")
    return node.id if isinstance(node, ast.Name) else ""


def _is_uncopied(node: ast.Call) -> bool:
    """Whether a call says ``copy=False``, as ``astype`` takes it."""
    given = (k.value for k in node.keywords if k.arg == "copy")
    return any(isinstance(value, ast.Constant) and not value.value for value in given)
