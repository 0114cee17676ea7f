"""Feedback and results say in which line an answer first goes wrong."""

import json
from typing import Any

import pytest
from making import code, notebook

from autograder.exercise.key import load_key
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.notebooks.read import cell_name

IMPORTS = "import numpy as np\nfrom autograder import check"
SOFTMAX = """\
# the cell's first line


def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / (e.sum(axis=axis, keepdims=True) + 1e-3)
"""
HELPER = "def total(e, axis):\n    return e.sum(axis=axis, keepdims=True) * 1.5\n"
WITH_HELPER = SOFTMAX.replace("(e.sum(axis=axis, keepdims=True) + 1e-3)", "total(e, axis)")


@pytest.fixture
def graded(warm_processes):
    """One exercise's result, of cells that answer it."""

    def result(*cells: Any, exercise="numpy.softmax"):
        book = notebook(
            IMPORTS, *cells, f'check("{exercise}", {exercise.partition(".")[2]})'
        )
        handed = Submission("ana", (("ana.ipynb", book),))
        done = grade(handed, Assignment(load_key("solutions"), 1), warm_processes)
        json.dumps(done.public_dict())
        (found,) = [e for e in done.public_dict()["exercises"] if e["id"] == exercise]
        (card,) = [e.card for e in done.exercises if e.id == exercise]
        return found, card

    return result


def test_the_line_is_counted_in_the_cell_of_the_answer(graded):
    found, card = graded(SOFTMAX)
    wrong = "e.sum(axis=axis, keepdims=True) + 1e-3"
    assert found["first_wrong"] == {"line": 6, "expression": wrong}
    assert card.where.startswith("Code cell 2, line 6\n")
    assert card.where.endswith("^" * len(wrong))


def test_a_line_in_another_cell_says_which(graded):
    found, card = graded(HELPER, WITH_HELPER)
    wrong = "e.sum(axis=axis, keepdims=True) * 1.5"
    assert found["first_wrong"] == {"line": 2, "expression": wrong, "cell": "Code cell 2"}
    assert card.where.startswith("Code cell 2, line 2\n")


UNSCALED = """\
def attention_weights(q, k):
    scores = q @ np.swapaxes(k, -1, -2)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
"""


def test_right_numbers_are_tried_in_the_students_process(graded):
    found, card = graded(UNSCALED, exercise="numpy.attention_weights")
    assert found["first_wrong"]["line"] == 3
    assert "np.exp(scores" in card.where


def test_a_right_answer_has_no_such_line(graded):
    assert graded(SOFTMAX.replace(" + 1e-3", ""))[0]["first_wrong"] is None


HOSTILE = {
    "replaces the recorder": """
import sys
child = vars(sys.modules["autograder.sandbox.child"])
child["as_plain"] = lambda trace: ((), 1, "no trace")
""",
    "never ends when it is run again": """
first = softmax
def softmax(scores, axis=-1):
    while "recorded" in softmax.__code__.co_filename:
        pass
    return first(scores, axis)
""",
    "has another source ready": """
import linecache
for name in list(linecache.cache):
    linecache.cache[name] = (1, None, ["def softmax(s):\\n", "    return 1\\n"], name)
""",
}


@pytest.mark.parametrize("trick", HOSTILE)
def test_a_hostile_recorder_harms_only_its_own_card(graded, trick):
    honest, _ = graded(SOFTMAX)
    found, card = graded(SOFTMAX, HOSTILE[trick])
    same = ("status", "points", "cases", "max_points")
    assert {name: found[name] for name in same} == {name: honest[name] for name in same}
    assert card.problem


RIGHT_SOFTMAX = """\
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
SWAPPED = """\
def self_attention(x, W_q, W_k, W_v):
    q, k, v = x @ W_k, x @ W_q, x @ W_v
    scores = q @ np.swapaxes(k, -1, -2) / W_k.shape[-1] ** 0.5
    weights = softmax(scores)
    return weights @ v
"""


def test_an_own_function_that_passes_its_own_exercise_is_not_where_it_goes_wrong(graded):
    softmax = (RIGHT_SOFTMAX, 'softmax = check("numpy.softmax", softmax)')
    found, card = graded(*softmax, SWAPPED, exercise="numpy.self_attention")
    assert found["status"] != "passed"
    assert "Code cell 2" not in card.where
    assert found["first_wrong"] is None or found["first_wrong"].get("cell") is None


def test_what_the_chapter_gives_is_not_where_it_goes_wrong(graded):
    source = RIGHT_SOFTMAX.replace("softmax", "given")
    given = code(source) | {"id": cell_name("code", source)}
    answer = "def attention_weights(q, k):\n    return given(k)\n"
    _, card = graded(given, answer, exercise="numpy.attention_weights")
    assert card.where.startswith("Code cell 3, line 2\n")
