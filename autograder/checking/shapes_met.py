"""The shapes that did not go together, in words: of a product, of letters, entry by entry.

All is read off the place of an error (``faults.place_of``): its last line has the failing
expression, and behind a colon the same with shapes.
"""

import ast
import contextlib
import re
from dataclasses import dataclass

import numpy as np

Shape = tuple[int, ...]
SHORT_FORMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)  # without brackets
PRODUCTS = ("matmul", "mm", "bmm", "dot")
TRANSPOSED = {"transpose_a", "transpose_b"}


@dataclass(frozen=True)
class _Product:
    """A product as it is written: its factors, and whether it is NumPy's ``dot``."""

    text: str = "a @ b"
    factors: tuple[str, str] = ("a", "b")
    is_dot: bool = False
    turned: tuple[str, str] = ("", "")  # a factor with all its axes in reverse, ``k.T``
    has_options: bool = False


def shapes_in(where: str) -> tuple[Shape, Shape] | None:
    """The shapes of the two arrays that met, from the last lines of a place."""
    for line in where.splitlines()[2:]:
        texts = re.findall(r"\((\d[\d, ]*)\)", line.rpartition(": ")[2])
        if len(texts) == 2:
            one, other = (tuple(map(int, re.findall(r"\d+", each))) for each in texts)
            return one, other
    return None


def _expression_in(where: str) -> ast.expr | None:
    text = where.rpartition("\n")[2].rpartition(": ")[0].strip()
    with contextlib.suppress(SyntaxError):
        return ast.parse(text, mode="eval").body
    return None


def _product_in(where: str) -> _Product:
    """The product in the last line of a place; ``a @ b`` where it is not seen."""
    node, parts, called = _expression_in(where), list[ast.expr](), ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        parts = [node.left, node.right]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        called = node.func.attr if node.func.attr in PRODUCTS else ""
        parts = node.args if called else []
        if len(parts) == 1:
            parts = [node.func.value, *parts]
    if len(parts) != 2:
        return _Product()
    has_options = isinstance(node, ast.Call) and bool(node.keywords)
    one, other = (ast.unparse(part) if _is_turned(part) else "" for part in parts)
    turned = one, other
    if not all(isinstance(part, SHORT_FORMS) for part in parts):
        return _Product(turned=turned, is_dot=called == "dot", has_options=has_options)
    a, b = map(ast.unparse, parts)
    is_dot = called == "dot"
    text = ast.unparse(node) if is_dot and node else f"{a} @ {b}"
    return _Product(text, (a, b), is_dot, turned, has_options)


