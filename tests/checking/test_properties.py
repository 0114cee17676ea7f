"""Properties: what must hold of every result, whatever the reference gives."""

from dataclasses import replace

import numpy as np
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder import Case, Exercise, Property
from autograder.checking.card import make_card
from autograder.checking.card_forms import as_text
from autograder.checking.check import evaluate


def halved(*properties: Property) -> Exercise:
    return Exercise(
        id="toy.halve",
        title="Halve",
        reference=lambda x: x / 2,
        points=1,
        minutes=1,
        difficulty=1,
        cases=(Case("numbers", lambda rng: (rng.normal(size=3),)),),
        properties=properties,
    )


def test_a_property_that_does_not_hold_fails_the_case_and_is_named():
    never = Property("never", "This never holds.", lambda answer, output, x: False)
    verdict = evaluate(halved(never), lambda x: x / 2)
    assert (verdict.points, verdict.message) == (0, "This does not hold: never.")


def test_checks_that_hold_and_those_that_do_not_are_all_that_were_tried():
    """Of a right number the check holds, too, though a property of it earns it nothing."""
    never = Property("never", "This never holds.", lambda answer, output, x: False)
    text = as_text(make_card(evaluate(halved(never), lambda x: x / 2)))
    assert "1 of 2 checks hold in the calls tried; not yet: never." in text


def test_a_property_may_call_the_answer_again():
    def linear(answer, output, x):
        return (answer(2 * x) == 2 * output).all()

    exercise = halved(Property("linear", "", linear))
    assert evaluate(exercise, lambda x: x / 2).status == "passed"


def test_a_property_that_cannot_be_evaluated_does_not_hold():
    broken = Property("broken", "", lambda answer, output, x: output.no_such_thing)
    verdict = evaluate(halved(broken), lambda x: x * 3)
    assert [p.passed for p in verdict.properties] == [False]


def test_what_a_property_says_is_not_said_where_it_could_not_be_seen():
    """A list has no dtype: that says nothing of its numbers."""
    floats = Property("whole", "Yours are floats.", lambda a, output, x: output.no_dtype)
    wrong = evaluate(halved(floats), lambda x: x * 3)
    assert "Yours are floats." not in make_card(wrong).lessons
    right = evaluate(halved(floats), lambda x: x / 2)
    assert right.message == "This could not be checked: whole."


def test_a_property_says_nothing_of_a_result_with_nan():
    same = Property("same", "It changes.", lambda a, output, x: (a(x) == output).all())
    verdict = evaluate(halved(same), lambda x: np.where(x == x[0], np.nan, x / 2))
    assert "It changes." not in make_card(verdict).lessons


def test_a_property_does_not_hold_of_an_answer_with_a_result_of_another_form():
    """It is tried in the calls whose result it speaks of, and says nothing of others."""
    same_sum = Property(
        "sum", "", lambda a, output, x: np.isclose(output.sum(), x.sum() / 2)
    )
    lengths = tuple(
        Case(str(n), lambda rng, n=n: (rng.normal(size=n),), calls=1) for n in (3, 4)
    )
    exercise = replace(halved(same_sum), cases=lengths)
    doubled = evaluate(exercise, lambda x: np.tile(x / 2, len(x) - 2))
    assert ("skipped", "sum") in make_card(doubled).marks


def test_an_answer_that_raises_when_called_again_breaks_the_property():
    seen = []

    def once(x):
        seen.append(x)
        if len(seen) % 2 == 0:
            raise ValueError
        return x / 2

    again = Property("again", "", lambda answer, output, x: (answer(x) == output).all())
    assert evaluate(halved(again), once).status == "failed"


@pytest.mark.parametrize(
    "answer", [lambda f: None, lambda f: f[..., None], lambda f: f.astype("float16")]
)
def test_a_property_is_asked_of_nothing_whose_type_or_shape_is_wrong(answer):
    assert evaluate(TO_CELSIUS, answer).properties == ()
