"""An own course: what its Makefile has, and a chapter that is renamed in mid-term."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from grading.outputs import grades
from making import notebook, typed
from quickly import quickly


@pytest.fixture
def run(tmp_path):
    """The command in a new course."""

    def typed_there(*words: str) -> None:
        typed(tmp_path / "demo", *words, status=0)

    assert typed(tmp_path, "new-course", "demo", "--title", "Demo").returncode == 0
    return typed_there


@pytest.fixture
def here(tmp_path, run) -> Path:
    """The course; one has solved it, one has not begun."""
    folder = tmp_path / "demo"
    (folder / "hand-ins").mkdir()
    shutil.copy(folder / "notebooks" / "01-first.ipynb", folder / "hand-ins" / "bo.ipynb")
    run("solve", "notebooks/01-first.ipynb", "-o", "hand-ins/ada.ipynb")
    return folder


def points(folder: Path, out: str) -> dict[str, str]:
    return {student: row["score"] for student, row in grades(folder, out).items()}


@pytest.mark.slow
def test_results_and_hand_ins_under_the_old_name_stay_good(here, run):
    run("grade", "hand-ins", "--out", "out", "--chapters", "01-first")
    before = points(here, "out")
    (here / "notebooks" / "01-first.ipynb").rename(here / "notebooks" / "01-rows.ipynb")
    key = here / "demo" / "__init__.py"
    key.write_text(key.read_text().replace('"01-first"', '"01-rows"'))
    run("verify")
    run("release", "--out", "again")
    run("grade", "hand-ins", "--out", "out")
    assert points(here, "out") == before == {"ada": "2.0", "bo": "0.0"}


def test_its_makefile_verifies_releases_grades_and_is_what_a_hub_starts(here):
    with (here / "course.toml").open("a") as file:
        file.write('[[assignments]]\nname = "week-1"\nchapters = ["01-first"]\n')
    own = {"PYTHONPATH": str(here), "XDG_CACHE_HOME": str(here / ".cache")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def make(target: str) -> subprocess.CompletedProcess:
        how = {"cwd": here, "env": {**os.environ, **own, "PATH": path}}
        return subprocess.run(["make", target], capture_output=True, text=True, **how)

    for target in ("verify", "release", "grade"):
        done = make(target)
        assert done.returncode == 0, (target, done.stdout, done.stderr)
    assert points(here, "results/all") == {"ada": "2.0", "bo": "0.0"}
    assert (here / "for-students" / "notebooks" / "01-first.ipynb").is_file()
    hub = make("hub")
    assert hub.returncode != 0  # no hub has started it
    assert "JupyterHub starts this page" in hub.stderr or "pip install" in hub.stderr


def test_the_chapter_that_was_handed_in_needs_no_option(here, run):
    run("grade", "hand-ins")
    assert points(here, "results/01-first") == {"ada": "2.0", "bo": "0.0"}
    with (here / "course.toml").open("a") as file:
        file.write('[[assignments]]\nname = "w1"\nchapters = ["01-first"]\n')
    run("grade", "hand-ins")
    assert points(here, "w1") == {"ada": "2.0", "bo": "0.0"}
    for who in ("ada", "bo"):
        (here / "hand-ins" / f"{who}.ipynb").write_bytes(notebook('"first."', "2 + 2"))
    done = typed(here, "grade", "hand-ins", status=2)
    assert "hand-ins is not of one chapter alone. Say what" in done.stderr


def test_in_a_courses_folder_its_course_file_needs_no_option(here, run):
    with (here / "course.toml").open("a") as file:
        file.write('due = 2020-03-01T12:00:00Z\n[points]\n"first.normalise" = 7\n')
    run("grade", "hand-ins", "--out", "out")
    assert points(here, "out") == {"ada": "7.0", "bo": "0.0"}
    run("release", "--out", "given")
    assert "7" in (here / "given" / "START-HERE.md").read_text()
    assert "2020" in (here / "given" / "START-HERE.md").read_text()


CANVAS = """Student,ID,SIS Login ID,Section,Week 1 (901),Week 2 (902)
    Points Possible,,,,2,2
