"""Whether two mistakes at once are taken for a third: such a name would be untrue."""

from collections.abc import Iterator

from autograder.checking import diagnose
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
    others are searched: where a mistake that alone raises is part of a pair that does not,
    which ``diagnose`` takes for none.
    """
    asked = questions(exercise, PUBLIC_SEED)
    raising = {
        m for m in exercise.misconceptions if predicted((m,), asked[0])[0] == "raised"
    }
    broken = exercise.broken
    for held in diagnose.pairs(exercise):
        if raising.isdisjoint(held) or predicted(held, asked[0])[0] == "raised":
            continue  # explained by the two
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


def _attempt(exercise: Exercise, held: Held, question: Question) -> Attempt:
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
