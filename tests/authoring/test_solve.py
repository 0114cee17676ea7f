"""``solve`` fills a notebook with the reference solutions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from making import FIXED_POINTS, PREDICT, STUB, check, code, content

from autograder.authoring.solve import solve_notebook
from autograder.exercise.key import KeyProblem
from autograder.grading.submission import Assignment, Handed, grade

OPEN = {
    "to_celsius": STUB,
    "mean_celsius": "def mean_celsius(fahrenheit):\n    raise NotImplementedError",
    "fixed_points": "fixed_points = ...",
    "predict": "predict = ...",
}


def chapter(path: Path) -> Path:
    """The temperatures chapter with nothing solved."""
    cells = ["import numpy as np\nfrom autograder import check"]
    for name, stub in OPEN.items():
        mark = {"id": f"temperature.{name}", "role": "stub"}
        cells += [code(stub, exercise=mark), check(name)]
    path.write_text(json.dumps(content(*cells)))
    return path


def test_a_solved_notebook_earns_full_marks(tmp_path, toy, warm_processes):
    solved = solve_notebook(chapter(tmp_path / "c.ipynb"), toy)
    handed = Handed("key", (("c.ipynb", json.dumps(solved).encode()),))
    result = grade(handed, Assignment(toy, seed=3), warm_processes)
    assert (result.status, result.score) == ("graded", result.max_score)


def test_only_stub_cells_change_and_outputs_are_cleared(tmp_path, toy):
    path = chapter(tmp_path / "c.ipynb")
    before = json.loads(path.read_text())["cells"]
    after = solve_notebook(path, toy)["cells"]
    pairs = zip(after, before, strict=True)
    changed = [new["source"] != old["source"] for new, old in pairs]
    stubs = ["exercise" in cell["metadata"] for cell in before]
    assert changed == stubs
    assert all(cell["outputs"] == [] for cell in after)


def test_values_and_choices_are_written_as_literals(tmp_path, toy):
    solved = solve_notebook(chapter(tmp_path / "c"), toy)
    sources = [cell["source"] for cell in solved["cells"]]
    assert PREDICT.replace('"', "'") in sources
    assert FIXED_POINTS.replace("[[32, 212]", "np.array([[32.0, 212.0]") + ")" in sources


def test_the_notebook_itself_is_left_as_it_was(tmp_path, toy):
    path = chapter(tmp_path / "c.ipynb")
    before = path.read_bytes()
    solve_notebook(path, toy)
    assert path.read_bytes() == before


STRANGE = {
    "missing": None,
    "empty": "",
    "not JSON": "{",
    "a list": "[]",
    "no cells": "{}",
    "cells are no list": '{"cells": 3}',
    "cells that are none": '{"cells": [3]}',
    "no metadata": '{"cells": [{"cell_type": "code", "source": ""}]}',
    "odd metadata": json.dumps(content(code("", exercise=[1]))),
    "a stub without an id": json.dumps(content(code("", exercise={"role": "stub"}))),
    "an id the key has not": json.dumps(
        content(code("", exercise={"role": "stub", "id": "temperature.nothing"}))
    ),
    "no stubs": json.dumps(content("a = 1")),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_notebook_that_cannot_be_solved_is_said(tmp_path, toy, name):
    path = tmp_path / "c.ipynb"
    if STRANGE[name] is not None:
        path.write_text(STRANGE[name])
    with pytest.raises(KeyProblem):
        solve_notebook(path, toy)
