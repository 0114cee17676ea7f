"""Zips that students handed in, and files that are no notebooks by their names."""

import subprocess
import sys
import tempfile

import pytest

from autograder.handin.collect import Collected, collect_class
from handin.downloads import CANVAS, DATA, files, folder, packed, zipped


def inner(*names: str, data: bytes = DATA) -> bytes:
    return packed(*((name, data) for name in names))


def read(found: Collected, student: str) -> list[bytes]:
    (item,) = [item for item in found.handed if item.student == student]
    return [data for _, data in item.contents()]


def test_a_zip_in_a_download_is_opened(tmp_path):
    work = ("lovelaceada_4021_98_work.zip", inner("work/03-numpy.ipynb"))
    other = ("hoppergrace_4022_99_03-numpy.ipynb", DATA)
    (tmp_path / "submissions.zip").write_bytes(packed(work, other))
    found = collect_class(tmp_path / "submissions.zip")
    assert files(found)["lovelaceada"] == ["03-numpy.ipynb"]
    assert read(found, "lovelaceada") == [DATA]


def test_a_zip_in_a_folder_is_opened(tmp_path):
    (tmp_path / "ada.zip").write_bytes(inner("03-numpy.ipynb"))
    folder(tmp_path, "ben/03-numpy.ipynb")
    found = collect_class(tmp_path)
    assert files(found) == {"ada": ["03-numpy.ipynb"], "ben": ["03-numpy.ipynb"]}
    assert read(found, "ada") == [DATA]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["ada.zip", "ben"]  # not unpacked


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no zip", "cannot be opened as a zip"),
        (inner("answers.py"), "holds no notebook."),
        (inner("more.zip", data=inner("a.ipynb")), "another zip, which is not opened"),
        (inner(*[f"{n}.ipynb" for n in range(1001)]), "1,001 notebooks, more than"),
    ],
)
def test_what_is_wrong_with_a_students_zip_is_said(tmp_path, data, said):
    (tmp_path / "ada.zip").write_bytes(data)
    folder(tmp_path, "ben.ipynb")
    found = collect_class(tmp_path)
    assert said in found.handed[0].problem
    assert files(found)["ben"] == ["ben.ipynb"]


def test_a_zip_that_grows_without_end_is_not_opened(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.handin.students_zips.MAX_INNER_ZIP", 1000)
    grows = ("ada.zip", inner("a.ipynb") + b"\0" * 100_000)
    (tmp_path / "x.zip").write_bytes(packed(grows, ("ben.ipynb", DATA)))
    found = collect_class(tmp_path / "x.zip")
    assert "cannot be opened" in found.handed[0].problem


def test_a_name_that_macos_wrote_is_read_as_it_was(tmp_path):
    path = zipped(tmp_path / "class.zip", "Zo\u00eb.ipynb", "Ada.ipynb")
    raw = bytearray(path.read_bytes())
    for signature, at in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        raw[raw.index(signature) + at] &= ~0x08  # the flag that says UTF-8
    path.write_bytes(raw)
    assert set(files(collect_class(path))) == {"Zoë", "Ada"}


# --- what is no notebook by its name -----------------------------------------


@pytest.mark.parametrize(
    "name",
    ["03-numpy.ipynb.txt", "03-numpy", "03-numpy.json", "03-numpy.IPYNB", "a.ipynb.json"],
)
def test_a_notebook_with_another_ending_is_read(tmp_path, name):
    folder(tmp_path, f"ada/{name}", "ben/03-numpy.ipynb")
    assert files(collect_class(tmp_path))["ada"] == [name]


def test_a_flat_file_with_another_ending_is_its_students(tmp_path):
    found = collect_class(folder(tmp_path, "ada.ipynb.txt", "ben.ipynb"))
    assert set(files(found)) == {"ada", "ben"}


def test_what_was_typed_into_canvas_is_named(tmp_path):
    path = zipped(tmp_path / "x.zip", *CANVAS, "leeann_4060_text.html", "xu_4_link.html")
    said = {item.student: item.problem for item in collect_class(path).handed}
    assert said["leeann"] == "text.html was handed in, and is no notebook."
    assert said["xu"] == "link.html was handed in, and is no notebook."


def test_a_file_that_is_no_notebook_is_named(tmp_path):
    folder(tmp_path, "ada/answers.py", "ben/a.ipynb", "readme.md")
    found = collect_class(tmp_path)
    assert found.handed[0].problem == "answers.py was handed in, and is no notebook."
    assert "No notebooks, and not read: readme.md." in found.said


@pytest.mark.parametrize("where", ["the class", "a student's", "a student's in the class"])
def test_two_members_of_one_name_are_two_notebooks(tmp_path, where):
    path = tmp_path / "x.zip"
    data = packed(("ada.ipynb", b"solved"), ("ada.ipynb", b"blank"))
    if where == "the class":
        path.write_bytes(data)
    elif where == "a student's":
        path = folder(tmp_path / "class", "ada.zip", data=data)
    else:
        zipped(path, "ada.zip", data=data)
    found = collect_class(path)
    assert read(found, "ada") == [b"solved", b"blank"]
    assert files(found)["ada"] == ["ada.ipynb (1 of 2)", "ada.ipynb (2 of 2)"]


def test_two_zips_of_one_name_are_two(tmp_path):
    two = (("ada.zip", inner("a.ipynb", data=data)) for data in (b"first", b"second"))
    (tmp_path / "x.zip").write_bytes(packed(*two))
    assert read(collect_class(tmp_path / "x.zip"), "ada") == [b"first", b"second"]


def test_a_folder_that_may_not_be_read_is_said_to_be_so():
    """In a process of its own, that is nobody: root may read it."""
    program = """
import os, sys
from pathlib import Path
from autograder.handin.archives import list_folder
here = Path(sys.argv[1])
(here / "ada").mkdir(mode=0)
(here / "ben.ipynb").write_text("{}")
os.chmod(here, 0o755)
if os.geteuid() == 0:
    os.seteuid(65534)
print(*(found.problem for found in list_folder(here).found if found.problem))
"""
    with tempfile.TemporaryDirectory() as here:
        done = subprocess.run(
            [sys.executable, "-c", program, here], capture_output=True, text=True
        )
    assert done.stdout == "ada cannot be read: Permission denied.\n", done.stderr
