"""A shape is said with the names that the exercise's docstring gives its axes."""

from collections import defaultdict

import numpy as np
import pytest
from exercise_ids import WITHOUT_CODE, exercise_ids

from autograder.checking.axes import AxisNames
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.values import Tensor

KEY = load_key("solutions")


def ones(*shape):
    return np.ones(shape)


@pytest.mark.parametrize(
    ("exercise_id", "arguments", "expected", "shape", "said"),
    [
        # q: (..., n_q, d_k).  k: (..., n_k, d_k).
        (
            *("numpy.attention_weights", (ones(2, 4), ones(3, 4)), ones(2, 3)),
            *((2, 3), "(n_q 2, n_k 3)"),
        ),
        (
            *("numpy.attention_weights", (ones(2, 4), ones(3, 4)), ones(2, 3)),
            *((3, 7), "(n_k 3, 7)"),
        ),
        (
            *("numpy.attention_weights", (ones(2, 4), ones(2, 4)), ones(2, 2)),
            *((2, 4), "(2, d_k 4)"),
        ),
        (
            *("numpy.attention_weights", (ones(5, 2, 4), ones(5, 3, 4)), ones(5, 2, 3)),
            *((5, 2), "(5, n_q 2)"),
        ),
        # It returns three arrays, of which the docstring names the axes, too.
        (
            *("numpy.project_qkv", (ones(2, 3), ones(3, 4), ones(3, 4), ones(3, 5))),
            *([ones(2, 4), ones(2, 4), ones(2, 5)], (5, 2), "(d_v 5, n 2)"),
        ),
        ("numpy.softmax", (ones(4), -1), ones(4), (4,), "(4,)"),
        ("numpy.attention_weights", (ones(2, 4), ones(3, 4)), ones(2, 3), (3,), "(n_k 3)"),
    ],
    ids=["all", "one unknown", "two as long", "batch", "several results", "none", "one"],
)
def test_an_axis_has_a_name_where_no_other_is_as_long(
    exercise_id, arguments, expected, shape, said
):
    exercise = KEY.exercise(exercise_id)
    assert AxisNames(exercise, arguments, expected).shape(shape) == said


def test_an_axis_as_long_as_there_are_heads_has_no_name():
    """Nor one that may be a head's width: of batch 2, 2 heads and width 6 / 2 = 3 of 3."""
    x = ones(2, 3, 6)
    call = ((6, 2), (), (x,), x), {"output": x}
    exercise = KEY.exercise("heads.torch_module")
    assert AxisNames(exercise, *call).shape((2, 2, 3, 3)) == "(2, 2, 3, 3)"
    assert AxisNames(exercise, *call).shape((2, 3, 6)) == "(2, 3, embed_size 6)"


def test_of_two_axes_that_are_as_long_one_may_be_anything():
    """Two copies of 2 heads, say; but each of 3 tokens stands beside each of 3."""
    arguments = (ones(3, 5), ones(5, 2), ones(5, 2), ones(5, 4))
    call = KEY.exercise("numpy.self_attention"), arguments, ones(3, 4)
    assert AxisNames(*call).shape((2, 2, 3)) == "(2, 2, n 3)"
    assert AxisNames(*call).shape((3, 3)) == "(n 3, n 3)"


def test_a_name_without_a_length_takes_the_others_with_it():
    arguments = (ones(2, 4),)  # k is not there: n_k may be as long as any
    exercise = KEY.exercise("numpy.attention_weights")
    assert AxisNames(exercise, arguments, None).shape((2, 4)) == "(2, 4)"


@pytest.mark.parametrize("exercise_id", exercise_ids(lacking=WITHOUT_CODE))
def test_an_axis_has_the_same_name_in_every_call(exercise_id):
    """One as long as ``rows`` in one call, and not in another, is not called so.

    Axes of several results have no names at all.
    """
    exercise, seen = KEY.exercise(exercise_id), defaultdict(list)
    for call in questions(exercise, PUBLIC_SEED):
        names = AxisNames(exercise, call.arguments, call.expected).by_length
        result = () if isinstance(call.expected, tuple) else call.expected
        for place, array in _arrays((call.arguments, result)):
            for axis, size in enumerate(array.shape):
                if size > 1:  # an axis of 1 may stand for any other
                    seen[*place, axis - array.ndim].append((size, names))
    for place, calls in seen.items():
        for name in {names[size] for size, names in calls if size in names}:
            elsewhere = [size for size, names in calls if name in names.values()]
            lengths = [n for _, names in calls for n in names if names[n] == name]
            assert elsewhere == lengths, (place, name)


def _arrays(value, place=()):
    value = value.array if isinstance(value, Tensor) else value
    if isinstance(value, np.ndarray):
        yield place, value
    elif isinstance(value, (tuple, list)):
        for i, each in enumerate(value):
            yield from _arrays(each, (*place, i))
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _arrays(each, (*place, name))
