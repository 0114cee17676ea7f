"""What each top-level statement of a notebook binds, changes and uses."""

from __future__ import annotations

import ast
import contextlib
import re
import warnings
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from autograder.notebooks.changed_names import NUMPY_RANDOM, changed
from autograder.notebooks.read import (
    SHARED_CHARACTERS,
    Cell,
    Notebook,
    parse,
    syntax,
)
from autograder.notebooks.reads import read_from_above
from autograder.notebooks.scopes import table_of


@dataclass(frozen=True)
class Statement:
    """One top-level statement: what it binds, changes and uses.

    What it ``rebinds`` owes nothing to what it was before.  ``line`` is where it begins
    in its cell.
    """

    cell: Cell
    index: int
    source: str
    binds: frozenset[str]
    changes: frozenset[str]
    uses: frozenset[str]
    is_stub: bool = False
    checks: str = ""  # the id, when it is a call of check()
    line: int = 1
    rebinds: frozenset[str] = frozenset()

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands: sorts in the order of the notebook."""
        return self.cell.number, self.index

    @property
    def defines(self) -> bool:
        """Whether it is a function or a class."""
        return self.source.lstrip().startswith(("def ", "class ", "@", "async def "))


class Statements(list[Statement]):
    """A notebook's statements in order, and by what they make."""

    @cached_property
    def makers(self) -> dict[str, list[Statement]]:
        """By name those that bind or change it; ``*`` may be any name."""
        makers: dict[str, list[Statement]] = defaultdict(list)
        for statement in self.without_checks:
            for name in statement.binds | statement.changes:
                makers[name].append(statement)
        return makers

    @cached_property
    def without_checks(self) -> list[Statement]:
        """The statements; of a call of ``check`` the assignment that it amounts to.

        ``softmax = check("numpy.softmax", mine)`` makes ``softmax`` for what follows.
        """
        made = (_assigned_by_check(s) if s.checks else s for s in self)
        return [statement for statement in made if statement]


@lru_cache(maxsize=2)  # asked for by who chooses a notebook, and by who grades it
def statements(notebook: Notebook) -> Statements:
    """Every top-level statement of every cell that parses, in order."""
    known = Statements()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a student's "\d" is not for the instructor
        for cell in notebook.cells:
            if cell.tree:
                long = len(cell.source) > SHARED_CHARACTERS
                facts = _facts.__wrapped__ if long else _facts
                known += [Statement(cell, *fact) for fact in facts(cell.source)]
    return _with_globals(known)


def _with_globals(known: Statements) -> Statements:
    """Who calls a function binds, too, what that function declares global."""
    declared: dict[str, frozenset[str]] = {}
    for place, statement in enumerate(known):
        called = statement.uses & declared.keys()
        if bound := frozenset().union(*(declared[name] for name in called)):
            statement = known[place] = replace(statement, binds=statement.binds | bound)
        if statement.defines:
            made = {name: statement.binds - {name} for name in _name_defined(statement)}
            declared |= {name: names for name, names in made.items() if names}
    return known


def _name_defined(statement: Statement) -> list[str]:
    """The name of the function or class that a statement defines."""
    return re.findall(r"^(?:async\s+)?(?:def|class)\s+(\w+)", statement.source, re.M)[:1]


def check_call(node: ast.stmt) -> ast.Call | None:
    """The call, when a statement is ``check(...)`` or ``name = check(...)``."""
    value = getattr(node, "value", None)
    if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.Expr)):
        return None
    if not isinstance(value, ast.Call):
        return None
    function = value.func
    name = function.attr if isinstance(function, ast.Attribute) else None
    name = function.id if isinstance(function, ast.Name) else name
    return value if name == "check" else None


def checked_id(node: ast.stmt) -> str:
    """The exercise id a statement checks, or ``""``."""
    call = check_call(node)
    given = getattr(call and check_argument(call, "exercise_id"), "value", None)
    return given if isinstance(given, str) else ""


def check_argument(call: ast.Call, name: str) -> ast.expr | None:
    """What a call of ``check`` gives for ``exercise_id`` or ``answer``."""
    place = ("exercise_id", "answer").index(name)
    if len(call.args) > place:
        return call.args[place]
    return next((k.value for k in call.keywords if k.arg == name), None)


def checked_answer(source: str) -> ast.expr | None:
    """What a statement that calls ``check`` gives it to check."""
    long = len(source) > SHARED_CHARACTERS
    return _checked_once.__wrapped__(source) if long else _checked_once(source)


# The same calls in every notebook of a class, and each is asked for often.
@lru_cache(maxsize=512)
def _checked_once(source: str) -> ast.expr | None:
    call = check_call(parse(source).body[0])
    return check_argument(call, "answer") if call else None


def _assigned_by_check(check: Statement) -> Statement | None:
    """The assignment, unless the call gives a name its own value or binds none."""
    answer = checked_answer(check.source)
    node = parse(check.source).body[0]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", 0)]
    bound = [target.id for target in targets if isinstance(target, ast.Name)]
    given = ast.get_source_segment(check.source, answer) if answer else None
    if not given or not bound or [given] == bound:
        return None
    source = f"{' = '.join(bound)} = ({given})"
    uses = names(source)[2]
    binds = frozenset(bound)
    anew = {"source": source, "binds": binds, "uses": uses, "rebinds": binds - uses}
    return replace(check, **anew, changes=frozenset(), checks="")  # type: ignore[arg-type]


