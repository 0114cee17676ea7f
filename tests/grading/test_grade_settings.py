"""``autograder grade`` with a roster and a course's settings, from file to table."""

import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from making import OFFSET_AFTER, STUB, check, download, notebook, solved

from autograder.gradebook.course_file import load_course
from autograder.grading.class_input import with_attempt_policy
from autograder.grading.dependencies import FileHashes
from autograder.grading.grade import grade as grade_one
from autograder.grading.settings import Assignment
from autograder.handin.collect import Collected
from autograder.handin.submission import Submission
from grading.outputs import grades, record

ROSTER = """\
id,name,email
s1,Ada Lovelace,ada@uni.example
s2,Grace Hopper,
s3,Emmy Noether,
"""
COURSE = """
timezone = "Europe/Paris"
roster = "roster.csv"

[due]
"01-temperatures" = 2026-03-01T23:59:00

[points]
temperature.to_celsius = 10

[late]
policy = "late.py:half"

[[extensions]]
student = "Grace Hopper"
days = 2
"""
LATE = "def half(points, seconds_late):\n    return points / 2\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A Blackboard download of three, the day after it was due."""
    folder = tmp_path_factory.mktemp("settings")
    (folder / "roster.csv").write_text(ROSTER)
    (folder / "course.toml").write_text(COURSE)
    (folder / "late.py").write_text(LATE)
    answers = {"ada": solved(), "s2": solved(to_celsius=OFFSET_AFTER), "mallory": solved()}
    handed = [(who, "2026-03-02", answer) for who, answer in answers.items()]
    download(folder / "class.zip", *handed)
    return folder


@pytest.fixture(scope="module")
def grade(folder, grade):
    """The command, into ``out`` or another folder."""
    return partial(grade, folder, what="class.zip")


