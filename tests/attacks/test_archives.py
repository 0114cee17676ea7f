"""Attacks by what is handed in as a zip, and by what files would be called."""

import os
import zipfile
from pathlib import Path

import making
import pytest

from autograder.handin.collect import collect
from autograder.pages.file_names import file_names


@pytest.mark.parametrize(
    "name", ["../ana", "/tmp/ana", "ana/../../ben", "..\\ana", "C:/../ana"]
)
def test_names_in_a_zip_lead_nowhere(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for each in (name, "honest"):
            archive.writestr(f"{each}.ipynb", making.solved())
    assert [item.student for item in collect(tmp_path / "class.zip")] == ["honest"]
    assert {path.name for path in tmp_path.iterdir()} == {"class.zip"}


def test_two_names_never_share_a_file() -> None:
    names = ["Ada", "ada", "ADA", "a/da", "a\\da", "a:da", "ad\u00e1", "ada\u0301"]
    names += ["x" * 300, "x" * 301, "学" * 90, "学" * 91]
    names += ["..", ".", "", " ", "\u202e", "\x00"]
    made = file_names(names)
    assert len({name.casefold() for name in made.values()}) == len(names)
    for name in made.values():
        assert 0 < len(os.fsencode(name)) <= 120
        assert name.isprintable()
        assert not name.startswith(".")
        assert not set(name) & set('/\\:"<>|*?')
