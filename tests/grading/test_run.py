"""Grading a class by the command: what is written, and what is kept for later."""

import shutil

import pytest
from making import OFFSET_AFTER, STUB, hand_in, solved

from grading.outputs import OUTPUTS, grades, record, rows

ENDLESS = "def to_celsius(f):\n    while True: pass"
FORMULA = "=HYPERLINK(evil)"


# --- one class, graded once ---------------------------------------------------


@pytest.fixture(scope="module")
def graded(tmp_path_factory, grade):
    """A class with one of each kind, and what the command said."""
    folder = tmp_path_factory.mktemp("graded")
    hand_in(
        folder / "class",
        right=solved(),
        wrong=solved(to_celsius=OFFSET_AFTER),
        open=solved(to_celsius=STUB),
        endless=solved(to_celsius=ENDLESS),
        damaged=solved()[:100],
    )
    (folder / "class" / f"{FORMULA}.ipynb").write_bytes(solved())
    done = grade(folder, "--seed", 5, "--call-timeout", 0.5, jobs=2)
    return folder, done


def test_the_exit_status_says_that_something_could_not_be_graded(graded):
    _, done = graded
    assert done.returncode == 1, done.stderr


def test_what_could_not_be_graded_is_listed_and_is_no_zero(graded):
    _, done = graded
    assert "5 of 6 submissions graded." in done.stdout
    assert "2 things could not be graded, and are not zeros:" in done.stdout
    assert "damaged: unreadable: damaged.ipynb is not a whole notebook" in done.stdout
    assert "endless: temperature.to_celsius timeout: " in done.stdout


def test_nothing_is_said_on_stderr(graded):
    _, done = graded
    assert done.stderr == ""


def test_the_results_folder_holds_what_is_documented(graded):
    folder, _ = graded
    names = {path.name for path in (folder / "out").iterdir()}
    assert {n for n in names if not n.endswith(("-wal", "-shm"))} == OUTPUTS


@pytest.mark.parametrize(
    ("student", "score", "statuses"),
    [
        ("right", 5.0, ["passed"] * 4),
        ("wrong", 3.0, ["failed", "passed", "passed", "passed"]),
        ("open", 3.0, ["not_attempted", "passed", "passed", "passed"]),
        ("endless", 3.0, ["timeout", "passed", "passed", "passed"]),
        ("damaged", None, []),
    ],
)
def test_a_students_record_says_how_it_went(graded, student, score, statuses):
    found = record(graded[0], student)
    assert (found["found_score"], [e["status"] for e in found["exercises"]]) == (
        score,
        statuses,
    )


def test_a_record_names_the_misconception_and_the_seed(graded):
    found = record(graded[0], "wrong")
    assert found["exercises"][0]["misconceptions"] == ["offset-after"]
    assert found["seed"] == "5"


def test_grades_hold_a_row_a_student(graded):
    table = grades(graded[0])
    assert table["right"]["score"] == "5.0"
    assert table["damaged"]["score"] == ""
    assert table["wrong"]["temperature.to_celsius"] == "0.0"


def test_everybody_gets_a_page(graded):
    pages = {path.stem for path in (graded[0] / "out" / "feedback").iterdir()}
    assert pages == {"right", "wrong", "open", "endless", "damaged", "_HYPERLINK_evil_"}


def test_a_page_shows_no_input_of_the_secret_seed(graded, toy):
    from autograder.exercise.questions import questions

    page = (graded[0] / "out" / "feedback" / "wrong.html").read_text()
    exercise = toy.exercise("temperature.to_celsius")
    firsts = (question.arguments[0] for question in questions(exercise, 5))
    secret = [f"{given.flat[0]:.4f}" for given in firsts]
    assert not [number for number in secret if number in page]


def test_the_same_command_again_grades_nothing(graded, grade):
    folder, first = graded
    before = rows(folder)
    done = grade(folder, "--call-timeout", 0.5, jobs=2)
    assert "(6 kept from an earlier run)" in done.stdout
    assert (done.returncode, rows(folder)) == (first.returncode, before)


@pytest.mark.slow
def test_another_seed_is_refused_and_nothing_is_lost(graded, grade):
    folder, _ = graded
    before = rows(folder)
    done = grade(folder, "--seed", 6, status=2)
    assert "graded" not in done.stdout
    assert done.stderr.startswith("These results were made with seed 5, not 6.")
    assert rows(folder) == before


# --- again, later -------------------------------------------------------------


@pytest.fixture(scope="module")
def graded_once(tmp_path_factory, grade):
    """Two students, graded."""
    folder = tmp_path_factory.mktemp("small")
    hand_in(folder / "class", ana=solved(), ben=solved(to_celsius=OFFSET_AFTER))
    grade(folder, status=0)
    return folder


@pytest.fixture
def small(tmp_path, graded_once):
    """A copy of them for each test."""
    return shutil.copytree(graded_once, tmp_path, dirs_exist_ok=True)


def test_a_changed_notebook_is_graded_again_and_alone(small, grade):
    hand_in(small / "class", ben=solved())
    done = grade(small)
    assert "(1 kept from an earlier run)" in done.stdout
    assert record(small, "ben")["score"] == 5.0


@pytest.mark.slow
def test_other_limits_grade_everything_again(small, grade):
    done = grade(small, "--memory", 512)
    assert "kept" not in done.stdout


def test_who_is_no_longer_in_the_class_leaves_the_grades_when_it_is_said(small, grade):
    (small / "class" / "ben.ipynb").unlink()
    done = grade(small, "--replace")
    assert "1 of 1 submissions graded" in done.stdout
    assert "ben" not in (small / "out" / "grades.csv").read_text()


def test_the_number_of_processes_changes_no_result(small, grade, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "class").symlink_to(small / "class")
    seed = record(small, "ana")["seed"]
    grade(other, "--seed", seed, jobs=2, status=0)
    for student in ("ana", "ben"):
        one, same = record(small, student), record(other, student)
        assert {**one, "seconds": 0} == {**same, "seconds": 0}
