"""What a design asks for is the weight that its docstring states, no more and no less."""

import inspect
import re
from functools import cache

import numpy as np
import pytest
from exercise_ids import exercise_ids

from autograder.checking.card import make_card
from autograder.checking.card_forms import as_text
from autograder.checking.check import evaluate
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.status import Status

STATED = re.compile(r"at least (0\.\d+)")


DESIGNS = [
    load_key().exercise(one) for one in exercise_ids(r"^from solutions\.designs import")
]
SHARP = [one for one in DESIGNS if STATED.search(inspect.getdoc(one.reference) or "")]


@cache
def _asked(exercise_id: str) -> list[tuple[np.ndarray, int]]:
    """The tokens of each question, and from which row on a weight should be sharp."""
    drawn = questions(load_key().exercise(exercise_id), PUBLIC_SEED)
    return [(q.arguments[0].kept["x"], q.arguments[0].kept["rows"]) for q in drawn]


def _weakest(exercise: Exercise, factor: float) -> float:
    """The least of the weights that should be sharp, with all scores times ``factor``."""
    W_q, W_k, _ = exercise.reference()
    found = []
    for x, rows in _asked(exercise.id):
        scores = factor * (x @ W_q) @ (x @ W_k).T / W_q.shape[1] ** 0.5
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights = powers / powers.sum(axis=1, keepdims=True)
        found.append(weights.max(axis=1)[rows:].min())
    return min(found)


def _factor(exercise: Exercise, weight: float) -> float:
    """What makes the weakest of the reference's weights this."""
    low, high = 1e-3, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _weakest(exercise, middle) > weight else (middle, high)
    return high


def _softened(exercise: Exercise, factor: float):
    def answer():
        W_q, W_k, W_v = exercise.reference()
        return factor * W_q, W_k, W_v

    return answer


def test_three_designs_state_a_weight():
    assert len(SHARP) == 3


@pytest.mark.parametrize("exercise", SHARP, ids=lambda one: one.id)
@pytest.mark.parametrize(("more", "passes"), [(0.001, True), (-0.001, False)])
def test_the_stated_weight_is_enough_and_less_is_not(
    exercise: Exercise, more: float, passes: bool
):
    (stated,) = STATED.findall(inspect.getdoc(exercise.reference))
    factor = _factor(exercise, float(stated) + more)
    found = evaluate(exercise, _softened(exercise, factor))
    assert (found.status == Status.PASSED) == passes, found.message


@pytest.mark.parametrize("exercise", DESIGNS, ids=lambda one: one.id)
@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_what_is_no_number_earns_nothing_and_is_not_called_spread(
    exercise: Exercise, number: float
):
    found = evaluate(
        exercise,
        lambda: tuple(np.full_like(each, number, float) for each in exercise.reference()),
    )
    assert found.points == 0
    assert "spread" not in as_text(make_card(found))
