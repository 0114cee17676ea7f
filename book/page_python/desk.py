"""What the page asks of Python: run this code, check this answer.

Everything goes in and out as JSON, so that nothing of Python has to be
released on the other side.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any

import numpy as np

from autograder.checking.ask import asker
from autograder.checking.card import Card, make_card, seen, takes_hint, with_rubric
from autograder.checking.card_forms import as_html, as_text, look_html
from autograder.checking.faults import in_plain_words
from autograder.checking.judge import judge
from autograder.checking.live_code import reachable_code, with_rules
from autograder.checking.other_ways import without_own
from autograder.checking.outcome import Verdict
from autograder.checking.point import (
    LiveRecorder,
    Looked,
    can_be_looked_at,
    look_at,
    steps_of,
)
from autograder.checking.refusal import refusal
from autograder.exercise.definition import Exercise
from autograder.exercise.questions import describe_error
from autograder.exercise.status import Status
from autograder.notebooks.read import without_magics
from autograder.questions.ask import questions_for
from autograder.questions.practice import EACH_TIME, rounds_of
from autograder.tracing.recorded_code import defined_elsewhere, place_of
from page_python import shelf
from page_python.chapter_code import AnswerBroke, Work, execute, work_for
from page_python.errors import short_traceback

MOST_PRINTED = 20_000  # characters
NOT_SURE = "Which line is the first that goes wrong is not sure."
NOTHING_TO_SEE = "What its lines give could not be recorded."
OWN = "<your code>"
BEGIN = {  # what to do at a stub, by whether the answer is code
    True: "Write your code in the place of raise NotImplementedError, then check again.",
    False: "Write your answer in the place of the three dots, then check again.",
}


class Printed(io.StringIO):
    """What code prints, up to a bound: a loop that prints must not fill memory."""

    def write(self, text: str) -> int:
        room = MOST_PRINTED - self.tell()
        if room > 0:
            super().write(text if len(text) <= room else text[:room] + "\n(cut here)")
        return len(text)


@dataclass(frozen=True)
class Tried:
    """What running a reader's code has come to.

    ``drawing`` is an SVG, ``error`` is a short traceback and ``raised`` its last line;
    ``note`` says whose earlier answers it ran with, ``place`` what its own cell is called.
    """

    namespace: Mapping[str, Any] = field(default_factory=dict)
    printed: str = ""
    value: str = ""
    drawing: str = ""
    error: str = ""
    raised: str = ""
    note: str = ""
    place: str = ""


@dataclass(frozen=True)
class Checked:
    """A reader's code that was run, and what was found about it."""

    tried: Tried
    verdict: Verdict

    @property
    def own(self) -> Any:
        """What the code defines, if it does, under the exercise's name."""
        return self.tried.namespace.get(self.verdict.exercise.name)


# The last check by what was asked: a look at it follows, and need not run it again.
_last: dict[tuple[str, str, str], Checked] = {}


def answer(request: str) -> str:
    """Do what a request says and return the result, both as JSON.

    A request has ``do`` (``run``, ``check``, ``look``, ``why`` or ``cell``), ``source``,
    ``passed`` (sources of the reader's passed answers by id), and ``id`` and ``hint`` (how
    many hints to have given); in place of these ``cell`` has ``chapter`` and ``cell``, the
    code cell's number.  A result has ``printed``, ``error``, ``note``; that of ``check``
    ``status``, ``html``, ``text`` and ``look`` too, that of ``look`` ``look_html`` alone,
    of ``why`` ``rounds`` of questions about own code, others ``value`` and ``drawing``.
    """
    asked = json.loads(request)
    do, source, passed = asked["do"], asked["source"], asked["passed"]
    if do == "cell":
        return _ran(try_code(asked["cell"], source, passed, asked["chapter"]))
    id_ = asked["id"]
    chapter = shelf.catalogue()[id_]["chapter"]
    if do == "run":
        return _ran(try_code(id_, source, passed, chapter))
    what = (id_, source, json.dumps(passed, sort_keys=True))
    if do == "check" or what not in _last:  # Python was started anew since
        _last.clear()
        _last[what] = _checked(id_, try_code(id_, source, passed, chapter))
    if do == "look":
        return json.dumps({"look_html": look(_last[what])})
    if do == "why":
        return json.dumps({"rounds": rounds(_last[what], source)})
    return json.dumps(_report(_last[what], asked.get("hint", 0)))


