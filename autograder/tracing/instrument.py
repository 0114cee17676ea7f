"""Rewrite code so that every expression hands its value on to a recorder.

The idea of TensorSensor (Parr 2020) and Python Tutor (Guo 2013): the program runs as it
is, and says what it computes.  Here the syntax tree is rewritten once, before it runs.
"""

import ast
import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

DEFINITION = re.compile(r"^(?:async )?(?:def|class) (\w+)", re.M)
VALUE, STORE, ENTER, LEAVE = "__value__", "__store__", "__enter__", "__leave__"
# Hands nothing on: it names a thing, is no value of its own, or is one that is known.
SILENT = (
    ast.Constant,
    ast.JoinedStr,
    ast.FormattedValue,
    ast.Starred,
    ast.Slice,
    ast.GeneratorExp,
    ast.Lambda,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
)


def walked(tree: ast.AST) -> list[ast.AST]:
    """A node and all that is below it, as ``ast.walk`` has them, in half of its time."""
    nodes = [tree]
    for node in nodes:
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                nodes += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                nodes.append(part)
    return nodes


@dataclass(frozen=True)
class Source:
    """The text of a function or class, and where it stands.

    ``first`` is the line of ``place`` (a cell, or "") that it begins at.
    """

    text: str
    first: int = 1
    place: str = ""

    @property
    def name(self) -> str:
        """What the function or class is called."""
        definition = DEFINITION.search(self.text)
        return definition[1] if definition else ""


@dataclass
class RecordedCode:
    """Sources that are recorded together; every node of them has a number.

    ``recorded`` are the numbers of the nodes that hand a value on.  Who is given the same
    ``sources`` in order numbers them alike.
    """

    nodes: dict[int, ast.AST] = field(default_factory=dict)
    sources: list[Source] = field(default_factory=list)
    source_of: dict[int, Source] = field(default_factory=dict)
    numbers: dict[ast.AST, int] = field(default_factory=dict)
    recorded: set[int] = field(default_factory=set)

    def take(self, source: Source) -> int:
        """Number the nodes of a source, from the number returned on; or ``SyntaxError``."""
        first, tree = len(self.nodes), ast.parse(source.text)
        self.sources.append(source)
        for number, node in enumerate(walked(tree), first):
            self.nodes[number] = node
            self.source_of[number] = source
            self.numbers[node] = number
        return first

    def instrumented(self, source: Source) -> ast.Module:
        """The tree of a source that is taken, with its values handed on."""
        first, rewritten = self.take(source), ast.parse(source.text)
        for number, node in enumerate(walked(rewritten), first):
            node.number = number  # type: ignore[attr-defined]
        made: ast.Module = _Rewriter(self.recorded).visit(rewritten)
        return made

    def text(self, number: int) -> str:
        """The source of a node."""
        return ast.get_source_segment(self.source_of[number].text, self.nodes[number]) or ""

    def line(self, number: int) -> int:
        """The line of a node, counted in its cell."""
        line = int(getattr(self.nodes[number], "lineno", 1))
        return line + self.source_of[number].first - 1

    def children(self, number: int) -> list[int]:
        """The nearest nodes below one that hand a value on, in order."""
        return list(self._below(self.nodes[number]))

    def returned(self) -> set[int]:
        """The numbers of the returns, and of the parts of what they return."""
        numbers: set[int] = set()
        for number, node in self.nodes.items():
            if isinstance(node, ast.Return):
                parts = getattr(node.value, "elts", [])
                numbers |= {number, *(self.numbers[part] for part in parts)}
        return numbers

    def is_handed_in(self, number: int) -> bool:
        """Whether a call is of a function that its own function was given."""
        call = self.nodes[number]
        name = getattr(getattr(call, "func", None), "id", "")
        return bool(name) and any(
            name in {a.arg for a in walked(function.args) if isinstance(a, ast.arg)}
            for function in self.nodes.values()
            if isinstance(function, ast.FunctionDef) and call in walked(function)
        )

    def _below(self, node: ast.AST) -> Iterator[int]:
        for child in ast.iter_child_nodes(node):
            number = self.numbers.get(child, -1)
            if number in self.recorded:
                yield number
            else:
                yield from self._below(child)


def for_values(source: str) -> ast.Module:
    """The tree of a source whose values are handed on, in a third of the time."""
    made: ast.Module = _ForValues(set()).visit(ast.parse(source))
    return made


# Of a tree's nodes those that may hold a value; the others say how one is used.
WITH_PARTS = (
    *(ast.expr, ast.stmt, ast.comprehension, ast.arguments, ast.arg, ast.keyword),
    *(ast.excepthandler, ast.withitem, ast.match_case, ast.pattern),
)
# Of what is put in: nobody reads it, and to look for places that are missing takes longer.
PLACE: dict[str, Any] = {"lineno": 1, "end_lineno": 1, "col_offset": 0, "end_col_offset": 0}


def _number(node: ast.AST) -> ast.Constant:
    return ast.Constant(getattr(node, "number", 0), **PLACE)


