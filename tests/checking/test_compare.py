"""Comparing an answer with the expected one: what is equal, and where it differs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.checking.clue import clue
from autograder.checking.compare import Tolerance, compare
from autograder.exercise.values import Opaque, plain

SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
NUMBERS = hnp.arrays(
    st.sampled_from(["float16", "float32", "float64", "int32", "int64", "uint64", "bool"]),
    SHAPES,
)
FLOATS = hnp.arrays(
    "float64", SHAPES.filter(lambda s: 0 not in s), elements=st.floats(-1e6, 1e6)
)
RIGHT = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def kind(expected, got, tolerance: Tolerance = Tolerance()) -> str | None:  # noqa: B008
    difference = compare(expected, got, tolerance)
    return difference and difference.kind


# --- what is equal -----------------------------------------------------------


@given(NUMBERS)
def test_everything_equals_a_copy_of_itself(array):
    assert compare(plain(array), plain(array.copy())) is None


@given(FLOATS)
def test_an_error_far_below_the_largest_entry_is_forgiven(array):
    largest = np.abs(array).max() or 1.0
    assert compare(array, array + 1e-9 * largest) is None


@given(FLOATS, st.data())
def test_one_wrong_entry_is_found_where_it_is(array, data):
    if array.ndim == 0:
        return
    place = data.draw(st.tuples(*(st.integers(0, n - 1) for n in array.shape)))
    wrong = array.copy()
    wrong[place] += 1 + np.abs(array).max()
    difference = compare(array, wrong)
    assert (difference.where, difference.wrong) == (place, 1)


@given(FLOATS, FLOATS)
def test_another_shape_is_never_equal(one, other):
    if one.shape != other.shape and one.ndim and other.ndim:
        assert kind(one, other) == "shape"


@pytest.mark.parametrize(
    ("dtype", "forgiven", "wrong"),
    [("float64", 1e-8, 1e-6), ("float32", 1e-5, 1e-3), ("float16", 1e-3, 1e-1)],
)
def test_the_tolerance_follows_the_dtype(dtype, forgiven, wrong):
    one = np.ones(3, dtype)
    assert kind(one, one.astype("float64") + forgiven) is None
    assert kind(one, one.astype("float64") + wrong) == "value"


def test_float32_inputs_forgive_float32_precision_of_a_float64_answer():
    arguments = (np.ones(2, "float32"),)
    assert kind(RIGHT, RIGHT * (1 + 1e-5), Tolerance.of(None, arguments)) is None
    assert kind(RIGHT, RIGHT * (1 + 1e-5)) == "value"


def test_an_absolute_tolerance_goes_before_the_relative_one():
    assert kind(RIGHT, RIGHT + 0.005, Tolerance(atol=0.01)) is None
    assert kind(RIGHT, RIGHT + 0.02, Tolerance(atol=0.01)) == "value"


def test_zeros_are_compared_by_a_small_absolute_tolerance():
    assert kind(np.zeros(2), np.full(2, 1e-9)) is None
    assert kind(np.zeros(2), np.full(2, 1e-3)) == "value"


def test_neighbouring_large_integers_differ():
    assert kind(np.array([2**53]), np.array([2**53 + 1])) == "value"


def test_a_float_answer_to_a_whole_number_question_is_equal():
    assert kind(np.array([1, 2]), np.array([1.0, 2.0])) is None


def test_a_tuple_and_a_list_of_the_same_results_are_equal():
    assert kind((RIGHT, RIGHT), [RIGHT, RIGHT]) is None


def test_a_python_number_equals_an_array_without_axes():
    assert kind(np.array(2.0), 2.0) is None
    assert kind(2.0, np.array(2.0)) is None


def test_nothing_to_compare_is_equal():
    assert kind(np.zeros((0, 3)), np.zeros((0, 3))) is None


# --- what is not -------------------------------------------------------------


@pytest.mark.parametrize("got", [RIGHT[:1], RIGHT[:, :1], RIGHT[None], RIGHT[0]])
def test_shapes_are_never_broadcast(got):
    assert kind(RIGHT, got) == "shape"


def test_a_number_does_not_stand_for_an_array_full_of_it():
    assert kind(np.ones(3), 1.0) == "type"


@pytest.mark.parametrize("got", [True, np.True_, np.ones(3, bool)])
def test_true_is_not_one(got):
    expected = np.ones(np.shape(got)) if np.ndim(got) else 1.0
    assert kind(expected, plain(got)) == "dtype"


def test_one_is_not_true():
    assert kind(np.ones(3, bool), np.ones(3)) == "dtype"


def test_nan_is_equal_only_where_nan_is_expected():
    expected = np.array([1.0, np.nan])
    assert kind(expected, np.array([1.0, np.nan])) is None
    assert kind(expected, np.array([1.0, 2.0])) == "value"
    assert kind(expected, np.array([np.nan, np.nan])) == "nan"


def test_infinity_equals_itself_and_not_its_negative():
    assert kind(np.array([np.inf, 1]), np.array([np.inf, 1])) is None
    assert kind(np.array([np.inf, 1]), np.array([-np.inf, 1])) == "value"


def test_what_is_no_finite_number_is_counted_as_what_it_is():
    found = compare(np.ones(4), np.array([np.nan, np.inf, 1.5, 1.0]))
    assert found.sentence == "2 of 4 numbers are NaN or infinite and should be finite."


def test_a_huge_number_does_not_widen_the_tolerance_of_a_nan():
    assert kind(np.array([1e308, 1.0]), np.array([1e308, np.nan])) == "nan"


@pytest.mark.parametrize(
    ("got", "said"),
    [
        (None, "got None: is a return statement missing?"),
        ([1.0, 2.0], "got a list of 2."),
        (Opaque("Sneaky"), "got something of type Sneaky."),
        ("six", "got a str: 'six'."),
        (7, "got an int: 7."),
    ],
)
def test_what_is_no_array_is_named(got, said):
    assert compare(RIGHT, got).sentence == f"Expected a NumPy array, {said}"


@pytest.mark.parametrize(
    "got",
    [10**400, 10**5000, "x" * 10**6, type("x" * 10**6, (), {})()],
    ids=["overflows", "cannot be printed", "a long text", "a long type name"],
)
def test_a_monstrous_answer_gets_a_short_sentence(got):
    for expected in (RIGHT, 1.0, "a", None, (1.0, 2.0)):
        assert len(compare(expected, plain(got)).sentence) < 500


def test_a_class_without_a_name_is_no_trouble():
    assert kind((1.0, 2.0), plain(type("", (), {})())) == "type"


@pytest.mark.parametrize(
    ("got", "said"),
    [
        (RIGHT, "Expected 2 results, got a float64 array of shape (2, 3)."),
        ((RIGHT,), "Expected 2 results, got 1."),
        ((RIGHT, RIGHT + 1), "Result 2 of 2: 6 of 6 numbers are wrong"),
        ({1, 2}, "Expected 2 results, got a set."),
    ],
)
def test_one_of_several_results_is_named(got, said):
    assert compare((RIGHT, RIGHT), got).sentence.startswith(said)


def test_a_difference_says_where_and_how_many():
    wrong = RIGHT.copy()
    wrong[0, 2], wrong[1, 1] = 3.5, 9.0
    difference = compare(RIGHT, wrong)
    assert (difference.where, difference.wrong, difference.total) == ((0, 2), 2, 6)
    assert difference.sentence == (
        "2 of 6 numbers are wrong; the first at [0, 2]: expected 3, got 3.5."
    )


# --- clues -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "said"),
    [
        (RIGHT.T.copy(), "transposed"),
        (RIGHT[:, None], "an axis of length 1 too many or few"),
        (RIGHT.reshape(3, 2), "only the shape is not"),
        (RIGHT.ravel(), "only the shape is not"),
        (RIGHT * 3, "3 times what it should be"),
        (-RIGHT, "-1 times what it should be"),
        (RIGHT[:, :-1], "but for what is missing at the end"),
        (RIGHT[:, 1:], "but for what is missing at the start"),
        (np.concatenate([RIGHT, RIGHT[:1]]), "but for what is too many at the end"),
        (RIGHT[[1, 1]], "at [0] what belongs at [1]"),
        (RIGHT[:, [0, 2, 1]], "at [:, 1] what belongs at [:, 2]"),
    ],
)
def test_a_simple_slip_is_recognised(got, said):
    assert said in clue(RIGHT, got)


def test_rows_that_changed_places_over_several_axes_are_recognised():
    expected = np.arange(24.0).reshape(2, 3, 4)
    got = expected.swapaxes(0, 1).reshape(expected.shape)
    assert "at [0, 1] what belongs at [1, 0]" in clue(expected, got)


def test_a_column_that_moved_beside_zeros_is_recognised():
    got = np.zeros((4, 3))
    got[:, 2] = np.arange(4.0) ** 2
    expected = np.column_stack([got[:, 2], np.arange(4.0), np.ones(4)])
    assert "at [:, 2] what belongs at [:, 0]" in clue(expected, got)


def test_numbers_cut_off_by_an_integer_array_are_recognised():
    expected = RIGHT + 0.6
    assert "cut off to whole numbers" in clue(expected, expected.astype(int))


def test_whole_numbers_where_fractions_belong_are_recognised():
    assert "has whole numbers only" in clue(RIGHT + 0.5, np.ones((2, 3), int))


@pytest.mark.parametrize(
    ("got", "said"),
    [
        ([1.0, 2.0, 5.0], "The first 2 of yours are right; after them comes 5"),
        ([1.0], "but more is missing"),
        ([2.0], ""),
    ],
)
def test_of_a_list_of_another_length_it_is_said_how_far_it_is_right(got, said):
    assert said in clue([1.0, 2.0], got)


@pytest.mark.parametrize(
    "got",
    [np.zeros((2, 3)), RIGHT[::-1] + 1, None, [1, 2], RIGHT > 0, np.full((2, 3), np.nan)],
)
def test_anything_else_gets_no_clue(got):
    assert clue(RIGHT, plain(got)) == ""


@given(NUMBERS, NUMBERS)
def test_looking_for_a_clue_never_fails(one, other):
    assert isinstance(clue(one, other), str)


# --- what a task promises of dtypes ------------------------------------------


def asked(dtype: str) -> Tolerance:
    return Tolerance(dtype=dtype)


@pytest.mark.parametrize("coarse", ["float16", "float32"])
def test_a_coarse_answer_widens_no_tolerance_and_its_dtype_is_named(coarse):
    difference = compare(RIGHT, RIGHT.astype(coarse), asked(""))
    words = f"The dtype should be float64; yours is {coarse}."
    assert (difference.kind, difference.sentence) == ("dtype", words)


def test_an_answer_as_fine_as_its_inputs_is_right_where_the_reference_is_finer():
    given = (np.ones(2, "float32"),)
    assert kind(RIGHT, RIGHT.astype("float32"), Tolerance.of(None, given, "")) is None


def test_a_finer_answer_than_was_asked_for_is_right():
    assert kind(RIGHT.astype("float32"), RIGHT, asked("")) is None


@pytest.mark.parametrize(
    ("promised", "expected", "got", "found"),
    [
        ("float64", "float64", "float64", None),
        ("float64", "float64", "float32", "dtype"),
        ("float64", "float64", "int64", "dtype"),
        ("input", "float32", "float64", "dtype"),
        ("input", "float32", "float32", None),
        ("any", "float64", "float32", None),
        ("", "int64", "float64", None),
        ("input", "int64", "float64", "dtype"),
        ("input", "int64", "int32", None),
        ("", "float64", "int64", None),
        ("", "bool", "int64", "dtype"),
    ],
)
def test_a_promised_dtype_is_checked(promised, expected, got, found):
    assert kind(RIGHT.astype(expected), RIGHT.astype(got), asked(promised)) == found


def test_a_python_number_is_a_number_of_any_float_dtype():
    assert kind(np.float32(0.5), 0.5, asked("input")) is None


def test_the_dtype_is_named_before_the_shape():
    assert kind(RIGHT, RIGHT[0].astype("float32"), asked("")) == "dtype"


# --- what is said --------------------------------------------------------------


def test_two_numbers_that_differ_are_shown_so_that_they_differ():
    words = compare(np.array([3.593981, 1.0]), np.array([3.5939814, 1.0])).sentence
    assert "expected 3.593981, got 3.5939814." in words


def test_a_factor_of_nearly_one_is_no_clue():
    assert clue(RIGHT, RIGHT * (1 + 2e-5)) == ""


def test_a_class_name_gets_its_article():
    words = compare((RIGHT, RIGHT), Opaque("Attended")).sentence
    assert words == "Expected 2 results, got an Attended."


def test_whole_numbers_are_said_in_full():
    expected = np.array([70_000, 12])
    assert "expected 70000, got 8" in compare(expected, np.array([8, 12])).sentence


def test_wrong_numbers_whose_digits_are_not_shown_are_spoken_of():
    expected, got = np.array([1.0, 2.0, 3.0]), np.array([1.0 + 1e-6, 2.0, 4.0])
    says = compare(expected, got).sentence
    assert says.startswith("2 of 3 numbers are wrong, some in digits that are not shown; ")
    assert "not shown" not in compare(expected, np.array([1.0, 2.0, 4.0])).sentence
    assert "not shown" not in compare(expected, np.array([1.0 + 1e-6, 2.0, 3.0])).sentence