Ada,1,ada,A,,
Bo,2,bo,A,,
"""


@pytest.mark.parametrize("column", [["--export", "Week 7"], ["--export"]])
def test_a_column_that_cannot_be_filled_is_said_before_all_are_graded(here, column):
    (here / "canvas.csv").write_text(CANVAS)
    with (here / "course.toml").open("a") as file:
        file.write('roster = "canvas.csv"\n')
    done = typed(here, "grade", "hand-ins", *column, status=2)
    assert "'Week 1 (901)', 'Week 2 (902)'" in done.stderr
    assert not (here / "results").exists()


def test_a_regrade_fills_the_column_of_before(here, run):
    (here / "canvas.csv").write_text(CANVAS)
    with (here / "course.toml").open("a") as file:
        file.write('roster = "canvas.csv"\n')
    for number, who in enumerate(("ada", "bo"), 1):
        path = here / "hand-ins" / f"{who}.ipynb"
        path.rename(path.with_stem(f"{who}_{number}_60{number}_01-first"))
    run("grade", "hand-ins", "--export", "Week 2")
    assert "Column: Week 2 (902)." in typed(here, "grade", "hand-ins", "--export").stderr


@pytest.mark.parametrize("how", quickly(["copied", "renamed"], ["copied"]))
def test_results_in_another_folder_go_by_what_lies_there(here, run, how):
    with (here / "course.toml").open("a") as file:
        file.write('roster = "canvas.csv"\n')
    (here / "canvas.csv").write_text("id,name\nada,Ada\nbo,Bo\n")
    run("grade", "hand-ins")
    other = here.parent / "next" / "demo"
    other.parent.mkdir()
    if how == "copied":
        shutil.copytree(here, other)
    else:
        here.rename(other)
    (other / "canvas.csv").write_text(CANVAS.replace("Bo,2,bo", "Cy,3,cy"))
    done = typed(other, "export", "results/01-first", status=2)
    assert f"Graded by {here / 'course.toml'}, which is not of this course" in done.stderr
    done = typed(other, "grade", "hand-ins", status=0)
    assert f"Settings: course.toml, and no longer {here / 'course.toml'}." in done.stderr
    assert "Not on the roster: bo." in done.stdout
    assert "handed in nothing: 1 (Cy)" in done.stdout or "(cy)" in done.stdout


def test_a_seed_that_results_were_not_made_with_is_refused_before_all_else(here, run):
    run("grade", "hand-ins", "--seed", "3")
    with (here / "demo" / "ch01_first" / "normalise.py").open("a") as file:
        file.write("# changed, and to be proved\n")
    done = typed(here, "grade", "hand-ins", "--seed", "4", status=2)
    assert "were made with seed 3, not 4" in done.stderr
    assert "Read as" not in done.stdout


def test_what_came_late_is_printed(here):
    for who, late in (("ada", "_LATE"), ("bo", "")):
        path = here / "hand-ins" / f"{who}.ipynb"
        path.rename(path.with_stem(f"{who}{late}_1{len(who)}_601_01-first"))
    done = typed(here, "grade", "hand-ins", status=0)
    assert "The download marks as late: 1 (ada)." in done.stdout
    with (here / "course.toml").open("a") as file:
        file.write('due = 2020-03-01T12:00:00Z\nroster = "roster.csv"\n')
    times = "1,Ada,2020-03-02T12:00Z\n2,Bo,2020-02-01T12:00Z\n"
    (here / "roster.csv").write_text(f"ID,name,handed_in\n{times}")
    done = typed(here, "grade", "hand-ins", "--out", "timed", status=0)
    assert "Handed in late: 1 (" in done.stdout, done.stdout
