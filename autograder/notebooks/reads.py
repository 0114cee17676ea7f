"""Which names a statement may read before it has bound them itself.

A loop that binds ``x`` on its first line and uses it on its second owes nothing to an
``x`` from above, however often it runs.  When in doubt a name counts as read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

COMPREHENSION = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Bound = frozenset[str]


def read_from_above(node: ast.stmt) -> frozenset[str]:
    """The names whose earlier values a top-level statement, not too deep, may see."""
    seen: set[str] = set()
    _follow([node], frozenset(), seen)
    return frozenset(seen)


def _follow(body: Iterable[ast.stmt], bound: Bound, seen: set[str]) -> Bound:
    """Note what statements read that is not ``bound``; what is bound behind them."""
    for node in body:
        bound = _after(node, bound, seen)
    return bound


def _after(node: ast.stmt, bound: Bound, seen: set[str]) -> Bound:
    """What is bound behind one statement, whichever way it went."""

    def read(*parts: ast.AST | None) -> None:
        seen.update(name for part in parts if part for name in _loaded(part) - bound)

    match node:
        case ast.Assign(targets, value):
            read(value, *targets)
            return bound.union(*map(_stored, targets))
        case ast.AugAssign(target, value=value):
            read(target, value)
            seen.update(_stored(target) - bound)
            return bound | _stored(target)
        case ast.AnnAssign(target, annotation, value):
            read(annotation, value, target)
            return bound | _stored(target) if value else bound
        case ast.Delete(targets):
            read(*targets)
            return bound.difference(*map(_loaded, targets))
        case ast.Import(names) | ast.ImportFrom(names=names):
            return bound | {a.asname or a.name.partition(".")[0] for a in names}
        case ast.If(test, yes, no):
            read(test)
            return _follow(yes, bound, seen) & _follow(no, bound, seen)
        case ast.While(test, again, at_end):
            read(test)
            _follow(again, bound, seen)
            _follow(at_end, bound, seen)
            return bound  # it may not have run once
        case ast.For(target, over, again, at_end) | ast.AsyncFor(
            target, over, again, at_end
        ):
            read(over, target)
            _follow(again, bound | _stored(target), seen)
            _follow(at_end, bound, seen)
            return bound
        case ast.With(items, inside) | ast.AsyncWith(items, inside):
            entered = bound
            for item in items:
                seen.update(_loaded(item) - entered)
                entered |= _stored(item.optional_vars)
            _follow(inside, entered, seen)
            return bound  # what it enters may swallow an error
        case ast.Try():
            return _after_try(node, bound, seen)
        case ast.Expr() | ast.Assert() | ast.Raise():
            read(node)
            return bound
    # Of a definition too: what its body says may be global, and is read when it is called.
    seen.update({n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - bound)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return bound | {node.name}
    return bound


def _after_try(node: ast.Try, bound: Bound, seen: set[str]) -> Bound:
    """What is bound behind it, whether or not an error was handled."""
    ends = [_follow(node.orelse, _follow(node.body, bound, seen), seen)]
    for handler in node.handlers:
        seen.update(_loaded(handler.type) - bound if handler.type else ())
        own = {handler.name or ""}  # and deleted behind it
        ends.append(_follow(handler.body, bound | own, seen) - own)
    return _follow(node.finalbody, bound, seen) | ends[0].intersection(*ends)


def _loaded(node: ast.AST) -> frozenset[str]:
    """The names that an expression reads, without a comprehension's own."""
    names: set[str] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, COMPREHENSION):
            own = frozenset().union(*(_stored(each.target) for each in here.generators))
            waiting.append(here.generators[0].iter)
            parts = [*ast.iter_child_nodes(here)][: -len(here.generators)]
            parts += [p for each in here.generators for p in (each.iter, *each.ifs)]
            names.update(frozenset().union(*map(_loaded, parts)) - own)
        elif isinstance(here, ast.Lambda):
            given = {a.arg for a in ast.walk(here.args) if isinstance(a, ast.arg)}
            waiting.append(here.args)
            names.update(_loaded(here.body) - given)
        else:
            if isinstance(here, ast.Name) and not isinstance(here.ctx, ast.Store):
                names.add(here.id)
            waiting += ast.iter_child_nodes(here)
    return frozenset(names)


def _stored(node: ast.AST | None) -> frozenset[str]:
    """The names that a target binds: ``a`` and ``b`` of ``a, b[0], *b``."""
    nodes = ast.walk(node) if node else ()
    return frozenset(
        n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    )
