"""The author's guide is true: its worked example is written, proved and graded with."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from making import typed
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "book" / "how-to-authors.md").read_text(encoding="utf-8")
FILE = re.compile(r"```python\n# (kitchen/[\w/.]+\.py)\n(.*?)```", re.S)
STUB, CHECK = re.findall(
    r"```python\n(def scale_recipe.*?|scale_recipe = .*?)```", GUIDE, re.S
)


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Path:
    """The files that the guide shows."""
    folder = tmp_path_factory.mktemp("course")
    files = FILE.findall(GUIDE)
    assert [name for name, _ in files] == [
        "kitchen/__init__.py",
        "kitchen/scaling/__init__.py",
        "kitchen/scaling/scale_recipe.py",
        "kitchen/scaling/scale_recipe.cells.py",
    ]
    for name, source in files:
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(source, encoding="utf-8")
    return folder


def hand_in(course: Path, student: str, answer: str) -> None:
    notebook = new_notebook()
    imports = "import numpy as np\nfrom autograder import check"
    notebook.cells = [new_code_cell(source) for source in (imports, answer, CHECK)]
    (course / "submissions").mkdir(exist_ok=True)
    nbformat.write(notebook, course / "submissions" / f"{student}.ipynb")


def test_the_key_of_the_guide_holds_and_says_what_the_guide_says(course):
    done = typed(course, "verify", "--key", "kitchen", status=0)
    assert done.stdout.strip() in GUIDE


def test_submissions_are_graded_with_it_and_their_mistakes_named(course):
    bodies = {
        "right": "return amounts * guests / people",
        "turned": "return amounts * people / guests",
        "both": "return np.round(amounts * people / guests)",
        "untouched": "raise NotImplementedError",
    }
    for student, body in bodies.items():
        hand_in(course, student, STUB.replace("raise NotImplementedError", body))
    words = ("grade", "submissions", "--out", "results", "--key", "kitchen")
    typed(course, *words, status=0)
    found = {}
    for path in (course / "results" / "results").glob("*.json"):
        result = json.loads(path.read_text())
        (exercise,) = result["exercises"]
        found[result["student"]] = (exercise["status"], sorted(exercise["misconceptions"]))
    assert found == {
        "right": ("passed", []),
        "turned": ("failed", ["upside-down"]),
        "both": ("failed", []),
        "untouched": ("not_attempted", []),
    }


def test_the_cells_of_a_new_exercise_are_printed_where_the_chapter_has_no_file(course):
    done = typed(course, "new-exercise", "scaling.shares", "--key", "kitchen", status=0)
    assert 'shares = check("scaling.shares", shares)' in done.stdout
    for ending in (".py", ".cells.py"):
        (course / "kitchen" / "scaling" / f"shares{ending}").unlink()


@pytest.mark.parametrize("taken", ["shares.py", "shares.cells.py", "shares/__init__.py"])
def test_a_new_exercise_never_overwrites(course, taken):
    path = course / "kitchen" / "scaling" / taken
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine")
    done = typed(course, "new-exercise", "scaling.shares", "--key", "kitchen", status=2)
    assert "exists. Remove it, or choose another name." in done.stderr
    assert path.read_text() == "mine"
    path.unlink()
    if path.parent.name == "shares":
        path.parent.rmdir()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("scaling.scale_recipe", "The key has scaling.scale_recipe already"),
        ("rescale", "'rescale' is no id."),
        ("scaling.class", "'scaling.class' is no id."),
        ("oven.heat", "no chapter for oven.heat: its ids begin with scaling. To begin"),
    ],
)
def test_an_id_that_cannot_be_is_one_sentence(course, said, answer):
    done = typed(course, "new-exercise", said, "--key", "kitchen", status=2)
    assert answer in done.stderr
