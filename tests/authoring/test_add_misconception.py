"""From a student's wrong answer to a misconception of the key, by one command."""

import shutil
from pathlib import Path

import pytest
from making import check, notebook, typed

KEY = ("--key", "heat_course")
GIVEN = ("--id", "doubled", "--says", "You count every entry twice.")
# As a student writes it: other names, words of their own, another layout.
DOUBLED = '''
def begun(values):
    """My answer."""
    # twice, to be sure
    return (values / values.sum(
        axis=-1,
        keepdims=True)) * 2
'''


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of one's own with an exercise and its cells."""
    where = tmp_path_factory.mktemp("author")
    typed(where, "new-course", "heat_course")
    course = where / "heat_course"
    typed(course, "new-exercise", "first.begun", *KEY)
    for path in (course / "heat_course" / "ch01_first").glob("begun*.py"):
        path.write_text(path.read_text().replace("TODO", "Well said"))
    path = course / "notebooks" / "01-first.ipynb"
    path.write_text(path.read_text().replace("TODO", "Well said"))
    return course


@pytest.fixture
def course(prepared: Path, tmp_path: Path) -> Path:
    return shutil.copytree(prepared, tmp_path / "course")


def handed_in(course: Path, answer: str) -> Path:
    path = course / "ada.ipynb"
    path.write_bytes(notebook("import numpy as np", answer, check("begun", "first")))
    return path


def cells(course: Path) -> str:
    path = course / "heat_course" / "ch01_first" / "begun.cells.py"
    return path.read_text(encoding="utf-8")


def test_an_answer_is_proved_and_written_below_all_cells(course):
    file, before = handed_in(course, DOUBLED), cells(course)
    typed(course, "add-misconception", "first.begun", file, *GIVEN, *KEY, status=0)
    added = f"# %% mistake: doubled\n# You count every entry twice.{DOUBLED}"
    assert cells(course) == f"{before}\n{added}"
    assert typed(course, "verify", *KEY).returncode == 0
    again = typed(course, "add-misconception", "first.begun", file, *GIVEN, *KEY, status=2)
    assert "The mistake 'doubled' stands in line" in again.stderr


def test_a_dry_run_writes_nothing(course):
    before = cells(course)
    file = handed_in(course, DOUBLED)
    words = ("add-misconception", "first.begun", file, *GIVEN, "--dry-run", *KEY)
    done = typed(course, *words, status=0)
    assert "Would write" in done.stdout
    assert cells(course) == before


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("def begun(x):\n    return 5 * x / x.sum(-1)[..., None]", "The answer passes"),
        ("def begun(x):\n    return 5 * x / x.sum(0)", "has a name already: 'wrong-axis'"),
        ("def begun(x):\n    raise NotImplementedError", "or only its stub"),
        ("def begun(x):\n    return other(x)", "'other' is not defined"),
        ("def other(x):\n    return x", "has no answer to first.begun"),
    ],
)
def test_what_makes_no_misconception_is_one_sentence(course, answer, said):
    before = cells(course)
    file = handed_in(course, answer)
    done = typed(course, "add-misconception", "first.begun", file, *GIVEN, *KEY, status=2)
    assert said in done.stderr
    assert cells(course) == before
