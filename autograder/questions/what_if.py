"""The changes of code that "what if" asks about: what a part of a line is replaced by.

Each is a row of ``CHANGES``: from a node to what may stand in its place.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from autograder.exercise.definition import Arguments
from autograder.questions.subject import Subject
from autograder.tracing.record import Trace

WHOLE = ("T", "mT", "copy", "clone", "contiguous", "detach", "abs", "exp", "sqrt")
FORM = ("transpose", "swapaxes", "permute", "squeeze", "unsqueeze", "expand_dims", "astype")
CALLS = {*WHOLE, *FORM, "reshape", "to", "cast", "float", "where"}
KEYWORDS = ("axis", "dim", "keepdims", "keepdim", "dtype", "k", "diagonal", "initial")
PRODUCTS = ("matmul", "dot", "einsum", "tensordot", "bmm")
COMPARED = {ast.LtE: ast.Lt, ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.Gt: ast.GtE}
AXES = {"-1": 0, "-2": 0, "0": 1}
MODULES = ("np", "torch", "tf", "F")
LONGER = 8  # characters that what takes a part's place may be longer


def changed_parts(subject: Subject) -> list[tuple[int, str, str]]:
    """A node, a change of it in words that follow "if in line 3", and what stands there."""
    parts: list[tuple[int, str, str]] = []
    for number in dict.fromkeys(event.node for event in subject.trace.events):
        node, whole = subject.trace.code.nodes[number], subject.listing.quoted(number)
        if not subject.listing.line(number):
            continue
        if isinstance(node, ast.AugAssign):
            parts.append((number, "nothing is done (the line is left out)", "pass"))
        for new in (ast.unparse(each) for change in CHANGES for each in change(node)):
            is_short = len(new) <= len(whole) + LONGER and "`" not in new
            if whole and is_short and new != ast.unparse(node):
                parts.append((number, f"{whole} is replaced by `{new}`", f"({new})"))
    return parts


def run_changed(
    arguments: Arguments, subject: Subject, number: int, new: str
) -> Trace | None:
    """A call with another text in the place of a node's."""
    node, source = subject.trace.code.nodes[number], subject.trace.code.source_of[number]
    lines = source.text.encode().split(b"\n")  # in bytes, as a node's columns are counted
    row, column, last_row, last = (
        getattr(node, name)
        for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")
    )
    before = [*lines[: row - 1], lines[row - 1][:column] + new.encode()]
    after = [lines[last_row - 1][last:], *lines[last_row:]]
    text = (b"\n".join(before) + b"\n".join(after)).decode()
    return subject.run(arguments, ((source.text, text),))


def _other_keywords(node: ast.AST) -> Iterator[ast.AST]:
    """A keyword left out; another axis."""
    if not isinstance(node, ast.Call):
        return
    for keyword in node.keywords:
        others = [k for k in node.keywords if k is not keyword]
        if keyword.arg in KEYWORDS:
            yield ast.Call(node.func, node.args, others)
        axis = AXES.get(ast.unparse(keyword.value))
        if keyword.arg in ("axis", "dim") and axis is not None:
            changed = ast.keyword(keyword.arg, ast.Constant(axis))
            yield ast.Call(node.func, node.args, [*others, changed])


def _operands(node: ast.AST) -> Iterator[ast.AST]:
    """One operand alone; both the other way round."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Sub | ast.Div | ast.Mult | ast.Add | ast.Pow):
            yield node.left
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult):
            yield ast.BinOp(node.right, node.op, node.left)
    name = getattr(getattr(node, "func", None), "attr", "")
    if isinstance(node, ast.Call) and name in PRODUCTS and len(node.args) > 1:
        *before, left, right = node.args[: 3 if name == "einsum" else 2]
        yield ast.Call(node.func, [*before, right, left], node.keywords)


def _without_call(node: ast.AST) -> Iterator[ast.AST]:
    """What a function or a method is given, in the place of what it makes of it."""
    if isinstance(node, ast.Attribute) and node.attr in WHOLE:
        yield node.value
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
        of = node.func.value if isinstance(node.func, ast.Attribute) else None
        is_module = getattr(of, "id", "") in MODULES
        given = node.args if of is None or is_module else [of, *node.args]
        if name == "where" and len(given) == 3:
            yield ast.Call(node.func, [given[0], given[2], given[1]], node.keywords)
        elif name in CALLS and given:
            yield given[0]


def _turned(node: ast.AST) -> Iterator[ast.AST]:
    """Without a sign or a ``not``; the other comparison; without a new axis."""
    if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield node.operand
    if isinstance(node, ast.Compare) and [*map(type, node.ops)] in [[o] for o in COMPARED]:
        made = copy.copy(node)
        made.ops = [COMPARED[type(node.ops[0])]()]
        yield made
    if isinstance(node, ast.Subscript) and "None" in ast.unparse(node.slice):
        yield node.value


CHANGES: tuple[Callable[[ast.AST], Iterator[ast.AST]], ...] = (
    *(_other_keywords, _operands, _without_call, _turned),
)
