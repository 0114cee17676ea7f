"""What the failing expression of a student's code was given: ``a @ b: (4, 1) @ (4, 1)``.

The idea of TensorSensor (Parr 2020).  Names are read where the error left them; parts are
computed again only where that changes nothing: arithmetic, indices, tensor functions, and
functions that do no more.
"""

from __future__ import annotations

import ast
import copy
import inspect
import linecache
import textwrap
import types
from traceback import FrameSummary
from typing import Any, cast

LONGEST, MOST_PARTS = 120, 6  # characters; arrays in a list
LIBRARIES = frozenset({"numpy", "torch", "tensorflow", "keras", "math"})
# Methods of arrays that compute and change nothing.
METHODS = """
    all any argmax argmin astype conj cumsum dot double exp expand flatten float item log
    long masked_fill matmul max mean min permute ravel repeat reshape size sqrt
    squeeze std sum swapaxes to tolist transpose triu tril type unsqueeze var view
"""
PURE = (
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.Constant,
    ast.Tuple,
    ast.List,
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.Call,
    ast.keyword,
    ast.operator,
    ast.unaryop,
    ast.cmpop,
    ast.expr_context,
)


def operands(
    summary: FrameSummary, frame: types.FrameType, *, with_dtypes: bool = False
) -> str:
    """An expression that raised, and beside it what stood in it; ``""`` for nothing."""
    try:
        expression = _expression(summary)
        if expression is None:
            return ""
        text, node = expression
        shown = _Shapes(frame.f_globals, frame.f_locals, with_dtypes)
        if isinstance(node, ast.AugAssign) and not shown.is_pure(node.value):
            read = _read(node.target)  # for half of a line would be less
            text, made = ast.unparse(read), ast.unparse(shown.part(read))
        else:
            made = ast.unparse(shown.within(node))
    except Exception:  # a value with ways of its own: a place without shapes is a place
        return ""
    line = f"{text}: {made}"
    return line if shown.has_value and len(line) <= LONGEST else ""


def _expression(summary: FrameSummary) -> tuple[str, ast.expr | ast.AugAssign] | None:
    if summary.lineno is None or summary.end_lineno is None:
        return None
    if summary.colno is None or summary.end_colno is None:
        return None
    lines = linecache.getlines(summary.filename)[summary.lineno - 1 : summary.end_lineno]
    if not lines:
        return None
    encoded = [line.encode() for line in lines]  # columns count bytes
    encoded[-1] = encoded[-1][: summary.end_colno]
    encoded[0] = encoded[0][summary.colno :]
    text = b"".join(encoded).decode()
    tree = ast.parse(f"({text})" if _is_expression(f"({text})") else text.strip())
    node = tree.body[0]
    whole = _unpacking("".join(lines).strip())
    if whole is not None and text.strip("() ") == ast.unparse(whole.targets[0]).strip("()"):
        return ast.unparse(whole.value), whole.value
    if isinstance(node, ast.AugAssign):
        return ast.unparse(node), node
    return (ast.unparse(node), node.value) if isinstance(node, ast.Expr) else None


def _read(target: ast.expr) -> ast.expr:
    """What is stored to, as an expression that is read."""
    return ast.parse(ast.unparse(target), mode="eval").body


def _unpacking(line: str) -> ast.Assign | None:
    """A line that gives several names their values at once."""
    try:
        node = ast.parse(line).body[0]
    except SyntaxError:
        return None
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        return node
    return None


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def _only_computes(function: Any) -> bool:
    """Whether each line of a function of one's own gives a name to a number, or returns."""
    if not isinstance(function, types.FunctionType):
        return False
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    inside = _Shapes({**function.__globals__, function.__name__: None}, {})
    for line in getattr(tree, "body", []):
        targets = line.targets if isinstance(line, ast.Assign) else []
        is_line = isinstance(line, ast.Assign | ast.Return | ast.Expr) and line.value
        if not all(isinstance(t, ast.Name) for t in targets) or not is_line:
            return False
        if not inside.is_pure(line.value):
            return False
    return True


