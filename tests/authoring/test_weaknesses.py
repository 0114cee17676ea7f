"""``verify`` finds what makes an exercise's checks weaker than they look."""

import ast
import re
import sys
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest
from toy_key.temperatures import MEAN_CELSIUS, TO_CELSIUS

from autograder import Case
from autograder.authoring.card_words import card_fault
from autograder.authoring.idle import idle_faults
from autograder.authoring.promises import WHOLE, promise_faults
from autograder.authoring.weaknesses import mask_faults, weaknesses, zero_faults
from autograder.authoring.zero_blind import zero_blind
from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.checking.outcome import EARNS_NOTHING, INPUTS_UNCHANGED
from autograder.exercise.key import Key
from autograder.exercise.rules import Rule
from autograder.exercise.status import Status

PLAIN = replace(TO_CELSIUS, properties=())
FREEZING = Case("where water freezes", lambda rng: (np.array([32.0]),))


def test_a_sound_key_has_no_weaknesses(toy):
    found = [w for one in toy.all_exercises() for w in weaknesses(toy, one)]
    assert found == []


def test_a_case_that_an_answer_of_zeros_passes_is_found():
    weak = replace(PLAIN, cases=(*PLAIN.cases, FREEZING))
    words = " ".join(idle_faults(weak))
    assert re.search("An answer that returns .*zeros of the right shape.* earns", words)
    assert "'where water freezes'" in words


ONE = Case("one", lambda rng: (np.array([50.0, 23.0]),))
SAME = Case("the same mean", lambda rng: (np.array([23.0, 50.0]),))
OTHER = Case("another mean", lambda rng: (np.array([41.0, 50.0]),))


@pytest.mark.parametrize(
    ("cases", "passes"),
    [((ONE,), True), ((ONE, SAME), True), ((ONE, SAME, OTHER), False)],
)
def test_a_constant_that_passes_is_said_in_one_sentence(cases, passes):
    value = 36.5  # the mean of both
    mean = replace(PLAIN, reference=lambda x: float(x.mean()), cases=cases)
    assert list(idle_faults(mean)) == passes * [
        f"Every case gives {value}, so a function that always returns {value} passes: "
        "add one with another result."
    ]


@pytest.mark.parametrize("reference", [lambda: 36.5, lambda x: x.shape])
def test_what_is_constant_by_right_is_no_fault(reference):
    """A function without arguments, or one whose properties find a constant."""
    takes = reference.__code__.co_argcount
    drawn = Case("drawn", lambda rng: (rng.normal(size=rng.integers(9)),) * takes, calls=4)
    assert not list(idle_faults(replace(PLAIN, reference=reference, cases=(drawn,))))


def test_a_constant_earns_nothing_for_inputs_that_it_does_not_look_at():
    mean = replace(PLAIN, reference=lambda x: float(x.mean()), cases=(ONE, OTHER))
    constant = evaluate(mean, lambda x: 36.5)
    assert constant.points == pytest.approx(PLAIN.points / 3, abs=1e-3)
    assert ("skipped", INPUTS_UNCHANGED) in make_card(constant).marks
    looks = evaluate(mean, lambda x: float(x[0] - 13.5))
    assert looks.points == pytest.approx(PLAIN.points * 2 / 3, abs=1e-3)


def test_an_exercise_that_what_is_lent_to_it_answers_is_found():
    twin = replace(PLAIN, id="temperature.twin", reference=lambda f: (f - 32) * 5 / 9)
    words = " ".join(idle_faults(twin, [TO_CELSIUS]))
    assert "what temperature.to_celsius returns earns 2 of 2 points" in words


def test_what_takes_fewer_arguments_is_tried_with_the_first_of_them():
    more = Case("two", lambda rng: (rng.normal(size=3), rng.normal(size=3)))
    longer = replace(
        PLAIN, id="temperature.beside", reference=lambda f, _: (f - 32) * 5 / 9
    )
    found = idle_faults(replace(longer, cases=(more,)), [TO_CELSIUS])
    assert "what temperature.to_celsius returns earns" in " ".join(found)


