"""Downloads of learning systems, named exactly as these systems name them."""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from making import check, notebook

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import (
    Collected,
    SubmissionsProblem,
    collect_class,
    stamp,
)
from autograder.handin.git_dates import last_commit
from autograder.handin.layouts import LAYOUTS

DATA = notebook("a = 1")
CHAPTER = notebook("def softmax(x): ...", check("softmax", "numpy"))


def zipped(path: Path, *names: str, data: bytes = DATA) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), data)
    return path


def folder(path: Path, *names: str, data: bytes = DATA) -> Path:
    for name in names:
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return path


def files(found: Collected) -> dict[str, list[str]]:
    return {item.student: [name for name, _ in item.files] for item in found.handed}


def notes(found: Collected, student: str) -> str:
    people = (*found.roster.students, *found.roster.others)
    (person,) = [person for person in people if person.key == student]
    return " ".join(person.notes)


def ids(found: Collected, student: str) -> dict[str, str]:
    (person,) = [p for p in found.roster.students if p.key == student]
    return dict(person.ids)


# --- each system's names -----------------------------------------------------

CANVAS = (
    "lovelaceada_4021_98765_03-numpy.ipynb",
    "hoppergrace_LATE_4022_98770_03-numpy-1.ipynb",
    "turingalan_4023_98771_my answers_final.ipynb",
)


def test_a_canvas_download(tmp_path):
    found = collect_class(zipped(tmp_path / "submissions.zip", *CANVAS))
    assert files(found) == {
        "lovelaceada": ["03-numpy.ipynb"],
        "hoppergrace": ["03-numpy-1.ipynb"],
        "turingalan": ["my answers_final.ipynb"],
    }
    assert found.said[0] == "Read as a Canvas download: 3 students."
    assert ids(found, "lovelaceada")["canvas_id"] == "4021"


def test_canvas_says_that_it_was_late_but_not_when(tmp_path):
    found = collect_class(zipped(tmp_path / "submissions.zip", *CANVAS))
    assert "marks this as late" in notes(found, "hoppergrace")
    assert notes(found, "lovelaceada") == ""
    assert {item.handed_in for item in found.handed} == {""}
    assert "does not say when" in found.times


def test_an_anonymous_canvas_download(tmp_path):
    names = ("anon_x7Kq2_981_03-numpy.ipynb", "LATE_anon_9bT1z_982_03-numpy.ipynb")
    found = collect_class(zipped(tmp_path / "submissions.zip", *names))
    assert set(files(found)) == {"anon_x7Kq2", "anon_9bT1z"}
    assert "late" in notes(found, "anon_9bT1z")


def test_two_people_of_one_name_on_canvas_stay_two(tmp_path):
    names = ("smithjo_4021_1_a.ipynb", "smithjo_4055_2_a.ipynb", "leeann_4060_3_a.ipynb")
    found = collect_class(zipped(tmp_path / "submissions.zip", *names))
    assert set(files(found)) == {"smithjo 4021", "smithjo 4055", "leeann"}


def test_the_later_upload_comes_last(tmp_path):
    names = ("leeann_4060_99_03-numpy.ipynb", "leeann_4060_103_03-numpy-1.ipynb", *CANVAS)
    found = collect_class(zipped(tmp_path / "submissions.zip", *names))
    assert files(found)["leeann"] == ["03-numpy.ipynb", "03-numpy-1.ipynb"]


def test_years_in_file_names_are_no_canvas_ids(tmp_path):
    names = ("hw_2026_03_ada.ipynb", "hw_2026_03_ben.ipynb")
    found = collect_class(folder(tmp_path, *names))
    assert set(files(found)) == {"hw_2026_03_ada", "hw_2026_03_ben"}


def test_a_moodle_download_with_folders(tmp_path):
    names = (
        "Ada King Lovelace_12345_assignsubmission_file_/03-numpy.ipynb",
        "Zoë Ångström_12346_assignsubmission_file_/03-numpy.ipynb",
        "Alan Turing_12347_assignsubmission_onlinetext_/onlinetext.html",
    )
    found = collect_class(zipped(tmp_path / "Week 3.zip", *names))
    assert files(found) == {
        "Ada King Lovelace": ["03-numpy.ipynb"],
        "Zoë Ångström": ["03-numpy.ipynb"],
        "Alan Turing": [],
    }
    assert ids(found, "Zoë Ångström") == {"moodle_id": "12346"}
    (turing,) = [item for item in found.handed if item.student == "Alan Turing"]
    assert turing.problem == "onlinetext.html was handed in, and is no notebook."


