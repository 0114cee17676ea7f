"""A term by the real commands: grade each assignment, decide, add up, export."""

import csv
import json
import shutil
from pathlib import Path

import pytest
from making import IMPORTS, OFFSET_AFTER, autograder, check, hand_in, notebook, solved

from tests.made_results import read

STANDARDISE = "def standardise(x):\n    return (x - x.mean(0)) / x.std(0)"
CENTRED = "def standardise(x):\n    return x - x.mean(0)"
ROSTER = """id,name,email
s1,Ada Lovelace,ada@uni.example
s2,Ben Okri,ben@uni.example
s3,Cleo Marsh,cleo@uni.example
s4,Dee Park,dee@uni.example
"""
COURSE = """
title = "Weather"
timezone = "UTC"
roster = "roster.csv"

[[assignments]]
name = "week-1"
chapters = ["01-temperatures"]
weight = 2

[[assignments]]
name = "week-2"
title = "Statistics"
chapters = ["02-statistics"]

[[excused]]
student = "Cleo Marsh"
assignment = "week-2"
reason = "Ill."

[[excused]]
exercise = "temperature.predict"
reason = "It had two right answers."
"""
KEY = ("--key", "toy_key")


def statistics(answer: str) -> bytes:
    return notebook(IMPORTS, answer, check("standardise", "statistics"))


@pytest.fixture(scope="module")
def graded(tmp_path_factory, unsafe) -> Path:
    """A term of two assignments, graded; Dee hands in nothing at all."""
    folder = tmp_path_factory.mktemp("term")
    (folder / "roster.csv").write_text(ROSTER)
    (folder / "course.toml").write_text(COURSE)
    hand_in(
        folder / "first",
        s1=solved(),
        s2=solved(to_celsius=OFFSET_AFTER),
        s3=solved(predict='predict = "a"'),
    )
    hand_in(folder / "second", s1=statistics(CENTRED), s2=statistics(STANDARDISE))
    for source, name in (("first", "week-1"), ("second", "week-2")):
        wanted = ("--course", "course.toml", "--assignment", name, "--jobs", 1)
        autograder(folder, "grade", source, *wanted, *KEY, *unsafe, status=0)
    return folder


@pytest.fixture
def folder(tmp_path, graded) -> Path:
    """A copy of the graded term for each test."""
    shutil.copytree(graded, tmp_path, dirs_exist_ok=True)
    return tmp_path


