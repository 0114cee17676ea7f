"""The walls of the house: how long modules and functions may be, and what is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import LONGEST

ROOT = Path(__file__).resolve().parents[1]
LONGEST_MODULE, LONGEST_FUNCTION = 350, 60  # lines
# Exercises with so many mistakes to name that they are longer: none may grow.
LONGER = {
    "solutions/ch04_tensorflow/scaled_dot_product_attention.py": 354,
    "solutions/ch07_masking/masked_softmax.py": 447,
    "solutions/ch08_multi_head/keras_layer.py": 382,
    "solutions/ch08_multi_head/multi_head_attention.py": 512,
    "solutions/ch08_multi_head/torch_module.py": 416,
    "solutions/ch09_transformer_block/decoder_block.py": 387,
    "solutions/ch12_efficient_attention/grouped_query_attention.py": 412,
    "solutions/ch12_efficient_attention/kv_cache.py": 475,
    "solutions/ch12_efficient_attention/online_softmax_attention.py": 506,
}
# Tables of mistakes, one after the other.
TABLES = {"ask_projection", "mixtures", "decided"}
FOLDERS = ("autograder", "solutions", "book/lessons")
MODULES = sorted(path for f in FOLDERS for path in (ROOT / f).rglob("*.py"))
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


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_has_one_idea(path: Path):
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= LONGER.get(named(path), LONGEST_MODULE)
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in ast.walk(ast.parse(source))
        if isinstance(node, FUNCTIONS)
        and node.name not in TABLES
        and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    }
    assert not long, f"longer than {LONGEST_FUNCTION} lines: {long}"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_everything_public_is_documented(path: Path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module says nothing of itself"
    silent = [name for name, part in parts(tree) if not ast.get_docstring(part)]
    assert not silent


def test_the_files_that_are_tested_first_are_there():
    assert [name for name in LONGEST if not (ROOT / name).is_file()] == []
