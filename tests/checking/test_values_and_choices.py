"""Judging values and choices: in which forms they may be written."""

import numpy as np
import pytest
from exercise_ids import exercise_ids
from toy_key.temperatures import FIXED_POINTS, PREDICT

from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.exercise.key import load_key


@pytest.mark.parametrize(
    "answer",
    [
        [[32, 212], [273.15, 373.15]],
        ((32, 212), (273.15, 373.15)),
        np.array([[32, 212], [273.15, 373.15]], "float32"),
        [[32.004, 212], [273.15, 373.15]],
    ],
)
def test_a_value_may_be_written_as_lists_and_rounded(answer):
    assert evaluate(FIXED_POINTS, answer).status == "passed"


@pytest.mark.parametrize(
    "answer",
    [
        [[32, 212], [273.15]],
        [[32.5, 212], [273.15, 373.15]],
        [32, 212, 273.15, 373.15],
        "32 and 212",
        lambda: [[32, 212], [273.15, 373.15]],
        [[None, 212], [273.15, 373.15]],
        [[float("nan"), 212], [273.15, 373.15]],
    ],
)
def test_a_value_of_another_form_is_wrong(answer):
    assert evaluate(FIXED_POINTS, answer).status == "failed"


@pytest.mark.parametrize("answer", ["c", "C", " c ", "(c)", "c.", "C)"])
def test_a_choice_may_be_written_in_any_of_the_usual_ways(answer):
    assert evaluate(PREDICT, answer).status == "passed"


@pytest.mark.parametrize("answer", ["a", "", "cc", 3, ["c"], None.__class__, 1e300])
def test_another_choice_is_wrong(answer):
    assert evaluate(PREDICT, answer).status == "failed"


@pytest.mark.parametrize("answer", [3, "a or c", ["a"], "", "the first"])
def test_what_is_no_letter_is_told_so(answer):
    assert "is not one letter. Write one in quotes" in evaluate(PREDICT, answer).message


@pytest.mark.parametrize("exercise_id", exercise_ids(having=r'kind="value"(?s:.)*observe='))
def test_a_card_shows_the_value_that_was_given_and_not_what_is_observed_in_it(exercise_id):
    exercise = load_key("solutions").exercise(exercise_id)
    for held in exercise.misconceptions:
        answer = exercise.wrong_answer(held)()
        card = make_card(evaluate(exercise, answer))
        assert str(answer.shape) in card.got.what
        assert " got " not in card.problem
