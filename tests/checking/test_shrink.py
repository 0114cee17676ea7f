"""The smallest failing call has short numbers, where it fails in the same way with them."""

import numpy as np

from autograder.checking.check import evaluate
from autograder.exercise.key import load_key


def given(exercise_id: str, mistake: str) -> tuple[np.ndarray, ...]:
    """The arguments that a card shows of an answer with a mistake of the key."""
    exercise = load_key().exercise(exercise_id)
    (found,) = (m for m in exercise.misconceptions if m.id == mistake)
    verdict = evaluate(exercise, exercise.wrong_answer(found))
    assert verdict.misconceptions == (found,)
    assert verdict.example
    return verdict.example.arguments


def test_numbers_of_one_decimal_are_shown_where_the_mistake_shows_with_them():
    scores, *_ = given("numpy.softmax", "base-two")
    assert np.array_equal(scores, np.round(scores, 1))


def test_weights_which_sum_to_one_stay_as_they_are():
    weights, _ = given("numpy.weighted_values", "queries-first")
    assert not np.array_equal(weights, np.round(weights, 2))


def test_numbers_that_would_look_equal_and_are_not_are_shown_last():
    x, *_ = given("contexts.quantise_cache", "groups-across")
    assert np.ptp(x) > 0.1 or not np.ptp(x)