def _ran(tried: Tried) -> str:
    meaning = in_plain_words(tried.raised)
    if meaning:
        tried = replace(tried, error=f"{tried.error}\n\n{meaning}")
    shown = ("printed", "value", "drawing", "error", "note")
    return json.dumps({name: getattr(tried, name) for name in shown})


def check(exercise_id: str, tried: Tried, hint: int) -> dict[str, Any]:
    """Judge the answer that a run has left, and make its card."""
    return _report(_checked(exercise_id, tried), hint)


def _checked(exercise_id: str, tried: Tried) -> Checked:
    return Checked(tried, _verdict(shelf.load(exercise_id), tried))


def _report(checked: Checked, hint: int) -> dict[str, Any]:
    """The verdict with its card; ``look`` says whether more comes, at once or if asked."""
    tried, verdict = checked.tried, checked.verdict
    exercise = verdict.exercise
    card = _here(make_card(verdict, hint=hint, footer=tried.note), tried)
    look = "now" if can_be_looked_at(verdict) else ""
    if verdict.status == Status.NOT_ATTEMPTED:
        card = replace(card, problem=card.problem or BEGIN[exercise.is_code])
    if verdict.status == Status.AWAITING_REVIEW:
        card = with_rubric(card, exercise)
    if verdict.status == Status.PASSED:
        card = replace(card, ways=without_own(_ways(exercise.id), checked.own))
        look = "asked" if exercise.is_code else ""
    return {
        "printed": tried.printed,
        "error": tried.error,
        "note": "",  # the card says it
        "status": verdict.status,
        "takes_hint": takes_hint(verdict),
        "html": as_html(card),
        "text": as_text(card),
        "look": look,
    }


def look(checked: Checked) -> str:
    """Where an answer first goes wrong, and what its lines give: a part of its card."""
    verdict, own = checked.verdict, checked.own
    if verdict.status == Status.PASSED:
        looked = Looked(steps=steps_of(verdict.exercise, own))
        words = "" if looked.steps else NOTHING_TO_SEE
    else:
        words, ways = NOT_SURE, [source for _, source in _ways(verdict.exercise.id)]
        # What stands above is the chapter's own, or has passed.
        hidden = defined_elsewhere(own)
        looked = look_at(verdict, LiveRecorder(own), ways, hidden)
    looked = looked.within(checked.tried.place)
    card = _here(make_card(verdict, **looked.for_card()), checked.tried)
    card = replace(card, inside=seen(looked.steps))
    example = verdict.example
    has_raised = example is not None and example.outcome.has_raised
    is_said = looked.first or looked.once_more or has_raised
    return look_html(card if is_said else replace(card, where="", meaning=words))


def _here(card: Card, tried: Tried) -> Card:
    """A card for whoever has one cell before them: its line goes without its name."""
    where = card.where.removeprefix(f"{tried.place}, ")
    return replace(card, where=where[:1].upper() + where[1:])


def rounds(checked: Checked, source: str) -> list[dict[str, Any]]:
    """Questions about a right answer's own code: for today, and for days to come."""
    exercise, own = checked.verdict.exercise, checked.own
    made = rounds_of(
        *(exercise.title, source),
        lambda seed: questions_for(exercise, own, seed, EACH_TIME),
        date.today(),
    )
    return [asdict(each) for each in made]


def _ways(exercise_id: str) -> Sequence[tuple[str, str]]:
    chapter = shelf.catalogue()[exercise_id]["chapter"]
    return shelf.ways(chapter).get(exercise_id, ())


def rehearse(exercise_id: str) -> None:
    """Check a right answer and a wrong one, so that what this needs is loaded.

    The page keeps the memory of a Python that has done this, with none of a reader's code.
    """
    entry = shelf.catalogue()[exercise_id]
    tried = try_code(exercise_id, "np", {}, entry["chapter"])
    for answer in (shelf.reference(entry), lambda *_: None):
        checked = _checked(exercise_id, replace(tried, namespace={entry["name"]: answer}))
        _report(checked, hint=0)
        look(checked)


