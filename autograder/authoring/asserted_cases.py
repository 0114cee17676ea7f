"""Make a case of each assertion that stands in an author's notebook."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from autograder.authoring.marked_cells import TestCell, is_test
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.slicing import behind
from autograder.notebooks.statements import Statement, Statements, names

IMPORT = re.compile(r"(?:import|from)\s")
LEGACY = re.compile(r"\b(?:np|numpy)\.random\.(?!default_rng|Generator)\w+")


@dataclass(frozen=True)
class AssertedCase:
    """A case: the lines above what the function is given, which is a tuple's source.

    With ``is_drawn`` they use the case's ``rng``, where the notebook makes its own.
    """

    name: str
    function: str
    above: str
    given: str
    is_drawn: bool


@dataclass
class Asserted:
    """The cases of an exercise, what their modules need, and what is left to do."""

    cases: list[AssertedCase] = field(default_factory=list)
    imports: list[Statement] = field(default_factory=list)
    borrowed: set[str] = field(default_factory=set)
    left: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # of these none may stay


def asserted(
    tests: Iterable[TestCell],
    function: ast.FunctionDef,
    known: Statements,
    earlier: Iterable[str],
) -> Asserted:
    """Read the tests of a function in a notebook, whose statements are ``known``.

    A case is given what the assertion gives the function.  What that needs may stand
    anywhere above it; the names of ``earlier`` exercises are borrowed.
    """
    made = Asserted()
    lent = dict.fromkeys([*earlier, function.name], False)
    for test in tests:
        seen_lines = test.above + len(test.seen.splitlines())
        for statement in known:
            if statement.cell.order != test.place:
                continue
            node = ast.parse(statement.source).body[0]
            start = ast.unparse(node).splitlines()[0][:80]
            if not is_test(node):
                if _holds_tests(node):
                    made.left.append(
                        f"A test of {function.name} stands in a loop or a try, and was "
                        f"left: {start}"
                    )
                continue
            if (given := _given(node, function)) is None:
                made.left.append(
                    f"A test of {function.name} does not call it with what it needs, and "
                    f"was left: {start}"
                )
                continue
            if problem := _problem(statement, known):
                made.wrong.append(f"{start} {problem} (cell {test.place + 1}).")
            _add(made, statement, given, known, lent, is_hidden=statement.line > seen_lines)
            if old := LEGACY.search(f"{made.cases[-1].above}\n{made.cases[-1].given}"):
                made.left.append(
                    f"A test of {function.name} draws from {old[0]}, which is not under "
                    "the grader's control: draw from a generator, rng = "
                    "np.random.default_rng()."
                )
    if any("hidden" in case.name and not case.is_drawn for case in made.cases):
        made.left.append(
            f"Hidden tests of {function.name} are cases with fixed inputs, which a "
            "student's copy shows: draw them from a generator, rng = "
            "np.random.default_rng(), to hide them."
        )
    return made


def _add(
    made: Asserted,
    statement: Statement,
    given: str,
    known: Statements,
    lent: dict[str, bool],
    *,
    is_hidden: bool,
) -> None:
    asked = replace(statement, uses=names(given)[2])
    answer = FoundAnswer("", expression=asked, end=asked.place)
    needed, borrowed = behind(answer, known, lent)
    made.borrowed |= borrowed
    lines: list[str] = []
    drawing = _Drawing()
    for each in needed:
        if each.place == statement.place:
            continue
        if IMPORT.match(each.source):
            made.imports.append(each)
        elif (line := drawing.of(each.source)) != "rng = rng":
            lines.append(line)
    given = drawing.of(given)
    number = len(made.cases) + 1
    name = f"hidden test {number}" if is_hidden else f"test {number}"
    above = textwrap.indent("\n".join(lines), "    ")
    case = AssertedCase(name, f"_test_{number}", above, given, is_drawn=drawing.is_used)
    made.cases.append(case)


class _Drawing(ast.NodeTransformer):
    """Put the case's ``rng`` in the place of the generators that a notebook makes."""

    is_used = False

    def of(self, source: str) -> str:
        """The source that draws from ``rng``."""
        return ast.unparse(self.visit(ast.parse(source)))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if getattr(node.func, "attr", getattr(node.func, "id", "")) != "default_rng":
            return node
        self.is_used = True
        return ast.Name("rng", ast.Load())


def _problem(statement: Statement, known: Statements) -> str:
    """What is wrong with a test when it is asked of the author's own solution."""
    answer = FoundAnswer("", expression=statement, end=statement.place)
    source = "\n".join(each.source for each in behind(answer, known, {})[0])
    try:
        exec(compile(source, "<notebook>", "exec"), {"__name__": "notebook"})
    except AssertionError:
        return "does not hold of your own solution"
    except Exception as error:
        return f"cannot be run, {type(error).__name__}: {error}"
    return ""


def _holds_tests(statement: ast.stmt) -> bool:
    """Whether a loop or a try asserts something: no case can be made of it."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return False
    return any(isinstance(node, (ast.Assert, ast.Raise)) for node in ast.walk(statement))


def _given(test: ast.stmt, function: ast.FunctionDef) -> str | None:
    """The arguments of the first call of a function in a test, as a tuple's source."""
    parameters = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function.name:
            if any(isinstance(a, ast.Starred) for a in node.args):
                return None
            values = [*map(ast.unparse, node.args)]
            named = {k.arg: ast.unparse(k.value) for k in node.keywords}
            for name in parameters[len(values) :]:
                if name not in named:
                    break
                values.append(named.pop(name))
            return None if named else f"({', '.join(values)},)" if values else "()"
    return None
