"""One folder around everything: a student's, or the class's."""

from __future__ import annotations

import pytest

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import SubmissionsProblem, collect_class
from handin.downloads import CANVAS, CHAPTER, files, folder, zipped


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
