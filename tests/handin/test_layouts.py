"""Downloads of learning systems, named exactly as these systems name them."""

import zipfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import collect_class
from autograder.handin.layouts import LAYOUTS
from handin.downloads import CANVAS, DATA, files, folder, ids, notes, zipped


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


# --- any name ----------------------------------------------------------------


LETTERS = st.characters(exclude_characters="/\0", codec="utf-8")


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
