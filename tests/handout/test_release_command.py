"""The command that makes a student's copy: what it is told, and what it refuses."""

import importlib.util
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from autograder.handout import modules
from autograder.handout.missing import Missing, NotYet
from handout.releasing import released


def test_only_the_libraries_of_these_chapters_are_asked_for(tmp_path):
    out = tmp_path / "copy"
    assert released(out, "--chapters", "03-numpy").exit_code == 0
    pins = (out / "requirements.txt").read_text()
    assert "numpy==" in pins
    assert "torch" not in pins
    assert "tensorflow" not in pins


@pytest.mark.slow
def test_a_copy_has_the_chapters_that_the_course_file_lists(tmp_path):
    (tmp_path / "course.toml").write_text('chapters = ["02-by-hand"]')
    course = ("--course", str(tmp_path / "course.toml"))
    assert released(tmp_path / "copy", *course).exit_code == 0
    copied = {path.stem for path in (tmp_path / "copy" / "notebooks").iterdir()}
    assert copied == {"02-by-hand"}
    # What is said now goes first.
    assert released(tmp_path / "other", *course, "--chapter", "03-numpy").exit_code == 0
    assert (tmp_path / "other" / "notebooks" / "03-numpy.ipynb").is_file()
    assert not (tmp_path / "other" / "notebooks" / "02-by-hand.ipynb").exists()


def test_a_folder_that_is_in_use_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("keep")
    result = released(tmp_path)
    assert result.exit_code == 2
    assert "is not empty" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--chapters", "3-numpy"], "The key has no chapter '3-numpy'"),
        (["--due", "2026-12-01T18:00"], "has no time zone"),
        (["--points", "nothing.toml"], "nothing.toml cannot be read"),
        (["--root", "/"], "There is no notebook"),
    ],
)
def test_a_wrong_command_is_one_sentence_and_writes_nothing(tmp_path, words, said):
    result = released(tmp_path / "copy", *words)
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "copy").exists()
    assert not list(tmp_path.iterdir())


def test_a_copy_that_would_lack_a_package_is_refused(tmp_path, monkeypatch):
    """As where the course's figures and lessons are not installed: nothing is written."""
    find_spec = importlib.util.find_spec

    def without_figures(name: str, *package: str):
        return None if name == "attention_figures" else find_spec(name, *package)

    monkeypatch.setattr(importlib.util, "find_spec", without_figures)
    monkeypatch.setattr(
        modules, "packages_distributions", lambda: {"numpy": [], "attention_lessons": []}
    )
    done = released(tmp_path / "copy", "--chapters", "03-numpy")
    assert done.exit_code == 2
    assert "imports attention_figures, which is not in this course's folder" in done.output
    assert "pip install -e ." in done.output
    assert not (tmp_path / "copy").exists()


def test_what_an_exercise_says_a_machine_may_lack_refuses_no_copy(tmp_path, monkeypatch):
    installed = {
        name: made for name, made in packages_distributions().items() if name != "triton"
    }
    monkeypatch.setattr(modules, "packages_distributions", lambda: installed)
    done = released(tmp_path / "copy", "--chapters", "17-on-the-chip")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("source", "lacks"),
    [
        ("import nowhere_to_be_had", ["nowhere_to_be_had"]),
        ("from nowhere_to_be_had.x import y", ["nowhere_to_be_had"]),
        ("try:\n    import nowhere_to_be_had\nexcept ImportError:\n    pass", []),
        ("def later():\n    import nowhere_to_be_had", []),
        ("import numpy, json, autograder", []),
        ("%magic", []),
    ],
)
def test_only_what_a_chapter_cannot_do_without_is_lacking(source, lacks):
    held = modules.NeededModules(files={"autograder": Path(modules.__file__)})
    assert [name for _, name in modules.lacking({"03": source}, held)] == lacks


def test_a_class_that_is_made_of_an_unsolved_one_waits_for_it():
    missing = Missing("block.feed_forward", "Feed-forward")
    with pytest.raises(NotYet, match="needs the exercise “Feed-forward”"):

        class _Mine(missing):  # type: ignore[misc, valid-type]
            pass