def test_what_a_rule_forbids_by_name_is_not_lent(toy):
    chapter = toy.chapters[0]
    _, second, *_ = toy.exercises(chapter)
    assert [e.name for e in toy.lent(chapter)[second.id]] == ["to_celsius"]
    alone = replace(second, rules=(Rule("alone", "Not by it.", names=("to_celsius",)),))
    given = ModuleType("given")
    given.EXERCISES = (TO_CELSIUS, alone)
    key = Key("given", (replace(chapter, module="given"),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "given", given)
        assert key.lent(key.chapters[0])[second.id] == ()


def test_a_mark_that_nothing_idle_passes_is_found():
    first, *others = TO_CELSIUS.cases
    marked = replace(TO_CELSIUS, cases=(replace(first, easy=True), *others))
    assert f"The case {first.name!r} is marked easy; nothing idle passes it." in list(
        idle_faults(marked)
    )


def test_an_easy_case_earns_nothing_alone_and_its_share_beside_another():
    easy = replace(FREEZING, easy=True)
    exercise = replace(PLAIN, cases=(*PLAIN.cases, easy))
    nothing = evaluate(exercise, lambda f: f * 0)
    assert (nothing.status, nothing.points) == (Status.FAILED, 0)
    assert EARNS_NOTHING in make_card(nothing).more
    partly = evaluate(exercise, lambda f: PLAIN.reference(f.astype(np.float16)))
    assert evaluate(exercise, PLAIN.reference).points == PLAIN.points
    assert EARNS_NOTHING not in make_card(partly).more


def test_what_is_drawn_and_not_said_in_the_docstring_is_found():
    """A case of whole numbers beside cases of floats is a promise."""
    whole = Case("whole numbers", lambda rng: (rng.integers(0, 90, size=4),))
    exercise = replace(TO_CELSIUS, cases=(*TO_CELSIUS.cases, whole))
    assert list(promise_faults(exercise)) == [
        f"Its docstring must end with what is checked: {WHOLE} Changes no argument."
    ]


def test_what_a_docstring_promises_and_nothing_checks_is_found():
    def to_celsius(fahrenheit):
        """Turn degrees.  Takes whole numbers (int64) too.  Changes no argument."""
        return (fahrenheit - 32) * 5 / 9

    exercise = replace(TO_CELSIUS, reference=to_celsius)
    assert f"Its docstring says what is not checked: {WHOLE}" in list(
        promise_faults(exercise)
    )


def test_an_answer_that_takes_zero_for_nothing_is_found():
    """Of rows without a 0, the mean of what is not 0 is the mean."""
    rows = Case("rows", lambda rng: (rng.uniform(1, 90, size=(2, 3)),))
    of_rows = replace(MEAN_CELSIUS, cases=(rows,), same=())
    (words,) = zero_faults(of_rows)
    assert "Add a case with a 0 or with equal values, such as array([0, 2, 2])" in words
    change = words.partition("passes: ")[2].partition(". It ignores")[0]
    assert words.endswith(f"`# %% same`, `# ` with your reason, and `# {change}`.")
    zero = Case("a 0", lambda rng: (np.array([[32.0, 41.0], [50.0, 32.0]]),))
    assert list(zero_faults(replace(of_rows, cases=(rows, zero)))) == []


def highest(row: np.ndarray) -> float:
    """The largest number, found one by one.  Changes no argument."""
    most = -np.inf
    for number in row:
        most = np.maximum(most, number)
    return float(most)


def test_an_answer_that_begins_with_0_where_nothing_was_seen_is_found():
    above = Case("above 0", lambda rng: (rng.uniform(1, 9, size=4),))
    alone = replace(PLAIN, reference=highest, cases=(above,), misconceptions=())
    assert any("most = -np.inf => most = 0.0" in words for words in zero_faults(alone))
    below = Case("below 0", lambda rng: (rng.uniform(-9, -1, size=4),))
    assert list(zero_faults(replace(alone, cases=(above, below)))) == []


def _softmax_of_open(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    powers = np.exp(np.where(mask, scores, -np.inf))
    return powers / powers.sum(axis=-1, keepdims=True)


def attend(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The weights of the open scores.

    Returns the shape of scores.  Changes no argument.
    """
    return _softmax_of_open(scores, mask)


def _masked(*zeros: int):
    def draw(rng: np.random.Generator):
        scores, mask = rng.normal(size=(3, 4)), np.tri(3, 4, dtype=bool)
        scores[[*zeros], 0] = 0
        return scores, mask

    return draw


def test_a_mask_inside_a_helper_that_takes_a_score_of_0_for_a_blocked_one_is_found():
    masked = replace(PLAIN, reference=attend, cases=(Case("rows", _masked()),))
    (words,) = mask_faults(masked)
    assert "Draw scores that are 0, and open." in words
    zero = Case("a score of 0", _masked(1))
    assert list(mask_faults(replace(masked, cases=(*masked.cases, zero)))) == []


def attend_at_last(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The same, where the condition says what is blocked.  Changes no argument."""
    powers = np.exp(np.where(~mask, -np.inf, scores))
    return powers / powers.sum(axis=-1, keepdims=True)


def attend_in_tensors(scores, mask):
    """The same in TensorFlow.  Changes no argument."""
    import tensorflow as tf

    return tf.nn.softmax(tf.where(mask, scores, -np.inf))


@pytest.mark.parametrize(
    ("reference", "framework"),
    [(attend_at_last, "numpy"), (attend_in_tensors, "tensorflow")],
)
def test_a_mask_is_found_whatever_comes_first_and_whichever_library_applies_it(
    reference, framework
):
    masked = replace(PLAIN, reference=reference, framework=framework)
    plain = replace(masked, cases=(Case("rows", _masked()),))
    (words,) = mask_faults(plain)
    assert "Draw scores that are 0, and open." in words
    zero = Case("a score of 0", _masked(1))
    assert list(mask_faults(replace(plain, cases=(*plain.cases, zero)))) == []


def test_an_answer_of_nan_that_earns_something_is_found():
    """``nan`` is unequal to itself, which an exercise might take for a difference."""
    value = replace(
        MEAN_CELSIUS,
        kind="value",
        reference=lambda: np.array([1.0, 2.0]),
        observe=lambda x: "differ" if not np.array_equal(x, x[::-1]) else "alike",
        cases=(Case("the answer", lambda rng: (), calls=1),),
        properties=(),
        misconceptions=(),
    )
    assert "An answer that returns nan earns" in " ".join(idle_faults(value))


def test_a_call_that_things_are_unpacked_into_has_no_twin_that_takes_0_for_nothing():
    call = ast.parse("attend(*scores, mask)", mode="eval").body
    assert list(zero_blind(call)) == []


def test_a_card_with_the_engines_own_names_is_found():
    verdict = evaluate(TO_CELSIUS, lambda f: f)
    assert card_fault(verdict) == ""
    assert "'Opaque(type_name=" in card_fault(
        replace(verdict, message="got Opaque(type_name='set')", example=None)
    )