def test_a_moodle_download_without_folders(tmp_path):
    names = (
        "Ada Lovelace_12345_assignsubmission_file_03-numpy.ipynb",
        "Grace Hopper_12346_assignsubmission_file_my_answers.ipynb",
    )
    found = collect_class(zipped(tmp_path / "Week 3.zip", *names))
    assert files(found) == {
        "Ada Lovelace": ["03-numpy.ipynb"],
        "Grace Hopper": ["my_answers.ipynb"],
    }


def test_a_blind_moodle_download(tmp_path):
    names = [f"Participant_{n}_assignsubmission_file_/a.ipynb" for n in (12345, 12346)]
    found = collect_class(zipped(tmp_path / "Week 3.zip", *names))
    assert set(files(found)) == {"Participant 12345", "Participant 12346"}


def test_a_blackboard_download(tmp_path):
    names = (
        "Lab 3_alovelace_attempt_2026-03-01-15-22-11_03-numpy.ipynb",
        "Lab 3_alovelace_attempt_2026-03-02-08-00-00_03-numpy.ipynb",
        "Lab 3_alovelace_attempt_2026-03-02-08-00-00.txt",
        "Lab 3_ghopper_attempt_2026-03-01-10-00-00_03-numpy.ipynb",
    )
    path = zipped(tmp_path / "gradebook.zip", *names)
    found = collect_class(path, timezone="Europe/Oslo")
    assert files(found) == {
        "alovelace": ["03-numpy.ipynb (1 of 2)", "03-numpy.ipynb (2 of 2)"],
        "ghopper": ["03-numpy.ipynb"],
    }
    assert found.handed[0].handed_in == "2026-03-02T08:00:00+01:00"
    assert found.handed[0].times[0] == "2026-03-01T15:22:11+01:00"


def beside(login: str) -> str:
    return f"Name: Ada ({login})\nAssignment: Lab 3\nDate Submitted: Sunday\n\nFiles:\n"


AT = "attempt_2026-03-01-15-22-11"


def blackboard(path: Path, texts: dict[str, str], *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, DATA)
        for name, text in texts.items():
            archive.writestr(name, text)
    return path


def test_blackboards_own_text_says_where_a_login_with_a_mark_begins(tmp_path):
    texts = {f"Lab_3_{who}_{AT}.txt": beside(who) for who in ("a_lovelace", "lovelace")}
    names = [f"Lab_3_{who}_{AT}_a.ipynb" for who in ("a_lovelace", "lovelace")]
    found = collect_class(blackboard(tmp_path / "x.zip", texts, *names))
    assert set(files(found)) == {"a_lovelace", "lovelace"}


def test_without_the_text_what_all_names_begin_with_is_the_assignment(tmp_path):
    names = [f"Lab_3_{who}_{AT}_a.ipynb" for who in ("a_lovelace", "g_hopper")]
    found = collect_class(zipped(tmp_path / "x.zip", *names))
    assert set(files(found)) == {"a_lovelace", "g_hopper"}


def test_a_text_that_a_student_handed_in_gives_nobody_a_login(tmp_path):
    real = {f"Lab 3_{who}_{AT}.txt": beside(who) for who in ("b_ada", "ada")}
    forged = {f"Lab 3_b_ada_{AT}_x_{AT}.txt": beside("ada")}
    names = [f"Lab 3_{who}_{AT}_a.ipynb" for who in ("b_ada", "ada")]
    found = collect_class(blackboard(tmp_path / "x.zip", real | forged, *names))
    assert files(found) == {"b_ada": ["a.ipynb"], "ada": ["a.ipynb"]}


# What a student calls a file, with the marks of the system in it.
FORGED = [
    (
        "moodle",
        ("Eve Mallory_11_assignsubmission_file_/x_Ada_12_assignsubmission_file_a.ipynb",),
        "Eve Mallory",
    ),
    (
        "moodle",
        ("Eve_11_assignsubmission_file_x_Ada_12_assignsubmission_file_a.ipynb",),
        "Eve",
    ),
    ("blackboard", (f"Lab 3_eve_{AT}_Lab 3_ada_{AT}_a.ipynb",), "eve"),
    ("canvas", ("malloryeve_11_21_lovelaceada_12_22_a.ipynb",), "malloryeve"),
    (
        "brightspace",
        (
            "11-9 - Eve Mallory - Mar 1, 2026 322 PM - "
            "12-9 - Ada Lovelace - Mar 1, 2026 322 PM - a.ipynb",
        ),
        "Eve Mallory",
    ),
    ("google", ("Eve Mallory - Ada Lovelace - a.ipynb",), "Eve Mallory"),
]