def _verdict(exercise: Exercise, tried: Tried) -> Verdict:
    words = ""
    if tried.error:
        words = f"Your code raised {tried.raised}"
    elif exercise.name not in tried.namespace:
        words = _undefined(exercise, tried.namespace)
    if words:
        return Verdict(exercise, Status.ERROR, 0.0, message=words)
    # Without a time limit: here are no alarms, and the page ends the worker.
    answer = tried.namespace[exercise.name]
    return with_rules(judge(exercise, asker(exercise, answer)), reachable_code(answer))


def _undefined(exercise: Exercise, namespace: Mapping[str, Any]) -> str:
    """What to do where nothing has the exercise's name: a phone begins with a capital."""
    name = exercise.name
    for other in namespace:
        if other.lower() == name.lower():
            return f"Your code defines {other}, but {name} is asked for: capitals count."
    begin = f"def {name}(" if exercise.is_code else f"{name} ="
    return f"Your code does not define {name}. Begin it with {begin}"


# --- running a reader's code ------------------------------------------------------


def try_code(
    place: str | int, source: str, passed: Mapping[str, str], chapter: str
) -> Tried:
    """Run a reader's code with what it needs from above; never raises.

    ``place`` is an exercise's id or a code cell's number.
    """
    if isinstance(place, str) and shelf.load(place).is_read:  # words, which nobody runs
        return Tried({shelf.catalogue()[place]["name"]: source})
    try:
        compile(without_magics(source), OWN, "exec")  # what a notebook runs, runs here
    except (SyntaxError, ValueError) as error:
        error_text = short_traceback(error, {OWN: ""})
        is_syntax = isinstance(error, SyntaxError)
        raised = refusal(error) if is_syntax else describe_error(error)
        return Tried(error=error_text, raised=raised)
    entries = shelf.catalogue()
    mates = {e["id"]: e for e in entries.values() if e["chapter"] == chapter}
    names_of = {id_: entry["name"] for id_, entry in mates.items()}
    built_on = dict.fromkeys(i for entry in mates.values() for i in entry["builds_on"])
    lent = {entries[id_]["name"]: entries[id_] for id_ in built_on}
    by_name = lent | {entry["name"]: entry for entry in mates.values()}
    usable = dict(passed)
    while True:
        work = work_for(shelf.notebook(chapter), place, source, usable, names_of, lent)
        try:
            return _run(work, by_name)
        except AnswerBroke as broke:  # go on with the reference of that one
            usable = {i: s for i, s in usable.items() if names_of.get(i) != broke.name}


def _run(work: Work, by_name: Mapping[str, Mapping[str, Any]]) -> Tried:
    printed, values = Printed(), []
    found: dict[str, Any] = {"note": _note(work), "place": place_of(work.label)}
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        np.printoptions(),
    ):
        try:
            found["namespace"] = execute(
                work,
                lambda name: shelf.reference(by_name[name]),
                lambda name, own: shelf.handed_on(by_name[name], own),
                values.append,
            )
            found |= _shown(values)
        except AnswerBroke:
            raise
        except BaseException as error:  # SystemExit and KeyboardInterrupt too
            labels = {label: label[6:-1].capitalize() for label in work.sources}
            labels |= {label: f"Your {name}" for name, label in work.own.items()}
            found["error"] = short_traceback(error, {**labels, work.label: ""})
            found["raised"] = describe_error(error)
    return Tried(printed=printed.getvalue(), **found)


def _shown(values: Sequence[Any]) -> dict[str, str]:
    """What a notebook would show of these: texts, and the last one that is a drawing."""
    drawings = [
        value for value in values if hasattr(value, "svg") and hasattr(value, "alt")
    ]
    texts = [v for v in values if v is not None and not any(v is d for d in drawings)]
    return {
        "value": "".join(repr(value)[:MOST_PRINTED] for value in texts),
        "drawing": drawings[-1].svg if drawings else "",
    }


def _note(work: Work) -> str:
    """Whose earlier answers a run was made with."""
    parts = []
    if work.own:
        parts.append(f"It ran with your own {_and(sorted(work.own))} from above.")
    if work.lent:
        yours = "yours has" if len(work.lent) == 1 else "yours have"
        parts.append(
            f"It ran with the reference {_and(work.lent)}, since {yours} not passed yet."
        )
    return " ".join(parts)


def _and(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
