"""Judge an answer: ask it, compare, score, and name the misconception.

The judge never sees the student's function, only what it answered.  In a
notebook the function is called in the same process, in the grader in a
sandboxed one; the judgement is the same code.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from autograder.checking import diagnose
from autograder.checking.compare import Tolerance, compare
from autograder.checking.easiest import easiest_to_read
from autograder.checking.outcome import (
    FORM,
    INPUTS_UNCHANGED,
    Ask,
    Attempt,
    CaseResult,
    Difference,
    Outcome,
    Verdict,
    ignores_arguments,
    sentence,
)
from autograder.checking.shrink import shortened
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.questions import (
    PUBLIC_SEED,
    Question,
    error_type,
    observed,
    questions,
)
from autograder.exercise.status import Status
from autograder.exercise.values import Opaque, Raises, copy, plain, size, untensored

TO_BE_READ = "A person reads this one and gives the points."
ODD_ENTRIES = 1_000  # the largest answer of a wrong shape that properties look at


def judge(
    exercise: Exercise,
    ask: Ask,
    seed: int = PUBLIC_SEED,
    *,
    explain: bool = True,
    for_card: bool = True,
    named: tuple[Misconception, ...] = (),
) -> Verdict:
    """Ask an answer every question of a seed, and judge what it says.

    ``explain``: whether to look for misconceptions too; ``for_card``: and for an example:
    the smallest failing call, or the one that ended the answer. ``named``: the
    misconceptions, where they are known.
    """
    asked = questions(exercise, seed)
    outcomes = ask.many(asked)
    if outcomes[0].status == Status.NOT_ATTEMPTED:
        return Verdict(exercise, Status.NOT_ATTEMPTED, 0.0, message="Not attempted yet.")
    if exercise.is_read and outcomes[0].status == Status.RETURNED:
        return _to_be_read(exercise, outcomes[0].value)
    # Who has ended since cannot be asked about a property any more.
    properties = _Properties(exercise, ask, alive=not outcomes[-1].status.ended_early)
    attempts: list[Attempt] = []
    for question, outcome in zip(asked, outcomes, strict=False):
        attempt = properties.check(compared(question, outcome))
        attempts.append(attempt)
        if attempt.outcome.status.ended_early:
            break
    verdict = _score(exercise, attempts, properties.results)
    still = exercise.broken
    if still and _is_still(exercise, still, attempts):
        verdict = replace(verdict, status=Status.FAILED, points=0.0)
    else:
        still = None
    # A wish that is not met leaves an answer right, and is spoken of.
    if not explain or (verdict.status == Status.PASSED and all(a.right for a in attempts)):
        return verdict
    named = (still,) if still else named or _misconceptions(exercise, attempts)
    if not for_card:
        return replace(verdict, misconceptions=named)
    ended = verdict.status.ended_early
    wrong = [attempts[-1]] if ended else [a for a in attempts if not a.right]
    wrong = wrong or [a for a in attempts if a.outcome.mutated]
    example = easiest_to_read(_commonest(wrong))
    if example:
        example = shortened(example, ask, named, compared)
    return replace(verdict, misconceptions=named, example=example, attempts=tuple(attempts))


def _to_be_read(exercise: Exercise, answer: Any) -> Verdict:
    """What a person has to read has no points yet; what is blank is no answer."""
    if isinstance(answer, str) and not answer.strip():
        return Verdict(exercise, Status.NOT_ATTEMPTED, 0.0, message="Not attempted yet.")
    return Verdict(exercise, Status.AWAITING_REVIEW, 0.0, message=TO_BE_READ)


def _is_still(
    exercise: Exercise, broken: Misconception, attempts: Sequence[Attempt]
) -> bool:
    """Whether an answer gives, in every call, what the code to repair gives."""
    try:
        return diagnose.explains(exercise, (broken,), attempts)
    except MemoryError:
        raise
    except Exception:  # of a form that nobody compares: it is the student's own
        return False


def _misconceptions(
    exercise: Exercise, attempts: Sequence[Attempt]
) -> tuple[Misconception, ...]:
    try:
        return diagnose.misconceptions(exercise, attempts)
    except MemoryError:
        raise
    except Exception:  # of a form that nobody compares: no mistake that is known
        return ()


def _commonest(wrong: Sequence[Attempt]) -> list[Attempt]:
    """Those attempts that ended in the way in which most did: with this error, or none."""

    def ending(attempt: Attempt) -> str:
        raised = attempt.outcome.status == Status.RAISED and not attempt.difference
        return error_type(attempt.outcome.raised) if raised else ""

    wrong = [a for a in wrong if a.difference or not a.broken] or wrong
    most = Counter(map(ending, wrong)).most_common(1)
    return [attempt for attempt in wrong if ending(attempt) == most[0][0]]


def compared(question: Question, outcome: Outcome) -> Attempt:
    """Compare an outcome in the form that is asked for; no property is looked at."""
    exercise, arguments = question.exercise, question.arguments
    if isinstance(question.expected, Raises):
        return Attempt(question, outcome, _not_raised(question.expected, outcome))
    if outcome.status != Status.RETURNED:
        return Attempt(question, outcome, None)
    tolerance = Tolerance.for_call(exercise, arguments)
    try:
        value = observed(exercise, exercise.handler.normalise(outcome.value), arguments)
        difference = compare(question.expected, value, tolerance)
    except MemoryError:
        raise
    except Exception:  # it has not even the form that can be looked at
        value = outcome.value
        difference = compare(question.expected, value, tolerance)
        if difference is None:
            value = Opaque("result of another form")
            difference = compare(question.expected, value, tolerance)
    seen = outcome if value is outcome.value else replace(outcome, value=value)
    given = outcome.value if exercise.observe else None
    if given is not None and difference and isinstance(value, str):
        words = f"Asked for: {question.expected}. Yours: {value}."
        difference = replace(difference, sentence=words)
    return Attempt(question, seen, difference, given=given)


def _not_raised(expected: Raises, outcome: Outcome) -> Difference | None:
    name = error_type(outcome.raised)
    if outcome.status == Status.RAISED and name == expected.type_name:
        return None
    came = f"raised {name}" if outcome.status == Status.RAISED else "raised nothing"
    words = f"This call should raise {expected.type_name}; yours {came}."
    return Difference("raises", words)


class _NoAnswer(Exception):
    """The answer did not return while a property was being checked."""


class _Properties:
    """The properties of one answer, and whether each always held."""

    def __init__(self, exercise: Exercise, ask: Ask, *, alive: bool) -> None:
        self._exercise, self._ask, self._alive = exercise, ask, alive
        self._case: object = None
        self._found: dict[str, set[bool | None]] = {}
        self._is_odd = False  # a result was of another form, or nan, so none was tried

    @property
    def results(self) -> tuple[CaseResult, ...]:
        """One for each that was looked at; ``tried`` where it was seen to hold or not."""
        return tuple(
            CaseResult(name, holds, 0.0, tried=holds or False in seen)
            for name, seen in self._found.items()
            for holds in [seen == {True} and not self._is_odd]
        )

    def check(self, attempt: Attempt) -> Attempt:
        """The attempt with the first property that its call does not have, if any."""
        first, self._case = self._case is not attempt.case, attempt.case
        compared = attempt.outcome.status == Status.RETURNED
        # First the type and the shape: a property speaks of values, and nan is none.
        kind = attempt.difference.kind if attempt.difference else ""
        odd = isinstance(attempt.expected, Raises) or attempt.case.gradients
        of_no_form = kind in (*FORM, "nan")
        self._is_odd |= compared and of_no_form and not odd
        if odd or of_no_form or not (first and compared and self._alive):
            return attempt
        for prop in self._exercise.properties:
            # It calls again.  Where the answer is the reference's, once tells enough.
            right = not attempt.difference and not self._exercise.observe
            seen = self._found.setdefault(prop.name, set())
            if right and seen == {True}:
                continue
            holds = self._holds(prop.holds, attempt)
            seen.add(holds)
            if not holds and not attempt.broken:
                attempt = replace(attempt, broken=prop.name, untried=holds is None)
        return attempt

    def _holds(self, holds: Callable[..., bool], attempt: Attempt) -> bool | None:
        """Whether a property holds; ``None`` where there is nothing to see it by."""
        output = attempt.outcome.value

        def answer(*again: Any) -> Any:
            outcome = self._ask(tuple(plain(argument) for argument in again))
            most = max(ODD_ENTRIES, 4 * size(output))
            if outcome.status != Status.RETURNED or size(outcome.value) > most:
                raise _NoAnswer
            return untensored(outcome.value)

        try:
            with np.errstate(all="ignore"):
                given = copy(attempt.arguments)
                return bool(holds(answer, untensored(output), *given))
        except Exception:  # no answer to another call, or not the form it speaks of
            return None


def _score(
    exercise: Exercise, attempts: Sequence[Attempt], properties: tuple[CaseResult, ...]
) -> Verdict:
    right = Counter(id(a.case) for a in attempts if a.right)
    cases = [
        CaseResult(case.name, right[id(case)] == case.calls, case.weight)
        for case in exercise.cases
    ]
    if exercise.is_code:
        counts = any(c.passed for c in cases) and not ignores_arguments(attempts)
        kept = counts and not any(a.outcome.mutated for a in attempts)
        cases.append(CaseResult(INPUTS_UNCHANGED, kept, tried=counts))
    earned = sum(c.weight for c in cases if c.passed)
    # What an answer that does nothing passes too is worth something only beside more.
    done = any(
        c.passed for c, case in zip(cases, exercise.cases, strict=False) if not case.easy
    )
    share = earned * done / sum(c.weight for c in cases)
    points = round(exercise.points * share, 4)
    status, message = _status(exercise, attempts, share)
    raised = attempts[0].outcome.raised if status == Status.ERROR else ""
    parts = tuple(cases), properties
    return Verdict(exercise, status, points, *parts, message=message, raised=raised)


def _status(
    exercise: Exercise, attempts: Sequence[Attempt], share: float
) -> tuple[Status, str]:
    last = attempts[-1].outcome
    if last.status.ended_early:
        return last.status, sentence(exercise, attempts[-1])
    if share == 1:
        return Status.PASSED, "Everything is right."
    wrong = [a for a in attempts if not a.right]
    if share == 0 and all(a.outcome.has_raised for a in attempts):
        return Status.ERROR, sentence(exercise, attempts[0])
    status = Status.PARTIAL if share > 0 else Status.FAILED
    if not wrong:
        changed = {i for a in attempts for i in a.outcome.mutated}
        what = "an argument was" if len(changed) == 1 else "arguments were"
        return status, f"The results are right, but {what} changed."
    return status, sentence(exercise, wrong[0])
