"""Which operations may begin a way to the result that the key does not have."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from autograder.tracing.instrument import walked

# On known numbers these may begin a way that the key does not have: what uses them is
# marked, where that is wrong, too.
OTHER_ORDER = """
    T append arange argsort array asanyarray asarray ascontiguousarray astype atleast_1d
    atleast_2d broadcast_to cast clone concat concatenate contiguous copy cumsum delete
    detach double empty
    empty_like enumerate expand expand_dims eye flatten flip float full full_like hstack
    insert list mT moveaxis numpy ones ones_like pad permute range ravel repeat reshape
    reversed roll sorted split squeeze stack swapaxes tensor tile tolist transpose tri tril
    triu tuple unsqueeze view vstack zeros zeros_like zip
"""
ELEMENTWISE = """
    abs cos exp exp2 expm1 float32 float64 log log1p log2 negative power reciprocal rsqrt
    sigmoid sin sqrt square tanh
"""
# Of where entries stand, or taken off before powers are taken: no number of the result.
BESIDE = """
    amax indices logsumexp max maximum meshgrid ndindex reduce_logsumexp reduce_max
    tril_indices triu_indices unravel_index
"""
# What gives scores, or makes them smaller or larger row by row, before they are shares.
PRODUCT_CALLS = """
    dot einsum exp inner matmul subtract tensordot vdot where
"""
REARRANGED = frozenset(OTHER_ORDER.split())
ANOTHER_WAY = REARRANGED | frozenset((ELEMENTWISE + BESIDE).split())
PUTS = ("append", "extend", "insert")  # something into a list
PRODUCTS = frozenset(PRODUCT_CALLS.split())


def may_be_another_way(node: ast.AST) -> bool:
    """Whether an operation on known numbers may well be a step of a right way."""
    if isinstance(node, ast.UnaryOp | ast.List | ast.Tuple | ast.ListComp):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return isinstance(node.right, ast.Constant | ast.UnaryOp)
    return isinstance(node, ast.Call | ast.Attribute) and called(node) in ANOTHER_WAY


def is_product(node: ast.AST) -> bool:
    """Whether an operation gives numbers that a right way may still divide or shift."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.MatMult | ast.Sub)
    return isinstance(node, ast.Call) and called(node) in PRODUCTS


def called(node: ast.AST) -> str:
    """The last name of what an expression calls, or is."""
    function = node.func if isinstance(node, ast.Call) else node
    return str(getattr(function, "attr", getattr(function, "id", "")))


def is_carried(nodes: Mapping[int, ast.AST], number: int) -> bool:
    """Whether an operation in a loop uses what an earlier round has left.

    Halfway through a loop numbers are right that no other way has.

    Returns whether one of the names it reads is changed in its outermost loop, and read
    before.
    """
    node = nodes[number]
    loops = [
        loop
        for loop in nodes.values()
        if isinstance(loop, ast.For | ast.While) and node in walked(loop)
    ]
    if not loops:
        return False
    names = [n for n in walked(loops[0]) if isinstance(n, ast.Name)]
    used = {n.id for n in walked(node) if isinstance(n, ast.Name)}
    stored = [n for n in names if isinstance(n.ctx, ast.Store) and n.id in used]
    added = {
        ast.unparse(n.target) for n in walked(loops[0]) if isinstance(n, ast.AugAssign)
    }
    return bool(added & used) or any(
        n.id == one.id and isinstance(n.ctx, ast.Load) and n.lineno <= one.lineno
        for one in stored
        for n in names
    )


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
