"""Make small wrong answers from a reference by rule, one change in each.

The tools of the trade (mutmut, cosmic-ray) rewrite files and run a test command for each
change, and neither swaps operands or arguments nor takes a call away: what is needed of
them is shorter by ``ast`` than as their plug-ins.
"""

import ast
import inspect
import linecache
import operator
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from autograder.authoring.zero_blind import zero_blind
from autograder.exercise.building import build, reference_source
from autograder.exercise.changes import Change
from autograder.exercise.definition import Exercise
from autograder.exercise.stubs import without_docstrings

T = TypeVar("T")
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
}
COMMUTING = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
PAIRS = (
    *(("max", "min"), ("maximum", "minimum"), ("argmax", "argmin"), ("amax", "amin")),
    *(("sum", "mean"), ("reduce_sum", "reduce_mean"), ("reduce_max", "reduce_min")),
    *(("sin", "cos"), ("triu", "tril"), ("zeros", "ones"), ("any", "all")),
)
TWINS = dict(PAIRS) | {right: left for left, right in PAIRS}
# Their last two arguments stand in any order.
SYMMETRIC = frozenset({"swapaxes", "maximum", "minimum", "max", "min"})
# Words for readers, not for Python: nothing in them can be a mistake.
NO_CODE = frozenset({"annotation", "returns", "decorator_list", "bases", "exc", "msg"})


@dataclass(frozen=True)
class Mutant:
    """A reference with one thing changed.

    ``line`` is the line of the module in which something changed, ``change`` says what:
    ``"was => becomes"``, both as Python writes a syntax tree.
    """

    exercise: Exercise = field(repr=False)
    line: int
    change: str
    source: str = field(repr=False)

    @property
    def where(self) -> str:
        """Its id: the exercise and the line in its module, for reading and clicking."""
        return f"{self.exercise.id}:{self.line}"

    @property
    def source_line(self) -> str:
        """The line as the author wrote it."""
        path = inspect.getsourcefile(self.exercise.reference) or ""
        return linecache.getline(path, self.line).strip()

    def answer(self) -> Callable[..., Any]:
        """The function or class, in the names of the reference's own module."""
        return build(self.exercise, self.source)

    def is_made_by(self, change: Change) -> bool:
        """Whether a change makes this of the reference, which it must fit."""
        return bare(change.applied(reference_source(self.exercise))) == self.source


def bare(source: str) -> str:
    """A source as Python writes it, without docstrings and comments."""
    return ast.unparse(without_docstrings(ast.parse(source)))


def mutants(exercise: Exercise, *, absent_only: bool = False) -> list[Mutant]:
    """Every mutant of an exercise's reference, each once; none where it has no body.

    With ``absent_only`` those alone that take 0 for nothing, or the last of equals.
    """
    try:
        _, first = inspect.getsourcelines(exercise.reference)
        tree = ast.parse(source := reference_source(exercise))
    except (OSError, TypeError, SyntaxError):
        return []
    if not isinstance(tree.body[0], (ast.FunctionDef, ast.ClassDef)):
        return []  # a value, or a letter
    names = vars(sys.modules[exercise.reference.__module__])
    return [
        Mutant(exercise, first + line - 1, change_of(source, mutated), mutated)
        for mutated, line in mutated_sources(source, names, absent_only=absent_only)
    ]


def mutated_sources(
    source: str, names: Mapping[str, Any], *, absent_only: bool = False
) -> Iterator[tuple[str, int]]:
    """A source with one place changed, each way once, and the line that was changed.

    The mutants have no docstrings and no comments; a bare name of a module, by the
    ``names`` of the source's own, is none.
    """
    tree = without_docstrings(ast.parse(source))
    alike = _alike(tree)
    seen = {ast.unparse(tree)}
    for node, put, line in list(_places(tree, 1)):
        usual = () if absent_only else _variants(node, alike)
        for variant in (*usual, *zero_blind(node)):
            if isinstance(variant, ast.Name) and inspect.ismodule(names.get(variant.id)):
                continue  # what is left of np.exp(x) without the call
            put(variant)
            mutated = ast.unparse(tree)
            put(node)
            if mutated not in seen:
                seen.add(mutated)
                yield mutated, line


def change_of(original: str, mutated: str) -> str:
    """The lines that differ, as ``was => becomes``, of what Python writes of both."""
    was, becomes = bare(original).splitlines(), mutated.splitlines()
    while was and becomes and was[0] == becomes[0]:
        del was[0], becomes[0]
    while was and becomes and was[-1] == becomes[-1]:
        del was[-1], becomes[-1]
    return " => ".join("; ".join(map(str.strip, lines)) for lines in (was, becomes))


def _alike(tree: ast.Module) -> dict[str, list[str]]:
    """For each argument the others of its type; for ``self.x`` the other attributes."""
    alike: dict[str, list[str]] = {}
    stored: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            kinds = {
                a.arg: ast.unparse(a.annotation)
                for a in (*node.args.args, *node.args.kwonlyargs)
                if a.annotation
            }
            for name, kind in kinds.items():
                alike[name] = [n for n in kinds if n != name and kinds[n] == kind]
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            stored[node.attr] = None
    for name in stored:
        alike[f"self.{name}"] = [other for other in stored if other != name]
    return alike


