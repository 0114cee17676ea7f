"""Attacks by what is handed in as a zip, and by what files would be called."""

from __future__ import annotations

import contextlib
import os
import zipfile
from pathlib import Path

import making
import pytest

from attacks.command import command
from autograder.handin.collect import collect
from autograder.handin.submission import Submission, SubmissionsProblem
from autograder.notebooks.read import UnreadableNotebook
from autograder.pages.file_names import file_names
from autograder.sandbox import isolation

pytestmark = pytest.mark.skipif(
    not any(trial.works for trial in isolation.tier_checks()), reason="no isolation here"
)


def zipped(place: Path, *entries: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(place / "class.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(zipfile.ZipInfo(name) if "\\" in name else name, data)
    return place / "class.zip"


def test_names_in_a_zip_lead_nowhere(tmp_path: Path) -> None:
    right = making.solved()
    names = (
        "../up.ipynb",
        "/root.ipynb",
        "a/../../up.ipynb",
        "..\\up.ipynb",
        "C:\\up.ipynb",
    )
    path = zipped(tmp_path, *((name, right) for name in names), ("honest.ipynb", right))
    handed = collect(path)
    assert "honest" in {item.student for item in handed}
    for item in handed:
        assert item.student not in ("", ".", "..")
        safe = file_names([item.student])[item.student]
        assert not set(safe) & set('/\\:"<>|*?\0')
        assert set(safe) != {"."}
    assert {p.name for p in tmp_path.iterdir()} == {"class.zip"}
    assert not (tmp_path.parent / "up.ipynb").exists()


def test_a_link_in_a_zip_is_not_followed(tmp_path: Path) -> None:
    info = zipfile.ZipInfo("link.ipynb")
    info.create_system, info.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr(info, "/etc/passwd")
    (handed,) = collect(tmp_path / "class.zip")
    assert handed.files == ()
    assert "link" in handed.problem


def test_a_zip_bomb_is_cut_off(tmp_path: Path) -> None:
    """60 MB of nothing in 60 kB; the header lies about its size besides."""
    path = zipped(
        tmp_path, ("bomb.ipynb", b" " * (60 << 20)), ("ok.ipynb", making.solved())
    )
    assert path.stat().st_size < 200_000
    handed = {item.student: item for item in collect(path)}
    assert sum(len(data) for _, data in handed["bomb"].contents()) <= (50 << 20) + 1
    assert handed["ok"].files
    status, said = command("grade", path, "--out", tmp_path / "out", "--key", "toy_key")
    assert status == 1
    assert "has more than 50 MB" in said
    assert "1 of 2 submissions graded" in said


def test_damaged_and_locked_zips_are_one_sentence(tmp_path: Path) -> None:
    path = zipped(tmp_path, ("a.ipynb", making.solved()), ("b.ipynb", making.solved()))
    data = bytearray(path.read_bytes())
    data[60:200] = b"\xff" * 140
    path.write_bytes(data)
    with contextlib.suppress(SubmissionsProblem):
        handed = {item.student: item for item in collect(path)}
        ((_, broken),) = handed["a"].contents()
        assert isinstance(broken, UnreadableNotebook)
        assert handed["b"].files
    data[6] |= 1  # encrypted
    path.write_bytes(data)
    with contextlib.suppress(SubmissionsProblem):
        assert all(isinstance(item, Submission) for item in collect(path))


def test_two_names_never_share_a_file() -> None:
    names = [
        "Ada",
        "ada",
        "ADA",
        "a/da",
        "a\\da",
        "a:da",
        "ad\u00e1",
        "ada\u0301"[:2] + "a\u0301",
    ]
    names += [
        "x" * 300,
        "x" * 301,
        "学" * 90,
        "学" * 91,
        "..",
        ".",
        "",
        " ",
        "\u202e",
        "\x00",
    ]
    made = file_names(names)
    assert len({name.casefold() for name in made.values()}) == len(names)
    for name in made.values():
        assert 0 < len(os.fsencode(name)) <= 120
        assert name.isprintable()
        assert not name.startswith(".")
