"""Large scores: a softmax that overflows passes nowhere, and rounding refuses nobody."""

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from exercise_ids import WITHOUT_CODE, exercise_ids

from autograder.checking.ask import asker
from autograder.checking.compare import Tolerance, compare
from autograder.checking.judge import judge
from autograder.exercise.answers import cell_source
from autograder.exercise.building import build
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions, right_answer
from autograder.exercise.status import Status

LAYERS = exercise_ids(having='kind="layer"')
SOFTMAXES = {"softmax", "masked_softmax"}
MODULES = {"torch", "F", "tf.nn", "ops", "nn.functional", "torch.nn.functional"}
# Softmax as on paper, for an array of any of the three libraries.
ON_PAPER = """
def on_paper(scores, mask=None, axis=-1, dim=None):
    axis = axis if dim is None else dim
    if isinstance(mask, int):
        axis, mask = mask, None
    powers = 2.718281828459045**scores
    if mask is not None:
        powers = powers * mask
    if hasattr(powers, "sum"):
        total = powers.sum(axis=axis, keepdims=True)
    else:
        total = tf.reduce_sum(powers, axis=axis, keepdims=True)
    return powers / (total if mask is None else total + (total == 0))
"""


class OnPaper(ast.NodeTransformer):
    """Puts ``on_paper`` in place of every softmax that is called."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        owner, _, name = ast.unparse(node.func).rpartition(".")
        if name not in SOFTMAXES:
            return node
        given = [node.func.value] if owner and owner not in MODULES else []
        return ast.Call(
            ast.Name("on_paper", ast.Load()), [*given, *node.args], node.keywords
        )


def overflowing(exercise_id: str) -> Iterator[tuple[str, str]]:
    """The key's right answers that call a softmax, by their labels, with that on paper."""
    answers = load_key().answers(exercise_id)
    for answer in answers:
        source = cell_source(answer, answers)
        if answer.is_right and any(name in source for name in SOFTMAXES):
            tree = ast.parse(source)
            changed = ast.unparse(OnPaper().visit(tree))
            if "on_paper" in changed:
                yield answer.label, f"{changed}\n\n{ON_PAPER}"


@pytest.mark.parametrize("exercise_id", exercise_ids(lacking=WITHOUT_CODE))
def test_a_softmax_that_overflows_passes_nowhere(exercise_id: str):
    exercise = load_key().exercise(exercise_id)
    for label, source in overflowing(exercise_id):
        asked = asker(exercise, build(exercise, source))
        status = judge(exercise, asked, PUBLIC_SEED, explain=False).status
        assert status != Status.PASSED, label


def nudged(value: Any, rng: np.random.Generator) -> Any:
    """Arguments whose floats are each a few units in the last place off, or none."""
    if isinstance(value, tuple):
        return tuple(nudged(each, rng) for each in value)
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        units = rng.integers(-4, 5, size=value.shape)
        return (value + units * np.spacing(value)).astype(value.dtype)
    return value


@pytest.mark.parametrize("exercise_id", LAYERS)
def test_no_layer_is_refused_for_the_last_digits(exercise_id: str):
    exercise = load_key().exercise(exercise_id)
    for seed in range(25):
        for question in questions(exercise, seed):
            if question.case.raises:
                continue
            arguments = nudged(question.arguments, np.random.default_rng(seed))
            near = right_answer(exercise, exercise.reference, arguments)
            tolerance = Tolerance.for_call(exercise, arguments)
            assert compare(question.expected, near, tolerance) is None, question.case.name
