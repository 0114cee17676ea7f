"""Bring a function or class into a shape in which only what it does can differ."""

from __future__ import annotations

import ast
import copy
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

MOST_RENAMED = 4  # names for which every pairing is tried
Definition = ast.FunctionDef | ast.ClassDef


def same_code(one: str, other: str) -> bool:
    """Whether two sources are one syntax tree, docstrings and annotations aside."""
    return ast.dump(bare(one)) == ast.dump(bare(other))


def bare(source: str) -> ast.Module:
    """The syntax tree of a source without its docstrings and annotations."""
    return _Bare().visit(ast.parse(source))


class _Bare(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        has_words = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if has_words and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
        for part in ("annotation", "returns"):
            if hasattr(node, part):
                setattr(node, part, None)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        made = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return ast.copy_location(made, node)


def as_it_is(node: Definition) -> Definition:
    """The definition itself: the shape that changes nothing."""
    return node


def inlined(node: Definition) -> Definition:
    """A definition with each local value that is used once in the place of its use.

    One that is not used is left out.
    """
    if isinstance(node, ast.ClassDef):
        node.body = [
            inlined(each) if isinstance(each, ast.FunctionDef) else each
            for each in node.body
        ]
        return node
    for statement in list(node.body):
        if not isinstance(statement, ast.Assign) or len(node.body) == 1:
            continue
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        stored = Counter(n.id for n in names if isinstance(n.ctx, ast.Store))
        used = Counter(n.id for n in names if isinstance(n.ctx, ast.Load))
        (target, *others) = statement.targets
        steady = all(stored[name] < 2 for name in _mentioned(statement))
        if isinstance(target, ast.Name) and not others and steady and used[target.id] < 2:
            node.body.remove(statement)
            _Putting(target.id, statement.value).visit(node)
    return node


class _Putting(ast.NodeTransformer):
    """Puts a value where a name is used; the value keeps its place in the text."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == self.name else node


def renamed(
    right: Definition, theirs: Definition, cost: Callable[[ast.AST, ast.AST], float]
) -> Definition:
    """The student's definition with the reference's names for its own local ones.

    Parameters
    ----------
    right, theirs
        The reference's definition and the student's.
    cost
        How much two definitions differ; of all ways to rename the cheapest is taken.
    """
    if isinstance(theirs, ast.ClassDef):
        methods = {m.name: m for m in right.body if isinstance(m, ast.FunctionDef)}
        theirs.body = [
            renamed(methods[node.name], node, cost)
            if isinstance(node, ast.FunctionDef) and node.name in methods
            else node
            for node in theirs.body
        ]
        return theirs
    best, least = theirs, float("inf")
    globals_ = _mentioned(theirs) - set(_bound(theirs))
    for names in _renamings(_bound(right), _bound(theirs), _parameters(right, theirs)):
        if globals_ & set(names.values()):
            continue  # a global of the student's would be hidden
        made = _Renaming(names).visit(copy.deepcopy(theirs))
        if (now := cost(right, made)) < least:
            best, least = made, now
    return best


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.names.get(node.arg, node.arg))


def _bound(node: ast.FunctionDef) -> list[str]:
    """The parameters and local names of a function, in order."""
    found = [n.arg for n in ast.walk(node.args) if isinstance(n, ast.arg)]
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            found.append(inner.id)
        elif isinstance(inner, ast.arg):
            found.append(inner.arg)
    return list(dict.fromkeys(found))


def _mentioned(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _parameters(right: ast.FunctionDef, theirs: ast.FunctionDef) -> dict[str, str]:
    """The student's parameters by place, where there are as many."""
    pairs = [
        (t.arg, r.arg) for t, r in zip(theirs.args.args, right.args.args, strict=False)
    ]
    alike = len(theirs.args.args) == len(right.args.args)
    return dict(pairs) if alike else {}


def _renamings(
    right: Sequence[str], theirs: Sequence[str], parameters: dict[str, str]
) -> Iterator[dict[str, str]]:
    """The ways to call the student's names as the reference calls its own."""
    taken = set(parameters.values())
    kept = {n: n for n in theirs if n in right and n not in taken and n not in parameters}
    known = parameters | kept
    open_ = [name for name in theirs if name not in known]
    free = [name for name in right if name not in known.values()]
    if max(len(open_), len(free)) > MOST_RENAMED:
        pairings = {(), tuple(zip(open_, free, strict=False))}
    else:
        choices = itertools.permutations([*free, *open_], len(open_))
        pairings = {tuple(zip(open_, chosen, strict=True)) for chosen in choices}
    for pairs in sorted(pairings):
        names = known | {name: name for name in open_} | dict(pairs)
        if len(set(names.values())) == len(names):
            yield names
