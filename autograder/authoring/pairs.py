"""Whether two mistakes at once are taken for a third: such a name would be untrue."""

from collections.abc import Iterator, Sequence

from autograder.checking import diagnose
from autograder.checking.ask import asker
from autograder.checking.compare import Tolerance, compare
from autograder.checking.judge import compared
from autograder.checking.outcome import Attempt, Outcome
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.questions import PUBLIC_SEED, Question, predicted, questions
from autograder.exercise.status import Status
from autograder.exercise.values import Raises

Held = tuple[Misconception, ...]


def misnamed_pairs(exercise: Exercise) -> Iterator[str]:
    """Say which two misconceptions held at once get an untrue name, and which.

    What two give is explained by the two, so a name that is found for it is true.  Only
    two others are searched: where a mistake that alone raises is part of a pair that does
    not (``diagnose`` takes it for none), and where a call holds too much memory, which is
    not predicted.
    """
    asked = questions(exercise, PUBLIC_SEED)
    raising = {
        m for m in exercise.misconceptions if predicted((m,), asked[0])[0] == "raised"
    }
    broken = exercise.broken
    for held in diagnose.pairs(exercise):
        is_explained = raising.isdisjoint(held) or predicted(held, asked[0])[0] == "raised"
        if is_explained and not _holds_too_much(exercise, held, asked):
            continue
        attempts = [_attempt(exercise, held, each) for each in asked]
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


def _holds_too_much(exercise: Exercise, held: Held, asked: Sequence[Question]) -> bool:
    """Whether a call whose memory is watched holds more than it may."""
    watched = [question for question in asked if question.case.peak_mb]
    attempts = (_attempt(exercise, held, question) for question in watched)
    return any(attempt.outcome.holds_too_much for attempt in attempts)


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
