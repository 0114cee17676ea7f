"""Answers whose effect counts: tried by code that is sent, in the place of arguments."""

from __future__ import annotations

import json

import numpy as np
import pytest

from autograder import Case, Exercise, Misconception
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.exercise.values import Trial, plain, same_bits
from autograder.sandbox.wire import WireError, pack, parse_header, unpack

FILL = """
def trial(answer, shape, number):
    "Fill an array through the answer."
    array = np.zeros(shape)
    returned = answer(array, number)
    return {"returned": returned, "array": array}
"""


def fill(array, number):
    """Fill an array in place and return how many entries it has."""
    array[...] = number
    return array.size


def _elsewhere(array, number):
    array = np.full(array.shape, number)
    return array.size


EXERCISE = Exercise(
    id="toy.fill",
    title="Fill",
    reference=fill,
    points=2,
    minutes=1,
    difficulty=1,
    kind="trial",
    cases=(
        Case(
            "filled",
            lambda rng: (Trial(FILL, {"shape": [2, 3], "number": float(rng.random())}),),
        ),
    ),
    misconceptions=(Misconception("elsewhere", "The array is as it was.", _elsewhere),),
)


def sent(value, *, trusted: bool):
    payload = bytearray()
    described = pack(value, payload)
    header = parse_header(json.dumps({"value": described}).encode())
    return unpack(header["value"], bytes(payload), trusted=trusted)


def test_what_an_answer_does_is_compared():
    assert evaluate(EXERCISE, fill).status == "passed"
    verdict = evaluate(EXERCISE, _elsewhere)
    assert verdict.status == "failed"
    assert [m.id for m in verdict.misconceptions] == ["elsewhere"]


def test_the_card_shows_how_it_was_tried():
    card = make_card(evaluate(EXERCISE, _elsewhere))
    assert card.call == "trial(fill, shape, number)"
    assert [name for name, _ in card.arguments] == ["trial", "shape", "number"]
    assert card.arguments[0][1].shown == "Fill an array through the answer."


def test_an_answer_that_changes_what_a_trial_holds_changes_it_for_nobody_else():
    source = "def trial(answer, start):\n    return answer(start)\n"
    trial = Trial(source, {"start": np.zeros(3)})
    exercise = Exercise(
        id="toy.add",
        title="Add",
        reference=lambda start: start + 1,
        points=1,
        minutes=1,
        difficulty=1,
        kind="trial",
        cases=(Case("one", lambda rng: (trial,)),),
    )

    def in_place(start):
        start += 1
        return start

    assert evaluate(exercise, in_place).status == "passed"
    assert not trial.data["start"].any()


def test_a_trial_travels_from_the_grader_and_from_nobody_else():
    trial = Trial(FILL, {"shape": [2], "number": np.float32(3)})
    came = sent(plain(trial), trusted=True)
    assert came.source == FILL
    assert came.data["shape"] == [2]
    assert same_bits(came, trial)
    with pytest.raises(WireError):
        sent(plain(trial), trusted=False)


WORDS = {("t", "h"): 3, ("e",): 1, (): 2, "plain": 4}


@pytest.mark.parametrize("trusted", [True, False])
def test_a_dict_may_have_tuples_of_text_as_keys(trusted: bool):
    assert plain(WORDS) == WORDS
    assert list(sent(WORDS, trusted=trusted).items()) == list(WORDS.items())
    assert not same_bits(WORDS, {**WORDS, ("e",): 2})


@pytest.mark.parametrize("key", [["a", 1], [["a"]], 3, None, {"opaque": "x"}])
def test_no_other_key_is_believed(key: object):
    with pytest.raises(WireError):
        unpack({"dict": [[key, 1]]}, b"")
