"""The smallest failing call as a card shows it: what was given, expected and returned."""

import math
from typing import Any

import numpy as np

from autograder.checking.axes import AxisNames
from autograder.checking.outcome import FORM, PRINTED_LIMIT, Attempt, Difference
from autograder.checking.show import DIGITS, ENTRIES_SHOWN, Side, show
from autograder.checking.wrong_part import narrowed
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import error_type
from autograder.exercise.status import Status
from autograder.exercise.values import (
    Tensor,
    Trial,
    describe,
    mapped,
    same_bits,
    size,
    untensored,
)
from autograder.frameworks.base import ParameterMismatch

FEW_SHOWN = 12  # numbers of an array, where they matter less than its shape
FEW_TRIED = 32  # numbers of an array that an answer is tried with
FEW_SEEN = 8  # numbers that are compared one by one
OBSERVED = "as it is compared: "  # of an answer of which not all counts
CUT = "\n(It printed more; this is the beginning. Does a print stand in a loop?)"


Shown = tuple[str, Any]  # which of several results it is, and its value


def smallest_call(exercise: Exercise, attempt: Attempt) -> dict[str, Any]:
    """The part of a card that shows the smallest failing call."""
    outcome, difference = attempt.outcome, attempt.difference
    is_only_change = outcome.mutated and not (difference or attempt.broken)
    # Nothing is said of a result where there is none, or where it is right.
    is_unsaid = outcome.status.ended_early or outcome.holds_too_much or is_only_change
    sides = {} if is_unsaid else {"expected": attempt.expected}
    if outcome.status == Status.RETURNED and not is_only_change:
        sides["got"] = outcome.value
        if attempt.given is not None and not exercise.is_code:
            sides["got"] = attempt.given
    part = difference.part if difference else ""
    example = exercise.handler.example(exercise, attempt.arguments, sides, part)
    names = AxisNames(exercise, attempt.arguments, attempt.expected)
    # Where it is the form that is wrong, or it raised, shapes say what numbers do not.
    is_form = not outcome.mutated if difference is None else difference.kind in FORM
    is_trial = any(isinstance(value, Trial) for _, value in example.arguments)
    arguments = [(name, _as_given(v, exercise.framework)) for name, v in example.arguments]
    has_run = error_type(outcome.raised) != ParameterMismatch.__name__
    few = (a for a in arguments if not is_trial or size(a[1]) <= FEW_TRIED)
    kept = few if has_run else ()
    shown = _narrowed(example.sides, difference)
    is_whole = attempt.given is None or same_bits(attempt.given, outcome.value)
    if exercise.is_code and not is_whole:
        shown = {side: (OBSERVED + which, value) for side, (which, value) in shown.items()}
    # Of several results the docstring seldom names every axis, and others may be as long.
    are_several = isinstance(attempt.expected, tuple)
    is_list = all(isinstance(value, list) for _, value in shown.values())
    most = FEW_SHOWN if is_form and not (attempt.broken or is_list) else math.inf
    return {
        "call": example.call,
        "arguments": tuple((name, _side(v, names, most=most)) for name, v in kept),
        **_sides(shown, None if are_several else names, most, difference),
        "printed": outcome.printed + (CUT if len(outcome.printed) >= PRINTED_LIMIT else ""),
    }


def _narrowed(sides: dict[str, Any], difference: Difference | None) -> dict[str, Shown]:
    """Of several results the one that is wrong, where both sides have it."""
    if len(sides) < 2:
        return {name: ("", value) for name, value in sides.items()}
    part = narrowed(sides["expected"], sides["got"], difference)
    which = f"{part.name}: " if part.name else ""
    return {"expected": (which, part.expected), "got": (which, part.got)}


def _as_given(value: Any, framework: str) -> Any:
    """An argument as the answer got it: an array of a tensor exercise is a tensor."""
    if framework == "numpy":
        return value
    return mapped(value, lambda a: Tensor(framework, a) if isinstance(a, np.ndarray) else a)


def _side(
    value: Any,
    names: AxisNames | None,
    which: str = "",
    digits: int = DIGITS,
    most: float = math.inf,
    where: tuple[int, ...] = (),
) -> Side:
    what = which + (names.describe(value) if names else describe(value))
    if size(value) > most:
        parts = enumerate(value, 1) if isinstance(value, tuple) else ()
        return Side(what, "\n".join(f"{n}: {_side(v, names).what}" for n, v in parts))
    if isinstance(value, Trial) and value.says:
        return Side("", value.says)
    part, at = _part_around(untensored(value), where)
    return Side(f"{what}; here [{at}]" if at else what, show(part, digits=digits))


def _part_around(value: Any, where: tuple[int, ...]) -> tuple[Any, str]:
    """Of a large array the rows around an entry, and their place; "" for all of it."""
    if not where or not isinstance(value, np.ndarray) or value.ndim != len(where):
        return value, ""
    for count in range(value.ndim):
        if value[where[:count]].size <= ENTRIES_SHOWN:
            return value[where[:count]], ", ".join(map(str, where[:count]))
    row, begin = value[where[:-1]], max(where[-1] - FEW_SHOWN // 2, 0)
    part = row[begin : begin + FEW_SHOWN]
    return part, ", ".join([*map(str, where[:-1]), f"{begin}:{begin + part.size}"])


def _sides(
    values: dict[str, Shown],
    names: AxisNames | None,
    most: float,
    difference: Difference | None,
) -> dict[str, Side]:
    """Expected and got, with as many digits as show that they differ."""
    where = (difference and difference.where) or ()
    # A result of another shape has other axes, which have no names.
    other = "got" if difference and difference.kind == "shape" else ""
    for digits in (DIGITS, 8, 16):
        shown = {
            name: _side(value, None if name == other else names, which, digits, most, where)
            for name, (which, value) in values.items()
        }
        if len(shown) < 2 or most < math.inf or _look_unlike(shown, values, difference):
            break
    return shown


def _look_unlike(
    shown: dict[str, Side], values: dict[str, Shown], difference: Difference | None
) -> bool:
    """Whether one sees that two sides differ: of few numbers in each that is wrong."""
    one, other = (side.shown.replace("[", " ").split() for side in shown.values())
    if len(one) != len(other):
        return True
    is_few = all(size(value) <= FEW_SEEN for _, value in values.values())
    wrong = difference.wrong if difference and is_few else 1
    unlike = sum(a.rstrip("]") != b.rstrip("]") for a, b in zip(one, other, strict=True))
    return unlike >= max(wrong, 1)
