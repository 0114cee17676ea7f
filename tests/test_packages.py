"""How long modules and functions may be, and what public ones must say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import autograder
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


def package_of(module: str) -> str:
    return f"{module}..".split(".")[1]


def taken(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What a module uses of others: module and name."""
    found = {}  # by what it is called here
    for node in ast.walk(tree):
        for each in node.names if isinstance(node, ast.ImportFrom) else ():
            found[each.asname or each.name] = f"{node.module}.{each.name}"
            yield str(node.module), each.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield found.get(node.value.id, ""), node.attr


@cache
def interface() -> tuple[tuple[str, ast.FunctionDef], ...]:
    """The functions that another package of the engine uses, or ``autograder`` gives out.

    What a package keeps to itself may be explained by its name alone, and a class explains
    its fields beside them.
    """
    trees = {
        ".".join(path.with_suffix("").relative_to(ROOT).parts): ast.parse(path.read_text())
        for path in modules(("autograder",))
    }
    used = {
        (module, name)
        for user, tree in trees.items()
        for module, name in taken(tree)
        if package_of(module) != package_of(user)
    }
    return tuple(
        (f"{module}.{node.name}", node)
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, FUNCTIONS) and not f"{module}.{node.name}".count("._")
        if (module, node.name) in used or node.name in autograder.__all__
    )


def sections(docstring: str) -> dict[str, str]:
    """The parts of a docstring in NumPy's form, by their titles."""
    parts = re.split(r"^(\w+)\n-{3,}$", docstring, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("package", sorted({package_of(name) for name, _ in interface()}))
def test_what_another_package_calls_explains_its_arguments(package: str):
    missing = []
    for name, node in interface():
        given = node.args
        arguments = [
            a.arg for a in (*given.args, given.vararg, *given.kwonlyargs) if a is not None
        ]
        if package_of(name) != package or len(arguments) < 2:
            continue
        found = sections(ast.get_docstring(node) or "")
        named = re.findall(r"^\w[\w, ]*$", found.get("Parameters", ""), re.MULTILINE)
        if [each.strip() for line in named for each in line.split(",")] != arguments:
            missing.append(f"{name}: Parameters")
        if ast.unparse(node.returns) != "None" and "Returns" not in found:
            missing.append(f"{name}: Returns")
        raised = (n for n in ast.walk(node) if isinstance(n, ast.Raise) and n.exc)
        if any(raised) and "Raises" not in found:
            missing.append(f"{name}: Raises")
    assert not missing


def test_the_files_that_are_tested_first_are_there():
    assert [name for name in LONGEST if not (ROOT / name).is_file()] == []
