"""Statuses: what they mean stands in one module, and nothing else lists them."""

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from autograder.exercise.status import Status, SubmissionStatus

ENGINE = Path(__file__).resolve().parents[2] / "autograder"
VALUES = {str(one) for one in (*Status, *SubmissionStatus)}
MODULES = [p for p in sorted(ENGINE.rglob("*.py")) if p.name != "status.py"]


def test_what_a_person_has_to_settle_is_neither_judged_nor_the_graders_fault():
    assert {one for one in Status if one.is_unfinished} == {
        *(Status.NOT_FOUND, Status.TIMEOUT, Status.CRASHED, Status.OUT_OF_MEMORY),
    }
    assert not any(one.is_judged and one.ended_early for one in Status)


@pytest.mark.parametrize("status", [*Status, *SubmissionStatus])
def test_a_status_is_its_text_wherever_it_is_kept(status):
    assert pickle.loads(pickle.dumps(status)) is status
    assert f"{status}" == status.value == msgspec.json.decode(msgspec.json.encode(status))
    assert msgspec.convert(status.value, type(status)) is status


def listings(tree: ast.AST) -> Iterator[ast.AST]:
    """Collections of statuses, and comparisons with one, spelt as text."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            items = node.elts
        elif isinstance(node, ast.Dict):
            items = [key for key in node.keys if key]
        elif isinstance(node, ast.Compare) and _is_status(ast.unparse(node.left)):
            if any(_value(one) in VALUES for one in node.comparators):
                yield node
            continue
        else:
            continue
        if sum(_value(item) in VALUES for item in items) >= 2:
            yield node


def _is_status(left: str) -> bool:
    return left.endswith("status") and left != "future.status"  # of Dask, not of ours


def _value(node: ast.AST) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def test_nothing_else_lists_statuses():
    trees = {
        str(path.relative_to(ENGINE)): ast.parse(path.read_text("utf-8"))
        for path in MODULES
    }
    listed = {
        name: [ast.unparse(n) for n in listings(tree)] for name, tree in trees.items()
    }
    assert {name: found for name, found in listed.items() if found} == {}
