"""Changes to the text of a reference: found once, made together, told apart."""

from pathlib import Path

import numpy as np
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder import Chapter, Misconception, change
from autograder.exercise.answers import Answer, cell_source
from autograder.exercise.building import build, wrong_source
from autograder.exercise.changes import ChangeProblem
from autograder.exercise.key import Key, KeyProblem

SOURCE = "largest = scores.max(axis=axis)\npowers = np.exp(scores - largest)\n"


def test_a_change_exchanges_a_text_that_stands_once():
    changed = change("scores - largest", "scores").applied(SOURCE)
    assert changed == "largest = scores.max(axis=axis)\npowers = np.exp(scores)\n"


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("minimum", "is not there: 'minimum'"),
        ("scores", "stands there 2 times"),
        ("", "not once: ''"),
    ],
)
def test_a_text_that_is_not_there_once_is_one_sentence(old, said):
    with pytest.raises(ChangeProblem, match=said):
        change(old, "x").applied(SOURCE)


def test_two_changes_are_made_at_once_wherever_they_stand():
    both = change("np.exp", "np.exp2") + change("scores.max", "scores.min")
    assert both.applied(SOURCE) == SOURCE.replace("exp", "exp2").replace("max", "min")


def test_changes_of_the_same_text_cannot_both_be_made():
    with pytest.raises(ChangeProblem, match="the same text"):
        (change("scores.max", "scores.min") + change(".max(", ".mean(")).applied(SOURCE)


def test_a_change_knows_the_line_that_made_it():
    path, _, line = change("a", "b").where.rpartition(":")
    assert path == __file__
    assert "change(" in Path(path).read_text("utf-8").splitlines()[int(line) - 1]


# --- misconceptions --------------------------------------------------------------


def test_a_pasted_answer_has_the_names_of_the_references_module():
    source = "\n    def to_celsius(f):\n        return np.full_like(f, mean_celsius(f))\n"
    pasted = Misconception("pasted", "Says.", source)
    answer = build(TO_CELSIUS, wrong_source(TO_CELSIUS, (pasted,)))
    assert answer(np.array([[32.0, 50.0]])).tolist() == [[5.0, 5.0]]


def test_a_pasted_answer_without_the_exercises_name_is_no_answer():
    with pytest.raises(StopIteration):
        build(TO_CELSIUS, "def celsius(f):\n    return f\n")


def test_a_key_with_a_change_that_does_not_fit_says_where_it_stands(tmp_path, monkeypatch):
    package = tmp_path / "misfit_key"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "doubled.py").write_text(
        "from autograder import Case, Exercise, Misconception, change\n\n\n"
        "def doubled(x: float) -> float:\n    return 2 * x\n\n\n"
        "EXERCISE = Exercise(\n    'm.doubled', 'Doubled', doubled, 1, 1, 1,\n"
        "    cases=(Case('one', lambda rng: (1.0,)),),\n"
        "    misconceptions=(\n"
        "        Misconception('thrice', 'Says.', change('2 + x', '3 * x')),\n    ),\n)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    key = Key("misfit_key", (Chapter("01-m", "M", "m", "misfit_key"),))
    with pytest.raises(KeyProblem) as problem:
        key.exercise("m.doubled")
    assert "doubled.py:12: misconception 'thrice' of m.doubled" in str(problem.value)
    assert "is not there: '2 + x'" in str(problem.value)


# --- collected answers -------------------------------------------------------------


def test_an_answer_may_change_another_one():
    answers = (
        Answer("plain", "x = 1", "as asked", verdict="passed"),
        Answer("two", change("1", "2"), "too many", of="plain"),
        Answer("three", change("2", "3"), "far too many", of="two"),
    )
    assert cell_source(answers[2], answers) == "x = 3"


def test_an_answer_that_changes_none_is_said():
    lonely = Answer("lonely", change("1", "2"), "of nothing", of="plain")
    with pytest.raises(LookupError, match="changes 'plain': there is none"):
        cell_source(lonely, (lonely,))
