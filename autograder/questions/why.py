"""``why``: what a student calls in the notebook once an answer is right."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from html import escape
from typing import Any

from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.card_forms import marked_up
from autograder.checking.check import evaluate, show_in_notebook
from autograder.exercise.key import KeyProblem, load_key
from autograder.exercise.status import Status
from autograder.questions import practice
from autograder.questions.ask import questions_for
from autograder.questions.draft import LETTERS, CodeQuestion, judge
from autograder.tracing.recorded_code import whole_text

TITLE = "Do you know why it works?"
SECONDS = 60.0  # of work, for the questions of all days
# The questions that were shown last, by exercise.
_open: dict[str, practice.Round] = {}


def why(exercise_id: str, answer: Any, letters: str = "", *, key: str = "") -> None:
    """Ask three questions about a right answer's own code, or judge what was chosen.

    Parameters
    ----------
    exercise_id
        As ``check`` takes it.
    answer
        The function or class.
    letters
        Left out, questions are shown; then the letters of your choices: ``"bca"``.
    key
        As ``check`` takes it.
    """
    try:
        exercise = load_key(key).exercise(exercise_id)
    except KeyProblem as problem:
        print(problem)
        return
    if letters:
        _show_judged(exercise_id, letters)
        return
    if not exercise.is_code or evaluate(exercise, answer).status != Status.PASSED:
        print(f"Questions come after a right answer in code: check {exercise.name} first.")
        return
    today, rounds = date.today(), tuple[practice.Round, ...]()
    ask = partial(questions_for, exercise, answer, count=practice.EACH_TIME)
    with suppress(TooLong), time_limit(SECONDS, of_work=True):
        rounds = practice.rounds_of(exercise.title, whole_text(answer), ask, today)
    if not rounds:
        print("Of this code no question could be made.")
        return
    _open[exercise_id] = rounds[0]
    _keep(practice.read().planned(rounds[1:]))
    how = f'Then run why("{exercise_id}", {exercise.name}, "...") with your letters.'
    text = as_text(rounds[0].questions, how)
    html = as_html(rounds[0].questions, how)
    show_in_notebook({"text/html": html, "text/plain": text}, text)


def _show_judged(exercise_id: str, letters: str) -> None:
    shown = _open.get(exercise_id)
    chosen = [LETTERS.find(each) for each in letters.lower() if each.isalpha()]
    if shown is None or len(chosen) != len(shown.questions) or -1 in chosen:
        print("Show the questions first, then give one letter for each of them.")
        return
    del _open[exercise_id]
    _keep(practice.read().answered(shown, chosen, date.today()))
    for number, each in enumerate(zip(shown.questions, chosen, strict=True), 1):
        said, *lines = judge(*each)[1]
        print(f"{number}. {said}", *lines, sep="\n   ")


def _keep(kept: practice.Practice) -> None:
    try:
        practice.write(kept)
    except OSError as error:
        print(f"What comes back on other days could not be kept ({error}).")


def as_text(questions: Sequence[CodeQuestion], how: str = "") -> str:
    """Questions for a terminal or a screen reader."""
    lines = [*questions[0].numbered]
    for number, question in enumerate(questions, 1):
        lines += ["", f"{number}. {question.call}", f"   {question.text}"]
        pairs = zip(LETTERS, question.options, strict=False)
        lines += [f"   ({letter}) {option}" for letter, option in pairs]
    return "\n".join([*lines, "", how]).rstrip()


def as_html(questions: Sequence[CodeQuestion], how: str) -> str:
    """Questions for a notebook; whatever the code says is escaped."""
    listing = "\n".join(questions[0].numbered)
    items = "".join(
        f"<li><p>{marked_up(q.call)}<br>{marked_up(q.text)}</p><ol type='a'>"
        + "".join(f"<li>{marked_up(option)}</li>" for option in q.options)
        + "</ol></li>"
        for q in questions
    )
    return (
        f'<div role="group" aria-label="{TITLE}"><strong>{TITLE}</strong>'
        f"<pre tabindex='0'>{escape(listing)}</pre>"
        f"<ol>{items}</ol><p>{escape(how)}</p></div>"
    )
