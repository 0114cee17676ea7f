"""What a slice leaves out or cannot see, through the grader."""

import pytest
from making import (
    FIXED_POINTS,
    IMPORTS,
    MEAN_CELSIUS,
    OFFSET_AFTER,
    PREDICT,
    TO_CELSIUS,
    check,
    code,
    notebook,
)

from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from notebooks.slices import CHECK


@pytest.fixture(scope="module")
def status(toy, warm_processes):
    """Grade cells: the statuses of the temperatures chapter."""

    def grade_cells(*cells) -> dict[str, str]:
        handed = Submission("student", (("x.ipynb", notebook(*cells)),))
        result = grade(handed, Assignment(toy, seed=5), warm_processes)
        return {e.id.partition(".")[2]: e.status for e in result.exercises}

    return grade_cells


HIDDEN = {
    "exec": ["exec('ZERO = 32')", "to_celsius = lambda f: (f - ZERO) / 1.8"],
    "globals": ["globals()['ZERO'] = 32", "to_celsius = lambda f: (f - ZERO) / 1.8"],
    "an error on the way": [
        "exec('ZERO = 32')\n1 / 0",
        "to_celsius = lambda f: (f - ZERO) / 1.8",
    ],
    "setattr": [
        "class Scale: pass",
        "setattr(Scale, 'zero', 32)",
        "to_celsius = lambda f: (f - Scale.zero) / 1.8",
    ],
    "another name for it": [
        "FIRST = {}",
        "SECOND = FIRST",
        "SECOND['zero'] = 32",
        "to_celsius = lambda f: (f - FIRST['zero']) / 1.8",
    ],
    "a module made by hand": [
        "import sys, types",
        "sys.modules['scale'] = types.SimpleNamespace(zero=32)",
        "import scale\nto_celsius = lambda f: (f - scale.zero) / 1.8",
    ],
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_slice_cannot_see_is_found_by_running_all_cells_above(name, status):
    assert status(*HIDDEN[name], CHECK)["to_celsius"] == "passed"


def test_an_earlier_right_answer_is_used_as_it_is(status):
    mine = "def to_celsius(f):\n    to_celsius.used = True\n    return (f - 32) / 1.8"
    uses_mine = (
        "def mean_celsius(f):\n    m = to_celsius(f).mean(-1)\n"
        "    return m if to_celsius.used else None"
    )
    found = status(IMPORTS, mine, CHECK, uses_mine, check("mean_celsius"))
    assert found["mean_celsius"] == "passed"


@pytest.mark.parametrize("earlier", [OFFSET_AFTER, "", "def to_celsius(", "to_celsius = 3"])
def test_an_earlier_wrong_or_missing_answer_is_lent(earlier, status):
    found = status(IMPORTS, earlier, CHECK, MEAN_CELSIUS, check("mean_celsius"))
    assert found["to_celsius"] != "passed"
    assert found["mean_celsius"] == "passed"


@pytest.mark.parametrize(("marked", "is_own"), [("mean_celsius", True), ("", False)])
def test_what_the_answers_own_cell_defines_again_is_its_own(marked, is_own, status):
    """As ``check`` has it there: a wrong helper of the same name is not replaced."""
    cell = code(f"{OFFSET_AFTER}\n{MEAN_CELSIUS}")
    if marked:
        exercise = {"id": f"temperature.{marked}", "role": "stub"}
        cell = code(f"{OFFSET_AFTER}\n{MEAN_CELSIUS}", exercise=exercise)
    found = status(IMPORTS, cell, check("mean_celsius"))
    assert found["mean_celsius"] == ("failed" if is_own else "passed")


def test_a_lent_function_takes_arguments_by_name(status):
    by_name = "mean_celsius = lambda f: to_celsius(fahrenheit=f).mean(-1)"
    assert status(by_name, check("mean_celsius"))["mean_celsius"] == "passed"


def test_a_lent_function_raises_where_the_reference_does(status):
    catches = (
        "def mean_celsius(f):\n    try:\n        to_celsius('warm')\n"
        "    except Exception:\n        return to_celsius(f).mean(-1)"
    )
    assert status(catches, check("mean_celsius"))["mean_celsius"] == "passed"


def test_a_value_set_by_the_author_below_the_check_is_no_answer(status):
    """The chapter goes on with the exact values; a student who left it open did not."""
    exact = FIXED_POINTS.replace("32, ", "32.0, ")
    found = status("fixed_points = ...", check("fixed_points"), exact, TO_CELSIUS)
    assert found["fixed_points"] == "not_attempted"


def test_a_value_that_is_wrong_stays_wrong_when_it_is_set_again_below(status):
    found = status("fixed_points = [[1, 2], [3, 4]]", check("fixed_points"), FIXED_POINTS)
    assert found["fixed_points"] == "failed"


def test_a_value_may_be_computed(status):
    cells = ["import numpy as np", "scales = np.array([[32, 212.0]])"]
    cells += ["fixed_points = np.vstack([scales, [[273.15, 373.15]]])"]
    assert status(*cells, check("fixed_points"))["fixed_points"] == "passed"


def test_a_value_without_its_check_is_found_by_the_cells_metadata(status):
    marked = code(PREDICT, exercise={"id": "temperature.predict", "role": "stub"})
    assert status(marked)["predict"] == "passed"


def test_one_exercise_does_not_see_what_another_left_behind(status):
    first = "import builtins\nbuiltins.leak = 1\nTRACE = 1\n" + TO_CELSIUS
    second = "def mean_celsius(f):\n    TRACE\n    return to_celsius(f).mean(-1)"
    found = status(first.replace("TRACE = 1\n", ""), CHECK, second, check("mean_celsius"))
    assert found["mean_celsius"] == "error"


# --- what the check line binds, however it is written ---------------------------------

MINE = "def mine(f):\n    return (f - 32) / 1.8"
CHECKED = 'check("temperature.to_celsius", mine)'
LINES = {
    "a name": f"to_celsius = {CHECKED}",
    "by name": 'to_celsius = check(exercise_id="temperature.to_celsius", answer=mine)',
    "two names": f"celsius = to_celsius = {CHECKED}",
    "a type": f"to_celsius: object = {CHECKED}",
    "a module's": f"import autograder\nto_celsius = autograder.{CHECKED}",
    "a line later": f"got = {CHECKED}\nto_celsius = got",
    "on the way": f"(to_celsius := {CHECKED})",
    "beside another": f"to_celsius, done = {CHECKED}, True",
    "another name for check": "from autograder import check as look\n"
    + f"to_celsius = {CHECKED}".replace("check(", "look("),
    "under a condition": f"if True:\n    to_celsius = {CHECKED}",
    "an id by name": f'name = "temperature.to_celsius"\nto_celsius = {CHECKED}'.replace(
        '"temperature.to_celsius", mine', "name, mine"
    ),
    "after it was shown": f"print({CHECKED})\nto_celsius = mine",
    "an expression": "to_celsius = check('temperature.to_celsius', lambda f: mine(f))",
    "of itself": "to_celsius = mine\n"
    "to_celsius = check('temperature.to_celsius', lambda f, g=to_celsius: g(f))",
}


@pytest.mark.parametrize("line", LINES)
def test_the_check_line_binds_the_name_for_what_follows(line, status):
    found = status(IMPORTS, MINE, LINES[line], MEAN_CELSIUS, check("mean_celsius"))
    assert (found["to_celsius"], found["mean_celsius"]) == ("passed", "passed")


def test_what_a_check_call_binds_is_there_where_all_that_stands_above_is_run(status):
    hidden = "exec('HALF = 0.5')"
    mean = MEAN_CELSIUS.replace("to_celsius(", "2 * HALF * to_celsius(")
    cells = (MINE, LINES["a name"], hidden, mean, check("mean_celsius"))
    assert status(IMPORTS, *cells)["mean_celsius"] == "passed"


# --- chapters that were merged into one notebook --------------------------------------

HELPER = "def to_celsius(f):\n    return f"
OTHER_CHECK = check("standardise", "statistics")
MARKED = code(TO_CELSIUS, exercise={"id": "temperature.to_celsius", "role": "stub"})


@pytest.mark.parametrize(
    "cells",
    [
        (MARKED, CHECK, HELPER, OTHER_CHECK),
        (MARKED, HELPER, OTHER_CHECK),
        (HELPER, OTHER_CHECK, MARKED, CHECK),
        (HELPER, OTHER_CHECK, MARKED),
        (MARKED, OTHER_CHECK, HELPER),
    ],
    ids=["checked", "not checked", "behind", "behind, not checked", "at the end"],
)
def test_another_chapters_helper_outranks_no_marked_answer(cells, status):
    assert status(IMPORTS, *cells)["to_celsius"] == "passed"


def test_a_later_answer_of_the_same_chapter_still_counts(status):
    """In a cell of its own, which nothing marks, the last one is the student's word."""
    wrong = code(OFFSET_AFTER, exercise={"id": "temperature.to_celsius", "role": "stub"})
    assert status(IMPORTS, wrong, TO_CELSIUS, check("predict"))["to_celsius"] == "passed"
    assert status(IMPORTS, wrong, CHECK, TO_CELSIUS)["to_celsius"] == "passed"
