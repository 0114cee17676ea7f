"""``check``: what a student calls in the notebook."""

import contextlib
import inspect
from collections import Counter
from dataclasses import replace
from typing import Any

from autograder.checking import nbgrader
from autograder.checking.ask import asker
from autograder.checking.card import Card, make_card, seen, takes_hint, with_rubric
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.judge import judge
from autograder.checking.live_code import load_imports, reachable_code, with_rules
from autograder.checking.other_ways import answers_of, other_ways, right_ways, without_own
from autograder.checking.outcome import Verdict
from autograder.checking.point import LiveRecorder, look_at, steps_of
from autograder.checking.refusal import explain_in_notebook
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.exercise.questions import PUBLIC_SEED, source_of
from autograder.exercise.status import Status
from autograder.exercise.stubs import UNTOUCHED, is_untouched
from autograder.tracing.recorded_code import defined_elsewhere, globals_of, source_text

SECONDS_PER_CALL = 5.0
ABOVE: Any = object()  # the answer that is in the cell above, which no code can see
READ_ABOVE = (
    "What you write in the cell above is handed in with the notebook: a person reads it."
)
WHY = (  # the offer of a right answer
    "Do you know why it works? Three questions about your own code: "
    '`from autograder import why`, then `why("{id}", {name})`.'
)
# How often each exercise was wrong since the kernel started: the next hint.
_wrong_before: Counter[str] = Counter()
# What passed its own check, by its name: no mark stands in it.
_right: dict[str, Any] = {}
# The references that were returned in place of answers that were not right.
_handed_out: dict[str, Any] = {}
explain_in_notebook()


class CardDisplay:
    """A card that displays itself: HTML where it can be, else plain text."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return {"text/html": as_html(self.card), "text/plain": as_text(self.card)}

    def __str__(self) -> str:
        return as_text(self.card)


def check(
    exercise_id: str, answer: Any = ABOVE, *, key: str = "", inside: bool = False
) -> Any:
    """Check an answer, show what was found, return what to go on with.

    Parameters
    ----------
    exercise_id
        As the chapter gives it, for example ``"numpy.softmax"``.
    answer
        What to check; left out where a person reads the cell above.  A function that
        raises ``NotImplementedError``, ``...`` and ``None`` count as not attempted.
    key
        The answer key's package; left out, that of the course one is in.
    inside
        Whether to show what each line of a right answer gives, too.

    Returns
    -------
    The answer itself when it is right, a list as the array that it stands for, else the
    reference, so that the chapter always runs.  A wrong answer never raises, but where
    nbgrader runs the notebook; an unknown id gives a sentence and the answer back.
    """
    is_above, answer = answer is ABOVE, None if answer is ABOVE else answer
    if not isinstance(exercise_id, str):
        print('The id comes first, in quotes: check("chapter.exercise", answer).')
        return answer
    try:
        course_key = load_key(key)
        exercise = course_key.exercise(exercise_id)
    except KeyProblem as problem:
        print(problem)
        return answer
    source = source_of(exercise)
    if source.checked_later:
        print(f"{exercise.title} ({exercise_id}): {_later(exercise)}")
        return answer
    if answer is _handed_out.get(exercise_id, _handed_out):
        _display(_run_again(exercise))
        return answer
    if is_above and exercise.is_read:
        return _to_be_read(exercise, READ_ABOVE)
    verdict = evaluate(exercise, answer)
    _right.pop(exercise.name, None)
    if verdict.status == Status.PASSED:
        card = _card_of_right(exercise, answer, make_card(verdict), course_key, inside)
        _right[exercise.name] = answer
        _display(card)
        if reason := source.reason(exercise.handler.normalise(answer)):
            show_in_notebook({"text/markdown": reason, "text/plain": reason}, reason)
        return exercise.handler.handed_on(exercise, answer)
    if verdict.status == Status.AWAITING_REVIEW:
        return _to_be_read(exercise, verdict.message, answer)
    if verdict.status == Status.ERROR and exercise.why_not_here:
        print(exercise.why_not_here)
        return exercise.reference
    _wrong_before[exercise_id] += takes_hint(verdict)
    routes = right_ways(answers_of(course_key, exercise_id))
    hidden = _not_open(answer, exercise, course_key)
    looked = look_at(verdict, LiveRecorder(answer), routes, hidden)
    card = make_card(
        verdict,
        hint=_wrong_before[exercise_id],
        onward=_onward(exercise, course_key),
        footer=_fallback_sentence(exercise, verdict),
        **looked.for_card(),
    )
    if verdict.status == Status.PARTIAL and not source.has_reference:
        _display(card)
        return answer
    reference = exercise.reference if exercise.is_code else exercise.reference()
    if isinstance(reference, str):  # equal letters are one object, and this is another
        reference = _ReferenceLetter(reference)
    _handed_out[exercise_id] = reference
    if nbgrader.running():
        nbgrader.report(verdict.points, as_text(card), {exercise.name: reference})
    else:
        _display(card)
    return reference


def _card_of_right(
    exercise: Exercise, answer: Any, card: Card, key: Key, inside: bool
) -> Card:
    """The card with the reference and, for code, what other right ways there are."""
    card = _with_reference(card, exercise, key)
    if not exercise.is_code:
        return card
    steps = seen(steps_of(exercise, answer)) if inside else ()
    ways = other_ways(answers_of(key, exercise.id))
    return replace(card, ways=without_own(ways, answer), inside=steps)


def _not_open(answer: Any, exercise: Exercise, key: Key) -> set[str]:
    """What an answer can call and no mark stands in: the chapter's, and what has passed."""
    names = globals_of(answer) or {}
    passed = {name for name, right in _right.items() if names.get(name) is right}
    mates = key.exercises(key.chapter_of(exercise.id))
    return passed | (defined_elsewhere(answer) - {mate.name for mate in mates})


