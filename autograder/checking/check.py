"""``check``: what a student calls in the notebook."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from autograder.checking import nbgrader
from autograder.checking.ask import asker
from autograder.checking.card import Card, make_card
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.judge import judge
from autograder.checking.outcome import Verdict
from autograder.checking.rules import behind, load_imports, with_rules
from autograder.exercise.definition import Exercise
from autograder.exercise.key import DEFAULT_KEY, KeyProblem, load_key
from autograder.exercise.questions import PUBLIC_SEED, source_of

SECONDS_PER_CALL = 5.0
# How often each exercise was wrong since the kernel started: the next hint.
_wrong_before: Counter[str] = Counter()


class Shown:
    """A card that displays itself: HTML where it can be, else plain text."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, str]:
        return {"text/html": as_html(self.card), "text/plain": as_text(self.card)}

    def __str__(self) -> str:
        return as_text(self.card)


def check(exercise_id: str, answer: Any, *, key: str = DEFAULT_KEY) -> Any:
    """Check an answer, show what was found, return what to go on with.

    Parameters
    ----------
    exercise_id
        As the chapter gives it, for example ``"numpy.softmax"``.
    answer
        The function, value or choice to check.  A function that raises
        ``NotImplementedError``, or ``...`` or ``None`` as a value, counts as
        not attempted.

    Returns
    -------
    The answer itself when it is right, else the reference, so that the rest
    of the chapter always runs.  A wrong answer never raises, but where nbgrader
    runs the notebook; an id that the key does not have gives a sentence and the
    answer back.
    """
    if not isinstance(exercise_id, str):
        print('The id comes first, in quotes: check("chapter.exercise", answer).')
        return answer
    try:
        exercise = load_key(key).exercise(exercise_id)
    except KeyProblem as problem:
        print(problem)
        return answer
    source = source_of(exercise)
    if source.later:
        print(f"{exercise.title} ({exercise_id}) is looked at when you hand it in.")
        return answer
    verdict = evaluate(exercise, answer)
    if verdict.status == "passed":
        _display(make_card(verdict))
        if exercise.is_code or not isinstance(answer, (list, tuple)):
            return answer
        return exercise.reference() if source.lends else np.array(answer)
    if verdict.status != "not_attempted":
        _wrong_before[exercise_id] += 1
    footer = _goes_on(exercise, verdict)
    card = make_card(verdict, hint=_wrong_before[exercise_id], footer=footer)
    if verdict.status == "partial" and not source.lends:
        _display(card)
        return answer
    reference = exercise.reference if exercise.is_code else exercise.reference()
    if nbgrader.running():
        nbgrader.tell(verdict.points, as_text(card), {exercise.name: reference})
    else:
        _display(card)
    return reference


def evaluate(exercise: Exercise, answer: Any, seed: int = PUBLIC_SEED) -> Verdict:
    """Judge an answer that lives in this process."""
    load_imports(answer)
    verdict = judge(exercise, asker(exercise, answer, SECONDS_PER_CALL), seed)
    return with_rules(verdict, behind(answer)) if exercise.rules else verdict


def _goes_on(exercise: Exercise, verdict: Verdict) -> str:
    """What a wrong answer's card says of the cells below it."""
    spoken = exercise.how.spoken(exercise)
    if not spoken:
        return ""
    if not source_of(exercise).lends and verdict.status == "partial":
        return f"The chapter goes on with your {exercise.name}, which is right in part."
    if not source_of(exercise).lends:
        return f"Cells below that use {exercise.name} wait until it is right."
    return f"The chapter goes on with the reference {spoken} for now."


def _display(card: Card) -> None:
    """Show a card in IPython, or print it where there is none."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        print(as_text(card))
        return
    if get_ipython() is None:
        print(as_text(card))
    else:
        display(Shown(card))
