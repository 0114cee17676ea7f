"""A shape is said with the names that the exercise's docstring gives its axes."""

import numpy as np
import pytest

from autograder.checking.axes import AxisNames
from autograder.exercise.key import load_key

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