def rows(path: Path) -> dict[str, dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def term(folder: Path, *more: object) -> dict[str, dict[str, str]]:
    autograder(folder, "term", "course.toml", *KEY, *more, status=0)
    return rows(folder / "term" / "term.csv")


def recomputed(folder: Path, student: str) -> float:
    """The total from ``results/*.json`` alone: what excused exercises are left out of."""
    weighted = weights = 0.0
    for name, weight in (("week-1", 2.0), ("week-2", 1.0)):
        path = folder / name / "results" / f"{student}.json"
        if not path.is_file() or (student, name) == ("s3", "week-2"):
            continue
        exercises = json.loads(path.read_text())["exercises"]
        counting = [e for e in exercises if e["id"] != "temperature.predict"]
        share = sum(e["points"] for e in counting) / sum(e["max_points"] for e in counting)
        weighted, weights = weighted + weight * share, weights + weight
    return round(100 * weighted / weights, 4)


def test_totals_are_what_the_results_add_up_to(folder):
    totals = term(folder)
    for student in ("s1", "s2", "s3"):
        assert float(totals[student]["total"]) == pytest.approx(recomputed(folder, student))
    assert totals["s3"]["total"] == "100.0"  # what she has wrong counts for nobody
    assert (totals["s3"]["week-2"], totals["s4"]["total"]) == ("excused", "")


def test_the_roster_counts_as_it_is_now(folder):
    """Somebody has another name since, and somebody joined."""
    renamed = ROSTER.replace("Ben Okri", "Ben Okri-Park") + "s5,Eve Late,eve@uni.example\n"
    (folder / "roster.csv").write_text(renamed)
    totals = term(folder)
    assert totals["s2"]["name"] == "Ben Okri-Park"
    assert (totals["s5"]["name"], totals["s5"]["total"]) == ("Eve Late", "")
    for name in ("Ben Okri-Park", "Okri, Ben"):
        shown = autograder(folder, "show", "course.toml", name, *KEY).stdout
        assert shown.startswith("Ben Okri-Park (s2)")
        assert "week-1: " in shown
        assert "Statistics: " in shown


def test_what_is_shown_of_an_assignment_is_what_the_total_is_made_of(folder):
    extra = '[[excused]]\nstudent = "s1"\nexercise = "statistics.standardise"\n'
    (folder / "course.toml").write_text(COURSE + extra)
    shown = autograder(folder, "show", "course.toml", "s1", *KEY).stdout
    assert "Does not count: as the course file says." in shown


def test_the_page_explains_every_number(folder):
    done = autograder(folder, "term", "course.toml", *KEY)
    assert "3 of 4 totals are known." in done.stdout
    assert "Open because of week-1: 1 total (Dee Park)." in done.stdout
    page = read((folder / "term" / "term.html").read_text())
    assert "Excused: Ill." in page.text
    assert "temperature.predict does not count: It had two right answers." in page.text
    assert rows(folder / "term" / "term.csv")["s1"]["how"] in page.text


def test_misconceptions_are_followed_over_the_weeks(folder):
    term(folder)
    with (folder / "term" / "misconceptions.csv").open(newline="") as file:
        found = {row["misconception"]: row for row in csv.DictReader(file)}
    held = found["offset-after"]
    assert (held["tried"], held["first"], held["last"]) == ("3", "1", "1")
    page = read((folder / "term" / "term.html").read_text())
    assert "offset-after" in page.text


def test_the_students_page_says_what_does_not_count(folder):
    page = read((folder / "week-1" / "feedback" / "s3.html").read_text())
    assert "This one does not count: It had two right answers." in page.text


def test_totals_go_to_other_systems_as_a_grade_does(folder):
    wanted = ("export", "course.toml", "--format", "canvas", *KEY)
    done = autograder(folder, *wanted, "--assignment", "Term (7)", status=0)
    cells = {row[0]: row for row in csv.reader(done.stdout.splitlines())}
    assert cells["Student"][-1] == "Term (7)"
    assert (cells["Cleo Marsh"][-1], cells["Dee Park"][-1]) == ("100", "")
    assert cells["    Points Possible"][-1] == "100"
    shown = autograder(folder, "show", "week-1", "s3").stdout
    assert "canvas of the term, 100 points" in shown
    done = autograder(folder, "export", "week-2", "--format", "canvas", *KEY)
    assert "Cleo Marsh,,,s3,,EX" in done.stdout


def test_a_changed_course_file_counts_and_the_old_pages_are_named(folder):
    path = folder / "course.toml"
    path.write_text(COURSE.replace('exercise = "temperature.predict"',
                                   'exercise = "temperature.to_celsius"'))  # fmt: skip
    done = autograder(folder, "term", "course.toml", *KEY)
    assert (
        "gives 3 students another score than their pages show (s1, s2, s3)" in done.stdout
    )


def test_an_assignment_is_not_graded_into_anothers_folder(folder):
    wanted = ("--course", "course.toml", "--assignment", "week-2", "--out", "week-1")
    done = autograder(folder, "grade", "second", *wanted, *KEY)
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds the results of week-1, not of week-2" in done.stderr


WRONG_COURSES = {
    "nobody": ('student = "Cleo Marsh"', 'student = "Cleo March"', "Did you mean 'Cleo"),
    "none": ("[[assignments]]", "[[excused]]", "has no line 'name'"),
}


@pytest.mark.parametrize("what", WRONG_COURSES)
def test_a_slip_in_the_course_file_stops_the_table(folder, what):
    old, new, sentence = WRONG_COURSES[what]
    (folder / "course.toml").write_text(COURSE.replace(old, new))
    done = autograder(folder, "term", "course.toml", *KEY)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert not (folder / "term").exists()


# --- many overrides at once --------------------------------------------------------


def decide(folder: Path, table: str):
    (folder / "decisions.csv").write_text(table, encoding="utf-8")
    wanted = ("override", "week-1", "--from", "decisions.csv", "--by", "Emmy")
    return autograder(folder, *wanted)


def test_a_table_of_overrides_is_made_as_a_whole(folder):
    done = decide(
        folder,
        "Student;Exercise;Points;Reason\n"
        "s2;temperature.to_celsius;1,5;Nearly.\n"
        "dee@uni.example;;3;On paper.\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "2 overrides made. To see them all: --list.\n"
    page = (folder / "week-1" / "feedback" / "s2.html").read_text()
    assert "Nearly." in page
    grades = rows(folder / "week-1" / "grades.csv")
    assert grades["s4"]["score"] == "3.0"
    listed = autograder(folder, "override", "week-1", "--list").stdout
    assert "(On paper." not in listed
    assert "Emmy" in listed


def test_no_override_is_made_where_one_cannot_be(folder):
    done = decide(
        folder,
        "student,exercise,points,reason\n"
        "s2,temperature.to_celsius,1,Nearly.\n"
        "s2,temperature.to_celsius,2,Again.\n"
        "s1,temperature.to_celsius,99,Too much.\n"
        "s1,temperature.kelvin,1,No such.\n"
        "nobody,temperature.to_celsius,1,Nobody.\n"
        "s1,temperature.to_celsius,one,In words.\n"
        "s1,temperature.to_celsius,1,\n",
    )
    assert done.returncode == 2
    assert [line.split(":")[0].strip() for line in done.stderr.splitlines()[1:]] == [
        f"line {n}" for n in range(3, 9)
    ]
    listed = autograder(folder, "override", "week-1", "--list").stdout
    assert listed == "There are no overrides.\n"


def test_a_table_without_its_columns_says_which(folder):
    done = decide(folder, "who,points\ns1,2\n")
    assert "has no column student and no column reason" in done.stderr