def _later(exercise: Exercise) -> str:
    """What becomes of an answer that is not checked here."""
    who = "A person reads it" if exercise.is_read else "It is looked at"
    return f"{who} when you have handed it in."


def _to_be_read(exercise: Exercise, message: str, answer: Any = None) -> Any:
    """Show what an answer should say: who studies alone reads it oneself."""
    verdict = Verdict(exercise, Status.AWAITING_REVIEW, 0.0, message=message)
    _display(with_rubric(make_card(verdict), exercise))
    return answer


class _ReferenceLetter(str):
    """The reference of a choice as ``check`` returned it, recognised by identity."""


def _run_again(exercise: Exercise) -> Card:
    """The card for an answer that is the reference which ``check`` returned before."""
    words = (
        f"{exercise.name} is what the chapter goes on with here, not yours: run the cell "
        "with your own again, then this one. Nothing was checked, and no hint was used."
    )
    status, headline = Status.NOT_ATTEMPTED, "run your cell again"
    return Card(exercise.id, exercise.title, status, headline, "no points", footer=words)


def _with_reference(card: Card, exercise: Exercise, key: Key) -> Card:
    """The card of a right answer with what to compare it with, and what comes next."""
    mates = key.exercises(key.chapter_of(exercise.id))
    later = mates[[e.id for e in mates].index(exercise.id) + 1 :]
    after = (f"Next: {later[0].title}.",) if later else ()
    if exercise.is_code:
        after = (WHY.format(id=exercise.id, name=exercise.name), *after)
    reference = ""
    if source_of(exercise).has_reference and exercise.is_code:
        with contextlib.suppress(OSError, TypeError):
            reference = inspect.getsource(exercise.reference).rstrip()
    return replace(card, after=after, reference=reference)


def evaluate(exercise: Exercise, answer: Any, seed: int = PUBLIC_SEED) -> Verdict:
    """Judge an answer that lives in this process, by the task's rules, too."""
    if exercise.broken and is_untouched(exercise, source_text(answer)):
        return Verdict(exercise, Status.NOT_ATTEMPTED, 0.0, message=UNTOUCHED)
    load_imports(answer)
    verdict = judge(exercise, asker(exercise, answer, SECONDS_PER_CALL), seed)
    if not exercise.rules:
        return verdict
    lent = {exercise.reference.__module__.partition(".")[0], "autograder"}
    return with_rules(verdict, reachable_code(answer, lent))


def _fallback_sentence(exercise: Exercise, verdict: Verdict) -> str:
    """The card's last sentence on a wrong answer: what the cells below go on with."""
    name_in_sentence = exercise.handler.name_in_sentence(exercise)
    if not name_in_sentence:
        return ""
    if not source_of(exercise).has_reference and verdict.status == Status.PARTIAL:
        return f"The chapter goes on with your {exercise.name}, which is right in part."
    if not source_of(exercise).has_reference:
        return f"Cells below that use {exercise.name} wait until it is right."
    return f"The chapter goes on with the reference {name_in_sentence} for now."


def _onward(exercise: Exercise, key: Key) -> str:
    """Where to read on once all hints are given, and what to do first that is smaller."""
    name, _, heading = exercise.section.partition("#")
    title = next((c.title for c in key.chapters if c.name == name), name)
    mates = key.exercises(key.chapter_of(exercise.id))
    used = getattr(getattr(exercise.reference, "__code__", None), "co_names", ())
    used = {*used} - {exercise.name, *_right}
    smaller = [mate for mate in mates if mate.name in used]
    parts = []
    if heading:
        section = heading.replace("-", " ").capitalize()
        parts += [f"Read “{section}” again, in the chapter “{title}”."]
    if smaller:
        first = f"“{smaller[-1].title}” ({smaller[-1].id})"
        parts += [f"A smaller exercise on the way is {first}."]
    return f"You have all hints. {' '.join(parts)}" if parts else ""


def _display(card: Card) -> None:
    show_in_notebook(CardDisplay(card), as_text(card))


def show_in_notebook(shown: Any, words: str) -> None:
    """Show something in IPython, or print its words where there is none."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        print(words)
        return
    if get_ipython() is None:
        print(words)
    elif isinstance(shown, dict):
        display(shown, raw=True)
    else:
        display(shown)
