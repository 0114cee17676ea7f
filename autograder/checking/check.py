"""``check``: what a student calls in the notebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from autograder.checking.call import call_with_limit
from autograder.checking.card import Card, make_card
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.judge import PUBLIC_SEED, Ask, Outcome, Verdict, judge
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.key import DEFAULT_KEY, KeyProblem, load_key
from autograder.exercise.values import Opaque, plain
from autograder.notebooks import nbgrader

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
    if exercise.recorded and exercise.recorded.checked_later:
        print(f"{exercise.title} ({exercise_id}) is looked at when you hand it in.")
        return answer
    verdict = evaluate(exercise, answer)
    if verdict.status == "passed":
        _display(make_card(verdict))
        if exercise.is_code:
            return answer
        if exercise.recorded:
            return np.array(answer) if isinstance(answer, (list, tuple)) else answer
        return exercise.reference() if isinstance(answer, (list, tuple)) else answer
    if verdict.status != "not_attempted":
        _wrong_before[exercise_id] += 1
    card = make_card(verdict, hint=_wrong_before[exercise_id], footer=_goes_on(exercise))
    reference = exercise.reference if exercise.is_code else exercise.reference()
    if nbgrader.running():
        nbgrader.tell(verdict.points, as_text(card), {exercise.name: reference})
    else:
        _display(card)
    return reference


def evaluate(exercise: Exercise, answer: Any, seed: int = PUBLIC_SEED) -> Verdict:
    """Judge an answer that lives in this process."""
    return judge(exercise, asker(exercise, answer), seed)


def asker(exercise: Exercise, answer: Any) -> Ask:
    """How to ask an answer in this process."""
    if exercise.is_code and callable(answer):
        return _ask_function(exercise, answer)
    return _ask_value(answer)


def _ask_function(exercise: Exercise, function: Callable[..., Any]) -> Ask:
    def ask(arguments: Arguments, peak_mb: float = 0.0) -> Outcome:
        return call_with_limit(exercise, function, arguments, SECONDS_PER_CALL, peak_mb)

    return ask


def _ask_value(answer: Any) -> Ask:
    def ask(arguments: Arguments, _: float = 0.0) -> Outcome:
        if answer is None or answer is ...:
            return Outcome("not_attempted")
        if callable(answer):
            return Outcome("returned", Opaque("function"))
        if arguments:
            words = f"TypeError: {type(answer).__name__} is not a function"
            return Outcome("raised", raised=words)
        return Outcome("returned", plain(answer))

    return ask


def _goes_on(exercise: Exercise) -> str:
    if exercise.kind == "choice":
        return ""
    if exercise.recorded:
        return f"Cells below that use {exercise.name} wait until it is right."
    what = f"{exercise.name}()" if exercise.kind == "function" else exercise.name
    return f"The chapter goes on with the reference {what} for now."


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
