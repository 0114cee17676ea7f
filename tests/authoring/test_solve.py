"""``solve`` fills a notebook with the reference solutions."""

import importlib
import json
import math
import sys
from pathlib import Path

import pytest
from exercise_ids import WITHOUT_CODE, exercise_ids
from making import FIXED_POINTS, PREDICT, STUB, check, code, content

from autograder.authoring.solve import solve_notebook
from autograder.checking.check import evaluate
from autograder.exercise.definition import Case, Exercise
from autograder.exercise.key import KeyProblem, load_key
from autograder.exercise.standalone import standalone_source
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission

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
    handed = Submission("key", (("c.ipynb", json.dumps(solved).encode()),))
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


# --- what is lent -------------------------------------------------------------

LENT = {
    "__init__.py": "",
    "one.py": "from __future__ import annotations\nfrom collections import OrderedDict\n"
    "import math as m, json\nfrom lent_key.two import FACTOR, half\n"
    "def area(r): return m.pi * half(r) * FACTOR\ndef other(): return json, OrderedDict",
    "two.py": "from . import three\nfrom .three import DEEP\nimport os\n"
    "FACTOR: int = 4\ndef half(r): return r * DEEP if r else half(1)",
    "three.py": "DEEP = BASE = 0.5\nBASE = 1",
    "clash.py": "from lent_key.two import half\nDEEP = 2\n"
    "def area(r): return half(r) * DEEP",
}


@pytest.fixture
def lent_key(tmp_path, monkeypatch):
    """A package whose modules need each other."""
    for name, source in LENT.items():
        path = tmp_path / "lent_key" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [n for n in sys.modules if n.partition(".")[0] == "lent_key"]:
        del sys.modules[name]


def reference_of(module: str) -> Exercise:
    area = importlib.import_module(f"lent_key.{module}").area
    case = Case("any", lambda rng: (1,))
    return Exercise("circle.area", "Area", area, 1, 1, 1, cases=(case,))


@pytest.mark.usefixtures("lent_key")
def test_a_reference_takes_along_what_it_needs_from_any_module_and_only_that():
    source = standalone_source(reference_of("one"))
    names: dict = {}
    exec(source, names)
    assert names["area"](3) == pytest.approx(6 * math.pi)
    assert not {"json", "os", "OrderedDict", "other", "three"} & set(names)
    assert source.count("def half") == source.count("import math") == 1


@pytest.mark.usefixtures("lent_key")
def test_two_definitions_of_one_name_are_not_mixed_up():
    with pytest.raises(KeyProblem, match="both define DEEP"):
        standalone_source(reference_of("clash"))


@pytest.mark.parametrize("exercise_id", exercise_ids(lacking=WITHOUT_CODE))
def test_every_reference_of_the_key_runs_by_itself(exercise_id):
    exercise = load_key().exercise(exercise_id)
    source, names = standalone_source(exercise), {"__name__": "lent"}
    assert "EXERCISE" not in source
    assert "import solutions" not in source
    exec(source, names)
    answer = names[exercise.reference.__name__]
    if exercise.framework == "numpy":  # a layer takes its time
        assert evaluate(exercise, answer).status == "passed"
