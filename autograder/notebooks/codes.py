"""The compiled code behind an answer, from its notebook's text; nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import CodeType

from autograder.exercise.rules import Definition, ReachableCode, follow_code
from autograder.notebooks.statements import names

INLINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def reachable_code(cells: Iterable[tuple[str, str]], name: str) -> ReachableCode:
    """Find the code that a name leads to.

    Returns the code that it leads to, directly or through other names.
    """
    made: dict[str, Definition] = {}
    for label, source in cells:
        try:
            body = ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError):
            continue  # running it will say so
        for statement in body:
            _add(made, statement, label, source)
    return follow_code(Definition(names=(name,)), made.get)


def _add(made: dict[str, Definition], node: ast.stmt, label: str, source: str) -> None:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        module = getattr(node, "module", None)
        for alias in node.names:
            origin = f"{module}.{alias.name}" if module else alias.name
            made[alias.asname or alias.name.partition(".")[0]] = Definition(origin=origin)
        return
    try:
        code, bound = _compiled(node, label, source)
    except (SyntaxError, ValueError, RecursionError):
        return
    # What is run once, above the answer, is no code of the answer's.
    constants = (c for c in code.co_consts if isinstance(c, CodeType))
    codes = tuple(c for c in constants if c.co_name not in INLINE)
    anew = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    decorators = getattr(node, "decorator_list", ())
    passed = (
        tuple(n.id for d in decorators for n in ast.walk(d) if isinstance(n, ast.Name))
        if anew
        else _passed_on(node, made)
    )
    for name in bound:
        before = Definition() if anew else made.get(name, Definition())
        is_function = anew and not isinstance(node, ast.ClassDef)
        made[name] = Definition(
            before.codes + codes, before.names + passed, runs=is_function
        )


def _compiled(node: ast.stmt, label: str, source: str) -> tuple[CodeType, frozenset[str]]:
    """A statement's code, and the names that it binds."""
    try:
        code = compile(ast.Module([node], type_ignores=[]), label, "exec")
        text = ast.unparse(node)
    except (RecursionError, ValueError):  # too deep for this, or a number too long
        text = ast.get_source_segment(source, node) or ""
        code = compile(text, label, "exec")
    return code, names(text, node)[0]


def _passed_on(node: ast.stmt, made: dict[str, Definition]) -> tuple[str, ...]:
    """The names that a statement gives another: ``f = g``, ``f = partial(g, 2)``.

    What a function of the notebook returned is a result, not its code.
    """
    value = getattr(node, "value", None)
    parts = [*value.args, value.func] if isinstance(value, ast.Call) else [value]
    found = [each.id for each in parts if isinstance(each, ast.Name)]
    found += [each.attr for each in parts if isinstance(each, ast.Attribute)]
    called = getattr(getattr(value, "func", None), "id", "")
    if made.get(called, Definition()).runs:
        found.remove(called)
    return tuple(found)
