"""Plain values: what an answer is made of before anybody looks at it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as hnp

from autograder.exercise.values import (
    DTYPES,
    MAX_ITEMS,
    Opaque,
    copy,
    describe,
    plain,
    same_bits,
    size,
)


class AlwaysEqual(np.ndarray):
    """An array that says it equals whatever it is compared with."""

    def __eq__(self, other):
        return np.ones(self.shape, bool)

    def __array__(self, *_, **__):
        raise RuntimeError("no")


class EqualsEverything:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize("value", [None, True, 3, 2.5, "text", (), [1, (2.0, "x")]])
def test_plain_python_stays_as_it_is(value):
    assert plain(value) == value
    assert type(plain(value)) is type(value)


@given(hnp.arrays(hnp.scalar_dtypes(), hnp.array_shapes(min_dims=0, min_side=0)))
def test_an_array_becomes_a_base_array_of_an_allowed_dtype_or_opaque(array):
    got = plain(array)
    assert isinstance(got, Opaque) or (type(got) is np.ndarray and got.dtype.str in DTYPES)


def test_a_subclass_with_its_own_equality_becomes_a_base_array():
    got = plain(np.ones(2).view(AlwaysEqual))
    assert type(got) is np.ndarray


def test_bytes_in_the_other_order_become_native():
    got = plain(np.arange(3, dtype=">f8"))
    assert got.dtype.isnative
    assert got.tolist() == [0.0, 1.0, 2.0]


def test_a_view_does_not_keep_the_memory_behind_it():
    behind = np.zeros(3)
    got = plain(behind[::-1])
    behind += 1
    assert got.tolist() == [0, 0, 0]


def test_a_numpy_number_becomes_an_array_without_axes():
    assert plain(np.float32(2)).shape == ()


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (EqualsEverything(), "EqualsEverything"),
        (np.array([object()]), "object array"),
        (np.array(["a"]), "<U1 array"),
        (np.array([1j]), "complex128 array"),
        (lambda: 1, "function"),
        ({1, 2}, "set"),
        (type("Sneaky", (list,), {})(), "Sneaky"),
        (type("Text", (str,), {})("x"), "Text"),
        (2**64, "int"),
    ],
)
def test_anything_else_is_opaque(value, name):
    assert plain(value) == Opaque(name)


def test_an_opaque_value_equals_no_answer():
    assert plain(EqualsEverything()) != 1.0


def test_a_list_that_holds_itself_ends():
    loop: list = []
    loop.append(loop)
    assert "list" in repr(plain(loop))


def test_a_very_long_list_is_opaque():
    assert plain([0] * (MAX_ITEMS + 1)) == Opaque("list")


def test_a_copy_shares_no_memory():
    array = np.zeros(2)
    ((again,),) = copy(((array,),))
    again += 1
    assert array.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        (np.array([0.0, np.nan]), True),
        (np.array([-0.0, np.nan]), False),
        (np.array([0.0, np.nan], "float32"), False),
        (np.array([[0.0, np.nan]]), False),
    ],
)
def test_arguments_are_the_same_only_bit_by_bit(changed, same):
    assert same_bits((np.array([0.0, np.nan]), "x"), (changed, "x")) is same


def test_size_counts_the_numbers_a_reader_looks_at():
    assert size((np.zeros((2, 3)), [1.0, "x"])) == 8


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.zeros((2, 3)), "float64 array of shape (2, 3)"),
        ((1, 2), "tuple of 2"),
        (None, "None"),
        (1.0, "float"),
        (Opaque("Sneaky"), "Sneaky"),
    ],
)
def test_a_value_is_described_in_a_phrase(value, said):
    assert describe(value) == said
