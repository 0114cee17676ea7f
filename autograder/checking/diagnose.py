"""Find the misconception behind a wrong answer: the one that would give it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from autograder.checking.compare import BY_DTYPE, Tolerance, compare
from autograder.checking.outcome import Attempt
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.questions import Told, predicted
from autograder.exercise.values import Hidden, Raises


def misconceptions(
    exercise: Exercise, attempts: Sequence[Attempt]
) -> tuple[Misconception, ...]:
    """The misconceptions that give just these answers, most likely first.

    One that explains every call is looked for first, then two independent
    ones together, then one for each failing case on its own.
    """
    answered = [a for a in attempts if a.outcome.status in ("returned", "raised")]
    wrong = [a for a in answered if not a.right]
    if not wrong:
        return ()
    known = exercise.misconceptions
    for one in known:
        if _explains(exercise, (one,), answered):
            return (one,)
    for pair in pairs(exercise):
        if _explains(exercise, pair, answered):
            return pair
    found: dict[str, Misconception] = {}
    for case in exercise.cases:
        calls = [a for a in wrong if a.case is case]
        match = calls and next((m for m in known if _explains(exercise, (m,), calls)), None)
        if match:
            found.setdefault(match.id, match)
    return tuple(found.values())


def pairs(exercise: Exercise) -> list[tuple[Misconception, Misconception]]:
    """Misconceptions that are choices of different decisions, two by two."""
    choosers = [m for m in exercise.misconceptions if m.choices]
    return [
        (left, right)
        for left, right in itertools.combinations(choosers, 2)
        if not set(left.choices or ()) & set(right.choices or ())
    ]


def agree(one: Told, other: Told, tolerance: Tolerance = BY_DTYPE) -> bool:
    """Whether two answers are the same: equal values, or the same error."""
    if one[0] != other[0]:
        return False
    if one[0] == "raised":
        return _same_error(one[1], other[1])
    return compare(one[1], other[1], tolerance) is None


def _is_right(found: Told, attempt: Attempt, tolerance: Tolerance) -> bool:
    """Whether a wrong answer happens to give what is expected."""
    if isinstance(attempt.expected, Hidden):
        return False  # that they differ was seen when it was hidden
    if isinstance(attempt.expected, Raises):
        name = found[1].partition(":")[0] if found[0] == "raised" else ""
        return name == attempt.expected.type_name
    return agree(found, ("returned", attempt.expected), tolerance)


def _same_error(one: str, other: str) -> bool:
    """The same kind of error with the same words; sizes in them may differ."""
    return re.sub(r"[\d(),\s]+", " ", one) == re.sub(r"[\d(),\s]+", " ", other)


def _explains(
    exercise: Exercise, held: tuple[Misconception, ...], attempts: Sequence[Attempt]
) -> bool:
    """Whether holding these gives each of the answers, and not the right ones."""
    differs = False
    for attempt in attempts:
        wrong = predicted(held, attempt.question)
        given = attempt.outcome
        # A coarse answer hides no mistake: here its own dtype counts.
        tolerance = Tolerance.of(exercise.atol, (*attempt.arguments, given.value))
        seen = given.value if given.status == "returned" else given.raised
        if not agree(wrong, (given.status, seen), tolerance):
            return False
        if not _is_right(wrong, attempt, tolerance):
            differs = True
    return differs
