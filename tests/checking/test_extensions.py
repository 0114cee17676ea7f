"""Another tensor library, or another kind of exercise, is one module outside."""

import sys
from pathlib import Path

import numpy as np
import pytest

from autograder import Case, Exercise, Misconception, change
from autograder.authoring.verify import verify_exercise
from autograder.checking.ask import CallSpec
from autograder.checking.card import make_card
from autograder.checking.card_forms import as_text
from autograder.checking.check import evaluate
from autograder.checking.judge import judge
from autograder.sandbox.pool import Limits, WarmProcess
from autograder.sandbox.session import Session

TESTS = Path(__file__).parents[1]

TRIPLED = "def double(box):\n    return box * 3.0"
DOUBLE = Exercise(
    id="boxes.double",
    title="Double a box",
    reference=lambda box: box * 2.0,
    points=1,
    minutes=1,
    difficulty=1,
    framework="toy_extension.boxes",
    cases=(Case("three", lambda rng: (rng.normal(size=3),)),),
    misconceptions=(Misconception("tripled", "Twice, not thrice.", TRIPLED),),
    hints=("Times two.",),
)


def count_from(start: int):
    """Yield start, start + 1, and so on."""
    while True:
        yield start
        start += 1


COUNT = Exercise(
    id="boxes.count",
    title="Count on",
    reference=count_from,
    points=1,
    minutes=1,
    difficulty=1,
    kind="toy_extension.generator",
    cases=(Case("a start", lambda rng: (int(rng.integers(1, 99)),)),),
    misconceptions=(Misconception("down", "Up, not down.", change("+= 1", "-= 1")),),
    hints=("One more each time.",),
)
SOURCES = {
    DOUBLE: "def f(box):\n    return box * 2.0",
    COUNT: "def f(start):\n    while True:\n        yield start\n        start += 1",
}


@pytest.mark.parametrize("exercise", SOURCES, ids=lambda e: e.id)
def test_the_key_is_proved_as_any_other(exercise):
    assert list(verify_exercise(exercise)) == []


def test_an_array_where_a_box_is_wanted_is_said_in_the_library_s_own_name():
    verdict = evaluate(DOUBLE, lambda box: np.asarray(box.held) * 2)
    assert verdict.status == "failed"
    assert "a Boxes tensor" in as_text(make_card(verdict))


@pytest.mark.parametrize("exercise", SOURCES, ids=lambda e: e.id)
def test_a_student_s_process_asks_it_too(exercise, monkeypatch):
    """Installed for the grader, it is there for the students' code as well."""
    monkeypatch.setitem(sys.modules, "toy_extension", sys.modules["toy_extension"])
    warm = WarmProcess(exercise.framework, "none", paths=(str(TESTS),))
    try:
        session = Session(warm, Limits())
        session.run([("<answer>", SOURCES[exercise])])
        verdict = judge(exercise, session.asker("f", CallSpec.of(exercise)), seed=3)
        session.close()
    finally:
        warm.close()
    assert verdict.status == "passed"


@pytest.mark.parametrize("name", ["no_such_module", "json", ""])
def test_a_name_that_is_no_framework_and_no_kind_is_said(name):
    from autograder import frameworks
    from autograder.exercise import kinds

    with pytest.raises(LookupError, match="There is no framework"):
        frameworks.get(name)
    with pytest.raises(LookupError, match="There is no kind of exercise"):
        kinds.get(name)
