"""Whether a result has the right numbers, and only what holds them is another thing."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.compare import Tolerance, coarsest, compare
from autograder.checking.outcome import Attempt
from autograder.checking.right_numbers import arrays_of
from autograder.tracing.known import Known, is_plain


def only_form(attempt: Attempt) -> bool:
    """Whether a result's numbers are right, and only what holds them is not."""
    kind = attempt.difference.kind if attempt.difference else ""
    framework = frameworks.get(attempt.question.exercise.framework)
    expected = [*_flat(attempt.expected, framework)]
    return any(
        _are_held_otherwise(kind, [*_flat(attempt.outcome.value, framework, way)], expected)
        for way in (False, True)
    )


def is_as_expected(attempt: Attempt) -> bool:
    """Whether all numbers are the expected ones, as their own dtype can hold them."""
    framework = frameworks.get(attempt.question.exercise.framework)
    expected = [*_flat(attempt.expected, framework)]
    ways = ([*_flat(attempt.outcome.value, framework, way)] for way in (False, True))
    return any(_are_exactly(got, expected) for got in ways)


def _are_exactly(got: list[np.ndarray], expected: list[np.ndarray]) -> bool:
    return len(got) == len(expected) and all(
        compare(right.astype(value.dtype), value, Tolerance(_rounding(value))) is None
        for value, right in zip(got, expected, strict=True)
    )


def _rounding(value: np.ndarray) -> float:
    """By how much the last steps of a computation round, in an array's own dtype."""
    if value.dtype.kind != "f":
        return 0.0
    return float(4 * np.finfo(value.dtype).eps * np.abs(value).max(initial=0))


def _are_held_otherwise(
    kind: str, got: list[np.ndarray], expected: list[np.ndarray]
) -> bool:
    if kind == "shape" and len(got) == len(expected) == 1:
        return _is_before_sum(got[0], expected[0])
    if kind not in ("type", "dtype", "structure") or not got:
        return False
    if len(got) > len(expected) and (kind == "type" or len(expected) > 1):
        # More results than are asked for: are those among them?
        return all(_is_among(right, got) for right in expected)
    if len(got) != len(expected) and (kind == "dtype" or len(expected) < 2):
        return False
    return all(_is_among(value, expected, coarsest(value)) for value in got)


def _is_before_sum(value: np.ndarray, right: np.ndarray) -> bool:
    """Whether all that is missing is a sum along an axis, or a mean."""
    if value.dtype.kind not in "iuf" or value.ndim != right.ndim + 1:
        return False
    axes = [axis for axis in range(value.ndim) if value.shape[axis] > 1]
    made = (of(value, axis) for axis in axes for of in (np.sum, np.mean))
    return any(_is_among(each, [right]) for each in made)


def _is_among(
    value: np.ndarray, others: Sequence[np.ndarray], relative: float = 0.0
) -> bool:
    if is_plain(value):  # every way has it: one must be the very same
        return any(np.array_equal(value, other) for other in others)
    return any(
        value.shape == other.shape and Known([other], relative).has(value)
        for other in others
    )


def _flat(value: Any, framework: Any, are_rows: bool = False) -> Iterable[np.ndarray]:
    """The arrays of a result; ``are_rows``: lists in a list are the rows of one."""
    if isinstance(value, dict):
        value = list(value.values())
    is_rows = isinstance(value, list) and are_rows
    if isinstance(value, tuple | list) and not (
        is_rows or all(np.isscalar(each) for each in value)
    ):
        for each in value:
            yield from _flat(each, framework, are_rows)
    else:
        yield from arrays_of(value, framework)
