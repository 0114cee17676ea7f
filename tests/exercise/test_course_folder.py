"""Where a course says that its key, texts and notebooks are."""

import importlib
import os
from pathlib import Path

import pytest

from autograder.exercise.course_folder import course_folder, default_key
from autograder.exercise.key import KeyProblem, load_key

FILE = """
[project.entry-points.autograder]
key = "weather_key"

[tool.autograder]
texts = "words"
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with a key and a file that speaks of it; one works outside of it."""
    (tmp_path / "course" / "weather_key").mkdir(parents=True)
    (tmp_path / "course" / "weather_key" / "__init__.py").write_text("")
    (tmp_path / "course" / "pyproject.toml").write_text(FILE)
    (tmp_path / "outside").mkdir()
    monkeypatch.chdir(tmp_path / "outside")
    monkeypatch.syspath_prepend(tmp_path / "course")
    importlib.invalidate_caches()
    return tmp_path / "course"


def test_the_file_is_found_from_a_folder_below_it(course, monkeypatch):
    monkeypatch.chdir(course / "weather_key")
    found = course_folder("weather_key")
    assert found.text("01-rain") == course / "words" / "01-rain.md"
    assert found.notebook("01-rain") == course / "notebooks" / "01-rain.ipynb"
    assert default_key() == "weather_key"


def test_from_elsewhere_it_is_found_beside_the_key(course):
    assert course_folder("weather_key").root == course


def test_a_file_that_speaks_of_another_key_is_passed_over(course, monkeypatch):
    monkeypatch.chdir(course)
    assert course_folder("toy_key").root != course
    assert course_folder("toy_key", course).text("01-rain") != course / "words/01-rain.md"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('text = "words"', "has no line 'text'. It has: notebooks, texts, requires."),
        ("texts = 3", "texts in .* must be a folder in quotes."),
        ('requires = "numpy"', "requires in .* must be a list."),
    ],
)
def test_a_line_that_cannot_be_used_is_one_sentence(course, line, said):
    (course / "pyproject.toml").write_text(f"[tool.autograder]\n{line}\n")
    with pytest.raises(KeyProblem, match=said):
        course_folder("weather_key", course)


# Whatever a student may have handed in under that name, where somebody stands beside it.
ODD = {
    "no tables": "project = 5\ntool = [1]\n",
    "no groups": "[project]\nentry-points = 3\n[tool]\nautograder = 5\n",
    "no entries": "[project.entry-points]\nautograder = 1\n",
    "no name": "[project.entry-points.autograder]\nkey = ['a']\n",
    "no list": "[project]\ndependencies = 5\n[tool.autograder]\ntexts = 'words'\n",
    "too deep": f"a = {'[' * 5_000}",
}


@pytest.mark.parametrize("shape", ODD)
def test_a_file_of_any_shape_ends_no_command(course, shape):
    (course / "pyproject.toml").write_text(ODD[shape])
    assert course_folder("weather_key", course).root == course


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_not_read(course, make):
    (course / "pyproject.toml").unlink()
    make(course / "pyproject.toml")
    assert course_folder("weather_key", course).root == course


class Installed:
    """An entry point of an installed course."""

    def __init__(self, value: str) -> None:
        self.value = value


def installed(monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
    points = [Installed(key) for key in keys]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: points)


@pytest.mark.usefixtures("course")
def test_outside_of_a_course_the_installed_one_is_asked(monkeypatch):
    installed(monkeypatch, "toy_key", "toy_key")
    assert default_key() == "toy_key"
    load_key.cache_clear()
    assert load_key().name == "toy_key"
    load_key.cache_clear()


@pytest.mark.parametrize(
    ("keys", "said"),
    [((), "none is installed"), (("one", "two"), "courses are installed: one, two")],
)
@pytest.mark.usefixtures("course")
def test_where_no_course_is_meant_one_sentence_asks_which(monkeypatch, keys, said):
    installed(monkeypatch, *keys)
    with pytest.raises(KeyProblem, match=f"{said}. Say which answer key: --key"):
        default_key()


@pytest.mark.usefixtures("course")
def test_this_course_is_known_by_its_installation():
    """What a notebook alone goes by: no file of the course is near."""
    assert default_key() == "solutions"
    root = Path(__file__).resolve().parents[2]
    assert course_folder("solutions").notebook("03-numpy").parent == root / "notebooks"
