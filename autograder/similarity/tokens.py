"""Python code as a row of tokens in which layout and the student's own names do not count.

Two answers that differ only by renaming and formatting have the same tokens: of a name
that the student chose, only where it comes again counts.  Names from libraries,
attributes and constants stay, whatever alias a library was imported under.  Nothing is
run.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

LENGTH = 10  # tokens in a row that make one fingerprint
MAX_TOKENS = 4_000  # of one answer; the rest is not compared
MAX_CONSTANT = 80  # characters
LOCAL = "\ue000"  # before a name that the student chose; no constant is written with it
BUILTINS = frozenset(dir(builtins))


class Token(NamedTuple):
    """A token and its line, counted from 1 in the answer's source."""

    text: str
    line: int


def tokens_of(source: str, known_names: Mapping[str, str]) -> list[Token]:
    """The tokens of some statements; none where the source is not Python.

    ``known_names``: names that mean the same in every answer, with the text that stands for
    them: ``{"np": "numpy", "softmax": "softmax"}``.
    """
    try:
        tree = ast.parse(source)
    except Exception:  # whatever a student wrote there
        return []
    own_attributes = _assigned_attributes(tree)
    found: list[Token] = []
    stack: list[tuple[ast.AST | str, int]] = [(tree, 1)]
    while stack and len(found) < MAX_TOKENS:
        item, line = stack.pop()
        if isinstance(item, ast.AST):
            line = getattr(item, "lineno", line)
            stack += [(part, line) for part in reversed(list(_parts(item, own_attributes)))]
        elif item.startswith(LOCAL):
            found += [Token(text, line) for text in _resolved(item[1:], known_names)]
        else:
            found.append(Token(item, line))
    return found


def _resolved(name: str, known_names: Mapping[str, str]) -> list[str]:
    """A name's tokens: its parts where it is known, else itself marked as local."""
    known = known_names.get(name) or (name if name in BUILTINS else "")
    if not known:
        return [LOCAL + name]
    first, *rest = known.split(".")
    return [first, *(f".{part}" for part in rest)]


def _assigned_attributes(tree: ast.AST) -> frozenset[str]:
    """Attributes that the code sets itself, such as a layer's own weights."""
    return frozenset(
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    )


def _parts(node: ast.AST, own_attributes: frozenset[str]) -> Iterator[ast.AST | str]:
    """What a node is made of, in the order in which it is written."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from node.decorator_list
            yield "def"
            yield LOCAL + node.name
            yield node.args
            yield from node.body
        case ast.ClassDef():
            yield from node.decorator_list
            yield "class"
            yield LOCAL + node.name
            yield from (*node.bases, *node.keywords, *node.body)
        case ast.arguments():
            named = [*node.posonlyargs, *node.args, node.vararg, *node.kwonlyargs]
            yield from (LOCAL + a.arg for a in (*named, node.kwarg) if a)
            yield from node.defaults
            yield from (d for d in node.kw_defaults if d)
        case ast.Name():
            yield LOCAL + node.id
        case ast.Attribute():
            yield node.value
            yield f".{LOCAL if node.attr in own_attributes else ''}{node.attr}"
        case ast.Constant():
            yield _constant(node.value)
        case ast.keyword():
            yield f"{node.arg}=" if node.arg else "**"
            yield node.value
        case ast.AugAssign():  # a += b is a = a + b
            yield from ("Assign", node.target, "BinOp", node.target, node.op, node.value)
        case ast.AnnAssign():
            if node.value:
                yield from ("Assign", node.target, node.value)
        case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Import() | ast.ImportFrom():
            return  # a docstring, or what says nothing about the answer
        case ast.expr_context():
            return
        case ast.Module() | ast.Expr():
            yield from ast.iter_child_nodes(node)
        case _:
            yield type(node).__name__
            yield from ast.iter_child_nodes(node)


def _constant(value: object) -> str:
    """A constant as it is written, cut; Python writes no number out that is too long."""
    long = isinstance(value, int) and value.bit_length() > 4 * MAX_CONSTANT
    return (hex(value) if long else repr(value))[:MAX_CONSTANT]  # type: ignore[arg-type]


def imported_names(sources: Iterable[str]) -> dict[str, str]:
    """What each imported name stands for: ``{"np": "numpy", "exp": "numpy.exp"}``."""
    found: dict[str, str] = {}
    for source in sources:
        try:
            nodes = ast.parse(source).body
        except Exception:  # whatever a student wrote there
            continue
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    found[alias.asname or top] = alias.name if alias.asname else top
            elif isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def numbered(texts: Iterable[str]) -> tuple[str, ...]:
    """The tokens' texts with local names as numbers, by order of appearance."""
    seen: dict[str, str] = {}
    return tuple(
        seen.setdefault(text, f"{LOCAL}{len(seen)}") if LOCAL in text[:2] else text
        for text in texts
    )


def fingerprints(texts: tuple[str, ...]) -> list[int]:
    """One hash for each ``LENGTH`` tokens in a row.

    Local names are numbered anew in each row, so that an inserted line changes no
    fingerprint after it.
    """
    return [hash(numbered(texts[i : i + LENGTH])) for i in range(len(texts) - LENGTH + 1)]
