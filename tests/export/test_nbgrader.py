"""Our notebooks under nbgrader itself: its marks, its runs, its grades."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder import check
from autograder.authoring.solve import solve_notebook
from autograder.checking import nbgrader
from autograder.checking.check import evaluate
from autograder.exercise.key import load_key
from autograder.export.tables import NBGRADER
from autograder.notebooks.cell_marks import mark_cells
from autograder.notebooks.convert import in_step, mark_exercises, name_cells

ROOT = Path(__file__).resolve().parents[2]

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHAPTER, WEEK = "03-numpy", "week-3"
KEY = load_key()
# Right for one case group of several; the others of that student's are right.
NO_OTHER_AXIS = """def softmax(scores, axis=-1):
    shifted = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)
"""
WRONG = "def weighted_values(weights, values):\n    return weights @ values + 1\n"


def code(source: str) -> dict:
    return {"cell_type": "code", "metadata": {}, "source": source}


def marks(cell: dict) -> dict:
    return cell["metadata"]["nbgrader"]


def exercise_cells() -> list[dict]:
    cells = [code("f = ..."), code('f = check("a.f", f)')]
    mark_exercises(cells)
    name_cells(cells)
    return cells


def test_the_stub_is_the_students_and_the_check_is_locked_and_graded():
    cells = exercise_cells()
    mark_cells(cells, {"a.f": 2.0})
    stub, graded = map(marks, cells)
    assert stub == {
        "grade": False,
        "grade_id": "a-f-stub",
        "locked": False,
        "schema_version": 3,
        "solution": True,
        "task": False,
    }
    assert (graded["grade"], graded["locked"], graded["solution"]) == (True, True, False)
    assert graded["points"] == 2
    assert graded["grade_id"] == "a-f-check"


@pytest.mark.parametrize(
    ("sources", "points"),
    [(["f = ...", 'f = check("a.f", f)'], {}), (['check("a.f", 3)'], {"a.f": 1})],
    ids=["no points known", "no stub"],
)
def test_what_nbgrader_cannot_grade_carries_no_marks(sources, points):
    cells = [code(source) for source in sources]
    mark_exercises(cells)
    name_cells(cells)
    mark_cells(cells, points)
    assert not any("nbgrader" in cell["metadata"] for cell in cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_carries_marks_that_nbgrader_takes(path):
    """Every exercise twice, ids unique and of letters, digits, - and _ alone."""
    cells = nbformat.read(path, as_version=4).cells
    exercises = [c for c in cells if "exercise" in c.metadata]
    assert exercises
    assert all(marks(c)["schema_version"] == 3 for c in exercises)
    ids = [marks(c)["grade_id"] for c in exercises]
    assert len(ids) == len(set(ids))
    assert all(i.replace("-", "").replace("_", "").isalnum() for i in ids)
    graded = [c for c in exercises if marks(c)["grade"]]
    words = [c for c in graded if c.cell_type == "markdown"]
    assert all(marks(c)["solution"] for c in words)  # a person grades them
    rest = [c for c in graded if c.cell_type == "code"]
    assert {c.metadata.exercise.role for c in rest} == {"check"}
    assert 2 * len(graded) == len(exercises)


def test_points_that_are_not_the_keys_are_noticed(tmp_path):
    text = ROOT / "book" / "chapters" / f"{CHAPTER}.md"
    stored = nbformat.read(ROOT / "notebooks" / f"{CHAPTER}.ipynb", as_version=4)
    graded = next(c for c in stored.cells if c.id == "numpy-softmax-check")
    marks(graded)["points"] += 1
    changed = tmp_path / f"{CHAPTER}.ipynb"
    nbformat.write(stored, changed)
    assert "another metadata" in in_step(text, changed, KEY)


def test_elsewhere_a_wrong_answer_does_not_raise(monkeypatch, capsys):
    monkeypatch.delenv(nbgrader.EXECUTION, raising=False)
    assert check("numpy.softmax", lambda scores, axis=-1: scores) is not None
    assert "not right yet" in capsys.readouterr().out


def test_under_nbgrader_a_wrong_answer_raises_its_card(monkeypatch):
    monkeypatch.setenv(nbgrader.EXECUTION, "autograde")
    with pytest.raises(nbgrader.NotRight, match=r"numpy.softmax: not right yet \(0 of"):
        check("numpy.softmax", lambda scores, axis=-1: scores)


def test_who_validates_is_told_of_a_half_right_answer_too(monkeypatch, capsys):
    half = _half_right()
    monkeypatch.setenv(nbgrader.EXECUTION, "validate")
    with pytest.raises(nbgrader.NotRight, match="partly right"):
        check("numpy.softmax", half)
    monkeypatch.setenv(nbgrader.EXECUTION, "autograde")
    check("numpy.softmax", half)
    points = evaluate(KEY.exercise("numpy.softmax"), half).points
    assert capsys.readouterr().out.splitlines()[-1] == str(points)


def _half_right():
    import numpy as np

    names = {"np": np}
    exec(NO_OTHER_AXIS, names)
    return names["softmax"]


# --- nbgrader itself ------------------------------------------------------------


def solved() -> dict:
    return solve_notebook(ROOT / "notebooks" / f"{CHAPTER}.ipynb", KEY)


def answered(**answers: str) -> dict:
    """A solved notebook with other answers; an empty one leaves the stub."""
    untouched = json.loads((ROOT / "notebooks" / f"{CHAPTER}.ipynb").read_text())
    notebook = solved()
    for cell, stub in zip(notebook["cells"], untouched["cells"], strict=True):
        exercise = cell["metadata"].get("exercise", {})
        name = exercise.get("id", "").rpartition(".")[2]
        if exercise.get("role") == "stub" and name in answers:
            cell["source"] = answers[name] or stub["source"]
    return notebook


def put(path: Path, notebook: dict) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")


class Course:
    """A folder that nbgrader works in; notebooks run where our packages are."""

    def __init__(self, folder: Path, command: Path) -> None:
        self.folder, self._command = folder, command
        kernel = folder / "jupyter" / "kernels" / "python3"
        kernel.mkdir(parents=True)
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec = {"argv": argv, "display_name": "Python 3", "language": "python"}
        (kernel / "kernel.json").write_text(json.dumps(spec))
        # As how-to-exporting says: our stubs are what students start from.
        settings = "c = get_config()\nc.ClearSolutions.enabled = False\n"
        (folder / "nbgrader_config.py").write_text(settings)

    def nbgrader(self, *words: str) -> None:
        environment = {
            **os.environ,
            "JUPYTER_PATH": str(self.folder / "jupyter"),
            "JUPYTER_PLATFORM_DIRS": "0",
            "PATH": f"{self._command.parent}{os.pathsep}{os.environ['PATH']}",
        }
        done = subprocess.run(
            [str(self._command), *words],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    def notebook(self, place: str) -> nbformat.NotebookNode:
        return nbformat.read(self.folder / place / f"{CHAPTER}.ipynb", as_version=4)


def nbgrader_command() -> Path:
    """nbgrader, in an environment made for it when it is not there."""
    place = ROOT / ".build" / "nbgrader-venv"
    if not (place / "bin" / "nbgrader").exists():
        pip = [place / "bin" / "python", "-m", "pip", "install", "--quiet"]
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        done = subprocess.run([*pip, "--disable-pip-version-check", "nbgrader"])
        if done.returncode:
            pytest.skip("nbgrader could not be installed")
    return place / "bin" / "nbgrader"


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    """A week that nbgrader handed out and graded for three students."""
    command = nbgrader_command()
    folder = tmp_path_factory.mktemp("course")
    made = Course(folder, command)
    own = json.loads((ROOT / "notebooks" / f"{CHAPTER}.ipynb").read_text())
    put(folder / "source" / WEEK / f"{CHAPTER}.ipynb", own)
    made.nbgrader("generate_assignment", WEEK)
    for student, notebook in (
        ("right", solved()),
        ("mixed", answered(softmax=NO_OTHER_AXIS, weighted_values=WRONG, project_qkv="")),
    ):
        put(folder / "submitted" / student / WEEK / f"{CHAPTER}.ipynb", notebook)
    made.nbgrader("autograde", WEEK)
    made.nbgrader("export", "--to", "grades.csv")
    return made


@pytest.mark.slow
class TestByNbgrader:
    def test_what_it_hands_out_is_our_notebook_with_checksums(self, course):
        own = nbformat.read(ROOT / "notebooks" / f"{CHAPTER}.ipynb", as_version=4)
        out = course.notebook(f"release/{WEEK}")
        assert [c.source for c in out.cells] == [c.source for c in own.cells]
        for cell, ours in zip(out.cells, own.cells, strict=True):
            if "nbgrader" in ours.metadata:
                assert dict(cell.metadata.nbgrader).items() >= marks(ours).items()
                assert cell.metadata.nbgrader.checksum

    def test_a_solved_notebook_gets_full_points(self, course):
        row = self.grades(course)["right"]
        top = sum(e.points for e in KEY.exercises(KEY.chapter_of("numpy.softmax")))
        assert float(row["score"]) == float(row["max_score"]) == top

    def test_a_wrong_one_gets_what_check_says(self, course):
        row = self.grades(course)["mixed"]
        softmax = KEY.exercise("numpy.softmax")
        half = evaluate(softmax, _half_right()).points
        assert 0 < half < softmax.points
        lost = sum(
            KEY.exercise(f"numpy.{name}").points
            for name in ("weighted_values", "project_qkv")
        )
        lost += softmax.points - half
        assert float(row["score"]) == pytest.approx(float(row["max_score"]) - lost)

    def test_only_wrong_answers_stop_and_they_show_their_card(self, course):
        graded = course.notebook(f"autograded/mixed/{WEEK}")
        failed = {
            cell.metadata.get("exercise", {}).get("id"): output
            for cell in graded.cells
            for output in cell.get("outputs", [])
            if output.output_type == "error"
        }
        assert set(failed) == {"numpy.weighted_values", "numpy.project_qkv"}
        untouched = "\n".join(failed["numpy.project_qkv"].traceback)
        assert "not attempted yet" in untouched
        assert "Traceback" not in untouched

    def test_our_export_has_its_columns(self, course):
        header = (course.folder / "grades.csv").read_text().splitlines()[0]
        assert tuple(header.split(",")) == NBGRADER

    def grades(self, course: Course) -> dict[str, dict[str, str]]:
        with (course.folder / "grades.csv").open() as file:
            return {row["student_id"]: row for row in csv.DictReader(file)}
