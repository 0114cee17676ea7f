"""Hints point, and the last one gives a step: none gives the solution."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest
from exercise_ids import exercise_ids
from quickly import quickly

from autograder import Exercise
from autograder.exercise.key import load_key

IDS = exercise_ids(lacking=r"^from solutions\.choices")
TENSORFLOW = r"^ *(?:import|from) (?:tensorflow|keras)\b"  # whose import takes seconds
SHORTEST = 12  # characters; shorter ones, "self.k", are found everywhere


class Inlined(ast.NodeTransformer):
    """Local names replaced by what was assigned to them."""

    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)


def squashed(text: str) -> str:
    return re.sub(r"[\s`()]|\breturn\b", "", text)


def returned(reference: Any) -> Iterator[str]:
    """The expressions that a reference returns, as written and with names inlined."""
    for function in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(reference)))):
        if not isinstance(function, ast.FunctionDef):
            continue
        assigned = {
            node.targets[0].id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        values = [
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Return) and node.value is not None
        ]
        for value in values:
            yield ast.unparse(value)
            yield ast.unparse(Inlined(assigned).visit(ast.parse(ast.unparse(value))))


def told_by(exercise: Exercise) -> list[str]:
    """The returned expressions that a hint writes out."""
    try:
        answers = {squashed(text) for text in returned(exercise.reference)}
    except SyntaxError:  # a lambda within a call
        return []
    hints = [squashed(hint) for hint in exercise.hints]
    long = [answer for answer in answers if len(answer) >= SHORTEST]
    return [answer for answer in long if any(answer in hint for hint in hints)]


@pytest.mark.parametrize("exercise_id", quickly(IDS, exercise_ids(lacking=TENSORFLOW)))
def test_no_hint_is_the_solution(exercise_id: str):
    assert told_by(load_key().exercise(exercise_id)) == []


def test_a_hint_that_is_the_solution_would_be_noticed():
    exercise = load_key().exercise("numpy.project_qkv")
    telling = "Return `x @ W_q, x @ W_k, x @ W_v`."
    changed = type("Told", (), {"reference": exercise.reference, "hints": (telling,)})
    assert told_by(changed)
