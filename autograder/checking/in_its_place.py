"""What a card says of numbers with which, in the place of what is marked, all is right."""

import numpy as np

from autograder.checking.clue import factor_of
from autograder.checking.compare import compare
from autograder.checking.outcome import Attempt
from autograder.checking.show import DIGITS, ENTRIES_SHOWN, Side, show
from autograder.checking.wrong_part import wrong_part
from autograder.exercise.values import Tensor, describe
from autograder.tracing.mark import FirstWrong
from autograder.tracing.record import TEXT

NAMES = "what is marked gives", "with this in its place the result is right"


def in_its_place(
    mark: FirstWrong, example: Attempt | None
) -> tuple[str, tuple[tuple[str, Side], ...]]:
    """A sentence and both numbers, where they are few; nothing where the result says it."""
    gives = mark.value
    if example is None or mark.right is None or gives is None:
        return "", ()
    right = mark.right.reshape(gives.shape) if mark.right.size == gives.size else None
    if right is None or TEXT in (gives.dtype, right.dtype) or _is_expected(right, example):
        return "", ()
    if gives.dtype.kind == "f" and not np.isfinite(gives).all():
        return "", ()  # that they are no numbers says more
    if gives.dtype.kind in "biu" and (right == right.astype(gives.dtype)).all():
        right = right.astype(gives.dtype)
    elif gives.dtype.kind not in "f":
        return "", ()
    is_few = gives.size <= ENTRIES_SHOWN
    numbers = tuple(zip(NAMES, _sides(gives, right), strict=True)) if is_few else ()
    factor = factor_of(right, gives)  # of several numbers
    if factor:
        run = f"In {mark.run} the" if mark.run else "The"
        return f"{run} marked numbers are {factor} times the right ones.", numbers
    other, which = "other numbers", "marked numbers"
    if gives.size == 1:
        other, which = "another number", "marked number"
    run = f" in {mark.run}" if mark.run else ""
    return f"With {other} in the place of the {which}{run} the result is right.", numbers


def _sides(*values: np.ndarray) -> list[Side]:
    """Both, with as many digits as show that they differ."""
    for digits in (DIGITS, 8, 16):
        shown = [show(value, digits=digits) for value in values]
        if len({*shown}) > 1:
            break
    return [
        Side(describe(value), words) if value.ndim else Side(words, "")
        for value, words in zip(values, shown, strict=True)
    ]


def _is_expected(value: np.ndarray, example: Attempt) -> bool:
    """Whether it is what the call should return: the card shows that already."""
    expected = wrong_part(example).expected
    expected = expected.array if isinstance(expected, Tensor) else expected
    if isinstance(expected, bool | int | float):
        expected = np.asarray(expected)
    if not isinstance(expected, np.ndarray) or expected.size != value.size:
        return False
    return compare(expected.ravel().astype(float), value.ravel().astype(float)) is None
