"""Code without what does not change what it does: words, annotations, own names."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterator, Sequence

MOST_RENAMED = 4  # names for which every pairing is tried
Definition = ast.FunctionDef | ast.ClassDef


def same_code(one: str, other: str) -> bool:
    """Whether two sources are one syntax tree, docstrings and annotations aside."""
    return ast.dump(bare(one)) == ast.dump(bare(other))


def bare(source: str) -> ast.Module:
    """The syntax tree of a source without its docstrings and annotations."""
    tree: ast.Module = _Bare().visit(ast.parse(source))
    return tree


def definition_in(source: str) -> Definition | None:
    """The bare function or class, where a source is that alone."""
    body = bare(source).body
    (first, *more) = body if body else (None,)
    return first if isinstance(first, Definition) and not more else None


class _Bare(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        parts = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        if isinstance(node, parts) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
        for part in ("annotation", "returns"):
            if hasattr(node, part):
                setattr(node, part, None)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        made = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return ast.copy_location(made, node)


def renamed(
    right: Definition, theirs: Definition, unlike: Callable[[Definition, Definition], float]
) -> Definition:
    """The student's definition with the reference's names for its own local ones.

    ``right``, ``theirs``: the reference's definition and the student's. ``unlike``: how
    much two definitions differ; of all ways to rename the closest is taken.
    """
    if isinstance(theirs, ast.ClassDef):
        methods = {m.name: m for m in right.body if isinstance(m, ast.FunctionDef)}
        theirs.body = [
            renamed(methods[node.name], node, unlike)
            if isinstance(node, ast.FunctionDef) and node.name in methods
            else node
            for node in theirs.body
        ]
        return theirs
    if isinstance(right, ast.ClassDef):
        return theirs
    others = {n.id for n in ast.walk(theirs) if isinstance(n, ast.Name)} - set(_own(theirs))
    made = [
        _Renaming(names).visit(copy.deepcopy(theirs))
        for names in _renamings(right, theirs)
        if not others & set(names.values())  # else a global would be hidden
    ]
    return min(made, key=lambda each: unlike(right, each), default=theirs)


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.names.get(node.arg, node.arg))


def _own(node: ast.FunctionDef) -> list[str]:
    """The parameters and local names of a function, in order."""
    found = [n.arg for n in ast.walk(node.args) if isinstance(n, ast.arg)]
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            found.append(inner.id)
        elif isinstance(inner, ast.arg):
            found.append(inner.arg)
    return list(dict.fromkeys(found))


def _renamings(right: ast.FunctionDef, theirs: ast.FunctionDef) -> Iterator[dict[str, str]]:
    """The ways to call the student's names as the reference calls its own."""
    mine, yours = right.args.args, theirs.args.args
    known = {t.arg: r.arg for t, r in zip(yours, mine, strict=False)}
    if len(mine) != len(yours):
        known = {}
    names = _own(right)
    for name in _own(theirs):
        if name in names and name not in known and name not in known.values():
            known[name] = name
    open_ = [name for name in _own(theirs) if name not in known]
    free = [name for name in names if name not in known.values()]
    for pairs in sorted(_pairings(open_, free)):
        renaming = known | {name: name for name in open_} | dict(pairs)
        if len(set(renaming.values())) == len(renaming):
            yield renaming


def _pairings(
    open_: Sequence[str], free: Sequence[str]
) -> set[tuple[tuple[str, str], ...]]:
    if max(len(open_), len(free)) > MOST_RENAMED:
        return {(), tuple(zip(open_, free, strict=False))}
    chosen = itertools.permutations([*free, *open_], len(open_))
    return {tuple(zip(open_, names, strict=True)) for names in chosen}
