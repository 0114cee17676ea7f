"""The walls of the house: how long modules and functions may be, and what is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import LONGEST

ROOT = Path(__file__).resolve().parents[1]
LONGEST_MODULE, LONGEST_FUNCTION = 350, 60  # lines
SIZED = ("autograder", "solutions", "book", "tests")
# What others import: every public name in them says what it is.
DOCUMENTED = ("autograder", "solutions", "book/lessons")


def modules(folders: tuple[str, ...]) -> list[Path]:
    return sorted(path for f in folders for path in (ROOT / f).rglob("*.py"))


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
PARTS = (*FUNCTIONS, ast.ClassDef)


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def parts(tree: ast.AST, at: str = "") -> Iterator[tuple[str, ast.AST]]:
    """The public functions, classes and methods of a module, with their names.

    A class that inherits need not say again what its base says of a method.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, PARTS) and not node.name.startswith("_"):
            yield at + node.name, node
            if isinstance(node, ast.ClassDef) and not node.bases:
                yield from parts(node, f"{at}{node.name}.")


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without those of its docstring."""
    first = node.body[0]
    words = first.end_lineno - first.lineno + 1 if ast.get_docstring(node) else 0
    return node.end_lineno - node.lineno + 1 - words


@pytest.mark.parametrize("path", modules(SIZED), ids=named)
def test_a_module_has_one_idea(path: Path):
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= LONGEST_MODULE
    long = {
        node.name: lines
        for node in ast.walk(ast.parse(source))
        if isinstance(node, FUNCTIONS) and (lines := code_lines(node)) > LONGEST_FUNCTION
    }
    assert not long, f"longer than {LONGEST_FUNCTION} lines: {long}"


@pytest.mark.parametrize("path", modules(DOCUMENTED), ids=named)
def test_everything_public_is_documented(path: Path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree) or not tree.body, "the module says nothing of itself"
    silent = [name for name, part in parts(tree) if not ast.get_docstring(part)]
    assert not silent


def test_the_files_that_are_tested_first_are_there():
    assert [name for name in LONGEST if not (ROOT / name).is_file()] == []
