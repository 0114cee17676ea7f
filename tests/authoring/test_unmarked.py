"""What an author forgot to mark is said: students would read the solution."""

import json
import os
import re
import shutil

import pytest
from forked import forked
from making import content, typed

from autograder.authoring.marked_cells import asked_in, without_key
from autograder.authoring.unmarked import unmarked, with_marks
from autograder.exercise.problem import Problem
from tests.authoring.test_made_of_notebook import DOUBLE, DOUBLED, taken_over, text

MISTAKE = "# %% mistake: whole\n# You give all of it.\n# x / 2 => x"


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        ((text("## Why\nWhy does it stop?"), text("It is as warm.")), [4]),
        ((text("Why does it stop? Use the word flow."), text("It is as warm.")), [4]),
        ((text("## Heat\nExplain it."), text("It is as warm.")), [4]),
        ((text("**Question.** Say what flows."), text("Heat flows.")), [4]),
        ((text("Why?"), text("# BEGIN SOLUTION\nIt is as warm.")), []),
        ((text("## Heat\nHeat flows."), text("More of it."), text("# Now what?")), []),
        ((text("Why?"), text("## Next"), text("Why?"), "print(1)"), []),
        (("print(1)", "def add(x):\n    return x + 1", "assert add(1) == 2"), [4]),
        (("print(1)", "def add(x):\n    return x + 1", "assert double(1) == 2"), []),
        (("print(1)", "def add(x):\n    return x + 1\n\nassert add(1) == 2"), [4]),
    ],
)
def test_an_answer_without_a_mark_is_listed(cells, numbers):
    cells = content("import numpy", DOUBLE, *cells)["cells"]
    said = [*unmarked(cells, asked_in(cells))]
    assert [int(re.search(r"cell (\d+) \(", line)[1]) for line in said] == numbers


ADD = '# points: 2\ndef add(x):\n    """One more."""\n    return x + 1'
ADDED = "print(add(3))\nassert add(1) == 2\nassert add(5) == 6"
ONE_LESS = "# %% mistake: less\n# You take one away.\n# x + 1 => x - 1"


@pytest.mark.parametrize("parts", [[ADD, ADDED, ONE_LESS], [f"{ADD}\n{ADDED}\n{ONE_LESS}"]])
def test_what_looks_like_an_answer_is_one_where_that_is_said(tmp_path, parts):
    words = text("## Why\nWhy does it stop?"), text("It is as warm.")
    assert typed(tmp_path, "new-course", "demo").returncode == 0
    (tmp_path / "demo" / "sources").mkdir()
    source = tmp_path / "demo" / "sources" / "02-x.ipynb"
    source.write_text(before := json.dumps(content("import numpy as np", *parts, *words)))
    typed(tmp_path / "demo", "from-notebook", source, status=2)
    done = typed(tmp_path / "demo", "from-notebook", source, "--mark", status=0)
    assert "2 exercises: x.add, x.why.\nTaken as answers: cell 2 (" in done.stdout
    assert "(It is as warm.)." in done.stdout
    assert source.read_text() == before
    made = (tmp_path / "demo" / "notebooks" / "02-x.ipynb").read_text()
    assert "One more." in made
    for never in ("x + 1", "assert", "as warm", "SOLUTION"):
        assert never not in made
    assert "points=2" in (tmp_path / "demo" / "demo" / "ch02_x" / "add.py").read_text()


def test_several_functions_in_a_cell_are_marked_by_their_author_alone():
    cells = content(f"def one():\n    return 1\n\n{ADD}", ADDED)["cells"]
    assert with_marks(cells) == cells


def test_a_solution_without_a_mark_above_its_mistakes_is_said():
    written = f"def half(x):\n    return x / 2\n\n{MISTAKE}"
    cells = [*map(without_key, content(written, DOUBLE)["cells"])]
    with pytest.raises(Problem, match=r"Cell 1 defines half .* no # BEGIN SOLUTION"):
        asked_in(cells)


def test_a_copied_course_never_writes_into_the_original(tmp_path):
    typed(tmp_path, "new-course", "demo", status=0)
    copied = tmp_path / "next" / "demo"
    shutil.copytree(tmp_path / "demo", copied)
    (copied / "sources").mkdir()
    source = copied / "sources" / "02-x.ipynb"
    source.write_text(json.dumps(content("import numpy as np", DOUBLE, DOUBLED)))
    before = (tmp_path / "demo" / "demo" / "__init__.py").read_text()
    installed = {**os.environ, "PYTHONPATH": str(tmp_path / "demo")}
    done = forked(("from-notebook", source), source.parent, installed)
    assert done.returncode
    assert f"is installed from {tmp_path / 'demo'}, and not from {copied}" in done.stderr
    assert (tmp_path / "demo" / "demo" / "__init__.py").read_text() == before


def test_students_read_nothing_that_nobody_wrote(tmp_path):
    answer = text("## Why\n\n# BEGIN SOLUTION\nYes.")
    course, _ = taken_over(tmp_path, DOUBLE, DOUBLED, answer)
    students = (course / "notebooks" / "02-x.ipynb").read_text(encoding="utf-8")
    assert "Changes no argument." in students
    assert "Double." not in students
    module = (course / "demo" / "ch02_x" / "why.py").read_text(encoding="utf-8")
    assert 'RubricItem("a right answer"' in module  # "Missing: a right answer"
