"""What a wrong result is instead, where it is something simple that holds in every call."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.checking.compare import compare
from autograder.checking.outcome import Verdict
from autograder.checking.show import show
from autograder.checking.wrong_part import wrong_part
from autograder.exercise.values import Tensor

NOTHING = 1e-9  # what is 0 on paper
LEAST = 4  # numbers that are no accident
WITHOUT_PART = (("Your result", "Your {}"), ("The numbers", "The numbers of {}"))
MOST_PARTS = 16  # along an axis
ORDINALS = ("first", "second", "third", "fourth")

Pair = tuple[Any, Any]  # what is expected, and what came


def clue_in(verdict: Verdict) -> str:
    """What the results of a verdict are instead; a named mistake says more."""
    example = verdict.example
    if verdict.misconceptions or example is None or example.difference is None:
        return ""
    wrong = [a for a in verdict.attempts if a.difference]
    pairs = [(a.expected, a.outcome.value) for a in wrong]
    words = clue(example.expected, example.outcome.value, pairs)
    part = wrong_part(example)
    if words or not part.name:
        return words
    parts = [each for each in map(wrong_part, wrong) if each.name == part.name]
    pairs = [(each.expected, each.got) for each in parts]
    words = clue(part.expected, part.got, pairs, part.name)
    for whole, of_it in WITHOUT_PART:
        words = words.replace(whole, of_it.format(part.name))
    return words


def clue(expected: Any, got: Any, others: Sequence[Pair] = (), part: str = "") -> str:
    """Say what a wrong result is instead, in one sentence; ``""`` for nothing simple.

    ``others``: of the other wrong calls: what does not hold there, too, is an accident.
    ``part``: what it is called, where it is one of several.
    """
    words = _form(expected, got)
    if words:
        telling = (pair for pair in others if not _is_narrow(pair[0]))
        return words if all(_form(*pair) == words for pair in telling) else ""
    if isinstance(expected, list) and isinstance(got, list):
        return _beginning(expected, got)
    moved = _moved(*_arrays(expected, got))
    if moved:
        return moved
    factor = factor_of(expected, got)
    number = f"number of {part}" if part else "number"
    says = f"In this call every {number} is {factor} times what it should be."
    return says if factor else ""


def _is_narrow(expected: Any) -> bool:
    """Whether an axis is of length 1 or 0: there a turned array may be the same."""
    if isinstance(expected, tuple):
        return any(map(_is_narrow, expected))
    return min(getattr(getattr(expected, "array", expected), "shape", ()) or (2,)) < 2


def _form(expected: Any, got: Any) -> str:
    if isinstance(expected, tuple):
        return order(expected, got)
    expected, got = _arrays(expected, got)
    if expected.ndim >= 2 and _equal(np.swapaxes(expected, -1, -2), got):
        return "Your result is the right one transposed (last two axes swapped)."
    if expected.shape != got.shape:
        if _equal(expected.squeeze(), got.squeeze()):
            return "The numbers are right; there is an axis of length 1 too many or few."
        if expected.size == got.size and _equal(expected.ravel(), got.ravel()):
            return "The numbers are right and in order; only the shape is not."
        return _too_many_or_few(expected, got)
    if is_cut_off(expected, got):
        return f"Your result is cut off to whole numbers: its dtype is {got.dtype}."
    if is_whole(expected, got):
        return f"Your result has whole numbers only: its dtype is {got.dtype}."
    return ""


def _moved(expected: np.ndarray, got: np.ndarray) -> str:
    """Whether parts along one axis, or rows of several, are right ones of other places."""
    if expected.shape != got.shape or got.dtype.kind != "f":
        return ""
    for axis in range(got.ndim):
        parts = (np.moveaxis(side, axis, 0) for side in (expected, got))
        if moved := _first_moved(*parts):
            before = [":"] * axis
            return _has_moved([*before, moved[0]], [*before, moved[1]])
    if got.ndim < 3 or got.shape[-1] < 2:
        return ""
    rows = (side.reshape(-1, got.shape[-1]) for side in (expected, got))
    if moved := _first_moved(*rows):
        here, there = (np.unravel_index(row, got.shape[:-1]) for row in moved)
        return _has_moved(here, there)
    return ""


def _first_moved(rights: np.ndarray, mine: np.ndarray) -> tuple[int, int] | None:
    """Where the first part stands that belongs elsewhere, and where that is.

    A part of one number again and again, as of zeros, belongs nowhere.
    """
    if not 1 < len(mine) <= MOST_PARTS or mine.size < LEAST:
        return None
    is_right = {i: [_equal(right, part) for right in rights] for i, part in enumerate(mine)}
    empty = {i for i, part in enumerate(mine) if part.size > 1 and not np.ptp(part)}
    if not all(any(row) or i in empty for i, row in is_right.items()):
        return None
    moved = (i for i, row in is_right.items() if not row[i] and any(row))
    first = next(moved, None)
    return None if first is None else (first, is_right[first].index(True))


def _has_moved(first: Sequence[Any], other: Sequence[Any]) -> str:
    here, there = (f"[{', '.join(map(str, place))}]" for place in (first, other))
    return f"In this call your result has at {here} what belongs at {there}."


def _beginning(expected: list[Any], got: list[Any]) -> str:
    """How many of a list that is too long or too short are right, and what comes then."""
    if len(expected) == len(got):
        return ""
    pairs = zip(expected, got, strict=False)
    alike = [compare(*pair) is None for pair in pairs]
    count = (*alike, False).index(False)
    if count == len(expected):
        return f"The first {count} of yours are right; after them comes {show(got[count])}."
    return "What you return is right, but more is missing." if count == len(got) else ""


def _too_many_or_few(expected: np.ndarray, got: np.ndarray) -> str:
    """Whether a result goes on too long, or not long enough, along one axis."""
    if expected.ndim != got.ndim or min(expected.size, got.size) < LEAST:
        return ""
    unlike = np.flatnonzero(np.not_equal(expected.shape, got.shape))
    if len(unlike) != 1:
        return ""
    axis = int(unlike[0])
    short, long = sorted((expected, got), key=lambda side: side.shape[axis])
    count, length = short.shape[axis], long.shape[axis]
    is_begun = _equal(np.take(long, range(count), axis), short)
    is_ended = _equal(np.take(long, range(length - count, length), axis), short)
    if is_begun == is_ended:
        return ""
    end = "the end" if is_begun else "the start"
    what = "missing at" if got is short else "too many at"
    return f"Your result is the right one, but for what is {what} {end}."


def is_cut_off(expected: Any, got: Any) -> bool:
    """Whether a result has the whole parts of the right numbers, in a dtype of such."""
    if not is_whole(expected, got):
        return False
    expected, got = _arrays(expected, got)
    return _equal(np.trunc(expected), got)


def are_all_whole(verdict: Verdict) -> bool:
    """Whether all wrong results are whole numbers only; a named mistake says more."""
    wrong = [wrong_part(a) for a in verdict.attempts if a.difference]
    are_whole = wrong and all(is_whole(w.expected, w.got) for w in wrong)
    return bool(are_whole) and not verdict.misconceptions


def is_whole(expected: Any, got: Any) -> bool:
    """Whether a result's dtype holds whole numbers, where the right ones are none."""
    expected, got = _arrays(expected, got)
    if got.dtype.kind not in "iu" or expected.dtype.kind != "f":
        return False
    return expected.shape == got.shape and bool((np.trunc(expected) != expected).any())


