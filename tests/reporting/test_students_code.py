"""A student's code as it may be shown, and as the start of a misconception."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from toy_key.statistics import STANDARDISE
from toy_key.temperatures import FIXED_POINTS

from autograder.checking.check import evaluate
from autograder.exercise.definition import Misconception
from autograder.reporting.students_code import LINES_SHOWN, anonymous, shortened, skeleton

CODE = '''
# Ada Lovelace, 1815
def standardise(x):
    """Ada's."""
    m = x.mean(axis=0)  # by Ada
    return x - 2 * m
'''
PLAIN = "def standardise(x):\n    m = x.mean(axis=0)\n    return x - 2 * m"


def test_comments_and_docstrings_go():
    assert anonymous(CODE, ["Ada Lovelace"]) == PLAIN


@pytest.mark.parametrize("name", ["lovelace_mean", "LovelaceSum", "m_lovelace"])
def test_code_that_tells_the_name_is_not_shown(name):
    code = PLAIN.replace("m =", f"{name} = m =")
    assert anonymous(code, ["Ada Lovelace"]) == ""
    assert anonymous(code, ["Grace Hopper"]) == code


def test_a_string_can_tell_a_name_too():
    assert anonymous("x = 'by ada.lovelace@example.org'", ["ada lovelace"]) == ""


NESTED = "x = " + "-" * 3_500 + "1"
UNREADABLE = ("def f(:", "x = " + "(" * 500, NESTED, "\0", "x = '\ud800'")


@pytest.mark.parametrize("code", UNREADABLE)
def test_what_cannot_be_read_is_not_shown(code):
    assert anonymous(code) in ("", code)


def test_long_code_says_how_much_is_left_out():
    code = "\n".join(f"x{i} = {i}" for i in range(LINES_SHOWN + 5))
    assert shortened(code).splitlines()[-1] == "# and 5 more lines"
    assert shortened(PLAIN) == PLAIN


def made_from(source, exercise, answer):
    """The exercise with the skeleton as a new misconception, and what it finds then."""
    names = {"np": np, "Misconception": Misconception}
    code, _, call = source.rpartition("Misconception(")
    exec(code, names)
    new = eval("Misconception(" + call, names)
    with_it = replace(exercise, misconceptions=(*exercise.misconceptions, new))
    return [m.id for m in evaluate(with_it, answer).misconceptions]


def test_a_skeleton_names_the_answer_it_was_made_from():
    source = skeleton(PLAIN, is_code=True)
    assert "def _wrong_standardise(x):" in source
    found = made_from(source, STANDARDISE, lambda x: x - 2 * x.mean(axis=0))
    assert found == ["a-short-name"]


def test_a_skeleton_for_a_value_that_was_worked_out():
    source = skeleton("fixed_points = [[1, 2], [3, 4]]", is_code=False)
    assert made_from(source, FIXED_POINTS, [[1, 2], [3, 4]]) == ["a-short-name"]


def test_a_skeleton_for_a_function_without_def():
    source = skeleton("standardise = lambda x: x - 7", is_code=True)
    assert made_from(source, STANDARDISE, lambda x: x - 7) == ["a-short-name"]


def test_a_skeleton_says_what_else_it_needs():
    code = "def standardise(x):\n    return centre(x) / np.std(x) + len(x)"
    assert skeleton(code, is_code=True).startswith("# It needs: centre, np\n")


def test_code_that_calls_itself_still_does():
    code = "def f(n):\n    return f(n - 1) if n else 0"
    assert "return _wrong_f(n - 1)" in skeleton(code, is_code=True)


@pytest.mark.parametrize("code", ["", "def f(:", "for i in []:\n    pass", "a = 1\nb = 2"])
def test_there_may_be_nothing_to_take(code):
    assert skeleton(code, is_code=False) == ""
