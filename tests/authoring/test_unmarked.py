"""What an author forgot to mark is said: students would read the solution."""

import json
import os
import re
import shutil

import pytest
from forked import forked
from making import content, typed

from autograder.authoring.marked_cells import asked_in, unmarked, without_key
from autograder.exercise.problem import Problem
from tests.authoring.test_made_of_notebook import DOUBLE, DOUBLED, text

MISTAKE = "# %% mistake: whole\n# You give all of it.\n# x / 2 => x"


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        ((text("## Why\nWhy does it stop?"), text("It is as warm.")), [4]),
        ((text("Why does it stop? Use the word flow."), text("It is as warm.")), [4]),
        ((text("## Heat\nExplain it."), text("It is as warm.")), [4]),
        ((text("Why?"), text("# BEGIN SOLUTION\nIt is as warm.")), []),
        ((text("## Heat\nHeat flows."), text("More of it."), text("# Now what?")), []),
        ((text("Why?"), text("## Next"), text("Why?"), "print(1)"), []),
        (("print(1)", "def add(x):\n    return x + 1\n\nassert add(1) == 2"), [4]),
    ],
)
def test_an_answer_without_a_mark_is_listed(cells, numbers):
    cells = content("import numpy", DOUBLE, *cells)["cells"]
    said = [*unmarked(cells, asked_in(cells))]
    assert [int(re.search(r"cell (\d+) \(", line)[1]) for line in said] == numbers


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
