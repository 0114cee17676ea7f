"""A model's file is found, proved right once, and asked for plainly when it is missing."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from attention_lessons import model_files
from attention_lessons.model_files import ModelFile, ModelFileProblem, model_path


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, ModelFile]:
    """A file that passes for an installed one, and an empty cache folder."""
    path = tmp_path / "model.bin"
    path.write_bytes(b"weights")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(model_files, "_find", lambda model: path)
    model_path.cache_clear()
    right = hashlib.sha256(b"weights").hexdigest()
    return path, ModelFile("a-model", "1.0", "model.bin", right)


def test_a_missing_package_is_said_in_one_line_with_what_to_run():
    absent = ModelFile("no-such-model-package", "1.0", "model.bin", "")
    assert not model_files.is_installed(absent)
    with pytest.raises(ModelFileProblem, match="run: make models") as caught:
        model_path(absent)
    assert "\n" not in str(caught.value)


def test_the_right_file_is_read_once_and_remembered(installed, monkeypatch):
    path, model = installed
    assert model_path(model) == path
    model_path.cache_clear()
    monkeypatch.setattr(model_files, "sha256_of", lambda path: pytest.fail("read again"))
    assert model_path(model) == path


def test_a_file_that_changed_is_read_again_and_refused(installed):
    path, model = installed
    model_path(model)
    model_path.cache_clear()
    path.write_bytes(b"another")
    with pytest.raises(ModelFileProblem, match="is not the file of a-model"):
        model_path(model)


def test_a_wrong_file_is_not_remembered_as_right(installed):
    path, model = installed
    wrong = replace(model, sha256="0" * 64)
    for _ in range(2):
        with pytest.raises(ModelFileProblem):
            model_path(wrong)
    assert not list(path.parent.glob("cache/**/*.verified"))


def test_a_cache_folder_that_cannot_be_written_costs_time_alone(installed):
    path, model = installed
    (path.parent / "cache").write_text("a file where the folder should be")
    assert model_path(model) == path
