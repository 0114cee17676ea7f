"""``why``: what a student calls in the notebook once an answer is right."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

from autograder.checking.bounds import TooLong, time_limit
from autograder.checking.check import evaluate, show_in_notebook
from autograder.exercise.definition import Exercise
from autograder.exercise.key import KeyProblem, load_key
from autograder.exercise.status import Status
from autograder.questions import practice
from autograder.questions.ask import questions_for
from autograder.questions.draft import LETTERS, CodeQuestion, judge
from autograder.tracing.recorded_code import whole_text

SECONDS = 60.0  # of work, for the questions of all days
_open: dict[str, practice.Round] = {}  # what was shown last, by exercise


def why(exercise_id: str, answer: Any, letters: str = "", *, key: str = "") -> None:
    """Ask three questions about a right answer's own code, or judge what was chosen.

    Parameters
    ----------
    exercise_id, answer, letters, key
        As ``check`` takes them; without ``letters`` (``"bca"``) questions are shown.
    """
    try:
        exercise = load_key(key).exercise(exercise_id)
    except KeyProblem as problem:
        print(problem)
        return
    if letters:
        _show_judged(exercise_id, letters)
    elif not exercise.is_code or evaluate(exercise, answer).status != Status.PASSED:
        print(f"Questions come after a right answer in code: check {exercise.name} first.")
    else:
        _show_questions(exercise, answer)


def _show_questions(exercise: Exercise, answer: Any) -> None:
    rounds = tuple[practice.Round, ...]()
    ask = partial(questions_for, exercise, answer, count=practice.EACH_TIME)
    with suppress(TooLong), time_limit(SECONDS, of_work=True):
        rounds = practice.rounds_of(exercise.title, whole_text(answer), ask, date.today())
    if not rounds:
        print("Of this code no question could be made.")
        return
    _open[exercise.id] = rounds[0]
    _keep(practice.read().planned(rounds[1:]))
    how = f'Then run `why("{exercise.id}", {exercise.name}, "...")` with your letters.'
    text = f"**Do you know why it works?**\n\n{as_text(rounds[0].questions)}\n\n{how}"
    show_in_notebook({"text/markdown": text, "text/plain": text}, text)


def _show_judged(exercise_id: str, letters: str) -> None:
    shown = _open.get(exercise_id)
    chosen = [LETTERS.find(each) for each in letters.lower() if each.isalpha()]
    if shown is None or len(chosen) != len(shown.questions) or -1 in chosen:
        print("Show the questions first, then give one letter for each of them.")
        return
    del _open[exercise_id]
    _keep(practice.read().answered(shown, chosen, date.today()))
    for number, each in enumerate(zip(shown.questions, chosen, strict=True), 1):
        print(f"{number}.", "\n   ".join(judge(*each)))


def _keep(kept: practice.Practice) -> None:
    try:
        practice.write(kept)
    except OSError as error:
        print(f"What comes back on other days could not be kept ({error}).")


def as_text(questions: Sequence[CodeQuestion]) -> str:
    """Questions in Markdown, which a terminal and a screen reader can do with as it is."""
    lines = ["```", *questions[0].numbered, "```"]
    for number, question in enumerate(questions, 1):
        lines += ["", f"{number}. {question.call} {question.text}", ""]
        options = zip(LETTERS, question.options, strict=False)
        lines += [f"   - ({letter}) {option}" for letter, option in options]
    return "\n".join(lines)
