"""What was handed in is read by the reader's process and the workers, and nowhere else."""

import os
from pathlib import Path

import making
import pytest

from autograder.cli import main
from autograder.exercise.key import load_key
from autograder.handin.archives import MAX_TEXT
from autograder.handin.chapters import chapters_needed
from autograder.handin.collect import collect
from autograder.handin.submission import StoredFile, Submission

GOOD = making.solved()


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What this process itself reads of files handed in: which, and how much at most."""
    reads: list[tuple[str, int]] = []
    read = StoredFile.read

    def noted(self: StoredFile, *most: int) -> bytes:
        data = read(self, *most)
        reads.append((self.path, len(data)))
        return data

    monkeypatch.setattr(StoredFile, "read", noted)
    return reads


@pytest.mark.parametrize("verb", ["grade", "similarity"])
def test_the_coordinator_sees_of_a_file_how_it_begins_at_most(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    tier: str,
    verb: str,
    read_here: list[tuple[str, int]],
) -> None:
    paths = os.pathsep.join((making.SOURCES, os.environ.get("PYTHONPATH", "")))
    monkeypatch.setenv("PYTHONPATH", paths)  # for the workers
    making.hand_in(tmp_path / "class", ada=GOOD, grace=GOOD, eve=GOOD[:900])
    (tmp_path / "class" / "no ending").write_bytes(GOOD)
    (tmp_path / "class" / "submission_metadata.yml").write_bytes(GOOD)
    unsafe = ["--unsafe-no-sandbox"] if tier == "none" and verb == "grade" else []
    out = ["--out", str(tmp_path / "out")] if verb == "grade" else []
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([verb, "class", *out, "--key", "toy_key", *unsafe])
    assert read_here, "nothing was looked at, and so nothing is shown by this"
    assert max(size for _, size in read_here) <= MAX_TEXT + 1


def test_the_chapters_that_a_class_speaks_of_are_found(tmp_path: Path) -> None:
    key = load_key("toy_key")
    making.hand_in(tmp_path / "class", ada=GOOD, eve=b"{")
    (tmp_path / "class" / "zoe.ipynb").mkdir()
    found = chapters_needed(key, collect(tmp_path / "class"))
    assert [chapter.prefix for chapter in found] == ["temperature"]
    prose = making.notebook("# see temperature.predict", "x = 'statistics.'")
    nothing = chapters_needed(key, [Submission("eve", (("a.ipynb", prose),))])
    assert nothing == list(key.chapters)


def test_who_cannot_be_read_stops_no_proof(tmp_path: Path) -> None:
    gone = Submission("eve", (("a.ipynb", StoredFile(str(tmp_path / "gone"))),))
    assert chapters_needed(load_key("toy_key"), [gone])
