"""What the calls that go wrong have in common, and where the wrong numbers of one stand."""

from collections.abc import Callable, Iterable
from math import comb
from typing import Any

import numpy as np

from autograder.checking.compare import Tolerance, are_wrong
from autograder.checking.outcome import Attempt, Verdict
from autograder.checking.show import show
from autograder.checking.wrong_part import Part, wrong_part
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Tensor

LEAST_RIGHT = 2  # calls that are spoken of
BY_CHANCE = 0.03  # how likely no wrong call is among them, were all alike
LARGER = 3  # times: numbers that tell more than their dtype
LEAST_WRONG = 2  # numbers of which a part is spoken of
MOST_PLACES = 3  # that are listed

Feature = Callable[[Any], str]  # of an argument; "" where it has none of it


def only_when(verdict: Verdict) -> str:
    """Of which calls all are right, where one argument tells them from the wrong ones.

    ``""`` where nothing does, or an argument was changed.
    """
    attempts = verdict.attempts
    if verdict.exercise.kind != "function" or any(a.outcome.mutated for a in attempts):
        return ""
    if not attempts or any(is_trial(a.arguments) for a in attempts):
        return ""
    count = max(len(a.arguments) for a in attempts)
    names = verdict.exercise.handler.parameter_names(verdict.exercise, count)
    for feature in (_as_switch, _as_given, _by_axes, _by_dtype):
        for place, name in enumerate(names):
            said = _tells(attempts, place, feature)
            if said and not (feature is _by_dtype and _are_larger(attempts, place)):
                return f"Of the calls that were tried, all {said.format(name)} are right."
    return ""


def _are_larger(attempts: Iterable[Attempt], place: int) -> bool:
    """Whether all wrong calls have much larger numbers than the right ones: that tells."""
    sizes: dict[bool, list[float]] = {True: [], False: []}
    for each in attempts:
        given = _array(each.arguments[place]) if place < len(each.arguments) else None
        if given is not None:
            sizes[each.right].append(float(np.abs(given.astype(float)).max(initial=0)))
    return min(sizes[False], default=0) > LARGER * max(sizes[True], default=0)


def _tells(attempts: Iterable[Attempt], place: int, feature: Feature) -> str:
    """What all right calls have, and none of the wrong ones; "" where they do not."""
    right, wrong = list[str](), list[str]()
    for each in attempts:
        given = each.arguments
        has = feature(given[place] if place < len(given) else None)
        (right if each.right else wrong).append(has)
    for said in {*right} - {*wrong} - {""}:
        others = len(right) - right.count(said)
        by_chance = comb(len(wrong) + others, len(wrong)) / comb(
            len(wrong) + len(right), len(wrong)
        )
        if right.count(said) >= LEAST_RIGHT and by_chance <= BY_CHANCE:
            return said
    return ""


def _as_switch(value: Any) -> str:
    return f"with {{}}={value!r}" if isinstance(value, bool | int | str) else ""


def _as_given(value: Any) -> str:
    return "without {}" if value is None else ""


def _by_axes(value: Any) -> str:
    if not isinstance(value, np.ndarray | Tensor):
        return ""
    count = np.ndim(value.array if isinstance(value, Tensor) else value)
    return f"in which {{}} has {count} {'axis' if count == 1 else 'axes'}"


def _by_dtype(value: Any) -> str:
    array = value.array if isinstance(value, Tensor) else value
    return f"in which {{}} is {array.dtype}" if isinstance(array, np.ndarray) else ""


def where_in(verdict: Verdict) -> str:
    """Where all wrong numbers of the result that is shown stand, and what they are."""
    example = verdict.example
    if example is None or not example.difference or example.difference.kind != "value":
        return ""
    part = wrong_part(example)
    tolerance = Tolerance.for_call(verdict.exercise, example.arguments)
    where = where_wrong(part.expected, part.got, tolerance)
    what = _what_is_wrong(example, part, tolerance)
    if where and what:
        return f"{where} They {what}"
    noun = "entries" if _is_of_truths(part.expected) else "numbers"
    return f"All wrong {noun} {what}" if what else where


def _what_is_wrong(example: Attempt, part: Part, tolerance: Tolerance) -> str:
    """What all wrong numbers of a result are, or should be, where that is one thing."""
    right, got = _array(part.expected), _array(part.got)
    if right is None or got is None or right.shape != got.shape or not right.ndim:
        return ""
    wrong = are_wrong(right, got, tolerance)
    if wrong.sum() < LEAST_WRONG:
        return ""
    exercise, arguments = example.question.exercise, example.arguments
    names = exercise.handler.parameter_names(exercise, len(arguments))
    for name, given in zip(names, arguments, strict=False):
        own = _array(given)
        is_alike = own is not None and own.shape == got.shape
        if own is not None and is_alike and (own[wrong] == got[wrong]).all():
            return f"are those of {name} in the same place."
    for side, verb in ((right, "should be"), (got, "are")):
        if (side[wrong] == side[wrong][0]).all():
            return f"{verb} {show(side[wrong][0].item())}{' in yours' * (side is got)}."
    return ""


def _is_of_truths(value: Any) -> bool:
    array = _array(value)
    return array is not None and array.dtype.kind == "b"


def _array(value: Any) -> np.ndarray | None:
    array = value.array if isinstance(value, Tensor) else value
    is_one = isinstance(array, np.ndarray) and array.dtype.kind in "biuf"
    return array if is_one else None


def where_wrong(expected: Any, got: Any, tolerance: Tolerance) -> str:
    """In which part of a result all its wrong numbers stand; "" where that is no part."""
    right, answer = _array(expected), _array(got)
    if right is None or answer is None:
        return ""
    if right.shape != answer.shape or right.ndim < 1:
        return ""
    wrong = are_wrong(right, answer, tolerance)
    if wrong.sum() < LEAST_WRONG:
        return ""
    size, indices = 1, []
    for axis, length in enumerate(right.shape):
        others = tuple(i for i in range(right.ndim) if i != axis)
        places = np.flatnonzero(wrong.any(axis=others))
        index = _index(places.tolist(), length)
        size *= length if index == ":" else len(places)
        indices.append(index)
    is_part = 2 * size <= right.size and 2 * wrong.sum() >= size
    return f"All wrong numbers stand in [{', '.join(indices)}]." if is_part else ""


def _index(places: list[int], length: int) -> str:
    """Some places on an axis as one writes them in an index."""
    first, last = places[0], places[-1] + 1
    if len(places) == 1:
        return str(first)
    if len(places) == last - first:
        return f"{first or ''}:{'' if last == length else last}"
    return str(places) if len(places) <= MOST_PLACES else ":"
