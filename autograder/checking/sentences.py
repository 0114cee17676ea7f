"""What is wrong with one call, in one sentence."""

from __future__ import annotations

from autograder.checking.outcome import OF_ENGINE, Attempt
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import error_type
from autograder.exercise.status import Status
from autograder.exercise.values import brief


def sentence(exercise: Exercise, attempt: Attempt) -> str:
    """What is wrong with one call; what is to be worked out by hand is not given away."""
    if attempt.outcome.status == Status.RAISED and not attempt.difference:
        if error_type(attempt.outcome.raised) in OF_ENGINE:
            return attempt.outcome.raised.partition(": ")[2]
        return f"Your code raised {attempt.outcome.raised}"
    if attempt.outcome.status == Status.NOT_ATTEMPTED:
        return "Your code raised NotImplementedError for some inputs, not for others."
    if attempt.outcome.status.ended_early:
        return attempt.outcome.raised or attempt.outcome.status.explanation
    difference = attempt.difference
    if difference is None and attempt.untried:
        return f"Called again, to see whether {attempt.broken!r}, it gave no result."
    if difference is None:
        return attempt.broken and f"This does not hold: {attempt.broken}."
    place = str(list(difference.where)) if difference.where else ""
    total = 0 if difference.where is None else difference.total
    value = brief(attempt.outcome.value)
    secret = exercise.handler.wrong_value(value, difference.wrong, total, place)
    return secret or difference.sentence