Place = tuple[ast.AST, Callable[[ast.AST], None], int]


def _places(parent: ast.AST, line: int) -> Iterator[Place]:
    """Every node under ``parent``, what puts another in its place, and its line."""
    for name, value in ast.iter_fields(parent):
        if name in NO_CODE:
            continue
        if isinstance(value, list):
            for i, node in enumerate(value):
                yield from _place(node, partial(operator.setitem, value, i), line)
        else:
            yield from _place(value, partial(setattr, parent, name), line)


def _place(node: Any, put: Callable[[ast.AST], None], line: int) -> Iterator[Place]:
    if isinstance(node, ast.AST):
        line = getattr(node, "lineno", line)
        yield node, put, line
        yield from _places(node, line)


def _variants(node: ast.AST, alike: dict[str, list[str]]) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt):
        yield from _statements(node)
        return
    match node:
        case ast.BinOp(left, op, right):
            yield from (left, right)
            for other in OPERATORS.get(type(op), ()):
                yield ast.BinOp(left, other(), right)
            if not isinstance(op, COMMUTING) or _is_sequence(left) or _is_sequence(right):
                yield ast.BinOp(right, op, left)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield from values
        case ast.Compare(left, [op], [right]):
            for comparison in COMPARISONS.get(type(op), ()):
                yield ast.Compare(left, [comparison()], [right])
        case ast.IfExp(_, body, orelse):
            yield from (body, orelse)
        case ast.Constant():
            yield from _constants(node)
        case ast.Call():
            yield from _calls(node)
        case ast.Name() | ast.Attribute():
            yield from _names(node, alike)
        case ast.UnaryOp(operand=part) | ast.Subscript(value=part, ctx=ast.Load()):
            yield part
        case ast.Slice() | ast.Tuple() | ast.List():
            yield from _sequences(node)
        case ast.comprehension(target, source, [_, *_]):
            yield ast.comprehension(target, source, [], 0)


def _constants(node: ast.Constant) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(float(value)):
            yield from (ast.Constant(2 * value), ast.Constant(0.0 if value else 1.0))


def _names(node: ast.expr, alike: dict[str, list[str]]) -> Iterator[ast.AST]:
    match node:
        case ast.Name(name, ast.Load()):
            for other in (*alike.get(name, ()), *filter(None, [TWINS.get(name)])):
                yield ast.Name(other, ast.Load())
        case ast.Attribute(value, name, ast.Load()):
            whole = ast.unparse(node)
            for other in (*alike.get(whole, ()), *filter(None, [TWINS.get(name)])):
                yield ast.Attribute(value, other, ast.Load())


def _sequences(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.Slice(lower, upper, step):
            for kept in ((None, upper, step), (lower, None, step), (lower, upper, None)):
                yield ast.Slice(*kept)
        case ast.Tuple(items, ast.Load()) | ast.List(items, ast.Load()):
            make = ast.Tuple if isinstance(node, ast.Tuple) else ast.List
            for some in (*_swapped(items), *_shorter(items)):
                yield make(some, ast.Load())


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    """A statement dropped, its result reversed, its condition always true."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.Pass():
            return
        case ast.Return(value):
            if value is not None:
                backwards = ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
                yield ast.Return(ast.Subscript(value, backwards, ast.Load()))
            return
        case ast.If(_, body, orelse):
            yield ast.If(ast.Constant(True), body, orelse)
        case ast.With(_, body):
            yield ast.If(ast.Constant(True), body, [])
        case ast.AugAssign(target, op, value):
            yield ast.Assign([target], value, lineno=0)
            for other in OPERATORS.get(type(op), ()):
                yield ast.AugAssign(target, other(), value)
    yield ast.Pass()


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    """Keywords dropped, arguments swapped and dropped, the call itself taken away."""
    func, args, keywords = node.func, node.args, node.keywords
    for less in _shorter(keywords, least=0):
        yield ast.Call(func, args, less)
    swapped = list(_swapped(args))
    if ast.unparse(func).rpartition(".")[2] in SYMMETRIC:
        del swapped[-1:]
    for other in (*swapped, *_shorter(args)):
        yield ast.Call(func, other, keywords)
    if args and not isinstance(args[0], ast.Starred):
        yield args[0]
    if isinstance(func, ast.Attribute):
        yield func.value


def _swapped(items: list[T]) -> Iterator[list[T]]:
    for i in range(len(items) - 1):
        yield [*items[:i], items[i + 1], items[i], *items[i + 2 :]]


def _shorter(items: list[T], least: int = 1) -> Iterator[list[T]]:
    for i in range(len(items) if len(items) > least else 0):
        yield [*items[:i], *items[i + 1 :]]


def _is_sequence(node: ast.AST) -> bool:
    return isinstance(node, (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr))