@pytest.fixture(scope="module")
def graded(grade) -> subprocess.CompletedProcess:
    """A first run, by the course's settings."""
    return grade("--course", "course.toml")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--roster", "late.py"), "no column that tells students apart"),
        pytest.param(("--roster", "nowhere.csv"), "cannot be read", marks=pytest.mark.slow),
        (("--course", "nowhere.toml"), "cannot be read"),
        (("--layout", "canvass"), "There is no layout 'canvass'"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_and_nothing_is_written(
    folder, grade, more, said
):
    done = grade(*more, out="refused")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert said in done.stderr
    assert not (folder / "refused").exists()


@pytest.mark.slow
def test_an_extension_for_nobody_is_refused(folder, grade):
    other = COURSE.replace("Grace Hopper", "Grace Hoper")
    (folder / "other.toml").write_text(other)
    done = grade("--course", "other.toml", status=2)
    assert "'Grace Hoper' is for nobody on the roster. Did you mean 'Grace Hopper'?" in (
        done.stderr
    )


def test_a_class_is_graded_by_its_settings(folder, graded):
    assert graded.returncode == 0, graded.stderr
    assert "Read as a Blackboard download: 3 students." in graded.stdout
    assert "Not on the roster: mallory." in graded.stdout
    assert "On the roster, and handed in nothing: 1 (s3)." in graded.stdout
    rows = grades(folder)
    most = float(rows["s1"]["max_score"])
    assert rows["s1"]["temperature.to_celsius"] == "10.0"
    assert float(rows["s1"]["score"]) == float(rows["s1"]["penalty"]) == most / 2
    assert rows["s1"]["late"] == "12 h 1 min"
    assert (rows["s2"]["penalty"], rows["s2"]["late"]) == ("0.0", "")  # two days more
    assert (rows["s3"]["status"], rows["s3"]["score"]) == ("missing", "")
    assert rows["mallory"]["notes"].startswith("Not on the roster.")


@pytest.mark.usefixtures("graded")
def test_a_record_and_the_table_say_the_same_of_a_score(folder):
    rows = grades(folder)
    for path in (folder / "out" / "results").iterdir():
        found, row = record(folder, path.stem), rows[path.stem]
        for name in ("score", "max_score", "penalty"):
            assert float(row[name]) == found[name]
        for exercise in found["exercises"]:
            assert float(row[exercise["id"]]) == exercise["points"]
    ada = record(folder, "s1")
    assert (ada["found_score"], ada["found_max_score"]) == (5.0, 5.0)
    assert (ada["points"], ada["score"]) == (13.0, 6.5)
    first = ada["exercises"][0]
    assert (first["points"], first["found_points"]) == (10.0, 2.0)


@pytest.mark.parametrize(
    ("policy", "counts"),
    [
        ('policy = "none"', "late"),
        ('policy = "per_day"\nrate = 0.6', "in time"),  # 5 points less 60% against 4
        ('policy = "per_day"\nrate = 0.6\nfree_days = 1', "late"),
        ('policy = "late.py:one_less"', "late"),  # 5 points less half a point against 4
    ],
)
def test_the_best_attempt_is_the_best_after_its_penalty(
    tmp_path, toy, warm_processes, policy, counts
):
    (tmp_path / "late.py").write_text("def one_less(points, late): return points - 0.5")
    (tmp_path / "course.toml").write_text(
        'attempts = "best"\n[due]\n01-temperatures = 2026-03-01T23:59:00Z\n'
        f"[late]\n{policy}\n"
    )
    files = ("in time", solved(fixed_points="fixed_points = 0")), ("late", solved())
    times = "2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00"
    handed = Collected((Submission("ada", files, times=times),))
    course = load_course(tmp_path / "course.toml", toy)
    (one,) = with_attempt_policy(handed, course, toy)
    result = grade_one(one, Assignment(toy, seed=5), warm_processes)
    assert {e.notebook for e in result.exercises} == {counts}


def test_the_best_attempt_is_the_best_in_the_points_of_the_course(
    tmp_path, toy, warm_processes
):
    """By the key the first has 4 points of 5, the second 3; the course says otherwise."""
    (tmp_path / "course.toml").write_text(
        'attempts = "best"\n[points]\n"temperature.fixed_points" = 10\n'
    )
    first = "first", solved(fixed_points="fixed_points = 0")
    second = "second", solved(to_celsius=OFFSET_AFTER)
    handed = Collected((Submission("ada", (second, first)), Submission("eve", (first,))))
    course = load_course(tmp_path / "course.toml", toy)
    one, _ = with_attempt_policy(handed, course, toy)
    assignment = Assignment(toy, seed=5)
    result = grade_one(one, assignment, warm_processes)
    assert {e.notebook for e in result.exercises} == {"second"}
    by_key = grade_one(replace(one, points=()), assignment, warm_processes)
    assert {e.notebook for e in by_key.exercises} == {"first"}
    assert FileHashes.of(one) != FileHashes.of(replace(one, points=()))


@pytest.mark.parametrize("right", range(4))
def test_some_notebooks_with_a_guess_each_buy_no_prediction(toy, warm_processes, right):
    """Where the best counts they are alike but for the guess: the last one's counts."""
    guesses = ["a", "b", "d"]
    guesses.insert(right, "c")
    answers = [solved(predict=f'predict = "{guess}"') for guess in guesses]
    files = tuple((f"{number}.ipynb", data) for number, data in enumerate(answers))
    handed = Submission("eve", files, ranks=(0, 0, 0, 0), attempts="best")
    result = grade_one(handed, Assignment(toy, seed=5), warm_processes)
    (guess,) = [e for e in result.exercises if e.id == "temperature.predict"]
    assert guess.points == (1 if right == 3 else 0)


def test_many_blank_notebooks_hide_no_solved_one(toy, warm_processes):
    blank = notebook(STUB, check("to_celsius"))
    files = [(f"{number}.ipynb", blank) for number in range(300)]
    files.insert(20, ("mine.ipynb", solved()))
    handed = Submission("ada", tuple(files), ranks=(0,) * 301)
    result = grade_one(handed, Assignment(toy, seed=5), warm_processes)
    assert result.score == result.max_score == 5


def test_what_was_wrong_with_a_file_beside_what_counts_is_said(toy, warm_processes):
    handed = Submission("ada", (("a.ipynb", solved()),), "x.zip cannot be opened.")
    result = grade_one(handed, Assignment(toy, seed=5), warm_processes)
    assert "x.zip cannot be opened." in result.notes


@pytest.mark.usefixtures("graded")
def test_later_runs_know_the_settings_and_grade_nothing_again(folder, grade):
    before = grades(folder)
    done = grade()
    assert "(3 kept from an earlier run)" in done.stdout
    assert grades(folder) == before


@pytest.mark.slow
@pytest.mark.usefixtures("graded")
def test_other_settings_change_grades_without_grading(folder, grade):
    (folder / "plain.toml").write_text('roster = "roster.csv"')
    done = grade("--course", "plain.toml")
    assert "(3 kept from an earlier run)" in done.stdout
    rows = grades(folder)
    assert (rows["s1"]["penalty"], rows["s1"]["temperature.to_celsius"]) == ("0.0", "2.0")
