"""Which numbers right ways to the result have, whole, turned or in pieces."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np

from autograder.tracing.record import TEXT

LEAST = 1e-7  # by which equal numbers may differ, of the largest
MOST_AXES = 4
LARGEST_SIZE = 64  # of an axis
MOST_KEPT = 100_000  # entries of rows that are made once for all values of a shape
SMALL = 16  # whole numbers up to here say nothing of where they come from


class Known:
    """The values of right ways, for asking whether another value is one of them."""

    def __init__(self, arrays: Iterable[np.ndarray], relative: float = LEAST) -> None:
        self._arrays: list[np.ndarray] = []
        self._relative = max(relative, LEAST)
        self._kept: dict[tuple[tuple[int, ...], bool], np.ndarray] = {}  # rows by shape
        seen = set()
        for array in map(np.squeeze, map(_numbers, arrays)):
            mark = (array.shape, array.tobytes())
            if array.ndim <= MOST_AXES and mark not in seen:
                seen.add(mark)
                self._arrays.append(array)

    def has(self, value: np.ndarray) -> bool:
        """Whether a value is known: equal to one of a right way, but for the order and
        the number of its axes, or a piece of one, or so plain that it says nothing.
        """
        value = np.squeeze(_numbers(value))
        if value.ndim > MOST_AXES or is_plain(value):
            return True
        return self._may_have(value) and self._is_among(value, self._rows(value))

    def _may_have(self, value: np.ndarray) -> bool:
        """Whether each of its entries is one of some array: few that are wrong pass."""
        if value.dtype == TEXT or value.dtype.kind == "c":
            return True
        value = value[np.isfinite(value)]
        entries = self._entries
        with np.errstate(over="ignore"):
            most = 1.1 * self._relative * np.abs(value).max(initial=0)
            at = np.searchsorted(entries, value - most)
            return bool((np.append(entries, np.inf)[at] <= value + most).all())

    @cached_property
    def _entries(self) -> np.ndarray:
        arrays = [a.real.ravel() for a in self._arrays if a.dtype != TEXT]
        entries: np.ndarray = np.concatenate([*arrays, np.empty(0)])
        entries = np.sort(entries[np.isfinite(entries)])
        return entries

    @cached_property
    def is_finite(self) -> bool:
        """Whether no right way has NaN or +inf anywhere; -inf is what masks are made of."""
        numbers = (a.real for a in self._arrays if a.dtype != TEXT)
        return not any((np.isnan(a) | np.isposinf(a)).any() for a in numbers)

    def has_entries(self, value: np.ndarray) -> bool:
        """Whether right ways have each of some numbers, wherever they have it."""
        return self._may_have(_numbers(value))

    def has_sizes(self, sizes: Counter[int], within: Counter[int]) -> bool:
        """Whether an array has axes of these sizes, and none but of those within."""
        return any(sizes <= shape <= within for shape in self._shapes)

    @cached_property
    def _shapes(self) -> list[Counter[int]]:
        return [Counter(shape) for shape in {array.shape for array in self._arrays}]

    def fits(self, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
        """The known arrays of a shape, turned to it, and then the sheets that have it.

        Where there is none, it is the shape that is wrong: those with as many axes.
        """
        axes = tuple(size for size in shape if size != 1)
        arrays = [array for array in self._arrays if array.dtype != TEXT]
        is_there = False
        for array in self._turned(axes, shape):
            is_there = True
            yield array
        for array in arrays:
            for axis in range(array.ndim):
                sheets = np.moveaxis(array, axis, 0)
                if sheets.shape[1:] == axes:
                    is_there = True
                    yield from (sheet.reshape(shape) for sheet in sheets)
        if not is_there:
            yield from (array for array in arrays if array.ndim == len(shape))

    def _turned(
        self, axes: tuple[int, ...], shape: tuple[int, ...]
    ) -> Iterator[np.ndarray]:
        """Those of a shape as they are first, and then those that have it turned."""
        alike = [a for a in self._arrays if sorted(a.shape) == sorted(axes)]
        numbers = [a for a in alike if a.dtype != TEXT]
        yield from (a.reshape(shape) for a in numbers if a.shape == axes)
        for array in numbers:
            for order in itertools.islice(
                itertools.permutations(range(array.ndim)), 1, None
            ):
                if tuple(array.shape[axis] for axis in order) == axes:
                    yield np.transpose(array, order).reshape(shape)

    def _rows(self, value: np.ndarray) -> np.ndarray:
        """The known arrays of a value's size, and pieces of its shape, as rows."""
        shape, is_text = value.shape, value.dtype == TEXT
        if (shape, is_text) in self._kept:
            return self._kept[shape, is_text]
        rows = [np.empty((0, value.size), value.dtype)]
        for whole in self._arrays:
            if (whole.dtype == TEXT) == is_text:
                alike = [whole] * (whole.size == value.size)
                alike += _pieces(whole, shape)
                rows += [each.reshape(-1, value.size) for each in alike]
        made = np.concatenate(rows)
        if made.size <= MOST_KEPT:
            self._kept[shape, is_text] = made
        return made

    def _is_among(self, value: np.ndarray, rows: np.ndarray) -> bool:
        entries = value.ravel()
        if value.dtype == TEXT:
            return bool((rows == entries).all(1).any())
        with np.errstate(invalid="ignore"):
            sizes = np.where(np.isfinite(rows), np.abs(rows), 0).max(1, initial=0)
            near = np.abs(entries - rows) <= self._relative * sizes[:, None]
        same = near | (entries == rows) | ((entries != entries) & (rows != rows))
        return bool(same.all(1).any())


def _pieces(whole: np.ndarray, shape: tuple[int, ...]) -> Iterator[np.ndarray]:
    """An array with some of its axes, in order, of a shape, and the others in front."""
    for order in itertools.permutations(range(whole.ndim), len(shape)):
        if tuple(whole.shape[axis] for axis in order) == shape:
            dropped = [axis for axis in range(whole.ndim) if axis not in order]
            yield np.transpose(whole, (*dropped, *order))


def _numbers(value: np.ndarray) -> np.ndarray:
    if value.dtype == TEXT:
        return value
    wide = complex if value.dtype.kind == "c" else float
    return np.asarray(value, dtype=wide)


def is_plain(value: np.ndarray) -> bool:
    """Whether a value says nothing of where it comes from.

    So do no entries, a few sizes, and one small whole number or infinity everywhere.
    """
    if not value.size or value.dtype == TEXT:
        return not value.size
    if value.size <= MOST_AXES and (value == np.round(value)).all():
        return bool((np.abs(value) <= LARGEST_SIZE).all() or np.isinf(value).all())
    first = value.flat[0]
    same = bool((value == first).all())
    return same and (np.isinf(first) or (first == np.round(first) and abs(first) <= SMALL))


def is_even(value: np.ndarray) -> bool:
    """Whether several numbers are all the same, but for how they were rounded."""
    if value.size < 2 or value.dtype.kind not in "iuf":
        return False
    first = value.flat[0]
    with np.errstate(invalid="ignore"):
        return bool((np.abs(value - first) <= LEAST * np.abs(first)).all())
