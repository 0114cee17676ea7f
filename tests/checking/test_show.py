"""How values are shown: what differs looks different."""

import numpy as np

from autograder.checking.show import show


def test_two_numbers_of_a_row_that_are_not_equal_do_not_look_equal():
    """Equal scores beside unequal weights would contradict what is taught."""
    scores = np.array([[1.2, 1.0], [-1999.2, -1999.0], [-4002.0, -4000.0]])
    rows = [line.strip("[] ").split() for line in show(scores).splitlines()]
    assert all(first != second for first, second in rows)


def test_what_differs_by_rounding_alone_looks_equal():
    assert show(np.array([0.1 + 0.2, 0.3])) == "[0.3 0.3]"


def test_a_zero_has_no_sign():
    assert show(-0.0) == show(np.float64(-0.0)) == "0"


def test_a_number_that_is_not_whole_does_not_look_whole():
    assert [show(n) for n in (0.99996, 1.0, -2.99999, 2000.4)] == [
        "1.000",
        "1",
        "-3.000",
        "2000",
    ]


def test_a_large_number_that_is_not_whole_is_short():
    assert show(1719894023900720.5) == "1.72e+15"
    assert show(1234567.0) == "1234567"


def test_a_number_that_rounds_up_to_one_more_digit_keeps_its_form():
    assert [show(n) for n in (9999.7, -99999.6)] == ["9999.7", "-99999.6"]


def test_an_array_looks_the_same_under_any_options():
    array = np.array([[1.5, -0.25], [np.nan, np.inf]])
    with np.printoptions(
        precision=1, floatmode="fixed", sign="+", nanstr="?", infstr="!", linewidth=8
    ):
        elsewhere = show(array)
    assert elsewhere == show(array) == "[[ 1.50 -0.25]\n [  nan   inf]]"


def test_of_few_numbers_a_small_one_does_not_look_like_0():
    assert show(np.array([1.0, 0.0001, 0.0])) == "[1.0000 0.0001 0.0000]"
