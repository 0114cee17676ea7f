"""What a student has not answered is lent by the grader, for arguments that are not large:
an answer written as the reference is must get by with that."""

import functools
import sys
from typing import Any

import numpy as np
import pytest
from exercise_ids import LIBRARIES, exercise_ids

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.values import copy
from autograder.sandbox.asked import MAX_BYTES

NUMPY = [
    one
    for one in map(load_key().exercise, exercise_ids(lacking=LIBRARIES))
    if one.kind == "function"
]


def lent_to(exercise: Exercise) -> dict[str, Exercise]:
    """The earlier exercises that its reference calls, by the names in its module."""
    module = vars(sys.modules[exercise.reference.__module__])
    used = exercise.reference.__code__.co_names
    by_reference = {one.reference: one for one in NUMPY if one is not exercise}
    return {
        name: by_reference[value]
        for name, value in module.items()
        if name in used and callable(value) and value in by_reference
    }


def size(value: Any) -> int:
    """The bytes of all arrays in it."""
    if isinstance(value, (tuple, list)):
        return sum(map(size, value))
    return value.nbytes if isinstance(value, np.ndarray) else 0


@pytest.mark.parametrize("exercise", list(filter(lent_to, NUMPY)), ids=lambda one: one.id)
def test_what_a_reference_gives_to_an_earlier_one_may_be_sent(exercise, monkeypatch):
    sent: list[int] = []

    def counting(function):
        @functools.wraps(function)
        def call(*arguments, **options):
            sent.append(size([*arguments, *options.values()]))
            return function(*arguments, **options)

        return call

    module = sys.modules[exercise.reference.__module__]
    for name, earlier in lent_to(exercise).items():
        monkeypatch.setattr(module, name, counting(earlier.reference))
    for question in questions(exercise, PUBLIC_SEED):
        if not question.case.raises:
            exercise.reference(*copy(question.arguments))
    assert max(sent, default=0) <= MAX_BYTES
