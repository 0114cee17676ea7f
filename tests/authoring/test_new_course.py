"""Another course from nothing: least squares, to the graded class."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from forked import forked
from making import autograder, code, notebook, typed

FIT = '''"""A straight line through points, by least squares."""

import numpy as np

from autograder import Case, Exercise, cells_beside


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The slope and the intercept of the line of least squares.

    x, y: (n,).
    Returns (2,).
    Changes no argument.
    """
    slope = ((x - x.mean()) * y).sum() / ((x - x.mean()) ** 2).sum()
    return np.array([slope, y.mean() - slope * x.mean()])


def _points(n: int):
    def draw(rng):
        x, y = rng.uniform(1, 5, n), rng.normal(size=n)
        x[0] = y[-1] = 0.0
        return x, y

    return draw


EXERCISE = Exercise(
    id="first.fit",
    title="Fit a line",
    reference=fit,
    points=3,
    minutes=10,
    difficulty=2,
    order=20,
    cases=(Case("three points", _points(3)), Case("many points", _points(40))),
    **cells_beside(__file__),
)
'''
FIT_CELLS = """
# %% mistake: not-centred
# The slope is about the means: take them away from x and y first.
# (x - x.mean()) * y => x * y && (x - x.mean()) ** 2 => x**2

# %% mistake: turned-round
# The slope comes first.
# np.array([slope, y.mean() => np.array([y.mean()
# slope * x.mean()]) => slope * x.mean(), slope])

# %% hint
# Take the means away.
# %% hint
# Cov(x, y) / Var(x).
"""
STUB = '''def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The slope and the intercept of the line of least squares.

    x, y: (n,).
    Returns (2,).
    Changes no argument.
    """
    raise NotImplementedError'''
RIGHT = "def fit(x, y):\n    return np.polyfit(x, y, 1)"
TURNED = "def fit(x, y):\n    return np.polyfit(x, y, 1)[::-1]"
NORMALISE = "def normalise(x):\n    return x / x.sum(-1, keepdims=True)"
NAME = "least_squares"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The command, in a folder that is not the course's, with the course installed."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "elsewhere").mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder / NAME),  # as pip install -e does
        "XDG_CACHE_HOME": str(folder / "cache"),
    }

    def autograder(*arguments: object) -> str:
        done = forked(arguments, folder / "elsewhere", environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return folder, autograder


def cells(path: Path) -> dict:
    return json.loads(path.read_text())


def solved(given: dict, **answers: str) -> str:
    """The notebook as it was handed out, with answers in the place of stubs."""
    for cell in given["cells"]:
        mark = cell["metadata"].get("exercise", {})
        name = mark.get("id", "").partition(".")[2]
        if mark.get("role") == "stub" and name in answers:
            cell["source"] = answers[name]
    return json.dumps(given)


@pytest.fixture(scope="module")
def course(run):
    """The course with a second exercise, proved, handed out, and graded."""
    folder, autograder = run
    autograder("new-course", NAME, "--title", "Least squares", "--in", folder)
    (folder / NAME / NAME / "ch01_first" / "fit.py").write_text(FIT)
    (folder / NAME / NAME / "ch01_first" / "fit.cells.py").write_text(FIT_CELLS)
    path = folder / NAME / "notebooks" / "01-first.ipynb"
    given = cells(path)
    for role, source in (("stub", STUB), ("check", 'fit = check("first.fit", fit)')):
        mark = {"exercise": {"id": "first.fit", "role": role}}
        given["cells"].append({**code(source, **mark), "id": f"fit-{role}"})
    path.write_text(json.dumps(given))
    key = ("--key", NAME)
    proved = autograder("verify", *key)
    autograder("release", *key, "--out", folder / "students")
    handed_out = folder / "students" / "notebooks" / "01-first.ipynb"
    (folder / "class").mkdir()
    answers = {
        "ada": {"normalise": NORMALISE, "fit": RIGHT},
        "ben": {"normalise": NORMALISE, "fit": TURNED},
        "cy": {},
    }
    for who, own in answers.items():
        text = solved(cells(handed_out), **own)
        (folder / "class" / f"{who}.ipynb").write_text(text)
    settings = folder / NAME / "course.toml"
    out = folder / "results"
    autograder("grade", folder / "class", "--out", out, "--course", settings, *key)
    return folder, proved


def test_what_it_begins_with_verifies(course):
    assert "holds: 2 exercises, 3 mistakes" in course[1]


def test_the_class_is_graded(course):
    with (course[0] / "results" / "grades.csv").open(newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert {who: row["score"] for who, row in rows.items()} == {
        **{"ada": "5.0", "ben": "2.0", "cy": "0.0"}
    }
    assert {row["max_score"] for row in rows.values()} == {"5.0"}
    record = json.loads((course[0] / "results" / "results" / "ben.json").read_text())
    held = {e["id"]: e["misconceptions"] for e in record["exercises"]}
    assert held["first.fit"] == ["turned-round"]


def in_copy(folder: Path, *sources: str) -> str:
    """What a student's Python prints that knows the copy and NumPy alone."""
    program = "\n".join(["import sys", "sys.path.insert(0, '.')", *sources])
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


