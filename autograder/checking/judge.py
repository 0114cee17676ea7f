"""Judge an answer: ask it, compare, score, and find what is behind a mistake.

The judge never sees the student's function, only what it answered.  In a
notebook the function is called in the same process, in the grader in a
sandboxed one; the judgement is the same code.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from autograder.checking import diagnose
from autograder.checking.compare import Difference, Tolerance, compare
from autograder.checking.invoke import observed, right_answer
from autograder.exercise.definition import Arguments, Case, Exercise, Misconception
from autograder.exercise.values import Opaque, Raises, brief, copy, plain, size
from autograder.frameworks import layers
from autograder.frameworks.tensors import untensored

Status = Literal[
    "passed",
    "partial",
    "failed",
    "not_attempted",
    "timeout",
    "crashed",
    "out_of_memory",
    "error",
    "infrastructure_error",
]
# An answer that ended like this will not answer the next call either.
ENDED = frozenset({"timeout", "crashed", "out_of_memory", "infrastructure_error"})
PUBLIC_SEED = 0
ODD_ENTRIES = 1_000  # the largest answer of a wrong shape that properties look at
INPUTS_UNCHANGED = "inputs left as they were"


@dataclass(frozen=True)
class Outcome:
    """What an answer did with one call.

    ``value`` is plain (``values.plain``); ``raised`` is ``"TypeName: text"``;
    ``mutated`` holds the positions of arguments that the call changed;
    ``printed`` is the beginning of what it wrote.
    """

    status: Literal["returned", "raised", "not_attempted"] | Status
    value: Any = None
    raised: str = ""
    mutated: tuple[int, ...] = ()
    printed: str = ""


# ask(arguments, peak_mb): the answer to one call, with how much it may hold.
# One that answers far away may have ``many`` too, for the calls of all cases at
# once: ask.many([(arguments, peak_mb), ...]), ending with what ended it.
Ask = Callable[..., Outcome]


@dataclass(frozen=True)
class Attempt:
    """One call, what was expected and what came."""

    case: Case
    arguments: Arguments
    expected: Any
    outcome: Outcome
    difference: Difference | None
    broken: str = ""  # the first property that does not hold

    @property
    def right(self) -> bool:
        came = "raised" if isinstance(self.expected, Raises) else "returned"
        return self.outcome.status == came and not (self.difference or self.broken)


@dataclass(frozen=True)
class CaseResult:
    name: str
    passed: bool
    weight: float = 1.0


@dataclass(frozen=True)
class Verdict:
    """The judgement of one answer."""

    exercise: Exercise
    status: Status
    points: float
    cases: tuple[CaseResult, ...] = ()
    properties: tuple[CaseResult, ...] = ()
    misconceptions: tuple[Misconception, ...] = ()
    example: Attempt | None = None
    message: str = ""
    attempts: tuple[Attempt, ...] = ()  # where something was wrong
    behaviour: str = ""  # their fingerprint, where somebody took it

    @property
    def max_points(self) -> float:
        return self.exercise.points


@lru_cache(maxsize=256)
def questions(exercise: Exercise, seed: int) -> tuple[tuple[Case, Arguments, Any], ...]:
    """Every call of every case with the right answer to it."""
    if exercise.recorded:
        return exercise.recorded.asked(exercise)
    with np.errstate(all="ignore"):
        return tuple(
            (case, arguments, _expected(exercise, case, arguments))
            for case, arguments in inputs(exercise, seed)
        )


def _expected(exercise: Exercise, case: Case, arguments: Arguments) -> Any:
    if case.raises:
        return Raises(case.raises)
    return right_answer(exercise, exercise.reference, arguments)


def inputs(exercise: Exercise, seed: int) -> Iterator[tuple[Case, Arguments]]:
    """Every call of every case, the same for the same seed on any machine."""
    for case in exercise.cases:
        name = zlib.crc32(f"{exercise.id}/{case.name}".encode())
        for call in range(case.calls):
            rng = np.random.default_rng([seed, name, call])
            drawn = case.draw(rng)
            if exercise.kind == "layer" and case.raises:
                drawn = drawn[0], (), (), np.zeros(0)  # it is only constructed
            elif exercise.kind == "layer":
                drawn = layers.complete(exercise, *drawn, rng)
            yield case, tuple(plain(argument) for argument in drawn)


def judge(
    exercise: Exercise, ask: Ask, seed: int = PUBLIC_SEED, *, explain: bool = True
) -> Verdict:
    """Ask for every input drawn from ``seed`` and judge the answers.

    With ``explain`` false only the score is worked out: no misconception is
    looked for.  The example shown is the smallest failing call, or the one that
    ended the answer.
    """
    attempts: list[Attempt] = []
    held: dict[str, bool] = {}
    asked = questions(exercise, seed)
    outcomes = _outcomes(ask, [(arguments, case.peak_mb) for case, arguments, _ in asked])
    # Who has ended since cannot be asked about a property any more.
    alive = not (isinstance(outcomes, list) and outcomes[-1].status in ENDED)
    for (case, arguments, expected), outcome in zip(asked, outcomes, strict=False):
        first = alive and not any(attempt.case is case for attempt in attempts[-1:])
        attempt = _attempt(exercise, case, arguments, expected, outcome, ask, held, first)
        if attempt.outcome.status == "not_attempted" and not attempts:
            return Verdict(exercise, "not_attempted", 0.0, message="Not attempted yet.")
        attempts.append(attempt)
        if attempt.outcome.status in ENDED:
            break
    verdict = _score(exercise, attempts, held)
    if verdict.status == "passed" or not explain:
        return verdict
    ended = verdict.status in ENDED
    wrong = [attempts[-1]] if ended else [a for a in attempts if not a.right]
    wrong = wrong or [a for a in attempts if a.outcome.mutated]
    named = diagnose.misconceptions(exercise, attempts)
    example = min(wrong, key=lambda a: size(a.arguments), default=None)
    return replace(
        verdict, misconceptions=named, example=example, attempts=tuple(attempts)
    )


def _outcomes(ask: Ask, calls: list[tuple[Arguments, float]]) -> Iterable[Outcome]:
    """The answers in order, all at once where that can be had, else one by one."""
    many = getattr(ask, "many", None)
    return many(calls) if many else (ask(*call) for call in calls)


def _attempt(
    exercise: Exercise,
    case: Case,
    arguments: Arguments,
    expected: Any,
    outcome: Outcome,
    ask: Ask,
    held: dict[str, bool],
    first: bool,
) -> Attempt:
    if isinstance(expected, Raises):
        difference = _not_raised(expected, outcome)
        return Attempt(case, arguments, expected, outcome, difference)
    if outcome.status != "returned":
        return Attempt(case, arguments, expected, outcome, None)
    if exercise.kind == "value":
        outcome = replace(outcome, value=_as_array(outcome.value))
    if exercise.kind == "choice" and isinstance(outcome.value, str):
        outcome = replace(outcome, value=outcome.value.strip(" ().").lower())
    tolerance = Tolerance.of(exercise.atol, arguments)
    try:
        outcome = replace(outcome, value=observed(exercise, outcome.value, arguments))
    except Exception:  # it has not even the form that can be observed
        outcome = replace(outcome, value=Opaque("a result of another form"))
    difference = compare(expected, outcome.value, tolerance)
    broken = ""
    for prop in exercise.properties if first else ():
        # It calls again.  Where the answer is the reference's, once tells enough.
        if not difference and not exercise.observe and held.get(prop.name):
            continue
        odd = difference is not None and difference.kind in ("shape", "type", "structure")
        holds = not (odd and _too_large(outcome.value, 0)) and _holds(
            prop.holds, ask, outcome.value, arguments
        )
        held[prop.name] = held.get(prop.name, True) and holds
        if not holds:
            broken = broken or prop.name
    return Attempt(case, arguments, expected, outcome, difference, broken)


def _not_raised(expected: Raises, outcome: Outcome) -> Difference | None:
    name = outcome.raised.partition(":")[0]
    if outcome.status == "raised" and name == expected.type_name:
        return None
    came = f"raised {name}" if outcome.status == "raised" else "raised nothing"
    words = f"This call should raise {expected.type_name}; yours {came}."
    return Difference("raises", words)


def _as_array(value: Any) -> Any:
    """A value worked out by hand may be written as nested lists."""
    if isinstance(value, (list, tuple)):
        try:
            return plain(np.array(value))
        except ValueError:  # ragged
            return value
    return value


class _NoAnswer(Exception):
    """The answer did not return while a property was being checked."""


def _too_large(output: Any, likely: int) -> bool:
    """Whether a property must not meet this: shapes that broadcast to gigabytes."""
    return size(output) > max(ODD_ENTRIES, likely)


def _holds(holds: Callable[..., bool], ask: Ask, output: Any, arguments: Arguments) -> bool:
    def answer(*again: Any) -> Any:
        outcome = ask(tuple(plain(argument) for argument in again))
        if outcome.status != "returned" or _too_large(outcome.value, 4 * size(output)):
            raise _NoAnswer
        return untensored(outcome.value)

    try:
        with np.errstate(all="ignore"):
            return bool(holds(answer, untensored(output), *copy(arguments)))
    except Exception:  # the output does not even have the form it speaks of
        return False


def _score(exercise: Exercise, attempts: list[Attempt], held: dict[str, bool]) -> Verdict:
    cases = []
    for case in exercise.cases:
        calls = [a for a in attempts if a.case is case]
        complete = len(calls) == case.calls
        right = complete and all(a.right for a in calls)
        cases.append(CaseResult(case.name, right, case.weight))
    if exercise.is_code:
        kept = any(c.passed for c in cases) and not any(a.outcome.mutated for a in attempts)
        cases.append(CaseResult(INPUTS_UNCHANGED, kept))
    earned = sum(c.weight for c in cases if c.passed)
    share = earned / sum(c.weight for c in cases)
    properties = tuple(CaseResult(name, ok, 0.0) for name, ok in held.items())
    points = round(exercise.points * share, 4)
    status, message = _status(exercise, attempts, share)
    return Verdict(exercise, status, points, tuple(cases), properties, message=message)


def _status(
    exercise: Exercise, attempts: list[Attempt], share: float
) -> tuple[Status, str]:
    last = attempts[-1].outcome
    if last.status in ENDED:
        return last.status, sentence(exercise, attempts[-1])  # type: ignore
    if share == 1:
        return "passed", "Everything is right."
    wrong = [a for a in attempts if not a.right]
    if share == 0 and all(a.outcome.status == "raised" for a in attempts):
        return "error", sentence(exercise, attempts[0])
    status: Status = "partial" if share > 0 else "failed"
    if not wrong:
        return status, "The results are right, but the arguments were changed."
    return status, sentence(exercise, wrong[0])


def sentence(exercise: Exercise, attempt: Attempt) -> str:
    """One sentence for what is wrong with one call.

    What is to be worked out by hand, or chosen, is not given away.
    """
    if attempt.outcome.status == "raised" and not attempt.difference:
        name, _, words = attempt.outcome.raised.partition(": ")
        if name == "ParameterMismatch":
            return words
        return f"Your code raised {attempt.outcome.raised}"
    if attempt.outcome.status == "not_attempted":
        return "Your code raised NotImplementedError for some inputs, not for others."
    if attempt.outcome.status in ENDED:
        return attempt.outcome.raised or _ENDED_SENTENCES[attempt.outcome.status]
    difference = attempt.difference
    if difference is None:
        return attempt.broken and f"This does not hold: {attempt.broken}."
    if exercise.kind == "choice":
        return f"{brief(attempt.outcome.value)} is not it."
    if exercise.kind == "value" and difference.where is not None:
        place = f", the first at {list(difference.where)}" if difference.where else ""
        return f"{difference.wrong} of {difference.total} entries are not right{place}."
    return difference.sentence


_ENDED_SENTENCES = {
    "timeout": "Your code ran longer than its time limit.",
    "crashed": "Your code ended the Python process.",
    "out_of_memory": "Your code used more memory than its limit.",
    "infrastructure_error": "The grader could not run this; it is not your code's fault.",
}
