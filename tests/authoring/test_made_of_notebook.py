"""What an author's notebook becomes: cases of its assertions, made again at will."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from making import code, content, typed

from autograder.authoring.marked_cells import asked_in

KEY = ("--key", "demo")
NUMPY = "import numpy as np"
DOUBLE = """\
def double(x):
    # BEGIN SOLUTION
    return 2 * x
    # END SOLUTION
"""
DOUBLED = "assert np.allclose(double(np.array([1.5, 3.0])), [3.0, 6.0])"
ADD = """\
def add(x, y):
    # BEGIN SOLUTION
    return x + y
    # END SOLUTION
"""


def text(source: str, kind: str = "markdown") -> dict:
    return {"cell_type": kind, "metadata": {}, "source": source}


def taken_over(folder: Path, *cells: object) -> tuple[Path, str]:
    """A course with a chapter of these cells, and what was said to them."""
    assert typed(folder, "new-course", "demo").returncode == 0
    return folder / "demo", again(folder / "demo", *cells)


def again(course: Path, *cells: object) -> str:
    (course / "sources").mkdir(exist_ok=True)
    source = course / "sources" / "02-x.ipynb"
    source.write_text(json.dumps(content(NUMPY, *cells)), encoding="utf-8")
    done = typed(course, "from-notebook", source, "--prefix", "x", *KEY)
    return done.stdout + done.stderr


def test_what_an_assertion_needs_may_stand_in_any_cell_above(tmp_path):
    value = "# BEGIN SOLUTION\nscale = 3\n# END SOLUTION"
    tests = "y = double(base)\nassert np.allclose(add(base, y * scale), [10.5, 17.5])"
    data = (
        "def ramp(n):\n    return step * np.arange(n)\n\nstep = 1.0\nbase = ramp(2) + 1.5"
    )
    asked = "assert np.allclose(double(base), [3.0, 5.0])"
    course, said = taken_over(tmp_path, value, data, DOUBLE, asked, ADD, tests)
    assert "To do" not in said
    done = typed(course, "verify", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_test_that_takes_a_function_away_for_a_while_costs_no_other_case(tmp_path):
    uses = "def four(x):\n    # BEGIN SOLUTION\n    return double(double(x))\n"
    uses += "    # END SOLUTION"
    away = "kept = double\ndel double\ntry:\n    four(1)\nexcept NameError:\n    pass\n"
    away += "else:\n    raise AssertionError\nfinally:\n    double = kept"
    later = "assert four(np.array([0.5, 3.0]))[1] == 12"
    tests = f"assert four(np.ones(2))[0] == 4\n{away}\n{later}"
    course, said = taken_over(tmp_path, DOUBLE, DOUBLED, uses, tests)
    assert said.count("To do") == 1
    assert "stands in a loop or a try" in said
    done = typed(course, "verify", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_assertion_that_the_solution_fails_is_listed(tmp_path):
    said = taken_over(tmp_path, DOUBLE, "assert double(2) == 5")[1]
    assert "does not hold of your solution: assert double(2) == 5" in said


def test_an_assertion_that_cannot_be_run_is_listed(tmp_path):
    said = taken_over(tmp_path, DOUBLE, "assert double(nowhere) == 5")[1]
    assert "cannot be run (NameError: name 'nowhere' is not defined)" in said


def test_a_notebooks_own_generator_is_drawn_from_anew(tmp_path):
    tests = "rng = np.random.default_rng(0)\nx = rng.normal(size=3)\n"
    course, _ = taken_over(tmp_path, DOUBLE, f"{tests}assert double(x).shape == (3,)")
    module = (course / "demo" / "ch02_x" / "double.py").read_text(encoding="utf-8")
    assert "default_rng" not in module
    assert 'Case("test 1", _test_1)' in module


def test_a_notebook_that_was_changed_makes_its_chapter_again(tmp_path):
    course, _ = taken_over(tmp_path, DOUBLE, ADD, "assert add(1, 2) == 3")
    again(course, DOUBLE, DOUBLED)
    done = typed(course, "verify", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 exercises" in done.stdout  # and the one that the course began with


def test_a_key_that_was_changed_by_hand_is_not_written_over(tmp_path):
    course, _ = taken_over(tmp_path, DOUBLE, DOUBLED)
    cells = course / "demo" / "ch02_x" / "double.cells.py"
    cells.write_text("# %% hint\n# Add it to itself.\n", encoding="utf-8")
    assert f"Changed since it was made of the notebook: {cells}" in again(course, DOUBLE)
    assert "Add it to itself" in cells.read_text(encoding="utf-8")


def test_a_heading_is_a_name_without_its_number(tmp_path):
    answer = text("<!-- BEGIN SOLUTION -->\nYes.\n<!-- END SOLUTION -->")
    said = taken_over(tmp_path, text("## 4. Why PCA works"), answer)[1]
    assert "x.why_pca_works" in said


@pytest.mark.parametrize(
    ("points", "worth"), [("points:\n  each: 2", 4.0), ("points: null", 1.0)]
)
def test_points_of_otter_are_counted(points, worth):
    cells = [
        text(f"# BEGIN QUESTION\nname: q\n{points}", "raw"),
        text("# BEGIN SOLUTION", "raw"),
        code("q = 1"),
        text("# END SOLUTION", "raw"),
        text("# BEGIN TESTS", "raw"),
        code("q == 1"),
        code("q > 0"),
        text("# END TESTS", "raw"),
        text("# END QUESTION", "raw"),
    ]
    assert [question.points for question in asked_in(cells)] == [worth]