class _Shapes:
    """Puts in the place of an expression's parts what they were."""

    def __init__(
        self, names: dict[str, Any], own: dict[str, Any], with_dtypes: bool = False
    ) -> None:
        self._globals, self._locals = names, own
        self._with_dtypes = with_dtypes
        self.has_value = False

    def within(self, node: ast.expr | ast.AugAssign) -> ast.AST:
        made = copy.copy(node)
        if isinstance(made, ast.AugAssign):
            made.target = cast("ast.Name", self.part(_read(made.target)))
            made.value = self.part(made.value)
        elif isinstance(made, ast.BinOp):
            made.left, made.right = self.part(made.left), self.part(made.right)
        elif isinstance(made, ast.Compare):
            made.left = self.part(made.left)
            made.comparators = [self.part(each) for each in made.comparators]
        elif isinstance(made, ast.Subscript):
            made.value, made.slice = self.part(made.value), self.part(made.slice)
        elif isinstance(made, ast.Name | ast.Attribute):
            return self.part(made)
        elif isinstance(made, ast.Call):
            if isinstance(made.func, ast.Attribute) and not self._is_library(made.func):
                made.func = copy.copy(made.func)
                made.func.value = self.part(made.func.value)
            made.args = [self.part(each) for each in made.args]
            made.keywords = [
                ast.keyword(each.arg, self.part(each.value)) for each in made.keywords
            ]
        return made

    def part(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.Slice):
            made = copy.copy(node)
            made.lower = made.lower and self.part(made.lower)
            made.upper = made.upper and self.part(made.upper)
            made.step = made.step and self.part(made.step)
            return made
        if isinstance(node, ast.Tuple | ast.List):
            return type(node)([self.part(each) for each in node.elts], ast.Load())
        if isinstance(node, ast.Starred) or not self.is_pure(node):
            return node
        compiled = compile(ast.Expression(node), "<operand>", "eval")
        return ast.Name(self._described(eval(compiled, self._globals, self._locals)))

    def is_pure(self, node: ast.expr) -> bool:
        """Whether to compute an expression again changes nothing."""
        for each in ast.walk(node):
            if not isinstance(each, PURE):
                return False
            if isinstance(each, ast.Call) and not self._is_harmless(each.func):
                return False
        return True

    def _is_harmless(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Name):
            own = self._locals.get(function.id, self._globals.get(function.id))
            return function.id in ("len", "float", "int") or _only_computes(own)
        if not isinstance(function, ast.Attribute):
            return False
        return function.attr in METHODS.split() or self._is_library(function)

    def _is_library(self, function: ast.Attribute) -> bool:
        root: ast.expr = function
        while isinstance(root, ast.Attribute):
            root = root.value
        named = getattr(root, "id", "")
        library = self._locals.get(named, self._globals.get(named))
        name = library.__name__ if isinstance(library, types.ModuleType) else ""
        return name.partition(".")[0] in LIBRARIES

    def _described(self, value: Any) -> str:
        self.has_value = True
        shape = getattr(value, "shape", None)
        if shape is not None and not isinstance(value, type):
            sizes = tuple(int(size) for size in shape)
            kind = getattr(value, "dtype", "")  # TensorFlow's has a name, PyTorch's none
            dtype = str(getattr(kind, "name", kind)).rpartition(".")[2]
            return f"{sizes} {dtype}" if self._with_dtypes and dtype else f"{sizes}"
        if isinstance(value, bool | int | type(None)):
            return repr(value)[:20]
        if isinstance(value, float):
            return f"{value:.4g}"
        if isinstance(value, list | tuple):
            if len(value) <= MOST_PARTS and all(type(each) is int for each in value):
                return repr(value)
            shapes = [getattr(each, "shape", None) for each in value[:MOST_PARTS]]
            parts = ", ".join(str(tuple(map(int, s))) for s in shapes if s is not None)
            more = ", ..." * (len(value) > MOST_PARTS)
            name = f"{type(value).__name__} of {len(value)}"
            return f"[{parts}{more}]" if parts and None not in shapes else name
        return f"{type(value).__name__}"
