"""Of the calls that an answer fails, the one that is easiest to read."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from autograder.checking.outcome import Attempt
from autograder.checking.show import show
from autograder.exercise.questions import Question
from autograder.exercise.values import size

FEW = 50  # numbers that may be shown to see how long they are
LEAST, LARGEST = 1e-4, 50  # numbers beyond which are hard to read


def easiest_to_read(wrong: Sequence[Attempt]) -> Attempt | None:
    """Wrong results before broken properties and gradients, what can be seen before what
    rounds away, several numbers along an axis before one, then few and short numbers.
    """
    if not wrong:
        return None
    kind = min(map(_kind, wrong))
    alike = sorted((a for a in wrong if _kind(a) == kind), key=_hard_to_read)
    # Which rounds away is asked last, and of few: both values have to be printed for it.
    return next((a for a in alike if not (a.difference and _rounds_away(a))), alike[0])


def _kind(attempt: Attempt) -> tuple[bool, bool]:
    equal = bool(attempt.broken) and not attempt.difference
    return equal, attempt.case.gradients


def _hard_to_read(attempt: Attempt) -> tuple[bool, bool, float]:
    many, is_extreme, effort = _effort(attempt.question)
    return many >= FEW or is_trivial(attempt.arguments), is_extreme, effort


def _rounds_away(attempt: Attempt) -> bool:
    """Whether expected and got look alike, as a card shows them."""
    expected, got = attempt.expected, attempt.outcome.value
    small = size(expected) <= FEW and size(got) <= FEW
    return small and show(expected) == show(got)


def is_trivial(value: Any) -> bool:
    """Whether an array has an axis of 1 or of nothing, where many a mistake is alike."""
    if isinstance(value, (tuple, list)):
        return any(map(is_trivial, value))
    if isinstance(value, dict):
        return any(map(is_trivial, value.values()))
    return isinstance(value, np.ndarray) and any(n < 2 for n in value.shape)


@lru_cache(maxsize=4096)
def _effort(question: Question) -> tuple[int, bool, float]:
    """How many numbers a call has, whether extreme ones, and how hard it is to read.

    Small whole numbers count half, axes as long as another half as much again; of calls
    alike the one of fewer letters is easier.
    """
    many, arrays = size(question.arguments), [*_arrays(question.arguments)]
    if many >= FEW:
        return many, False, many
    sizes = [np.abs(a[np.isfinite(a) & (a != 0)]) for a in arrays]
    is_extreme = any(bool((s > LARGEST).any() or (s < LEAST).any()) for s in sizes)
    is_extreme |= any(map(_looks_even, arrays))
    is_whole = all(bool((s == np.round(s)).all()) for s in sizes)
    are_alike = any(len(set(a.shape)) < a.ndim for a in arrays)
    effort = many * (0.5 if is_whole else 1.0) * (1.5 if are_alike else 1.0)
    return many, is_extreme, effort + len(show(question.arguments)) / 1000


def _looks_even(array: np.ndarray) -> bool:
    """Whether numbers differ by so little that a card shows them as equal."""
    finite = array[np.isfinite(array)]
    spread = float(np.ptp(finite)) if finite.size else 0.0
    return 0 < spread < LEAST * float(np.abs(finite).max())


def _arrays(value: Any) -> Iterator[np.ndarray]:
    """The arrays of numbers in some arguments."""
    if isinstance(value, tuple | list):
        for each in value:
            yield from _arrays(each)
    elif isinstance(value, np.ndarray) and value.dtype.kind in "iuf":
        yield value
