"""Judging an answer: what earns points, and what does not."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from toy_key.temperatures import FIXED_POINTS, PREDICT, TO_CELSIUS, to_celsius

from autograder import change
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.judge import judge
from autograder.checking.outcome import INPUTS_UNCHANGED, OneByOne, Outcome
from autograder.exercise.definition import Misconception, Property
from autograder.exercise.problem import Problem
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.status import Status
from autograder.exercise.stubs import same_contract, stub


def passed(verdict) -> dict[str, bool]:
    """Which case groups passed."""
    return {case.name: case.passed for case in verdict.cases}


def only_vectors(fahrenheit):
    assert fahrenheit.ndim == 1
    return to_celsius(fahrenheit)


NO_OFFSET = change("(fahrenheit - 32)", "fahrenheit")
TO_REPAIR = dataclasses.replace(
    TO_CELSIUS, broken=Misconception("as-given", "Nothing has changed.", NO_OFFSET)
)

# --- the score ---------------------------------------------------------------


def test_the_reference_earns_everything():
    verdict = evaluate(TO_CELSIUS, to_celsius)
    assert (verdict.status, verdict.points) == ("passed", 2)


def test_a_wrong_answer_earns_nothing():
    verdict = evaluate(TO_CELSIUS, lambda f: f)
    assert (verdict.status, verdict.points) == ("failed", 0)


def test_changed_code_that_does_what_the_code_to_repair_does_is_an_attempt():
    """It earns nothing, and is told so beside a call that shows it."""
    verdict = evaluate(TO_REPAIR, lambda f: (f / 9) * 5)
    assert (verdict.status, verdict.points) == ("failed", 0)
    card = make_card(verdict)
    assert card.lessons == ("Nothing has changed.",)
    assert card.call
    assert card.expected
    assert card.got


def test_code_to_repair_with_another_fault_is_wrong():
    assert evaluate(TO_REPAIR, only_vectors).status == "partial"
    assert evaluate(TO_REPAIR, to_celsius).status == "passed"


def test_the_stub_of_a_repair_holds_the_broken_code():
    body = "    return fahrenheit * 5 / 9"
    assert stub(TO_REPAIR).endswith(f'"""\n{body}')
    assert same_contract(TO_REPAIR, stub(TO_REPAIR)) == ""
    assert "code to repair" in same_contract(TO_REPAIR, stub(TO_CELSIUS))


def test_each_case_group_earns_its_share():
    verdict = evaluate(TO_CELSIUS, only_vectors)
    assert passed(verdict) == {
        "one reading": True,
        "a week": True,
        "a table": False,
        "float32": True,
        INPUTS_UNCHANGED: True,
    }
    assert (verdict.status, verdict.points) == ("partial", pytest.approx(2 * 4 / 5))


@pytest.mark.parametrize(("heavier", "earned"), [(0, 8), (2, 4)])
def test_a_heavier_group_earns_a_larger_share(heavier, earned):
    cases = list(TO_CELSIUS.cases)
    cases[heavier] = dataclasses.replace(cases[heavier], weight=5.0)
    verdict = evaluate(dataclasses.replace(TO_CELSIUS, cases=tuple(cases)), only_vectors)
    assert verdict.points == pytest.approx(2 * earned / 9, abs=1e-4)


def test_easy_groups_earn_only_beside_another():
    cases = [dataclasses.replace(c, easy=c.name != "a table") for c in TO_CELSIUS.cases]
    exercise = dataclasses.replace(TO_CELSIUS, cases=tuple(cases))
    assert evaluate(exercise, only_vectors).points == 0
    assert evaluate(exercise, to_celsius).points == 2


def test_a_group_is_earned_only_when_all_its_calls_are_right():
    calls = []

    def right_at_first(fahrenheit):
        calls.append(fahrenheit)
        return to_celsius(fahrenheit) + (len(calls) > 1)

    verdict = evaluate(TO_CELSIUS, right_at_first)
    assert not any(passed(verdict).values())


def test_an_answer_that_was_right_once_and_remembered_earns_nothing():
    remembered = {}

    def from_memory(fahrenheit):
        return remembered.setdefault(fahrenheit.shape, to_celsius(fahrenheit))

    assert evaluate(TO_CELSIUS, from_memory).points == 0


