"""Find the misconception that a wrong answer shows: the one that would give it."""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from autograder.checking.compare import BY_DTYPE, Tolerance, coarsest, compare
from autograder.checking.outcome import Attempt
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.questions import CallOutcome, Question, error_type, predicted
from autograder.exercise.status import Status
from autograder.exercise.values import Hidden, Raises, untensored
from autograder.frameworks.base import ParameterMismatch


def misconceptions(
    exercise: Exercise, attempts: Sequence[Attempt]
) -> tuple[Misconception, ...]:
    """Find the misconceptions that give just these answers.

    One that explains every call is looked for first, then one that alone explains whole
    case groups, two at least, and of those that are wrong three in four, or all but one.
    No name is better than a wrong one, so two are never given at once.

    Returns the likeliest one; none where no name is sure.
    """
    answered = [a for a in attempts if a.outcome.status in (Status.RETURNED, Status.RAISED)]
    wrong = [a for a in answered if not a.right]
    if not wrong:
        return ()
    known = exercise.misconceptions
    telling_first = [*wrong, *(a for a in answered if a.right)]  # most fail at once
    explaining = [m for m in known if explains(exercise, (m,), telling_first)]
    if explaining:  # where there are errors alone, several may give the same ones
        sure = len(explaining) == 1 or any(map(_returned, wrong))
        return (explaining[0],) if sure else ()
    return _by_case(exercise, answered)


def _by_case(exercise: Exercise, answered: Sequence[Attempt]) -> tuple[Misconception, ...]:
    """The one misconception that alone explains two case groups, and nearly all.

    In a group where all is 0, or d_k happens to be 4, many a mistake is alike.  Who is
    right where a mistake is one, in more than a third as many groups as it explains, has
    another.
    """
    known = exercise.misconceptions
    groups: list[list[Misconception]] = []
    right: list[list[Attempt]] = []
    for case in exercise.cases:
        calls = [a for a in answered if a.case is case]
        wrong = [a for a in calls if not a.right]
        if not wrong:
            right.append(calls)
        elif all(map(_is_informative, wrong)):
            groups.append([m for m in known if explains(exercise, (m,), wrong)])
    named = [
        m
        for m in known
        if groups.count([m]) >= 2
        and 3 * sum(not _also_right(exercise, m, calls) for calls in right)
        <= groups.count([m])
    ]
    if len(named) != 1:  # what is said of one mistake is mostly untrue beside another
        return ()
    left = sum(named[0] not in group for group in groups)
    return tuple(named) if left <= max(1, len(groups) / 4) else ()


def _also_right(
    exercise: Exercise, assumed: Misconception, right: Sequence[Attempt]
) -> bool:
    """Whether an answer with this misconception would be right here, too."""
    for attempt in right:
        tolerance = _tolerance(exercise, attempt)
        if not _is_right(predicted((assumed,), attempt.question), attempt, tolerance):
            return False
    return True


def agree(one: CallOutcome, other: CallOutcome, tolerance: Tolerance = BY_DTYPE) -> bool:
    """Decide whether two outcomes are the same: equal values, or the same error."""
    if one[0] != other[0]:
        return False
    if one[0] == "raised":
        # How much memory a call used beyond its limit says nothing.
        too_much = {error_type(one[1]), error_type(other[1])} == {"TooMuchMemory"}
        return too_much or _error_text(one[1]) == _error_text(other[1])
    return compare(one[1], other[1], tolerance) is None


def _error_text(raised: str) -> object:
    """An error's text; of parameters only the shapes, since students may rename them."""
    other_parameters = error_type(raised) == ParameterMismatch.__name__
    return re.findall(r"\([\d, ]*\)", raised) if other_parameters else raised


def _is_right(outcome: CallOutcome, attempt: Attempt, tolerance: Tolerance) -> bool:
    """Whether a wrong answer happens to give what is expected."""
    if isinstance(attempt.expected, Hidden):
        return False  # that they differ was seen when it was hidden
    if isinstance(attempt.expected, Raises):
        name = error_type(outcome[1]) if outcome[0] == "raised" else ""
        return name == attempt.expected.type_name
    return agree(outcome, ("returned", attempt.expected), tolerance)


@lru_cache(maxsize=4096)
def _coarsest_given(question: Question) -> float:
    return coarsest(question.arguments)


def _tolerance(exercise: Exercise, attempt: Attempt, answer: object = None) -> Tolerance:
    """As ``Tolerance.of``, for a comparison of which only its outcome is asked."""
    relative = max(_coarsest_given(attempt.question), coarsest(answer))
    return Tolerance(exercise.atol, relative, worded=False)


def _returned(attempt: Attempt) -> bool:
    return attempt.outcome.status == Status.RETURNED


def _is_informative(attempt: Attempt) -> bool:
    """Whether there are values to go by: errors, NaN and zeros have too many reasons.

    So has a mask that is False, or True, everywhere.
    """
    if attempt.difference is None or attempt.difference.kind == "nan":
        return False
    value = untensored(attempt.outcome.value)
    are_numbers = isinstance(value, (int, float, np.ndarray, np.generic))
    is_mask = isinstance(value, np.ndarray) and value.dtype.kind == "b"
    return not are_numbers or bool(np.any(value) and not (is_mask and np.all(value)))


def explains(
    exercise: Exercise, assumed: tuple[Misconception, ...], attempts: Sequence[Attempt]
) -> bool:
    """Decide whether misconceptions give each of the answers, and not the right ones."""
    differs = False
    for attempt in attempts:
        wrong = predicted(assumed, attempt.question)
        given = attempt.outcome
        # A coarse answer hides no mistake: here its own dtype counts.
        tolerance = _tolerance(exercise, attempt, given.value)
        seen = given.value if given.status == Status.RETURNED else given.raised
        if (
            isinstance(attempt.expected, Raises)
            and wrong[0] == given.status == Status.RAISED
        ):
            # An error is asked for: its type is the answer, its text the student's own.
            wrong, seen = ("raised", error_type(wrong[1])), error_type(seen)
        if not agree(wrong, (given.status, seen), tolerance):
            return False
        differs = differs or not _is_right(wrong, attempt, tolerance)
    return differs
