"""What an author's notebook becomes: cases of its assertions, made again at will."""

import json
import re
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
DOUBLED = """\
assert np.allclose(double(np.array([1.5, 3.0])), [3.0, 6.0])
assert np.allclose(double(np.array([0.5, -2.5])), [1.0, -5.0])"""
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
    tests += "\nassert np.allclose(add(base, base), [3.0, 5.0])"
    asked = "assert np.allclose(double(base), [3.0, 5.0])\nassert double(0.5) == 1"
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


@pytest.mark.parametrize(
    ("test", "says"),
    [
        (
            "assert double(2) == 5",
            "assert double(2) == 5 does not hold of your own solution",
        ),
        (
            f"{DOUBLED}\nassert double(far) == 5",
            "assert double(far) == 5 cannot be run, NameError: name 'far' is not defined",
        ),
        ("print(1)", "double has no assertion that calls it with values"),
    ],
)
def test_where_the_authors_own_assertions_do_not_hold_all_stops(tmp_path, test, says):
    course, said = taken_over(tmp_path, DOUBLE, test)
    sentence, mend = said.splitlines()[-2:]
    assert sentence.startswith(says)
    assert sentence.count(".") == 1
    assert mend.startswith("Mend it in ")
    assert "holds" not in said.replace("hold of", "")
    assert not (course / "for-students").exists()
    source = course / "sources" / "02-x.ipynb"
    typed(course, "from-notebook", source, "--prefix", "x", *KEY, status=1)


def test_where_a_constant_holds_all_assertions_all_stops(tmp_path):
    course, said = taken_over(tmp_path, DOUBLE, "assert double(2.5) == 5")
    constant = "Every case gives 5.0, so a function that always returns 5.0 passes: add one"
    assert f"x.double: {constant} with another result.\nMend it in " in said
    assert not (course / "for-students").exists()


def test_a_mistake_above_all_exercises_is_no_exercises(tmp_path):
    said = taken_over(tmp_path, f"{MISTAKE}x * x", DOUBLE, DOUBLED)[1]
    assert said.startswith("Cell 2 holds a line # %%, which speaks of the exercise above")


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
    assert "1 exercise," in done.stdout


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


def function(name: str, line: str, parameters: str = "x", doc: str = "") -> str:
    doc = f'    r"""{doc}"""\n' if doc else ""
    body = f"    # BEGIN SOLUTION\n    return {line}\n    # END SOLUTION"
    return f"def {name}({parameters}):\n{doc}{body}"


PROMISED = "Adds. Changes no argument."
TWO = "assert double(2.5) == 5\nassert double(1.5) == 3"


@pytest.mark.parametrize(
    ("source", "test"),
    [
        (DOUBLE, "assert double(2) == 4\nassert double(5) == 10"),
        (DOUBLE, f"{DOUBLED}\nassert double(np.array([3, 4]))[1] == 8"),
        (function("double", "x * 2", doc=PROMISED),
         "assert double('ab') == 2 * 'ab'\nassert double('') == ''"),
        (function("double", "x * 2", doc=PROMISED), DOUBLED),
        (function("double", "2 * x", doc=r"Twice $\theta$."), TWO),
        ("# BEGIN SOLUTION\ndef double(x): return 2 * x\n# END SOLUTION", TWO),
        (function("square", "x * x"), "assert square(0) == 0\nassert square(3) == 9"),
        (function("sizes", "{w: len(w) for w in x}"),
         "assert sizes(['ab']) == {'ab': 2}\nassert sizes(['a']) == {'a': 1}"),
    ],
    ids=["numbers", "whole", "words", "promised", "formula", "a line", "easy", "dict"],
)  # fmt: skip
def test_what_a_notebook_asks_is_what_its_docstring_promises(tmp_path, source, test):
    course, said = taken_over(tmp_path, source, test)
    assert "To do" not in said
    done = typed(course, "verify", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_formula_in_a_docstring_stays_as_it_was_written(tmp_path):
    source = function("double", "2 * x", doc=r"Twice $\theta$.")
    course, _ = taken_over(tmp_path, source, DOUBLED)
    assert r"Twice $\theta$." in (course / "notebooks" / "02-x.ipynb").read_text().replace(
        "\\\\", "\\"
    )


@pytest.mark.parametrize(
    "test",
    [
        "x = np.random.default_rng(4).normal(size=3)\nassert double(x).shape == (3,)",
        "from numpy.random import default_rng\nx = default_rng().normal(size=3)\n"
        "assert double(x).shape == (3,)",
        "assert double(np.random.default_rng(0).normal(size=3)).shape == (3,)",
    ],
)
def test_a_generator_is_drawn_from_anew_wherever_it_is_made(tmp_path, test):
    course, _ = taken_over(tmp_path, DOUBLE, test)
    module = (course / "demo" / "ch02_x" / "double.py").read_text(encoding="utf-8")
    assert "rng.normal(size=3)" in module
    assert 'Case("test 1", _test_1)' in module
    assert typed(course, "verify", *KEY).returncode == 0


def test_old_random_numbers_are_listed(tmp_path):
    said = taken_over(tmp_path, DOUBLE, "assert double(np.random.rand(3)).shape == (3,)")[1]
    assert "draws from np.random.rand" in said


def test_a_result_that_cannot_be_compared_is_listed(tmp_path):
    source = function("ages", "{i: w for i, w in enumerate(x)}")
    said = taken_over(tmp_path, source, "assert ages(['ab']) == {0: 'ab'}")[1]
    assert "To do: ages gives what cannot be compared" in said


def test_a_name_that_only_a_cell_of_tests_defines_is_listed(tmp_path):
    tests = f"far = double(3)\n{DOUBLED}"
    said = taken_over(tmp_path, DOUBLE, tests, "near = 1\nprint(far, near)")[1]
    assert "To do: cell 4 needs far, which only a cell of tests defines" in said


def test_the_authors_hints_are_the_only_ones(tmp_path):
    course, _ = taken_over(tmp_path, DOUBLE, DOUBLED, "# %% hint\n# Add it to itself.")
    cells = (course / "demo" / "ch02_x" / "double.cells.py").read_text(encoding="utf-8")
    assert cells.count("# %% hint") == 1


def test_an_exercise_is_called_as_the_heading_above_it(tmp_path):
    more = function("double_add", "2 * x + y", "x, y")
    cells = text("## 2. Twice as much"), DOUBLE, DOUBLED, text("## Exercises"), ADD, more
    course, _ = taken_over(tmp_path, *cells)
    folder = course / "demo" / "ch02_x"
    titles = [
        re.search('title="(.*)"', (folder / f"{name}.py").read_text())[1]
        for name in ("double", "add")
    ]
    assert titles == ["Twice as much", "Add"]


def test_a_chapters_prefix_is_its_notebooks_name(tmp_path):
    assert typed(tmp_path, "new-course", "demo").returncode == 0
    source = tmp_path / "demo" / "02-big-means.ipynb"
    source.write_text(json.dumps(content(NUMPY, DOUBLE, DOUBLED)), encoding="utf-8")
    for _ in range(2):  # and again
        done = typed(tmp_path / "demo", "from-notebook", source, *KEY)
        assert "bigmeans.double" in done.stdout, done.stderr


MISTAKE = "# %% mistake: the_square\n# You square it.\n# 2 * x => "


@pytest.mark.parametrize("cells", [1, 2, 3])  # its own and that of assertions, or none
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("x * x", ""),
        ("x + x", "'the_square' passes"),
        ("x *", "cannot be checked: SyntaxError"),
    ],
)
def test_what_was_written_is_proved_at_once(tmp_path, change, says, cells):
    parts = [DOUBLE.replace("    # END SOLUTION\n", ""), DOUBLED, f"{MISTAKE}{change}"]
    parts[: 4 - cells] = ["\n".join(parts[: 4 - cells])]
    course, said = taken_over(tmp_path, *parts)
    assert "allclose" not in (course / "notebooks" / "02-x.ipynb").read_text()
    assert (course / "for-students" / "START-HERE.md").is_file() == (not says)
    assert "# %%" not in (course / "notebooks" / "02-x.ipynb").read_text()
    assert says in said
    assert ("Upload for-students.zip. When" in said) == (not says)
    assert ("Mend it in " in said) == bool(says)


