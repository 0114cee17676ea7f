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
