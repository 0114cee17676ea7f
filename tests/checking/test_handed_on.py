"""What an accepted value hands on: the type, shape and dtype that the chapter needs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autograder.authoring.collected import collected, value_of
from autograder.checking.check import check, evaluate
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
# In what other forms one writes a right value, as far as they are accepted.
FORMS: dict[str, Callable[[Any], Any]] = {
    "lists": lambda value: np.asarray(value).tolist(),
    "a tuple": lambda value: tuple(np.atleast_1d(value).tolist()),
    "floats": lambda value: np.asarray(value, "float64"),
    "float32": lambda value: np.asarray(value, "float32"),
    "whole numbers": lambda value: np.asarray(value).astype(int),
    "a matrix": lambda value: np.asmatrix(value),
    "a number of NumPy": lambda value: np.asarray(value)[()],
    "a float": lambda value: float(np.asarray(value).ravel()[0]),
}


@pytest.fixture(scope="module")
def values() -> list[Exercise]:
    """Every exercise of the key whose answer is a value."""
    return [one for one in KEY.all_exercises() if one.kind == "value"]


def accepted(exercise: Exercise) -> Iterator[tuple[str, Any]]:
    """Right answers that the key collects, and the right one in other forms."""
    for given in collected(KEY, exercise, ROOT):
        if given.answer.is_right:
            yield given.answer.label, value_of(KEY, given)
    for name, form in FORMS.items():
        answer = form(exercise.reference())
        if evaluate(exercise, answer).status == "passed":
            yield name, answer


def form_of(value: Any) -> tuple[Any, ...]:
    return type(value), np.shape(value), np.asarray(value).dtype


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_whatever_is_accepted_the_chapter_goes_on_with_what_it_needs(values):
    wrong = [
        f"{exercise.id}, {name}: {handed!r}"
        for exercise in values
        if not exercise.observe  # then others have other shapes, and are right
        for name, answer in accepted(exercise)
        if form_of(handed := check(exercise.id, answer)) != form_of(exercise.reference())
    ]
    assert wrong == []


def test_an_array_that_is_right_is_handed_on_itself():
    answer = KEY.exercise("byhand.keys").reference()
    assert check("byhand.keys", answer) is answer


def test_where_several_are_right_lists_become_the_array_that_they_stand_for():
    handed = check("heads.smallest_input", [[[1, 2, 3, 4]]])
    assert form_of(handed)[:2] == (np.ndarray, (1, 1, 4))
    assert handed.ravel().tolist() == [1, 2, 3, 4]