def order(expected: Any, got: Any) -> str:
    """What is said of several results that are right ones in another order."""
    count = len(expected) if isinstance(expected, tuple) else 0
    if isinstance(got, np.ndarray | Tensor) and 1 < count <= len(ORDINALS):
        same = [compare(right, got) is None for right in expected]
        which = ORDINALS[same.index(True)] if any(same) else ""
        words = f"What you return is the {which} of {count} results: return all of them."
        return words if which else ""
    if not isinstance(got, tuple) or len(got) != count or count > len(ORDINALS):
        return ""
    fits = [[compare(right, value) is None for right in expected] for value in got]
    orders = [
        each
        for each in itertools.permutations(range(count))
        if all(row[i] for row, i in zip(fits, each, strict=True))
    ]
    if len(orders) != 1 or orders[0] == tuple(range(count)):
        return ""
    if count == 2:
        return "Both results are right, but exchanged: return the second one first."
    which = ", ".join(ORDINALS[i] for i in orders[0])
    return f"The results are right, in another order: yours are the {which} of the task."


def _arrays(expected: Any, got: Any) -> tuple[np.ndarray, np.ndarray]:
    """Both as arrays of numbers; empty ones where one of them is none."""
    sides = [side.array if isinstance(side, Tensor) else side for side in (expected, got)]
    if all(isinstance(side, np.ndarray) and side.dtype.kind in "fiu" for side in sides):
        return sides[0], sides[1]
    return np.zeros(0), np.zeros(0)


def factor_of(expected: Any, got: Any) -> str:
    """By which number all are too large; ``""`` where it is not one, or few tell."""
    expected, got = _arrays(expected, got)
    if expected.shape != got.shape:
        return ""
    with np.errstate(all="ignore"):
        sizes = np.abs(expected.astype(np.float64))
        ratios = got.astype(np.float64) / np.where(sizes > NOTHING, expected, np.nan)
    if not np.allclose(got[sizes <= NOTHING], 0, atol=NOTHING):
        return ""  # no factor makes something of nothing
    ratios = ratios[np.isfinite(ratios)]
    if ratios.size < max(LEAST, expected.size / 2) or ratios[0] == 0:
        return ""
    factor = f"{ratios[0]:.4g}" if np.ptp(ratios) <= 1e-5 * abs(ratios[0]) else "1"
    return "" if factor == "1" else factor


def _equal(expected: np.ndarray, got: np.ndarray) -> bool:
    return expected.shape == got.shape and compare(expected, got) is None
