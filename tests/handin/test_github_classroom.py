"""Clones of GitHub Classroom, and the dates of their commits."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.handin.collect import collect_class
from autograder.handin.git_dates import last_commit
from handin.downloads import files, folder


def git(where: Path, *arguments: str, at: str = "2026-03-01T12:00:00+0100") -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments],
        cwd=where,
        check=True,
        capture_output=True,
        env={"GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at, "PATH": "/usr/bin:/bin"},
    )


@pytest.fixture
def has_git() -> None:
    if not shutil.which("git"):
        pytest.skip("git is not installed")


def clone(path: Path) -> Path:
    folder(path, "notebooks/03-numpy.ipynb")
    git(path, "init", "-q")
    git(path, "add", ".")
    git(path, "commit", "-q", "-m", "answers")
    return path


@pytest.mark.usefixtures("has_git")
def test_clones_of_github_classroom(tmp_path):
    for name in ("week-3-adalovelace", "week-3-grace-hopper"):
        clone(tmp_path / name)
    found = collect_class(tmp_path, commit_dates=True)
    assert files(found) == {
        "adalovelace": ["03-numpy.ipynb"],
        "grace-hopper": ["03-numpy.ipynb"],
    }
    assert found.handed[0].handed_in == "2026-03-01T11:00:00+00:00"
    assert "last commits" in found.times
    untrusted = collect_class(tmp_path)
    assert {item.handed_in for item in untrusted.handed} == {""}
    assert "what the student's machine says" in untrusted.times


@pytest.mark.usefixtures("has_git")
def test_the_last_commit_is_read_from_a_pack_too(tmp_path):
    path = clone(tmp_path / "week-3-ada")
    (path / "more.txt").write_text("more")
    git(path, "add", ".")
    git(path, "commit", "-q", "-m", "more", at="2026-03-02T09:30:00+0000")
    git(path, "gc", "-q")
    assert not list((path / ".git/objects").glob("[0-9a-f][0-9a-f]/*"))  # all is packed
    assert datetime.fromtimestamp(last_commit(path / ".git"), UTC).isoformat() == (
        "2026-03-02T09:30:00+00:00"
    )


@pytest.mark.parametrize(
    "head", ["ref: ../../../etc/passwd", "ref: refs/heads/gone", "", "f" * 40, "ref: HEAD"]
)
def test_a_strange_repository_has_no_date(tmp_path, head):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text(head)
    assert last_commit(tmp_path / ".git") == 0


@given(st.binary(max_size=200))
def test_a_damaged_pack_has_no_date_and_does_no_harm(tmp_path_factory, junk):
    path = tmp_path_factory.mktemp("git") / ".git"
    (path / "objects/pack").mkdir(parents=True)
    (path / "HEAD").write_text("0" * 40)
    (path / "objects/pack/pack-1.idx").write_bytes(b"\xfftOc\0\0\0\2" + junk)
    (path / "objects/pack/pack-1.pack").write_bytes(junk)
    assert last_commit(path) == 0
