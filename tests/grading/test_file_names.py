"""Two students never share a file, whatever they are called and wherever it lies."""

import itertools
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.exercise.status import SubmissionStatus
from autograder.export.feedback_files import canvas, moodle
from autograder.gradebook.final import FinalGrade
from autograder.handin.submission import StoredFile
from autograder.handin.units import in_order
from autograder.pages.file_names import file_names

ALIKE = ["a", "A", "á", "a\u0301", "ﬁ", "fi", "ß", "ss", "\udcfc", "\udce4", "/", ":", "."]
NAMES = st.lists(st.sampled_from(ALIKE), min_size=1, max_size=3).map("".join)


def apart(names: list[str]) -> None:
    """On every file system: one takes capitals for small letters, one forms for others."""
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        seen = {unicodedata.normalize(form, name).casefold() for name in names}
        assert len(seen) == len(names)


@settings(max_examples=200, deadline=None)
@given(st.lists(NAMES, unique=True, max_size=12))
def test_every_student_has_a_file_of_their_own(students: list[str]) -> None:
    made = file_names(students)
    assert list(made) == students
    apart([*made.values()])
    # And who is called as another one's file is.
    made = file_names(dict.fromkeys([*students, *made.values(), *students]))
    apart([*made.values()])
    made = file_names(dict.fromkeys([*made.values(), *students]))
    apart([*made.values()])


def test_who_is_called_as_anothers_hashed_name_comes_first_or_last() -> None:
    hashed = file_names(["Ada", "ada"])["ada"]
    for students in itertools.permutations([hashed, "Ada", "ada"]):
        apart([*file_names(students).values()])


@pytest.mark.parametrize("student", ["con", "NUL", "aux.2", "Com1", "lpt² ", "prn ."])
def test_nobodys_file_is_a_device_where_files_are_taken_to_windows(student: str) -> None:
    """There all that is called ``con.html`` is the screen, and ``nul.json`` is nothing."""
    (made,) = file_names([student]).values()
    assert made.startswith("_")
    assert file_names(["Connie", "auxilia", "com10", "console.log"]) == {
        name: name for name in ("Connie", "auxilia", "com10", "console.log")
    }


def test_names_that_are_no_text_are_told_apart() -> None:
    apart([*file_names([f"M\udcfc{byte}" for byte in "\udcfc\udce4\udcf6"]).values()])


def test_attempts_of_one_name_are_told_apart_from_who_is_called_so() -> None:
    names = ["a.ipynb", "a.ipynb", "A.ipynb (1 of 2)", "b.ipynb"]
    files = [(0, "", name, StoredFile(str(i))) for i, name in enumerate(names)]
    made = [file[2].casefold() for _, file in in_order(files)]
    assert len(set(made)) == len(names)


def test_two_students_with_one_number_share_no_page() -> None:
    """The second is said to be left out."""
    grades = [
        FinalGrade(
            *(student, "Ada Lovelace", ""),
            {"Moodle ID": "7", "canvas_id": "7", "moodle_id": "7", "canvas_upload": "9"},
            *(SubmissionStatus.GRADED, (), 1.0, 1.0, 0.0, 1.0),
        )
        for student in ("one", "other")
    ]
    pages = {"one": b"1", "other": b"2"}
    for export in (moodle, canvas):
        notes = " ".join(export(grades, pages).notes)
        assert "Feedback pages: 1." in notes
        assert "left out: 1 (Ada Lovelace" in notes