SET_UP = f"import numpy as np\nfrom {NAME} import check\nimport autograder"


def test_the_copy_carries_the_engine_and_checks_with_it(course):
    copy = course[0] / "students"
    told = in_copy(
        copy, SET_UP, "print(autograder.__file__)", RIGHT, "check('first.fit', fit)"
    )
    assert told.startswith(str(copy)) or told.startswith("./")
    assert "first.fit: right (3 of 3 points)" in told


def test_a_known_mistake_is_named_in_the_copy(course):
    told = in_copy(course[0] / "students", SET_UP, TURNED, "check('first.fit', fit)")
    assert "The slope comes first." in told


def test_what_is_not_solved_does_not_stop_run_all(course):
    given = cells(course[0] / "students" / "notebooks" / "01-first.ipynb")
    made = [cell for cell in given["cells"] if cell["cell_type"] == "code"]
    assert all("raises-exception" in cell["metadata"]["tags"] for cell in made)


@pytest.mark.slow
def test_released_again_notebooks_are_written_anew_but_what_somebody_changed(tmp_path):
    typed(tmp_path, "new-course", "demo", status=0)
    here = tmp_path / "demo"
    source = here / "notebooks" / "01-first.ipynb"
    copy = here / "for-students" / "notebooks" / "01-first.ipynb"

    def becomes(path: Path, words: str) -> None:
        changed = cells(path)
        changed["cells"][0]["source"] = words
        path.write_text(json.dumps(changed))

    typed(here, "release", status=0)
    (here / "for-students" / "my notes.txt").write_text("mine")
    becomes(source, "# Second")
    assert "Written anew: 01-first.ipynb" in typed(here, "release", status=0).stdout
    assert "# Second" in copy.read_text()
    becomes(copy, "# Mine")
    typed(here, "release", status=0)  # nothing of the course is newer
    becomes(source, "# Third")
    for _ in range(2):
        done = typed(here, "release", status=1)
        assert "01-first.ipynb has changed in for-students since" in done.stderr
        assert "# Mine" in copy.read_text()
    copy.unlink()
    typed(here, "release", status=0)
    assert "# Third" in copy.read_text()
    assert (here / "for-students" / "my notes.txt").read_text() == "mine"


OWN = "def twice(x):\n    # BEGIN SOLUTION\n    return 2 * x"
ASKED = "assert twice(1.5) == 3.0\nassert twice(2.5) == 5.0"


@pytest.mark.parametrize("what", ["left", "changed", "handed out"])
def test_the_example_goes_with_the_first_chapter_of_ones_own(tmp_path, what):
    typed(tmp_path, "new-course", "demo", status=0)
    here = tmp_path / "demo"
    example = here / "notebooks" / "01-first.ipynb"
    if what == "changed":
        example.write_text(example.read_text() + "\n")
    if what == "handed out":
        typed(here, "release", status=0)
    (here / "01-own.ipynb").write_bytes(notebook(OWN, ASKED))
    done = typed(here, "from-notebook", "01-own.ipynb", status=0)
    gone = what == "left"
    assert ("example chapter" in done.stdout) == gone
    assert example.exists() == (here / "demo" / "ch01_first").exists() == (not gone)
    known = typed(here, "verify", status=0).stdout
    assert ("1 exercise," if gone else "2 exercises") in known


@pytest.mark.parametrize("name", ["Least", "3d", "class", "a-b", "../up"])
def test_what_is_no_name_of_a_package_is_refused(tmp_path, name):
    done = typed(tmp_path, "new-course", name, status=2)
    assert "is no name of a package" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["numpy", "json", "winreg", "autograder", "toy_key"])
def test_a_name_that_another_package_has_is_refused(tmp_path, name):
    done = autograder(tmp_path, "new-course", name, "--in", tmp_path, status=2)
    assert f"There is a package {name!r} already" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not [path for path in tmp_path.iterdir() if path.name != "cache"]
