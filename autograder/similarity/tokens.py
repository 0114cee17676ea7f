"""Code as a row of words in which names, layout and remarks no longer count.

Two answers that differ by renaming and formatting alone give the same words.
What a name of the student's own is called does not count, where it comes again
does.  Names of libraries, attributes and constants stay as they are, whatever
a library was imported as.  Nothing is run.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

LENGTH = 10  # words in a row that make one fingerprint
MAX_WORDS = 4_000  # of one answer; the rest is not looked at
MAX_CONSTANT = 80  # characters
OWN = "\ue000"  # before a name that the student chose; no constant is written with it
BUILTINS = frozenset(dir(builtins))


class Word(NamedTuple):
    """A word and the line it stands on, counted from 1 in its own source."""

    text: str
    line: int


def words_of(source: str, fixed: Mapping[str, str]) -> list[Word]:
    """The words of some statements.

    ``fixed`` has the names that mean the same to everybody, and what they are
    called here: ``{"np": "numpy", "softmax": "softmax"}``.  A source that is no
    Python has no words.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    own = _attributes_set(tree)
    found: list[Word] = []
    stack: list[tuple[ast.AST | str, int]] = [(tree, 1)]
    while stack and len(found) < MAX_WORDS:
        item, line = stack.pop()
        if isinstance(item, ast.AST):
            line = getattr(item, "lineno", line)
            stack += [(part, line) for part in reversed(list(_parts(item, own)))]
        elif item.startswith(OWN):
            found += [Word(text, line) for text in _named(item[1:], fixed)]
        else:
            found.append(Word(item, line))
    return found


def _named(name: str, fixed: Mapping[str, str]) -> list[str]:
    known = fixed.get(name) or (name if name in BUILTINS else "")
    if not known:
        return [OWN + name]
    first, *rest = known.split(".")
    return [first, *(f".{part}" for part in rest)]


def _attributes_set(tree: ast.AST) -> frozenset[str]:
    """Attributes that the code sets itself, such as a layer's own weights."""
    return frozenset(
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    )


def _parts(node: ast.AST, own: frozenset[str]) -> Iterator[ast.AST | str]:
    """What a node is made of, in the order in which it is written."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from node.decorator_list
            yield "def"
            yield OWN + node.name
            yield node.args
            yield from node.body
        case ast.ClassDef():
            yield from node.decorator_list
            yield "class"
            yield OWN + node.name
            yield from (*node.bases, *node.keywords, *node.body)
        case ast.arguments():
            named = [*node.posonlyargs, *node.args, node.vararg, *node.kwonlyargs]
            yield from (OWN + a.arg for a in (*named, node.kwarg) if a)
            yield from node.defaults
            yield from (d for d in node.kw_defaults if d)
        case ast.Name():
            yield OWN + node.id
        case ast.Attribute():
            yield node.value
            yield f".{OWN}{node.attr}" if node.attr in own else f".{node.attr}"
        case ast.Constant():
            yield repr(node.value)[:MAX_CONSTANT]
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


def imported_names(sources: Iterable[str]) -> dict[str, str]:
    """What each imported name stands for: ``{"np": "numpy", "exp": "numpy.exp"}``."""
    found: dict[str, str] = {}
    for source in sources:
        try:
            nodes = ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
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


def renumbered(texts: Iterable[str]) -> tuple[str, ...]:
    """Own names as numbers, by order of appearance."""
    seen: dict[str, str] = {}
    return tuple(
        seen.setdefault(text, f"{OWN}{len(seen)}") if OWN in text[:2] else text
        for text in texts
    )


def fingerprints(texts: tuple[str, ...]) -> list[int]:
    """One number for each ``LENGTH`` words in a row.

    Names are numbered anew in each, so that a line put in before changes none
    of those after it.
    """
    return [hash(renumbered(texts[i : i + LENGTH])) for i in range(len(texts) - LENGTH + 1)]