@pytest.mark.parametrize(("layout", "names", "who"), FORGED)
def test_a_file_called_like_anothers_stays_its_owners(tmp_path, layout, names, who):
    found = collect_class(zipped(tmp_path / "x.zip", *names), layout=layout)
    assert set(files(found)) == {who}


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


def test_a_brightspace_download(tmp_path):
    names = (
        "index.html",
        "1177-3344 - Ada Lovelace - Mar 1, 2026 322 PM/03-numpy.ipynb",
        "1178-3344 - Grace Hopper - Jun 30, 2026 1205 AM/03-numpy.ipynb",
    )
    found = collect_class(zipped(tmp_path / "d2l.zip", *names), timezone="America/Toronto")
    assert files(found) == {
        "Ada Lovelace": ["03-numpy.ipynb"],
        "Grace Hopper": ["03-numpy.ipynb"],
    }
    assert [item.handed_in for item in found.handed] == [
        "2026-03-01T15:22:00-05:00",
        "2026-06-30T00:05:00-04:00",
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("1 Mar, 2026 1522", "2026-03-01T15:22:00+01:00"),
        ("1 mars 2026 15 h 22", "2026-03-01T15:22:00+01:00"),
        ("2026-03-01 1522", "2026-03-01T15:22:00+01:00"),
        ("3 août 2026 15 22", "2026-08-03T15:22:00+02:00"),
        ("1. Dez. 2026 08.05", "2026-12-01T08:05:00+01:00"),
        ("Mar 1, 2026 2015", "2026-03-01T20:15:00+01:00"),
        ("1 03 2026 1522", ""),
    ],
)
def test_brightspaces_dates_in_other_languages(tmp_path, written, read):
    path = zipped(tmp_path / "d2l.zip", f"11-9 - Zoë Öz - {written}/a.ipynb")
    found = collect_class(path, layout="brightspace", timezone="Europe/Oslo")
    (item,) = found.handed
    assert (item.student, item.handed_in) == ("Zoë Öz", read)


def test_brightspaces_number_tells_two_of_one_name_apart(tmp_path):
    when = "Mar 1, 2026 322 PM"
    names = [f"{n}-9 - John Smith - {when}/a.ipynb" for n in (11, 12)]
    path = zipped(tmp_path / "d2l.zip", *names)
    assert set(files(collect_class(path))) == {"John Smith 11", "John Smith 12"}
    john = Roster((Student("s1", "John Smith"), Student("s2", "Ada")), complete=True)
    assert set(files(collect_class(path, john))) == {"John Smith 11", "John Smith 12"}


def test_a_google_classroom_folder(tmp_path):
    names = ("Ada Lovelace - 03-numpy.ipynb", "Grace Hopper - Copy of 03-numpy.ipynb")
    found = collect_class(folder(tmp_path, *names))
    assert set(files(found)) == {"Ada Lovelace", "Grace Hopper"}


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


# --- GitHub Classroom --------------------------------------------------------


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


# --- one folder around everything --------------------------------------------


@pytest.mark.parametrize(
    ("names", "students"),
    [
        (("ada/03-numpy.ipynb", "ada/04-tensorflow.ipynb"), {"ada"}),
        (("ada/week 3/03-numpy.ipynb", "ada/week 4/04.ipynb"), {"ada"}),
        (("class-3/ada/03-numpy.ipynb", "class-3/ben/03-numpy.ipynb"), {"ada", "ben"}),
        (("submissions/ada.ipynb", "submissions/ben.ipynb"), {"ada", "ben"}),
        (("spring/submitted/ada/ps1/a.ipynb",), {"ada"}),
        ((f"week3/{CANVAS[0]}", f"week3/{CANVAS[1]}"), {"lovelaceada", "hoppergrace"}),
        (("ada/notes/x.ipynb",), {"ada"}),
    ],
)
def test_what_lies_beneath_says_whose_the_top_folder_is(tmp_path, names, students):
    found = collect_class(zipped(tmp_path / "download.zip", *names))
    assert set(files(found)) == students
    assert any("lies in one folder" in line for line in found.said)


