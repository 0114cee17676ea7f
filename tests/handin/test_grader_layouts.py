"""Folders of nbgrader, and exports of Gradescope."""

import pytest

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import collect_class
from autograder.handin.times import stamp
from handin.downloads import files, folder


def test_a_timestamp_in_ones_own_folder_changes_no_time_and_no_layout(tmp_path):
    folder(tmp_path, "ada/a.ipynb", "ben/ps1/a.ipynb", "eve/ps1/a.ipynb")
    (tmp_path / "eve/ps1/timestamp.txt").write_text("2000-01-01 12:00:00 UTC")
    found = collect_class(tmp_path)
    assert "Read as files and folders" in found.said[0]
    assert not any(item.handed_in.startswith("2000") for item in found.handed)


def test_a_timestamp_deeper_than_nbgraders_own_is_not_read(tmp_path):
    names = [f"{who}/ps1/sub/a.ipynb" for who in ("ada", "eve")]
    folder(tmp_path, *names)
    (tmp_path / "eve/ps1/sub/timestamp.txt").write_text("2000-01-01 12:00:00 UTC")
    found = collect_class(tmp_path, layout="nbgrader")
    assert not any(item.handed_in.startswith("2000") for item in found.handed)


def test_nbgraders_tree_with_its_timestamp(tmp_path):
    folder(tmp_path, "submitted/ada/ps1/03-numpy.ipynb", "submitted/ben/ps1/03-numpy.ipynb")
    folder(tmp_path, "source/ps1/03-numpy.ipynb", "release/ps1/03-numpy.ipynb")
    (tmp_path / "submitted/ada/ps1/timestamp.txt").write_text(
        "2026-03-01 12:00:00.123456 UTC"
    )
    found = collect_class(tmp_path)
    assert files(found) == {"ada": ["03-numpy.ipynb"], "ben": ["03-numpy.ipynb"]}
    assert found.handed[0].handed_in == "2026-03-01T12:00:00.123456+00:00"
    assert "Read as nbgrader's tree" in found.said[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2026-03-01 12:00:00.000000 UTC\n", "2026-03-01T12:00:00+00:00"),
        ("2026-03-01 12:00:00 +0100", "2026-03-01T12:00:00+01:00"),
        ("2026-07-01 12:00:00 Europe/Paris", "2026-07-01T12:00:00+02:00"),
        ("2026-03-01 12:00:00", "2026-03-01T12:00:00+00:00"),
        ("yesterday", ""),
        ("", ""),
        ("2026-03-01 12:00:00 ../../etc/passwd", ""),
    ],
)
def test_a_timestamp_is_read_as_nbgrader_writes_it(text, said):
    assert stamp(text) == said


METADATA = """---
submission_71:
  :submitters:
  - :name: Ada Lovelace
    :sid: '77001'
    :email: ada@uni.example
  :created_at: 2026-03-01 20:10:00.123456789 -08:00
  :score: 0.0
  :results:
    :output: |
      submission_72:
        :submitters:
        - :name: Ada Lovelace
  :history:
  - :id: 5
    :created_at: 2020-03-01 20:10:00 -08:00
submission_72:
  :submitters:
  - :name: Eve Mallory
    :sid:
    :email: eve@uni.example
  - :name: Grace Hopper
    :sid:
    :email: grace@uni.example
  :created_at: 2026-03-02 20:10:00 UTC
"""


@pytest.mark.parametrize("above", ["", "assignment_9_export/"])
def test_a_gradescope_export(tmp_path, above):
    folder(tmp_path, f"{above}submission_71/a.ipynb", f"{above}submission_72/a.ipynb")
    # A student's own file of that name says nothing.
    (tmp_path / above / "submission_71" / "submission_metadata.yml").write_text("x")
    (tmp_path / above / "submission_metadata.yml").write_text(METADATA)
    found = collect_class(tmp_path)
    assert set(files(found)) == {"Ada Lovelace", "eve@uni.example + grace@uni.example"}
    assert found.handed[0].handed_in == "2026-03-01T20:10:00-08:00"
    known = Roster(
        (
            Student("77001", "A. King", ids={"id": "77001"}),
            Student("s2", email="eve@uni.example"),
            Student("s3", email="grace@uni.example"),
        ),
        complete=True,
    )
    assert set(files(collect_class(tmp_path, known))) == {"77001", "s2", "s3"}


# Two students' files, and a third one's word that each is the other's.
SWAPPED = """---
ada.ipynb:
  :submitters:
  - :name: ben
ben.ipynb:
  :submitters:
  - :name: ada
submission_73:
  :submitters:
  - :name: ada
"""


@pytest.mark.parametrize("more", [(), ("submission_73/a.ipynb",)])
def test_gradescopes_file_among_students_files_is_not_believed(tmp_path, more):
    folder(tmp_path, "ada.ipynb", data=b'{"cells": ["ada"]}')
    folder(tmp_path, "ben.ipynb", data=b'{"cells": ["ben"]}')
    folder(tmp_path, *more)
    (tmp_path / "submission_metadata.yml").write_text(SWAPPED)
    found = collect_class(tmp_path)
    data = {item.student: item.files[0][1].read() for item in found.handed}
    assert data["ada"] == b'{"cells": ["ada"]}'
    assert data["ben"] == b'{"cells": ["ben"]}'
    assert "was not believed" in " ".join(found.said)


def test_it_is_believed_by_the_instructors_word(tmp_path):
    folder(tmp_path, "submission_71/a.ipynb", "kept/a.ipynb")
    (tmp_path / "submission_metadata.yml").write_text(METADATA)
    found = collect_class(tmp_path, layout="gradescope")
    assert set(files(found)) == {"Ada Lovelace", "kept"}


def test_one_students_timestamp_is_nobodys_word_where_nobody_else_hands_in(tmp_path):
    folder(tmp_path, "eve/ps1/a.ipynb")
    (tmp_path / "eve/ps1/timestamp.txt").write_text("2000-01-01 12:00:00 UTC")
    (item,) = collect_class(tmp_path).handed
    assert not item.handed_in.startswith("2000")