def _called(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load(), **PLACE), list(arguments), [], **PLACE)


def _without_names(node: ast.FunctionDef) -> ast.FunctionDef:
    """A function without decorators and annotations: what they name may not be there."""
    node.decorator_list, node.returns = [], None
    for argument in walked(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return node


class _Rewriter(ast.NodeTransformer):
    def __init__(self, recorded: set[int]) -> None:
        self.recorded = recorded

    def visit(self, node: ast.AST) -> Any:
        made = getattr(self, f"visit_{type(node).__name__}", self.generic_visit)(node)
        if not isinstance(node, ast.expr) or isinstance(node, SILENT):
            return made
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return made
        self.recorded.add(getattr(node, "number", 0))
        return _called(VALUE, _number(node), made)

    def generic_visit(self, node: ast.AST) -> Any:
        """As of the class above, but for what has no parts: that takes half of the time."""
        for name in node._fields:
            old = getattr(node, name, None)
            if isinstance(old, list):
                made = [self.visit(e) if isinstance(e, WITH_PARTS) else e for e in old]
                old[:] = [m for e in made for m in (e if isinstance(e, list) else [e])]
            elif isinstance(old, WITH_PARTS):
                setattr(node, name, self.visit(old))
        return node

    # --- what is left as it is, in part ---

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        node.body = self.visit(node.body)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        if isinstance(node.func, ast.Attribute):  # of a method its object
            node.func.value = self.visit(node.func.value)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        node.value = self.visit(node.value)
        if isinstance(node.slice, ast.Tuple):  # a slice in it can be no argument
            node.slice.elts = [self.visit(part) for part in node.slice.elts]
        else:
            node.slice = self.visit(node.slice)
        return node

    # --- statements ---

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in walked(node))
        node.body = self._block(node.body)
        _without_names(node)
        if not yields:  # one that yields is left and entered again
            enter = ast.Expr(_called(ENTER, _number(node)), **PLACE)
            leave = ast.Expr(_called(LEAVE), **PLACE)
            node.body = [enter, ast.Try(node.body, [], [], [leave], **PLACE)]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                decorators = part.decorator_list
                self.visit_FunctionDef(part).decorator_list = decorators
        return node

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            rewritten = self.visit(statement)
            made += rewritten if isinstance(rewritten, list) else [rewritten]
        return made

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is not None:
            self.recorded.add(getattr(node, "number", 0))
            node.value = _called(VALUE, _number(node), self.visit(node.value))
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        node.value = self.visit(node.value)
        return [node, *(s for t in node.targets for s in self._stores(node, t))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        if node.value is None:
            return [node]
        node.value = self.visit(node.value)
        return [node, *self._stores(node, node.target)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        node.value = self.visit(node.value)
        return [node, *self._stores(node, node.target)]

    def visit_For(self, node: ast.For) -> ast.For:
        node.iter = self.visit(node.iter)
        node.body = [*self._stores(node, node.target), *self._block(node.body)]
        node.orelse = self._block(node.orelse)
        return node

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        call = node.value
        function = call.func if isinstance(call, ast.Call) else None
        changed = function.value if isinstance(function, ast.Attribute) else None
        targets: list[ast.expr] = [changed] if isinstance(changed, ast.Name) else []
        if isinstance(call, ast.Call):  # np.add.at(a, ...), np.exp(b, out=a)
            given = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "out")]
            targets += [each for each in given if isinstance(each, ast.Name)]
        stores = [s for target in targets for s in self._stores(node, target)]
        node.value = self.visit(node.value)
        return [node, *stores]

    def _stores(self, statement: ast.stmt, target: ast.expr) -> list[ast.stmt]:
        """Hand on what a statement has stored: names, attributes, filled containers."""
        if isinstance(target, ast.Tuple | ast.List):
            return [s for part in target.elts for s in self._stores(statement, part)]
        if isinstance(target, ast.Starred):
            return self._stores(statement, target.value)
        while isinstance(target, ast.Subscript):
            target = target.value
        if not isinstance(target, ast.Name | ast.Attribute):
            return []
        read: ast.expr = target
        if isinstance(target, ast.Name):  # a deep copy takes ten times as long
            read = ast.Name(target.id, ast.Load(), **PLACE)
        else:
            read = copy.deepcopy(target)
            read.ctx = ast.Load()
        name = ast.Constant(ast.unparse(read), **PLACE)
        return [ast.Expr(_called(STORE, _number(statement), name, read), **PLACE)]


class _ForValues(_Rewriter):
    """Leaves out what says no value that was not said before: names, and calls."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """All but loops outside of functions, which fill tables before they are asked."""
        loops = ast.For | ast.While
        made = ([s] if isinstance(s, loops) else self._block([s]) for s in node.body)
        node.body = [statement for each in made for statement in each]
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        node.value = self.visit(node.value) if node.value is not None else None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = self._block(node.body)
        return _without_names(node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        node.value = self.visit(node.value)
        targets = (t for t in node.targets if not isinstance(t, ast.Name))
        return [node, *(s for target in targets for s in self._stores(node, target))]