def test_public_answers_learnt_by_heart_earn_nothing_on_other_inputs():
    public = {
        given.tobytes(): to_celsius(given)
        for given in (q.arguments[0] for q in questions(TO_CELSIUS, 0))
    }

    def by_heart(fahrenheit):
        return public.get(fahrenheit.tobytes(), fahrenheit)

    assert evaluate(TO_CELSIUS, by_heart, seed=12_345).points == 0


def test_inputs_are_the_same_for_the_same_seed_and_differ_for_another():
    drawn = [
        [q.arguments[0].tobytes() for q in questions(TO_CELSIUS, seed)]
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1]
    assert not set(drawn[0]) & set(drawn[2])


# --- arguments ---------------------------------------------------------------


def test_a_right_answer_that_changes_its_input_loses_that_share_only():
    def in_place(fahrenheit):
        fahrenheit -= 32
        fahrenheit *= 5 / 9
        return fahrenheit

    verdict = evaluate(TO_CELSIUS, in_place)
    assert [name for name, ok in passed(verdict).items() if not ok] == [INPUTS_UNCHANGED]
    assert verdict.message == "The results are right, but an argument was changed."


def test_two_arguments_that_are_changed_are_spoken_of_as_several():
    def add(one, other):
        return one + other

    def in_place(one, other):
        one += other
        other += 1
        return one.copy()

    def draw(rng):
        return rng.normal(size=3), rng.normal(size=3)

    case = dataclasses.replace(TO_CELSIUS.cases[0], draw=draw)
    two = dataclasses.replace(TO_CELSIUS, reference=add, cases=(case,), properties=())
    verdict = evaluate(two, in_place)
    assert verdict.message == "The results are right, but arguments were changed."


def test_leaving_the_inputs_alone_earns_nothing_by_itself():
    assert not passed(evaluate(TO_CELSIUS, lambda f: f))[INPUTS_UNCHANGED]


def test_an_input_changed_by_one_call_does_not_reach_the_next():
    def spoil(fahrenheit):
        fahrenheit[...] = np.nan
        return fahrenheit

    evaluate(TO_CELSIUS, spoil)
    assert evaluate(TO_CELSIUS, to_celsius).status == "passed"


# --- statuses ----------------------------------------------------------------


@pytest.mark.parametrize("exercise", [FIXED_POINTS, PREDICT])
@pytest.mark.parametrize("answer", [None, ...])
def test_a_value_left_open_is_not_attempted(exercise, answer):
    assert evaluate(exercise, answer).status == "not_attempted"


def test_a_stub_is_not_attempted():
    def stub(fahrenheit):
        raise NotImplementedError

    assert evaluate(TO_CELSIUS, stub).status == "not_attempted"


def test_a_case_left_open_is_part_of_an_attempt():
    def vectors_for_now(fahrenheit):
        if fahrenheit.ndim > 1:
            raise NotImplementedError
        return to_celsius(fahrenheit)

    verdict = evaluate(TO_CELSIUS, vectors_for_now)
    assert verdict.status == "partial"
    assert "NotImplementedError" in verdict.message


def test_an_answer_that_always_raises_is_an_error_and_says_which():
    verdict = evaluate(TO_CELSIUS, lambda f: f.no_such_thing)
    assert verdict.status == "error"
    assert verdict.message.startswith("Your code raised AttributeError: ")


def test_an_answer_that_raises_sometimes_is_no_error_but_part_of_the_way():
    assert evaluate(TO_CELSIUS, only_vectors).status == "partial"


@pytest.mark.parametrize("ending", ["timeout", "crashed", "out_of_memory"])
def test_an_answer_that_ended_is_not_asked_again(ending):
    asked = []

    def ask(arguments, *_):
        asked.append(arguments)
        if len(asked) < 3:
            return Outcome(Status.RETURNED, to_celsius(*arguments))
        return Outcome(Status(ending))

    exercise = dataclasses.replace(TO_CELSIUS, properties=())
    assert judge(exercise, OneByOne(ask)).status == ending
    assert len(asked) == 3


