"""The name of a collected answer must not hang on what was drawn."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder import Case, Misconception
from autograder.authoring.verify import by_luck
from autograder.checking.check import evaluate
from autograder.exercise.questions import questions

OTHER_SEED = 1


def _readings(n: int) -> Case:
    return Case(f"{n} readings", lambda rng: (rng.normal(60, 20, size=n),), calls=1)


def forgets_the_offset(fahrenheit):
    return fahrenheit * 5 / 9


FORGETS_THE_OFFSET = "def to_celsius(fahrenheit):\n    return fahrenheit * 5 / 9"

EXERCISE = replace(
    TO_CELSIUS,
    cases=(_readings(2), _readings(3), _readings(4)),
    properties=(),
    misconceptions=(Misconception("no-offset", "Says.", FORGETS_THE_OFFSET),),
)
PUBLIC = [question.arguments[0] for question in questions(EXERCISE, 0)]


def like_it_on_public_inputs(fahrenheit):
    seen = any(np.array_equal(fahrenheit, each) for each in PUBLIC)
    is_like = seen and len(fahrenheit) < 4
    return forgets_the_offset(fahrenheit) if is_like else fahrenheit + 1000


def like_it_where_short(fahrenheit):
    return forgets_the_offset(fahrenheit) if len(fahrenheit) < 4 else fahrenheit + 1000


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            like_it_on_public_inputs,
            f"is named 'no-offset', and nothing on other inputs (seed {OTHER_SEED})",
        ),
        (like_it_where_short, ""),
        (forgets_the_offset, ""),
    ],
    ids=["by luck", "in some calls of each draw", "in every call"],
)
def test_a_name_that_does_not_explain_all_is_tried_on_other_inputs(answer, said):
    judged = partial(evaluate, EXERCISE, answer)
    verdict = judged(0)
    assert [each.id for each in verdict.misconceptions] == ["no-offset"]
    assert by_luck(verdict, judged, [OTHER_SEED]) == said
