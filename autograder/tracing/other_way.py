"""Which operations may begin a way to the result that the key does not have."""

from __future__ import annotations

import ast

# On known numbers these may begin a way that the key does not have: what uses them is
# marked, where that is wrong, too.
OTHER_ORDER = """
    T append arange array asanyarray asarray ascontiguousarray astype atleast_1d atleast_2d
    broadcast_to cast clone concat concatenate contiguous copy cumsum detach double empty
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
