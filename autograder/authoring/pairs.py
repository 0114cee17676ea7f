"""Whether two mistakes at once are taken for a third: such a name would be untrue."""

from collections.abc import Iterator

from autograder.checking import diagnose
from autograder.checking.ask import TooMuchMemory, asker
from autograder.checking.compare import Tolerance, compare
from autograder.checking.judge import compared
from autograder.checking.outcome import Attempt, Outcome
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.questions import (
    PUBLIC_SEED,
    Question,
    error_type,
    predicted,
    questions,
)
from autograder.exercise.status import Status
from autograder.exercise.values import Raises

Held = tuple[Misconception, ...]


def misnamed_pairs(exercise: Exercise) -> Iterator[str]:
    """Say which two misconceptions held at once get an untrue name, and which.

    Two explain their own answer, so a name that is found is true.  But a mistake that
    alone raises is no part of a pair that does not, and how much memory is held is not
    predicted: those are tried.
    """
    asked = questions(exercise, PUBLIC_SEED)
    watched = [question for question in asked if question.case.peak_mb]
    first = asked[0]
    raising = {m for m in exercise.misconceptions if _raises((m,), first)}
    broken = exercise.broken
    for held in diagnose.pairs(exercise):
        apart = not raising.isdisjoint(held) and not _raises(held, first)
        tried = {each: _attempt(exercise, held, each) for each in watched}
        if not apart and not any(map(_held_too_much, tried.values())):
            continue
        attempts = [tried.get(each) or _attempt(exercise, held, each) for each in asked]
        named = diagnose.misconceptions(exercise, attempts)
        # One name of the two, or none, says nothing untrue; others may be the same.
        if set(named) <= set(held):
            continue
        if broken is not None and diagnose.explains(exercise, (broken,), attempts):
            continue  # the two make the code that is to be repaired
        if not _same(exercise, held, named):
            label = " with ".join(repr(m.id) for m in held)
            words = " and ".join(repr(m.id) for m in named)
            yield f"Misconception {label} is named as {words} (seed {PUBLIC_SEED})."


def _raises(held: Held, question: Question) -> bool:
    return predicted(held, question)[0] == "raised"


def _held_too_much(attempt: Attempt) -> bool:
    return error_type(attempt.outcome.raised) == TooMuchMemory.__name__


def _attempt(exercise: Exercise, held: Held, question: Question) -> Attempt:
    if question.case.peak_mb:  # memory is watched only where an answer is asked
        ask = asker(exercise, exercise.wrong_answer(*held))
        return compared(question, ask(question.arguments, question.case.peak_mb))
    kind, given = predicted(held, question)
    if kind == "raised" or isinstance(question.expected, Raises):
        status = Status.RAISED if kind == "raised" else Status.RETURNED
        raised = given if kind == "raised" else ""
        return compared(question, Outcome(status, raised=raised))
    tolerance = Tolerance.for_call(exercise, question.arguments)
    difference = compare(question.expected, given, tolerance)
    return Attempt(question, Outcome(Status.RETURNED, value=given), difference)


def _same(exercise: Exercise, held: Held, named: Held) -> bool:
    """Whether holding ``named`` gives every answer that holding ``held`` gives."""
    if len(named) > 1 and named not in diagnose.pairs(exercise):
        return False
    return all(
        diagnose.agree(
            predicted(held, question),
            predicted(named, question),
            Tolerance.of(exercise.atol, question.arguments),
        )
        for question in questions(exercise, PUBLIC_SEED)
    )
