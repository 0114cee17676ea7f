"""Collecting what a class handed in, and nothing else."""

import os
import stat
import zipfile
from pathlib import Path

import pytest
from making import hand_in

from autograder.handin.collect import collect
from autograder.notebooks.read import MAX_BYTES
from handin.downloads import DATA, folder, zipped


def handed(source: Path) -> dict[str, list[str]]:
    """The names of each student's files."""
    return {item.student: [name for name, _ in item.files] for item in collect(source)}


def problems(source: Path) -> dict[str, str]:
    """What each student has that cannot be read."""
    found = {}
    for item in collect(source):
        read = [data for _, data in item.contents()]
        words = [item.problem, *(str(d) for d in read if not isinstance(d, bytes))]
        if said := " ".join(filter(None, words)):
            found[item.student] = said
    return found


# --- layouts -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["ana.ipynb", "ben.ipynb"], {"ana": ["ana.ipynb"], "ben": ["ben.ipynb"]}),
        (["ana/03-numpy.ipynb"], {"ana": ["03-numpy.ipynb"]}),
        (["ana/week 3/03-numpy.ipynb"], {"ana": ["03-numpy.ipynb"]}),
        (["ana/a.ipynb", "ana/b.ipynb"], {"ana": ["a.ipynb", "b.ipynb"]}),
        (["Zoë Ångström.ipynb"], {"Zoë Ångström": ["Zoë Ångström.ipynb"]}),
        (["ana.ipynb", "ana/b.ipynb"], {"ana": ["ana.ipynb", "b.ipynb"]}),
    ],
)
def test_every_layout_of_a_folder_gives_students_and_files(tmp_path, names, found):
    assert handed(folder(tmp_path, *names)) == found


def test_students_come_in_alphabetical_order(tmp_path):
    assert [*handed(folder(tmp_path, "c.ipynb", "a.ipynb", "b.ipynb"))] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "name", [".ipynb_checkpoints/a.ipynb", "ana/__MACOSX/a.ipynb", "ana/.git/a.ipynb"]
)
def test_what_programs_leave_behind_is_not_handed_in(tmp_path, name):
    assert handed(folder(tmp_path, "ben.ipynb", name)).get("ben") == ["ben.ipynb"]
    assert not any("a.ipynb" in files for files in handed(tmp_path).values())


def test_a_single_notebook_is_a_class_of_one(tmp_path):
    folder(tmp_path, "ana.ipynb")
    assert handed(tmp_path / "ana.ipynb") == {"ana": ["ana.ipynb"]}


def test_the_newer_file_comes_last(tmp_path):
    folder(tmp_path, "ana/new.ipynb", "ana/zzz old.ipynb")
    os.utime(tmp_path / "ana/zzz old.ipynb", (1, 1))
    assert handed(tmp_path)["ana"] == ["zzz old.ipynb", "new.ipynb"]


# --- zips --------------------------------------------------------------------


def test_a_zip_is_read_like_a_folder(tmp_path):
    path = zipped(tmp_path / "class.zip", "ana.ipynb", "ben/week/03.ipynb")
    assert handed(path) == {"ana": ["ana.ipynb"], "ben": ["03.ipynb"]}


def test_the_newer_file_of_a_zip_comes_last(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(zipfile.ZipInfo("ana/a.ipynb", (2025, 3, 2, 9, 0, 0)), DATA)
        archive.writestr(zipfile.ZipInfo("ana/z.ipynb", (2025, 3, 1, 9, 0, 0)), DATA)
    assert handed(path)["ana"] == ["z.ipynb", "a.ipynb"]


def test_a_link_in_a_zip_is_not_followed(tmp_path):
    path = tmp_path / "class.zip"
    link = zipfile.ZipInfo("ana.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    assert "links are not followed" in problems(path)["ana"]


def test_a_member_that_grows_without_end_is_cut(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ana.ipynb", b" " * (MAX_BYTES + (8 << 20)))
    ((_, data),) = collect(path)[0].files
    assert len(data.read()) == MAX_BYTES + 1


def test_an_encrypted_member_is_that_students_problem(tmp_path):
    path = zipped(tmp_path / "class.zip", "ana.ipynb", "ben.ipynb")
    raw = bytearray(path.read_bytes())
    for signature, flag in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.index(signature) + flag] |= 1
    path.write_bytes(raw)
    assert [*problems(path)] == ["ana"]
    assert handed(path)["ben"] == ["ben.ipynb"]


def test_a_damaged_member_is_that_students_problem(tmp_path):
    path = zipped(tmp_path / "class.zip", "ana.ipynb", "ben.ipynb")
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"nbformat")] ^= 1
    path.write_bytes(raw)
    assert "cannot be taken out of the zip" in problems(path)["ana"]
    assert handed(path)["ben"] == ["ben.ipynb"]


# --- links and empty folders -------------------------------------------------


def test_a_linked_notebook_is_not_read(tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(DATA)
    class_ = folder(tmp_path / "class", "ben.ipynb")
    (class_ / "ana.ipynb").symlink_to(secret)
    assert "links are not followed" in problems(class_)["ana"]
    assert handed(class_)["ana"] == []


def test_a_linked_folder_is_not_read_and_its_student_is_not_lost(tmp_path):
    outside = folder(tmp_path / "outside", "secret.ipynb")
    class_ = folder(tmp_path / "class", "ben.ipynb")
    (class_ / "ana").symlink_to(outside)
    assert handed(class_) == {"ana": [], "ben": ["ben.ipynb"]}
    assert "links are not followed" in problems(class_)["ana"]


def test_a_link_that_leads_round_in_a_circle_is_no_trouble(tmp_path):
    folder(tmp_path, "ana/a.ipynb")
    (tmp_path / "ana" / "again").symlink_to(tmp_path)
    assert handed(tmp_path) == {"ana": ["a.ipynb"]}


def test_a_student_with_an_empty_folder_is_not_lost(tmp_path):
    folder(tmp_path, "ben.ipynb")
    (tmp_path / "ana").mkdir()
    assert problems(tmp_path) == {"ana": "The folder ana holds no notebook."}


def test_a_folder_that_is_called_like_a_notebook_is_no_trouble(tmp_path):
    folder(tmp_path, "ben.ipynb")
    (tmp_path / "ana.ipynb").mkdir()
    assert handed(tmp_path)["ben"] == ["ben.ipynb"]


def test_a_file_name_that_is_no_text_is_spelled_out(tmp_path):
    for name in (b"ana\xff.ipynb", b"ana\xfe.ipynb"):
        try:
            Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(DATA)
        except OSError:
            pytest.skip("this file system takes text only")
    assert handed(tmp_path) == {
        "ana\\xfe": ["ana\\xfe.ipynb"],
        "ana\\xff": ["ana\\xff.ipynb"],
    }


# --- nothing to collect ------------------------------------------------------


def test_a_large_class_is_collected(tmp_path):
    students = {f"student{n:04}": DATA for n in range(300)}
    assert len(collect(hand_in(tmp_path, **students))) == 300
