"""Which of several results is wrong, and what it should be."""

from typing import Any, NamedTuple

from autograder.checking.compare import Tolerance, are_results, compare
from autograder.checking.outcome import Attempt, Difference


class Part(NamedTuple):
    """A result, or one of several: ``name`` says which, and is "" where there is one."""

    name: str
    expected: Any
    got: Any


def narrowed(expected: Any, got: Any, difference: Difference | None) -> Part:
    """Of several results the one that differs, where both sides have it."""
    sides = (expected, got)
    name = difference.part if difference else ""
    if name and all(isinstance(side, dict) and name in side for side in sides):
        return Part(name, expected[name], got[name])
    if not difference or not difference.items or not are_several(expected, got):
        return Part("", expected, got)
    first = difference.items[0]
    return Part(f"result {first + 1}", expected[first], got[first])


def are_several(expected: Any, got: Any) -> bool:
    """Whether both sides are as many results."""
    if not all(isinstance(side, tuple | list) for side in (expected, got)):
        return False
    return len(expected) == len(got) and are_results(expected)


def wrong_part(attempt: Attempt) -> Part:
    """What of an attempt's result differs from what was expected."""
    return narrowed(attempt.expected, attempt.outcome.value, attempt.difference)


def are_others_right(attempt: Attempt) -> bool:
    """Whether of several results just one differs."""
    expected, got, first = attempt.expected, attempt.outcome.value, attempt.difference
    if not first or not first.items or not are_several(expected, got) or len(got) < 2:
        return False
    tolerance = Tolerance.for_call(attempt.question.exercise, attempt.arguments)
    pairs = enumerate(zip(expected, got, strict=True))
    others = (pair for number, pair in pairs if number != first.items[0])
    return all(compare(*pair, tolerance) is None for pair in others)
