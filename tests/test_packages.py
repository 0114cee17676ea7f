"""How long modules and functions may be, and what packages say to one another."""

import ast
import inspect
import re
import textwrap
from pathlib import Path

import pytest

import autograder
from tests.conftest import LONGEST

ROOT = Path(__file__).resolve().parents[1]
LONGEST_MODULE, LONGEST_FUNCTION = 350, 60  # lines
SIZED = ("autograder", "solutions", "book", "tests")


def modules(folders: tuple[str, ...]) -> list[Path]:
    """Those of folders; a file of cells is none."""
    paths = (path for f in folders for path in (ROOT / f).rglob("*.py"))
    return sorted(path for path in paths if "." not in path.stem)


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without those of its docstring."""
    first = node.body[0]
    words = first.end_lineno - first.lineno + 1 if ast.get_docstring(node) else 0
    return node.end_lineno - node.lineno + 1 - words


def test_modules_and_functions_are_short():
    long = {}
    for path in modules(SIZED):
        source = path.read_text(encoding="utf-8")
        if source.count("\n") > LONGEST_MODULE:
            long[named(path)] = source.count("\n")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, FUNCTIONS) and code_lines(node) > LONGEST_FUNCTION:
                long[f"{named(path)}: {node.name}"] = code_lines(node)
    assert long == {}


def interface() -> tuple[ast.FunctionDef, ...]:
    """The functions that a course's author imports from ``autograder``.

    What the engine keeps to itself is explained by two plain sentences, and a class
    explains its fields beside them.
    """
    functions = [getattr(autograder, name) for name in autograder.__all__]
    return tuple(
        ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        for function in functions
        if inspect.isfunction(function)
    )


def sections(docstring: str) -> dict[str, str]:
    """The parts of a docstring in NumPy's form, by their titles."""
    parts = re.split(r"^(\w+)\n-{3,}$", docstring, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("node", interface(), ids=lambda node: node.name)
def test_what_a_course_imports_explains_its_arguments(node: ast.FunctionDef):
    given = node.args
    arguments = [
        a.arg for a in (*given.args, given.vararg, *given.kwonlyargs) if a is not None
    ]
    said = sections(ast.get_docstring(node) or "")
    explained = re.findall(r"^\w[\w, ]*$", said.get("Parameters", ""), re.MULTILINE)
    assert [each.strip() for line in explained for each in line.split(",")] == arguments
    assert "Returns" in said or ast.unparse(node.returns) == "None"
    raises = any(isinstance(n, ast.Raise) and n.exc for n in ast.walk(node))
    assert "Raises" in said or not raises


def test_the_files_that_are_tested_first_are_there():
    assert [name for name in LONGEST if not (ROOT / name).is_file()] == []
