"""What the calls that go wrong have in common, and where the wrong numbers of one stand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from autograder.checking.compare import Tolerance, are_wrong
from autograder.checking.outcome import Attempt, Verdict
from autograder.checking.show import show
from autograder.checking.wrong_part import wrong_part
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Tensor

LEAST_RIGHT = 2  # calls that are spoken of
BY_CHANCE = 0.03  # how likely no wrong call is among them, were all alike
LARGER = 3  # times: numbers that tell more than their dtype
LEAST_WRONG = 2  # numbers of which a part is spoken of
MOST_PLACES = 3  # that are listed

Feature = Callable[[Any], str | None]  # of an argument: what is said of it, if anything


def only_when(verdict: Verdict) -> str:
    """Of which calls all are right, where arguments tell them from the wrong ones.

    ``""`` where nothing does, or an argument was changed.
    """
    attempts = verdict.attempts
    if verdict.exercise.kind != "function" or any(a.outcome.mutated for a in attempts):
        return ""
    if not attempts or any(is_trial(a.arguments) for a in attempts):
        return ""
    count = max(len(a.arguments) for a in attempts)
    names = verdict.exercise.handler.parameter_names(verdict.exercise, count)
    says = next(_conditions(attempts, names), "")
    return f"Of the calls that were tried, all {says} are right." if says else ""


def _conditions(attempts: Sequence[Attempt], names: Sequence[str]) -> Iterator[str]:
    """What all of some right calls have and no wrong one, in words; the telling first."""
    features: tuple[tuple[Feature, str], ...] = (
        (_value, "with {}={}"),
        (_is_not_given, "without {}"),
        (_axes, "in which {} has {} axes"),
        (_dtype, "in which {} is {}"),
    )
    given = [(*a.arguments, *[None] * (len(names) - len(a.arguments))) for a in attempts]
    for feature, words in features:
        for place, name in enumerate(names):
            has = [feature(each[place]) for each in given]
            said = _told(attempts, has, are_joined=feature is _axes)
            if said is None or (feature is _dtype and _are_larger(attempts, place)):
                continue
            yield words.format(name, said).replace(" 1 axes", " 1 axis")
    for (i, one), (j, other) in combinations(enumerate(names), 2):
        has = [_same_shape(each[i], each[j]) for each in given]
        if _told(attempts, has) is not None:
            yield f"in which {one} and {other} have the same shape"


def _are_larger(attempts: Iterable[Attempt], place: int) -> bool:
    """Whether all wrong calls have much larger numbers than the right ones: that tells."""
    sizes: dict[bool, list[float]] = {True: [], False: []}
    for each in attempts:
        given = _array(each.arguments[place]) if place < len(each.arguments) else None
        if given is not None:
            sizes[each.right].append(float(np.abs(given.astype(float)).max(initial=0)))
    return min(sizes[False], default=0) > LARGER * max(sizes[True], default=0)


def _told(
    attempts: Sequence[Attempt], has: Sequence[str | None], *, are_joined: bool = False
) -> str | None:
    """What some right calls have, and none of the wrong ones; ``None`` where they do not.

    The first in the order of the calls, so that it is the same each time; or all that
    only right calls have, where they ``are_joined``.
    """
    right = [said for a, said in zip(attempts, has, strict=True) if a.right]
    wrong = [said for a, said in zip(attempts, has, strict=True) if not a.right]
    only = [said for said in dict.fromkeys(right) if said is not None and said not in wrong]
    groups = [only] if are_joined else [[said] for said in only]
    for group in groups:
        count = sum(said in group for said in right)
        by_chance = comb(len(has) - count, len(wrong)) / comb(len(has), len(wrong))
        if count >= LEAST_RIGHT and by_chance <= BY_CHANCE:
            return " or ".join(sorted(group))
    return None


def _value(value: Any) -> str | None:
    return repr(value) if isinstance(value, bool | int | str) else None


def _is_not_given(value: Any) -> str | None:
    return "" if value is None else None


def _axes(value: Any) -> str | None:
    if not isinstance(value, np.ndarray | Tensor):
        return None
    count = np.ndim(value.array if isinstance(value, Tensor) else value)
    return str(count)


def _dtype(value: Any) -> str | None:
    array = value.array if isinstance(value, Tensor) else value
    return str(array.dtype) if isinstance(array, np.ndarray) else None


def _same_shape(one: Any, other: Any) -> str | None:
    shapes = [getattr(_array(each), "shape", None) for each in (one, other)]
    return "" if shapes[0] and shapes[0] == shapes[1] else None


def where_in(verdict: Verdict) -> str:
    """Where all wrong numbers of the result that is shown stand, and what they are."""
    example = verdict.example
    if example is None or not example.difference or example.difference.kind != "value":
        return ""
    part = wrong_part(example)
    tolerance = Tolerance.for_call(verdict.exercise, example.arguments)
    compared = _compared(part.expected, part.got, tolerance)
    if compared is None:
        return ""
    where, what = _part_of(compared.wrong), _what_is_wrong(example, compared)
    if where and what:
        return f"{where} They {what}"
    noun = "entries" if compared.right.dtype.kind == "b" else "numbers"
    return f"All wrong {noun} {what}" if what else where


class _Compared(NamedTuple):
    """A result, what it should be, and which entries are wrong; of one shape."""

    right: np.ndarray
    got: np.ndarray
    wrong: np.ndarray


def _compared(expected: Any, got: Any, tolerance: Tolerance) -> _Compared | None:
    """``None`` where these are no arrays of one shape, or few entries are wrong."""
    right, answer = _array(expected), _array(got)
    if right is None or answer is None or right.shape != answer.shape or not right.ndim:
        return None
    wrong = are_wrong(right, answer, tolerance)
    return _Compared(right, answer, wrong) if wrong.sum() >= LEAST_WRONG else None


def _what_is_wrong(example: Attempt, compared: _Compared) -> str:
    """What all wrong numbers of a result are, or should be, where that is one thing."""
    right, got, wrong = compared
    exercise, arguments = example.question.exercise, example.arguments
    names = exercise.handler.parameter_names(exercise, len(arguments))
    for name, given in zip(names, arguments, strict=False):
        own = _array(given)
        is_alike = own is not None and own.shape == got.shape
        if own is not None and is_alike and (own[wrong] == got[wrong]).all():
            return f"are those of {name} in the same place."
    if (right[wrong] == right[wrong][0]).all():
        return f"should be {show(right[wrong][0].item())}."
    if (got[wrong] == got[wrong][0]).all():
        return f"are {show(got[wrong][0].item())} in yours."
    return ""


def _array(value: Any) -> np.ndarray | None:
    array = value.array if isinstance(value, Tensor) else value
    is_one = isinstance(array, np.ndarray) and array.dtype.kind in "biuf"
    return array if is_one else None


def where_wrong(expected: Any, got: Any, tolerance: Tolerance) -> str:
    """In which part of a result all its wrong numbers stand; "" where that is no part."""
    compared = _compared(expected, got, tolerance)
    return _part_of(compared.wrong) if compared else ""


def _part_of(wrong: np.ndarray) -> str:
    size, indices = 1, []
    for axis, length in enumerate(wrong.shape):
        others = tuple(i for i in range(wrong.ndim) if i != axis)
        places = np.flatnonzero(wrong.any(axis=others))
        index = _index(places.tolist(), length)
        size *= length if index == ":" else len(places)
        indices.append(index)
    is_part = 2 * size <= wrong.size and 2 * wrong.sum() >= size
    return f"All wrong numbers stand in [{', '.join(indices)}]." if is_part else ""


def _index(places: list[int], length: int) -> str:
    """Some places on an axis as one writes them in an index."""
    first, last = places[0], places[-1] + 1
    if len(places) == 1:
        return str(first)
    if len(places) == last - first:
        return f"{first or ''}:{'' if last == length else last}"
    return str(places) if len(places) <= MOST_PLACES else ":"