def _is_turned(node: ast.expr) -> bool:
    """Whether all axes of something are put in reverse: ``k.T``, ``np.transpose(k)``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        of_library = ast.unparse(node.func.value) in ("np", "numpy", "tf")
        count = len(node.args) + len(node.keywords)
        return node.func.attr == "transpose" and count == int(of_library)
    return isinstance(node, ast.Attribute) and node.attr == "T"


def of_product(where: str) -> str:
    """What does not go together in a product of matrices, and what would."""
    shapes, product = shapes_in(where), _product_in(where)
    a, b = product.factors
    one, other = shapes or ((0, 0), (0, 0))
    axis = "the only axis" if len(other) == 1 else "the second to last"
    rule = f"In {product.text} the last axis of {a} and {axis} of {b} must be equally long"
    if product.has_options:
        rule = "In a product the two axes that are summed over must be equally long"
    if shapes is None or product.has_options:
        return f"{rule}. Print both shapes."
    if len(one) < 2 or len(other) < 2:
        return f"{rule}; here they are {one[-1]} and {other[-2:][0]}."
    has_front = max(len(one), len(other)) > 2
    met = f"{rule}; here they are {one[-1]} and {other[-2]}."
    sides = zip(product.turned, (one, other), strict=True)
    if turned := next((text for text, shape in sides if text and len(shape) > 2), ""):
        return f"{met} {turned} puts all axes in reverse{_instead(product, turned)}."
    if product.is_dot and has_front:
        return f"{met} For stacks of matrices write @: dot pairs each matrix with each."
    if not _go_together(one[:-2], other[:-2]):
        fronts = f"{one[:-2]} and {other[:-2]}"
        return f"{met} Nor do the axes before the last two go together: {fronts}."
    if one == other:
        return (
            f"{met} For one number of each pair of rows swap the last two axes of {b}; for "
            "one number of each row multiply entry by entry and sum over the last axis."
        )
    (rows, width), (others, other_width) = one[-2:], other[-2:]
    first, second, made = b, a, (rows, others)
    if rows == others and width != other_width:
        first, second, made = a, b, (width, other_width)
    elif width != other_width:
        return met
    front = "..., " * has_front
    return (
        f"{met} Swap the last two axes of {first}, and {a} @ {b} has the shape "
        f"({front}{made[0]}, {made[1]}). Or swap those of {second}, and {b} @ {a} has "
        f"({front}{made[1]}, {made[0]}). Take the one that this line needs."
    )


def _instead(product: _Product, turned: str) -> str:
    """What swaps the last two axes alone, where all were turned."""
    if turned.startswith("tf."):
        return "; transpose_b=True in tf.matmul swaps the last two alone"
    swap = "; .swapaxes(-2, -1) in its place swaps the last two alone"
    return (
        f"{swap}. And for stacks of matrices write @ and not dot" * product.is_dot or swap
    )


def _go_together(one: Shape, other: Shape) -> bool:
    with contextlib.suppress(ValueError):
        np.broadcast_shapes(one, other)
        return True
    return False


def of_einsum(where: str) -> str:
    """What does not go together in an einsum, or in a product that fails like one."""
    node = _expression_in(where)
    parts = [*ast.walk(node)] if node else []
    calls = {getattr(part.func, "attr", "") for part in parts if isinstance(part, ast.Call)}
    if "einsum" in calls:
        rule = "In einsum a letter stands for one length in all that it is written for"
        return f"{rule}{_of_letters(where)}."
    is_product = any(isinstance(part, ast.MatMult) for part in parts)
    if is_product or calls & {*PRODUCTS}:
        return of_product(where)
    return "Axes that belong together must be equally long. Print the shapes."


def _of_letters(where: str) -> str:
    """Which letter of an einsum stands for two lengths, with its colon; "" for unseen."""
    shapes, node = shapes_in(where), _expression_in(where)
    if shapes is None or not isinstance(node, ast.Call) or not node.args:
        return ""
    written = getattr(node.args[0], "value", None)
    parts = written.partition("->")[0].split(",") if isinstance(written, str) else []
    if len(parts) != 2:
        return ""
    lengths = list[tuple[Shape, dict[str, int]]]()
    for part, shape in zip(parts, shapes, strict=True):
        before, dots, letters = part.replace(" ", "").rpartition("...")
        if before or len(letters) > len(shape) or (not dots and len(letters) < len(shape)):
            return ""
        count = len(shape) - len(letters)
        named = zip(letters, shape[count:], strict=True)
        lengths.append((shape[:count], dict(named)))
    (front, one), (other_front, other) = lengths
    for letter in one.keys() & other.keys():
        if one[letter] != other[letter]:
            return f"; here {letter} is {one[letter]} and {other[letter]}"
    if not _go_together(front, other_front):
        return f", and so does '...'; here it is {front} and {other_front}"
    return ""


def of_broadcast(where: str) -> str:
    """Which lengths met entry by entry, and what would help."""
    shapes = shapes_in(where)
    if shapes is None:
        return ". Print both shapes; keepdims=True keeps an axis of length 1"
    one, other = shapes
    pairs = zip(reversed(one), reversed(other), strict=False)
    unlike = [pair for pair in pairs if pair[0] != pair[1] and 1 not in pair]
    met = f"; here {unlike[0][0]} meets {unlike[0][1]}" if unlike else ""
    short, long = sorted((one, other), key=len)
    if len(short) < len(long) and long[: len(short)] == short:
        return f"{met}. keepdims=True in what makes {short} keeps an axis of length 1"
    return met