def test_an_answer_that_ended_keeps_what_it_had_earned():
    asked = []

    def ask(arguments, *_):
        asked.append(arguments)
        ended = len(asked) > 3
        return (
            Outcome(Status.TIMEOUT)
            if ended
            else Outcome(Status.RETURNED, to_celsius(*arguments))
        )

    verdict = judge(dataclasses.replace(TO_CELSIUS, properties=()), OneByOne(ask))
    assert passed(verdict)["one reading"]
    assert not passed(verdict)["a week"]


def test_the_example_of_an_answer_that_ended_is_the_call_that_ended_it():
    def ask(arguments, *_):
        if arguments[0].ndim == 2:
            return Outcome(Status.TIMEOUT, raised="It ran too long.")
        return Outcome(Status.RETURNED, arguments[0])

    example = judge(TO_CELSIUS, OneByOne(ask)).example
    assert example.outcome.status == "timeout"


def test_the_example_is_the_smallest_failing_call_of_several_numbers():
    verdict = evaluate(TO_CELSIUS, lambda f: f)
    assert verdict.example.case.name == "float32"  # four; in "one reading" there is one


def test_the_example_ends_as_most_calls_do():
    def answer(fahrenheit):
        if fahrenheit.size == 1 or fahrenheit.dtype == "float32":
            raise KeyError("odd")
        raise ValueError("always")

    evaluated = evaluate(TO_CELSIUS, lambda f: f if f.size < 5 else answer(f))
    assert evaluated.example.outcome.status == "returned"
    raised = evaluate(TO_CELSIUS, lambda f: answer(f) if f.size != 4 else answer(f * 1.0))
    kinds = Counter(a.outcome.raised.partition(":")[0] for a in raised.attempts)
    shown = raised.example.outcome.raised.partition(":")[0]
    assert kinds[shown] == max(kinds.values())


class Library:
    """Raises as a library does: not the student's own statement."""

    exec("def go(self): raise NotImplementedError('no such kernel')", library := {})


@pytest.mark.parametrize(
    ("source", "status"),
    [
        ("def to_celsius(f):\n    raise NotImplementedError", "not_attempted"),
        ("def to_celsius(f):\n    raise NotImplementedError('later')", "not_attempted"),
        ("def to_celsius(f):\n    return library['go'](f)", "error"),
        ("def to_celsius(f):\n    return input('? ')", "error"),
        ("from fractions import Fraction\ndef to_celsius(f):\n    return [Fraction(1)]",
         "failed"),
    ],
)  # fmt: skip
def test_only_a_raise_of_ones_own_says_not_attempted(source, status):
    namespace = {"__name__": "__main__", "library": Library.library}
    exec(source, namespace)
    assert evaluate(TO_CELSIUS, namespace["to_celsius"]).status == status


def test_an_exercise_without_cases_is_refused():
    with pytest.raises(Problem, match="has no cases"):
        dataclasses.replace(TO_CELSIUS, cases=())


def test_hidden_inputs_are_asked_for_no_example():
    asked = []

    def ask(arguments, *_):
        asked.append(arguments)
        return Outcome(Status.RETURNED, arguments[0])

    exercise = dataclasses.replace(TO_CELSIUS, properties=())
    verdict = judge(exercise, OneByOne(ask), for_card=False)
    assert len(asked) == len(questions(exercise, PUBLIC_SEED))
    assert (verdict.status, verdict.example) == ("failed", None)


@pytest.mark.parametrize("wrong", range(len(TO_CELSIUS.cases)))
def test_points_are_the_same_with_a_card_and_without(wrong):
    """What a property was seen to do at a wrong call decides whether it is asked again."""
    small = Property("small", "Few numbers.", lambda answer, output, f: f.size < 2)
    exercise = dataclasses.replace(TO_CELSIUS, properties=(small,))
    outcomes = [
        Outcome(
            Status.RETURNED, to_celsius(*q.arguments) + (q.case is exercise.cases[wrong])
        )
        for q in questions(exercise, PUBLIC_SEED)
    ]

    def ask(*_):
        return outcomes[next(calls, 0)]

    given = []
    for for_card in (True, False):
        calls = iter(range(len(outcomes)))
        given.append(judge(exercise, OneByOne(ask), for_card=for_card).cases)
    assert given[0] == given[1]
