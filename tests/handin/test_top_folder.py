"""One folder around everything: a student's, or the class's."""

import pytest

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import collect_class
from autograder.handin.submission import SubmissionsProblem
from handin.downloads import CANVAS, CHAPTER, files, folder, zipped


@pytest.mark.parametrize(
    ("names", "students"),
    [
        (("ada/03-numpy.ipynb", "ada/04-tensorflow.ipynb"), {"ada"}),
        (("ada/week 3/03-numpy.ipynb", "ada/week 4/04.ipynb"), {"ada"}),
        (("class-3/ada/03-numpy.ipynb", "class-3/ben/03-numpy.ipynb"), {"ada", "ben"}),
        (("submissions/ada.ipynb", "submissions/ben.ipynb"), {"ada", "ben"}),
        ([f"week3/{name}" for name in CANVAS[:2]], {"lovelaceada", "hoppergrace"}),
        ([f"download/{name}" for name in CANVAS[:2]], {"lovelaceada", "hoppergrace"}),
        (("ada/notes/x.ipynb",), {"ada"}),
    ],
)
def test_what_the_top_folder_is_called_says_whose_it_is(tmp_path, names, students):
    found = collect_class(zipped(tmp_path / "download.zip", *names))
    assert set(files(found)) == students
    assert any("lies in one folder" in line for line in found.said)


# Eve may have made all of these, who alone handed in this time.
LIKE_A_CLASS = [
    ("eve/ada.ipynb", "eve/ben.ipynb"),  # on the same chapter
    ("eve/ada/03-numpy.ipynb", "eve/ben/03-numpy.ipynb"),
    ("eve/submitted/ada/ps1/a.ipynb",),
    (f"eve/{CANVAS[0]}", f"eve/{CANVAS[1]}"),
    (f"eve/{CANVAS[0]}", f"eve/{CANVAS[1]}", "eve/x.ipynb"),
    ("eve/Ada Lovelace_1_assignsubmission_file_/a.ipynb",),
]


@pytest.mark.parametrize("names", LIKE_A_CLASS)
def test_what_looks_like_a_class_in_somebodys_folder_is_asked_for(tmp_path, names):
    path = zipped(tmp_path / "x.zip", *names, data=CHAPTER)
    with pytest.raises(SubmissionsProblem, match="Say --layout one-folder where"):
        collect_class(path)
    assert set(files(collect_class(path, layout="students"))) == {"eve"}


@pytest.mark.parametrize("names", LIKE_A_CLASS[:3])
def test_by_the_instructors_word_it_is_a_class(tmp_path, names):
    found = collect_class(zipped(tmp_path / "x.zip", *names), layout="one-folder")
    assert set(files(found)) <= {"ada", "ben"}


def test_somebody_elses_folder_makes_no_course_of_nbgrader(tmp_path):
    names = ("ada/a.ipynb", "submitted/ben/a.ipynb", "source/a.ipynb")
    with pytest.raises(SubmissionsProblem, match=r"submitted/ lies beside ada"):
        collect_class(folder(tmp_path, *names))


def test_names_of_a_system_count_where_all_hand_ins_have_them(tmp_path):
    """Or one student's many files would be the class's way, with others' names in it."""
    names = ("ben.ipynb", *CANVAS)
    with pytest.raises(SubmissionsProblem, match=r"3 of 4 .*, and ben.ipynb not"):
        collect_class(folder(tmp_path, *names))
    assert set(files(collect_class(tmp_path, layout="students"))) >= {"ben"}


def test_many_files_of_one_student_are_one_hand_in(tmp_path):
    own = [f"ada_4021_1_x/{number}.ipynb" for number in range(9)]
    found = collect_class(folder(tmp_path, "ben.ipynb", "cleo.ipynb", *own))
    assert "Read as files and folders" in found.said[0]
    assert {i.student for i in found.handed} >= {"ben", "cleo"}


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
