"""Odd objects, two thousand in the slow run: judging them ends in a verdict, whether an
answer returns one, raises it, is one or was called with it, and the grader goes on."""

import contextlib
import textwrap
from collections import Counter
from random import Random

import pytest
from odd_objects import odd_object

from attacks.harness import Ground
from autograder.checking.ask import CallSpec
from autograder.checking.card import make_card
from autograder.checking.card_forms import as_html, as_text
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import judge
from autograder.checking.outcome import Ask, OneByOne, Verdict
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.status import Status
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits
from autograder.sandbox.session import Session, SessionEnded

LIMITS = Limits(submission_seconds=60.0, call_seconds=0.5, memory_mb=256)
KEY = load_key("toy_key")
# What an object is made to be.
PLACES = {
    "returned": "def answer(f):\n    return made",
    "made in the call": "def answer(f):\n{body}\n    return made",
    "raised": "class E(Exception): pass\ndef answer(f):\n    raise E(made)",
    "the error": "def answer(f):\n    raise made",
    "the answer": "answer = made",
    "put into the argument": "def answer(f):\n    f[...] = made\n    return f",
    "a value": "answer = made",
}


def drawn(number: int) -> tuple[str, str]:
    """The place of an object, and the source of the answer."""
    draw = Random(number)
    place = draw.choice([*PLACES, "returned", "returned", "a value"])
    body = odd_object(draw)
    answer = PLACES[place].format(body=textwrap.indent(body, "    "))
    return place, answer if "made in" in place else f"{body}{answer}"


def has_ended(verdict: Verdict) -> bool:
    """Whether it is a verdict, on an answer or on what the student's process did."""
    status = verdict.status
    own_doing = (Status.TIMEOUT, Status.CRASHED, Status.OUT_OF_MEMORY)
    return status.is_judged or status in own_doing


def exercise_of(place: str) -> Exercise:
    name = "fixed_points" if place == "a value" else "to_celsius"
    return KEY.exercise(f"temperature.{name}")


def asked_of(session: Session, exercise: Exercise, source: str) -> Ask:
    """How a student's process is asked for its answer, once it has run the cell."""
    try:
        session.run([("<code cell 1>", source)], tolerant=True)
    except SessionEnded as ended:
        outcome = ended.outcome
        return OneByOne(lambda *_: outcome)
    if not exercise.is_code:
        return session.value_asker("answer")
    return session.asker("answer", CallSpec.of(exercise))


def shown(verdict: Verdict) -> None:
    """All that is made of a verdict for somebody to read."""
    fingerprint(verdict)
    card = make_card(verdict, hint=1)
    as_text(card)
    as_html(card)


@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.slow)])
def test_whatever_an_answer_comes_to_is_judged(tier: Tier, count: int) -> None:
    found = Counter[str]()
    with contextlib.ExitStack() as stack:
        ground = Ground(tier, KEY)
        stack.callback(ground.warm.close)
        session = Session(ground.warm.get("numpy"), LIMITS)
        for number in range(count):
            place, source = drawn(number)
            exercise = exercise_of(place)
            if session.over:
                session = Session(ground.warm.get("numpy"), LIMITS)
            verdict = judge(exercise, asked_of(session, exercise, source), number)
            assert has_ended(verdict), f"{number}: {verdict}\n{source}"
            assert verdict.points == 0, f"{number}: {verdict}\n{source}"
            shown(verdict)
            found[verdict.status] += 1
        session.close()
    assert sum(found.values()) == count
    assert found[Status.FAILED] > count / 4, found  # most are looked at, and not refused
