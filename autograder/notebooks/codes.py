"""The compiled code behind an answer, from its notebook's text; nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import CodeType

from autograder.exercise.bytecode import INLINE
from autograder.exercise.rules import Definition, ReachableCode, follow_code
from autograder.notebooks.changed_names import root_of
from autograder.notebooks.statements import names

NOTHING = Definition()
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# What can give any name another meaning: no answer has a use for it.
PATCHING = frozenset(
    ("setattr", "delattr", "vars", "globals", "exec", "__dict__", "__builtins__")
)


def reachable_code(
    cells: Iterable[tuple[str, str]], name: str, lent: Iterable[str] = ()
) -> ReachableCode:
    """The code that a name leads to, directly or through other names.

    ``lent`` are names of what the cells are given: no code of their own.
    """
    made: dict[str, Definition] = dict.fromkeys(lent, NOTHING)
    patched, patching = set[str](), set[str]()
    for label, source in cells:
        try:
            body = ast.parse(source).body
        except (SyntaxError, ValueError, RecursionError):
            continue  # running it will say so
        for statement in body:
            _add(made, statement, label, source)
            patched.update(_patched(statement, made))
            if not isinstance(statement, DEFINITIONS):
                patching.update(PATCHING.intersection(_said([statement])))
    reached = follow_code(Definition(names=(name,)), made.get)
    return replace(reached, names=reached.names | patching, patched=frozenset(patched))


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
    anew = isinstance(node, DEFINITIONS)
    passed = _said(_run_once(node)) if anew else _passed_on(node, made)
    for name in bound:
        before = Definition() if anew else made.get(name, Definition())
        is_function = anew and not isinstance(node, ast.ClassDef)
        made[name] = Definition(
            before.codes + codes, before.names + passed, runs=is_function
        )
    for root, put in _put_into(node):
        if root in made and not made[root].origin:
            before = made[root]
            made[root] = replace(
                before, codes=before.codes + codes, names=before.names + _said(put)
            )


def _put_into(node: ast.stmt) -> Iterator[tuple[str, list[ast.expr]]]:
    """The names of objects that a statement puts something into, and what that is.

    ``f.__code__ = g.__code__``, ``steps[0] = g``, ``steps.append(g)``.
    """
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, (ast.Attribute, ast.Subscript)):
                yield root_of(target), [node.value]
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        given = [keyword.value for keyword in call.keywords]
        yield root_of(call.func), [*call.args, *given]


def _patched(node: ast.stmt, made: Mapping[str, Definition]) -> Iterator[str]:
    """The names that a statement gives another meaning in what is imported."""
    for target in node.targets if isinstance(node, ast.Assign) else ():
        if isinstance(target, ast.Attribute) and made.get(root_of(target), NOTHING).origin:
            yield target.attr


def _run_once(node: ast.stmt) -> list[ast.AST]:
    """What of a function or class runs where it is defined, and is held by it."""
    given = getattr(node, "args", None)
    defaults = [*given.defaults, *filter(None, given.kw_defaults)] if given else []
    bases = [*getattr(node, "bases", ()), *getattr(node, "keywords", ())]
    return [*getattr(node, "decorator_list", ()), *defaults, *bases]


def _said(parts: Iterable[ast.AST]) -> tuple[str, ...]:
    nodes = [node for part in parts for node in ast.walk(part)]
    variables = [node.id for node in nodes if isinstance(node, ast.Name)]
    return (*variables, *(node.attr for node in nodes if isinstance(node, ast.Attribute)))


def _compiled(node: ast.stmt, label: str, source: str) -> tuple[CodeType, frozenset[str]]:
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
    names = [each.id for each in parts if isinstance(each, ast.Name)]
    names += [each.attr for each in parts if isinstance(each, ast.Attribute)]
    called = getattr(getattr(value, "func", None), "id", "")
    if made.get(called, Definition()).runs:
        names.remove(called)
    return tuple(names)
