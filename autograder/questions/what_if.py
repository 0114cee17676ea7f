"""The changes of code that "what if" asks about: what a part of a line is replaced by.

Each is a row of ``CHANGES``: from a node to what may stand in its place.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from autograder.exercise.definition import Arguments
from autograder.questions.subject import Subject
from autograder.tracing.instrument import walked
from autograder.tracing.record import Trace

Instead = ast.AST | None  # ``None``: the statement is left out
WHOLE = ("T", "mT", "copy", "clone", "contiguous", "detach", "abs", "exp", "sqrt")
FORM = ("transpose", "swapaxes", "permute", "squeeze", "unsqueeze", "expand_dims", "astype")
CALLS = {*WHOLE, *FORM, "reshape", "to", "cast", "float", "where"}
KEYWORDS = ("axis", "dim", "keepdims", "keepdim", "dtype", "k", "diagonal", "initial")
PRODUCTS = ("matmul", "dot", "einsum", "tensordot", "bmm")
COMPARED = {ast.LtE: ast.Lt, ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.Gt: ast.GtE}
AXES = {"-1": 0, "-2": 0, "0": 1}
MODULES = ("np", "torch", "tf", "F")
LONGER = 8  # characters that what takes a part's place may be longer


def changed_parts(subject: Subject) -> list[tuple[int, str, Instead]]:
    """A node, a change of it in words that follow "if in line 3", and what stands there."""
    found: list[tuple[int, str, Instead]] = []
    for number in dict.fromkeys(event.node for event in subject.trace.events):
        node, whole = subject.trace.code.nodes[number], subject.listing.quoted(number)
        if not subject.listing.line(number):
            continue
        if isinstance(node, ast.AugAssign):
            found.append((number, "nothing is done (the line is left out)", None))
        for instead in (each for change in CHANGES for each in change(node)):
            new = ast.unparse(instead)
            if whole and len(new) <= len(whole) + LONGER and "`" not in new:
                found.append((number, f"{whole} is replaced by `{new}`", instead))
    return found


def run_changed(
    arguments: Arguments, subject: Subject, number: int, instead: Instead
) -> Trace | None:
    """A call with something else in the place of a node."""
    code = subject.trace.code
    source = code.source_of[number]
    tree = ast.parse(source.text)
    first = min(n for n, each in code.source_of.items() if each is source)
    made = _Put(walked(tree)[number - first], instead or ast.Pass()).visit(tree)
    text = ast.unparse(ast.fix_missing_locations(made))
    return subject.run(arguments, ((source.text, text),))


class _Put(ast.NodeTransformer):
    def __init__(self, node: ast.AST, instead: ast.AST) -> None:
        self.node, self.instead = node, instead

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.node:
            return self.instead
        made: ast.AST = self.generic_visit(node)
        return made


def _other_keywords(node: ast.AST) -> Iterator[ast.AST]:
    """A keyword left out; another axis."""
    if not isinstance(node, ast.Call):
        return
    for keyword in node.keywords:
        others = [k for k in node.keywords if k is not keyword]
        if keyword.arg in KEYWORDS:
            yield ast.Call(node.func, node.args, others)
        other = (
            AXES.get(ast.unparse(keyword.value)) if keyword.arg in ("axis", "dim") else None
        )
        if other is not None:
            changed = ast.keyword(keyword.arg, ast.Constant(other))
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
        *before, one, other = node.args[: 3 if name == "einsum" else 2]
        yield ast.Call(node.func, [*before, other, one], node.keywords)


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
    if (
        isinstance(node, ast.Compare)
        and len(node.ops) == 1
        and type(node.ops[0]) in COMPARED
    ):
        made = copy.copy(node)
        made.ops = [COMPARED[type(node.ops[0])]()]
        yield made
    if isinstance(node, ast.Subscript) and "None" in ast.unparse(node.slice):
        yield node.value


CHANGES: tuple[Callable[[ast.AST], Iterator[ast.AST]], ...] = (
    *(_other_keywords, _operands, _without_call, _turned),
)
