"""A hint is about something, and who has that right already is not told it."""

import copy
import pickle
from dataclasses import replace

import pytest

from autograder.authoring.key_faults import faults
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.exercise.building import build
from autograder.exercise.hints import Hint, about, still_needed
from autograder.exercise.key import load_key

OVERFLOWS = """
def softmax(scores, axis=-1):
    e = np.exp(scores)
    return e / e.sum(axis=axis, keepdims=True)
"""
FORGETS_THE_SUM = """
def softmax(scores, axis=-1):
    return np.exp(scores - scores.max(axis=axis, keepdims=True))
"""


@pytest.fixture(scope="module")
def softmax():
    return load_key("solutions").exercise("numpy.softmax")


def shown(exercise, source, hint=2):
    return make_card(evaluate(exercise, build(exercise, source)), hint=hint).hint


def test_a_named_mistake_is_the_first_hint(softmax):
    assert shown(softmax, OVERFLOWS, hint=1) == ""


def test_who_has_the_formula_right_is_not_told_to_get_it_right_first(softmax):
    assert shown(softmax, OVERFLOWS).startswith("Hint 2 of 3: Exponentials overflow")
    assert shown(softmax, FORGETS_THE_SUM).startswith("Hint 1 of 3: Get the formula right")


def test_a_hint_on_the_whole_task_is_given_whatever_is_right():
    hints = (Hint("a", "first", "second"), "b", Hint("c", "first"))
    assert still_needed(hints, {"first"}) == ("a", "b")
    assert still_needed(hints, {"first", "second"}) == ("b",)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda h: pickle.loads(pickle.dumps(h))])
def test_a_copy_of_a_hint_keeps_what_it_is_about(copied):
    hint = copied(Hint("a", "first", "second"))
    assert (str(hint), about(hint)) == ("a", ("first", "second"))


def test_a_hint_about_nothing_of_its_exercise_is_a_fault(softmax):
    wrong = replace(softmax, hints=(Hint("a", "no such case"),))
    assert any("'no such case'" in found for found in faults(wrong))


def test_every_hint_of_the_key_is_about_something_that_is_checked():
    for exercise in load_key("solutions").all_exercises():
        parts = (*exercise.cases, *exercise.properties, *exercise.rules)
        names = {part.name for part in parts}
        assert all(name in names for hint in exercise.hints for name in about(hint))