WORDS = "Which?\n<!-- BEGIN SOLUTION -->\nSecret 12.\n<!-- END SOLUTION -->\nIn one line."


@pytest.mark.parametrize(
    ("cell", "asked", "exercise_id"),
    [
        (
            text("## A sum\n# points: 3\n" + WORDS),
            ["## A sum", "Which?", "In one"],
            "x.a_sum",
        ),
        (text("Why? <!-- BEGIN SOLUTION -->Secret 12.<!-- END SOLUTION -->"), ["Why?"], ""),
        (
            text("## Why\n# BEGIN SOLUTION\nSecret 12.\n# END SOLUTION\nIn one line."),
            ["## Why", "In one"],
            "x.why",
        ),
        (text("## Why\n\n<!-- BEGIN SOLUTION -->\nSecret 12."), ["## Why"], "x.why"),
        ("# Draw.\nt = 7\n# manual: true\n# BEGIN SOLUTION\nprint(12)", ["t = 7"], ""),
        ("# How many?\n# BEGIN SOLUTION\nn = 12", ["# How many?"], "x.n"),
        ("def help():\n    pass\n\n" + DOUBLE, ["def help()"], "x.double"),
        (f"{DOUBLE}\ndef help():\n    pass", ["def help()"], "x.double"),
        (
            "def double(x):\n    k = 2\n    # BEGIN SOLUTION\n    y = x * k\n"
            "    # END SOLUTION\n    return y",
            ["    k = 2\n    raise NotImplementedError\n    return y"],
            "x.double",
        ),
        (f"{DOUBLE}\nx = 12\n{DOUBLED}", ["def double"], "x.double"),
        ("# BEGIN SOLUTION\nn = 12\n# END SOLUTION\nprint(n)", ["print(n)"], "x.n"),
        (
            "# manual: true\n# BEGIN SOLUTION\nt = 12\n# END SOLUTION\nprint(t)",
            ["print(t)"],
            "",
        ),
    ],
    ids=[
        *("words", "one line", "lines", "a heading", "a figure", "a value", "a function"),
        *(
            "below a function",
            "in a function",
            "tests below",
            "below a value",
            "below a figure",
        ),
    ],
)
def test_what_stands_beside_the_solution_in_its_cell_is_the_students(
    tmp_path, cell, asked, exercise_id
):
    course, said = taken_over(tmp_path, cell, *[DOUBLED] * (exercise_id == "x.double"))
    handed = json.loads((course / "notebooks" / "02-x.ipynb").read_text(encoding="utf-8"))
    students = "\n".join("".join(cell["source"]) for cell in handed["cells"])
    assert [line for line in asked if line not in students] == [], students
    for never in ("12", "SOLUTION", "points:", "return 2", "x * k"):
        assert never not in students
    assert exercise_id in said
    folder = course / "demo" / "ch02_x"
    for module in (path for path in folder.glob("[a-z]*.py") if path.stem.isidentifier()):
        assert "Which?" not in module.read_text(encoding="utf-8")
        assert exercise_id == "x.double" or "12" in module.read_text(encoding="utf-8")
