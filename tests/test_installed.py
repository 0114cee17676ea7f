"""Installed as anybody does, from a wheel and not from this folder: it grades a class."""

import csv
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from fresh import make_environment, with_what_they_need

import autograder

ROOT = Path(__file__).resolve().parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
COURSE = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "LICENSE-TEXT")
PARTS = ("autograder", "solutions", "book/data", "book/figures", "book/lessons")
# What earlier installations leave beside the sources.
BUILT = shutil.ignore_patterns("build", "*.egg-info", "__pycache__", ".*_cache")


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What of this repository is installed, as a clone has it."""
    folder = tmp_path_factory.mktemp("clone")
    for name in COURSE:
        shutil.copy(ROOT / name, folder / name)
    for name in PARTS:
        shutil.copytree(ROOT / name, folder / name, ignore=BUILT)
    return folder


@pytest.fixture(scope="module")
def wheel(clone: Path) -> Path:
    """The engine's wheel."""
    command = [*PIP, "wheel", "-q", "--no-deps", "-w", clone / "wheel", "./autograder"]
    subprocess.run(command, cwd=clone, check=True)
    (made,) = (clone / "wheel").glob("*.whl")
    return made


@dataclass(frozen=True)
class Machine:
    """One that has what the engine asks for, and nothing of ours but what is installed."""

    python: Path
    folder: Path  # where somebody works, empty

    def install(self, *what: str | Path, cwd: Path | None = None) -> None:
        command = [*PIP, "--python", self.python, "install", "-q", "--no-deps", *what]
        subprocess.run(command, cwd=cwd or self.folder, check=True)

    def run(self, *arguments: str | Path, cwd: Path | None = None) -> str:
        """What the installed command says."""
        hidden = ("PYTHONPATH", "VIRTUAL_ENV")
        done = subprocess.run(
            [self.python.parent / "autograder", *arguments],
            cwd=cwd or self.folder,
            env={name: value for name, value in os.environ.items() if name not in hidden},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    names = with_what_they_need(["tensor-autograder[grader]"]) - {"tensor-autograder"}
    (tmp_path / "work").mkdir()
    return Machine(make_environment(tmp_path / "own", names), tmp_path / "work")


def graded(folder: Path) -> dict[str, tuple[str, str]]:
    """Score and maximum of every student."""
    with (folder / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["student"]: (row["score"], row["max_score"]) for row in rows}


def is_a_page(path: Path, *words: str) -> bool:
    """Whether a page has its styles inside it, and says these words."""
    page = path.read_text(encoding="utf-8")
    styles = (ROOT / "autograder" / "pages" / "page.css").read_text(encoding="utf-8")
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    return styles[:200] in page and all(word in text for word in words)


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_engine_and_its_version(clone, wheel):
    beside = {"autograder/LICENSE", "autograder/pyproject.toml"}
    files = (path for path in (clone / "autograder").rglob("*") if path.is_file())
    wanted = {
        path.relative_to(clone).as_posix()
        for path in files
        if not re.search(r"/build/|\.egg-info/", str(path))
    }
    held = zipfile.ZipFile(wheel).namelist()
    assert wanted - beside == {name for name in held if name.startswith("autograder/")}
    assert f"-{autograder.__version__}-" in wheel.name


@pytest.mark.slow
def test_the_engine_alone_makes_a_course_hands_it_out_and_grades_it(wheel, machine):
    machine.install(wheel)
    assert machine.run("--version").split()[-1] == autograder.__version__
    machine.run("new-course", "rainfall", "--title", "Rain in figures")
    course = machine.folder / "rainfall"
    assert "tensor-autograder" in (course / "pyproject.toml").read_text()
    machine.install("-e", course)
    assert "The key 'rainfall' holds: 1 exercise," in machine.run("verify", cwd=course)
    machine.run("release", "--out", "students", cwd=course)
    students = course / "students"
    assert "Once: set it up" in (students / "START-HERE.md").read_text()
    assert tomllib.loads((students / "pyproject.toml").read_text())["project"]
    handed_out = students / "notebooks" / "01-first.ipynb"
    class_ = machine.folder / "class"
    machine.run("solve", handed_out, "-o", class_ / "ada.ipynb")
    shutil.copy(handed_out, class_ / "ben.ipynb")
    # In another folder: what is installed says which key is meant.
    machine.run("grade", class_, "--out", "results")
    results = machine.folder / "results"
    scores = graded(results)
    assert scores["ada"][0] == scores["ada"][1] != "0.0"
    assert scores["ben"] == ("0.0", scores["ada"][1])
    title = "Normalise"
    assert is_a_page(results / "feedback" / "ada.html", title, "right")
    assert is_a_page(results / "feedback" / "ben.html", title, "not attempted")
    assert is_a_page(results / "report.html", title)
    assert "None" not in (results / "report.html").read_text()


@pytest.mark.slow
def test_this_course_installed_without_its_folder_grades_a_notebook(clone, machine):
    own = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["autograder"]
    more = with_what_they_need(own["requires"])
    make_environment(machine.python.parents[1], more)
    machine.install("./autograder", ".", cwd=clone)
    # By its address, for no index has the engine: `pip install .` in a clone is enough.
    (told,) = machine.python.parents[1].glob("lib/*/site-packages/attention*/METADATA")
    engine = (clone / "autograder").as_uri()
    assert f"Requires-Dist: tensor-autograder @ {engine}\n" in told.read_text()
    class_ = machine.folder / "class"
    machine.run("solve", ROOT / "notebooks" / "03-numpy.ipynb", "-o", class_ / "ada.ipynb")
    machine.run("grade", class_, "--out", "results")
    score, most = graded(machine.folder / "results")["ada"]
    assert score == most != "0.0"
    assert is_a_page(machine.folder / "results" / "report.html", "Attention in NumPy")
