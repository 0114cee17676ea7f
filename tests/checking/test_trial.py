"""Answers whose effect counts: tried by code that is sent, in the place of arguments."""

import json
from dataclasses import replace

import numpy as np
import pytest

from autograder import Case, Exercise, Misconception
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.exercise.values import Trial, plain, same_bits
from autograder.sandbox.wire import WireError, pack, parse_header, unpack

FILL = """
def trial(answer, shape, number):
    "Fill an array through the answer."
    array = np.zeros(shape)
    returned = answer(array, number)
    return {"returned": returned, "array": array}
"""


FILL_ONLY = FILL.replace('{"returned": returned, "array": array}', "array")


def fill(array, number):
    """Fill an array in place and return how many entries it has."""
    array[...] = number
    return array.size


def _elsewhere(array, number):
    array = np.full(array.shape, number)
    return array.size


ELSEWHERE = """
def fill(array, number):
    array = np.full(array.shape, number)
    return array.size
"""
SAYS_NOTHING = """
def fill(array, number):
    array[...] = number
"""


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
    misconceptions=(Misconception("elsewhere", "The array is as it was.", ELSEWHERE),),
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
    assert card.call == ""
    assert [name for name, _ in card.arguments] == ["how it is tried", "shape", "number"]
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


TELLER = """
class Outside:
    def __init__(self, notes):
        self.notes, self.given = notes, 0

    def give(self, many):
        self.given += many
        return self.notes[:many]

    def judged(self, returned):
        return {"sum": float(returned), "given": self.given}
"""
COUNTED = Trial(
    "def trial(answer, teller, start):\n    'Add notes.'\n    return answer(teller, start)",
    {"start": 1},
    TELLER,
    {"notes": np.array([10.0, 20.0, 50.0])},
)
ADDED = Exercise(
    id="toy.added",
    title="Added",
    reference=lambda teller, start: start + sum(teller.give(2)),
    points=1,
    minutes=1,
    difficulty=1,
    kind="trial",
    cases=(Case("one", lambda rng: (COUNTED,)),),
)


def test_what_is_outside_judges_what_comes_back():
    assert evaluate(ADDED, lambda teller, start: 31).status == "failed"
    assert evaluate(ADDED, lambda teller, start: 31 + 0 * teller.give(2)[0]).points == 1


@pytest.mark.parametrize("name", ["notes", "given", "judged", "_made"])
def test_of_what_is_outside_an_answer_has_the_methods_alone(name: str):
    found = evaluate(ADDED, lambda teller, start: getattr(teller, name))
    assert found.message.startswith("Your code raised AttributeError")


def test_an_answer_that_changes_what_it_is_given_changes_nothing_outside():
    def spoils(teller, start):
        teller.give(3)[:] = 0.0
        return start + sum(teller.give(2))

    verdict = evaluate(ADDED, spoils)
    assert verdict.example.outcome.value == {"sum": 31.0, "given": 5}


def test_the_card_shows_what_is_kept_outside_too():
    card = make_card(evaluate(ADDED, lambda teller, start: 0))
    assert [name for name, _ in card.arguments] == ["how it is tried", "start", "notes"]


def test_what_is_kept_outside_does_not_travel():
    payload = bytearray()
    described = json.dumps(pack(plain((COUNTED,)), payload))
    assert "Outside" not in described
    assert not payload


def test_a_wish_that_is_not_met_is_spoken_of_and_costs_nothing():
    wish = replace(EXERCISE.cases[0], name="a wish", weight=0)
    plain = Case("filled", lambda rng: (Trial(FILL_ONLY, {"shape": [2], "number": 1.0}),))
    exercise = replace(EXERCISE, cases=(plain, wish))

    def says_nothing(array, number):
        array[...] = number

    held = Misconception("no-count", "Say how many.", SAYS_NOTHING)
    verdict = evaluate(replace(exercise, misconceptions=(held,)), says_nothing)
    assert (verdict.status, verdict.points) == ("passed", 2)
    card = make_card(verdict)
    assert ("failed", "a wish") in card.marks
    assert card.lessons == ("Say how many.",)
    assert make_card(evaluate(exercise, fill)).lessons == ()


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


DOUBLED_TWICE = """
def trial(answer, start):
    "Double what is given, and double it again."
    once = answer(start)
    return {"once": once, "twice": answer(once)}
"""


def doubled(x):
    """Twice as much."""
    return x + x


TWICE = replace(
    EXERCISE,
    id="toy.doubled",
    reference=doubled,
    cases=(
        Case("doubled", lambda rng: (Trial(DOUBLED_TWICE, {"start": rng.normal(size=4)}),)),
    ),
    misconceptions=(),
)


def test_a_wrong_number_of_a_trial_is_marked_in_the_line_that_made_it():
    answer = build(
        TWICE, "def doubled(x):\n    larger = x * 3\n    return larger - x / 2\n"
    )
    looked = look_at(evaluate(TWICE, answer), LiveRecorder(answer))
    assert looked.first is not None
    assert looked.first.line == 2
    assert [step.line for step in looked.steps] == [2, 3]


def test_the_lines_of_a_trial_are_shown_where_no_result_is_the_answers_own():
    answer = build(EXERCISE, ELSEWHERE.strip())
    looked = look_at(evaluate(EXERCISE, answer), LiveRecorder(answer))
    assert looked.first is None
    assert [step.line for step in looked.steps] == [2, 3]