def test_two_notebooks_on_the_same_chapter_are_two_students(tmp_path):
    names = ("spring/ada.ipynb", "spring/ben.ipynb")
    found = collect_class(zipped(tmp_path / "x.zip", *names, data=CHAPTER))
    assert set(files(found)) == {"ada", "ben"}


def test_the_roster_knows_whose_the_top_folder_is(tmp_path):
    path = zipped(tmp_path / "x.zip", "ada/one.ipynb", "ada/two.ipynb")
    ada = Roster((Student("ada"), Student("ben")), complete=True)
    both = Roster((Student("one"), Student("two")), complete=True)
    assert set(files(collect_class(path, ada))) == {"ada"}
    assert set(files(collect_class(path, both))) == {"one", "two"}


def test_the_decision_can_be_made_by_hand(tmp_path):
    path = zipped(tmp_path / "x.zip", "ada/one.ipynb", "ada/two.ipynb")
    assert set(files(collect_class(path, layout="one-folder"))) == {"one", "two"}
    assert set(files(collect_class(path, layout="students"))) == {"ada"}


def test_a_layout_that_is_none_is_refused(tmp_path):
    with pytest.raises(SubmissionsProblem, match=r"no layout 'canvass'. Choose one of:"):
        collect_class(folder(tmp_path, "a.ipynb"), layout="canvass")


def test_a_forced_layout_says_which_names_do_not_fit(tmp_path):
    found = collect_class(folder(tmp_path, "ada.ipynb", CANVAS[0]), layout="canvas")
    assert set(files(found)) == {"ada", "lovelaceada"}
    assert "Not named so, and taken as a student's own name: ada.ipynb." in found.said


# --- zips that students handed in --------------------------------------------


def inner(*names: str, data: bytes = DATA) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, data)
    return out.getvalue()


def read(found: Collected, student: str) -> list[bytes]:
    (item,) = [item for item in found.handed if item.student == student]
    return [data for _, data in item.contents()]


def test_a_zip_in_a_download_is_opened(tmp_path):
    path = tmp_path / "submissions.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("lovelaceada_4021_98_work.zip", inner("work/03-numpy.ipynb"))
        archive.writestr("hoppergrace_4022_99_03-numpy.ipynb", DATA)
    found = collect_class(path)
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
        (inner("../ben/a.ipynb"), "holds no notebook."),
        (inner(*[f"{n}.ipynb" for n in range(201)]), "the first 200 count"),
    ],
)
def test_what_is_wrong_with_a_students_zip_is_said(tmp_path, data, said):
    (tmp_path / "ada.zip").write_bytes(data)
    folder(tmp_path, "ben.ipynb")
    found = collect_class(tmp_path)
    assert said in found.handed[0].problem
    assert files(found)["ben"] == ["ben.ipynb"]


def test_a_zip_that_grows_without_end_is_not_opened(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.handin.archives.MAX_INNER_ZIP", 1000)
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ada.zip", inner("a.ipynb") + b"\0" * 100_000)
        archive.writestr("ben.ipynb", DATA)
    found = collect_class(path)
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


# --- any name ----------------------------------------------------------------


LETTERS = st.characters(exclude_characters="/\0", codec="utf-8")


@given(st.text(LETTERS, min_size=1, max_size=60))
def test_no_name_breaks_a_layout(name):
    for path in (PurePosixPath(name), PurePosixPath(name, "a.ipynb")):
        if path.parts and path.parts[0] not in (".", ".."):
            for layout in LAYOUTS.values():
                place = layout.read(path)
                assert place is None or (place.who and place.name)


@given(
    st.from_regex(r"[a-zé]{1,12}", fullmatch=True),
    st.integers(1, 10**9),
    st.integers(1, 10**9),
    st.from_regex(r"[\w -]{1,20}\.ipynb", fullmatch=True),
    st.booleans(),
)
def test_a_canvas_name_gives_back_what_it_was_made_of(who, user, upload, file, late):
    mark = "_LATE" if late else ""
    path = PurePosixPath(f"{who}{mark}_{user}_{upload}_{file}")
    place = LAYOUTS["canvas"].read(path)
    assert (place.who, dict(place.ids)["canvas_id"]) == (who, str(user))
    assert (place.order, place.name, place.late) == (upload, file, late)
