"""The command that makes a student's copy: what it is told, and what it refuses."""

from __future__ import annotations

import pytest

from handout.releasing import released


def test_only_the_libraries_of_these_chapters_are_asked_for(tmp_path):
    out = tmp_path / "copy"
    assert released(out, "--chapters", "03-numpy").exit_code == 0
    pins = (out / "requirements.txt").read_text()
    assert "numpy==" in pins
    assert "torch" not in pins
    assert "tensorflow" not in pins


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