# Most cells of a class are the chapter's own: looked at once, not for everybody.
@lru_cache(maxsize=512)
def _facts(source: str) -> tuple[tuple[Any, ...], ...]:
    """The fields of each statement of a cell that parses, without the cell."""
    lines = source.split("\n")
    tree = syntax(source)[0]
    body = tree.body if tree else []
    return tuple(_statement(index, node, lines) for index, node in enumerate(body))


def _statement(index: int, node: ast.stmt, lines: list[str]) -> tuple[Any, ...]:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(d.lineno for d in decorators)])
    own = [line.encode() for line in lines[first - 1 : node.end_lineno]]
    own[-1] = own[-1][: node.end_col_offset]
    if not decorators:  # an "@" stands before what ast counts from
        own[0] = own[0][node.col_offset :]
    source = b"\n".join(own).decode()
    binds, changes, uses = names(source, node)
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        with contextlib.suppress(RecursionError):
            read = read_from_above(node)
            uses = (uses - binds) | (read & binds)
    stub = is_stub(node)
    facts = index, source, binds, changes, uses, stub, checked_id(node), first
    return *facts, _rebound(node, uses)


def _rebound(node: ast.stmt, uses: frozenset[str]) -> frozenset[str]:
    """The names that a statement binds whatever happens: not one inside of a loop."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        before = [*node.decorator_list, node.args]  # the body runs when it is bound
        seen = (n.id for part in before for n in ast.walk(part) if isinstance(n, ast.Name))
        return frozenset({node.name}) - frozenset(seen)
    if isinstance(node, ast.ClassDef):
        return frozenset({node.name}) - uses
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        # `import a.b` adds to what `import a.c` made of `a`.
        return frozenset(a.asname or a.name for a in node.names)
    if not isinstance(node, ast.Assign):
        return frozenset()
    targets = [t for target in node.targets for t in getattr(target, "elts", [target])]
    return frozenset(t.id for t in targets if isinstance(t, ast.Name)) - uses


def names(
    source: str, parsed: ast.stmt | None = None
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The global names that a statement binds, changes in place, and uses."""
    try:
        table = table_of(source)
        tree = ast.Module([parsed], []) if parsed else ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return frozenset(), frozenset(), frozenset()
    symbols = table.get_symbols()
    binds = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
    uses = {s.get_name() for s in symbols if s.is_referenced()}
    pending = list(table.get_children())
    while pending:
        scope = pending.pop()
        pending += scope.get_children()
        in_class = scope.get_type() == "class"  # where `size = size` reads the global one
        for symbol in scope.get_symbols():
            if symbol.is_global() or (in_class and symbol.is_referenced()):
                name = symbol.get_name()
                (binds if symbol.is_declared_global() else uses).add(name)
                uses.add(name)
    if any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in tree.body):
        binds.add("*")
    if "random" in source:
        uses.add(NUMPY_RANDOM)
    own = _caught(tree) if "except" in source else frozenset()
    return frozenset(binds) - own, changed(tree), frozenset(uses) - own


def _caught(tree: ast.Module) -> frozenset[str]:
    """The names of errors that live in their ``except`` alone: it deletes them."""
    handlers = [n for n in ast.walk(tree) if isinstance(n, ast.ExceptHandler) and n.name]
    inside: dict[str, set[int]] = defaultdict(set)
    for handler in handlers:
        inside[str(handler.name)].update(map(id, ast.walk(handler)))
    nodes = [(n, id(n)) for n in ast.walk(tree)] if handlers else []
    outside = {_spoken(n) for n, number in nodes if number not in inside[_spoken(n)]}
    return frozenset(inside) - outside


def _spoken(node: ast.AST) -> str:
    """The name that a node says, imports or defines; ``""`` where it is none."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.alias):
        return node.asname or node.name.partition(".")[0]
    return str(getattr(node, "name", ""))


def is_stub(node: ast.stmt) -> bool:
    """Whether nothing has been written yet: ``raise NotImplementedError`` or ``...``.

    A class that only inherits is written: what it says is in its bases.
    """
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        body = [s for s in node.body if not _says_nothing(s)]
        open_ = all(isinstance(s, ast.Pass) or _is_not_implemented(s) for s in body)
        names = (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
        return open_ and (bool(body) or "super" not in names)
    if isinstance(node, ast.ClassDef):
        methods = [s for s in node.body if isinstance(s, ast.FunctionDef)]
        rest = [s for s in node.body if s not in methods]
        if not methods and node.bases:
            return False
        return all(map(is_stub, methods)) and all(
            isinstance(s, ast.Pass) or _says_nothing(s) for s in rest
        )
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return isinstance(node.value, ast.Constant) and node.value.value in (..., None)
    return False


def _says_nothing(node: ast.stmt) -> bool:
    """A docstring, or the ``super().__init__()`` that a stub comes with."""
    if not isinstance(node, ast.Expr):
        return False
    called = node.value.func if isinstance(node.value, ast.Call) else node.value
    return isinstance(called, ast.Constant) or (
        isinstance(called, ast.Attribute)
        and called.attr == "__init__"
        and isinstance(called.value, ast.Call)
        and isinstance(called.value.func, ast.Name)
        and called.value.func.id == "super"
    )


def _is_not_implemented(node: ast.stmt) -> bool:
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(error, ast.Name) and error.id == "NotImplementedError"
