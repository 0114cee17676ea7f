"""The smallest failing call as a card shows it: what was given, expected and returned."""

import math
from typing import Any

import numpy as np

from autograder.checking.axes import AxisNames
from autograder.checking.compare import are_results
from autograder.checking.outcome import FORM, PRINTED_LIMIT, Attempt, Difference
from autograder.checking.show import DIGITS, ENTRIES_SHOWN, MOST_PRINTED, Side, show
from autograder.exercise.definition import Exercise
from autograder.exercise.status import Status
from autograder.exercise.values import Tensor, Trial, mapped, size

FEW_SHOWN = 12  # numbers of an array, where they matter less than its shape
CUT = "\n(It printed more; this is the beginning. Does a print stand in a loop?)"


Shown = tuple[str, Any]  # which of several results it is, and its value


def smallest_call(exercise: Exercise, attempt: Attempt) -> dict[str, Any]:
    """The part of a card that shows the smallest failing call."""
    outcome, difference = attempt.outcome, attempt.difference
    sides = {} if outcome.status.ended_early else {"expected": attempt.expected}
    if outcome.status == Status.RETURNED:
        sides["got"] = outcome.value
    part = difference.part if difference else ""
    example = exercise.handler.example(exercise, attempt.arguments, sides, part)
    names = AxisNames(exercise, attempt.arguments, attempt.expected)
    # Where it is the form that is wrong, or it raised, shapes say what numbers do not.
    is_form = difference is None or difference.kind in FORM
    most = FEW_SHOWN if is_form and not attempt.broken else math.inf
    is_trial = any(isinstance(value, Trial) for _, value in example.arguments)
    arguments = [(name, _as_given(v, exercise.framework)) for name, v in example.arguments]
    kept = [a for a in arguments if not is_trial or size(a[1]) <= FEW_SHOWN]
    return {
        "call": example.call,
        "arguments": tuple((name, _side(v, names, most=most)) for name, v in kept),
        **_sides(_narrowed(example.sides, difference), names, most),
        "printed": outcome.printed + (CUT if len(outcome.printed) >= PRINTED_LIMIT else ""),
    }


def _narrowed(sides: dict[str, Any], difference: Difference | None) -> dict[str, Shown]:
    """Of several results the one that is wrong, where both sides have it."""
    expected, got = sides.get("expected"), sides.get("got")
    part = difference.part if difference else ""
    if part and all(isinstance(side, dict) and part in side for side in (expected, got)):
        return {name: (f"{part}: ", value[part]) for name, value in sides.items()}
    at = difference.items[:1] if difference else ()
    if (
        at
        and isinstance(expected, (tuple, list))
        and isinstance(got, (tuple, list))
        and len(expected) == len(got)
        and are_results(expected)
    ):
        which = f"result {at[0] + 1}: "
        return {name: (which, value[at[0]]) for name, value in sides.items()}
    return {name: ("", value) for name, value in sides.items()}


def _as_given(value: Any, framework: str) -> Any:
    """An argument as the answer got it: an array of a tensor exercise is a tensor."""
    if framework == "numpy":
        return value
    return mapped(value, lambda a: Tensor(framework, a) if isinstance(a, np.ndarray) else a)


def _side(
    value: Any,
    names: AxisNames,
    which: str = "",
    digits: int = DIGITS,
    entries: int = ENTRIES_SHOWN,
    most: float = math.inf,
) -> Side:
    what = which + names.describe(value)
    shown = show(value, digits=digits, entries=entries) if size(value) <= most else ""
    return Side(what, shown)


def _sides(values: dict[str, Shown], names: AxisNames, most: float) -> dict[str, Side]:
    """Expected and got, with as many digits, or entries, as show that they differ."""
    few = ENTRIES_SHOWN
    for digits, entries in ((DIGITS, few), (8, few), (16, few), (DIGITS, MOST_PRINTED)):
        shown = {
            name: _side(value, names, which, digits, entries, most)
            for name, (which, value) in values.items()
        }
        if len(shown) < 2 or most < math.inf or len({s.shown for s in shown.values()}) > 1:
            break
    return shown
