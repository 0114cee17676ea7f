"""What a text promises of every input is tried: axes in front, and whole numbers."""

import inspect
import re

import numpy as np
import pytest
from exercise_ids import exercise_ids

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key

OTHER_KINDS = 'kind="'
IN_FRONT = exercise_ids(having=r"^    \w[\w, ]*: \(\.\.\.[,)]", lacking=OTHER_KINDS)
WHOLE = exercise_ids(having=r"whole\s+numbers\s+\(int64\)\s+too", lacking=OTHER_KINDS)


def text_of(exercise: Exercise) -> str:
    return " ".join((inspect.getdoc(exercise.reference) or "").split())


def arrays_tried(exercise: Exercise) -> list[dict[str, np.ndarray]]:
    """The arrays of some calls of each case, by the names of the parameters."""
    names = list(inspect.signature(exercise.reference).parameters)
    calls = [case.draw(np.random.default_rng(i)) for case in exercise.cases for i in (0, 1)]
    return [
        {name: a for name, a in zip(names, call, strict=False) if isinstance(a, np.ndarray)}
        for call in calls
    ]


def axes_promised(text: str) -> dict[str, int]:
    """How many axes stand behind "..." in the shape of each argument: x: (..., n, d), 2."""
    shapes = re.findall(r"(\w+(?:, \w+)*): \(\.\.\.((?:, [^,)]+)*)\)", text)
    return {name: axes.count(",") for names, axes in shapes for name in names.split(", ")}


@pytest.mark.parametrize("exercise_id", IN_FRONT)
def test_any_axes_in_front_are_three_in_some_case(exercise_id):
    exercise = load_key().exercise(exercise_id)
    promised = axes_promised(text_of(exercise))
    in_front = [
        arrays[name].ndim - axes
        for arrays in arrays_tried(exercise)
        for name, axes in promised.items()
        if name in arrays
    ]
    assert max(in_front) >= 3


@pytest.mark.parametrize("exercise_id", WHOLE)
def test_arguments_that_may_be_whole_numbers_have_decimals_one_at_a_time(exercise_id):
    exercise = load_key().exercise(exercise_id)
    kinds = [
        {name: a.dtype.kind for name, a in arrays.items() if a.dtype.kind in "fi"}
        for arrays in arrays_tried(exercise)
    ]
    with_decimals = {n for call in kinds for n, kind in call.items() if kind == "f"}
    alone = {
        n
        for call in kinds
        for n in with_decimals & set(call)
        if all((kind == "f") == (other == n) for other, kind in call.items())
    }
    assert alone == with_decimals
