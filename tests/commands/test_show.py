"""One student's record: what a question about a grade is answered from."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from making import OFFSET_AFTER, TO_CELSIUS, autograder, hand_in, solved

from tests.made_results import read

ROSTER = "id,name,email\ns1,Ada Lovelace,ada@uni.example\ns2,Ben <b>Okri,ben@uni.example\n"
COURSE = """
roster = "roster.csv"

[[assignments]]
name = "week-1"
chapters = ["01-temperatures"]
"""
KEY = ("--key", "toy_key")
WRONG, RIGHT = solved(to_celsius=OFFSET_AFTER), solved(to_celsius=TO_CELSIUS)


@pytest.fixture(scope="module")
def graded(tmp_path_factory, unsafe) -> Path:
    """Ben hands in twice, then a person decides, then grades are exported."""
    folder = tmp_path_factory.mktemp("show")
    (folder / "roster.csv").write_text(ROSTER)
    (folder / "course.toml").write_text(COURSE)
    wanted = ("--course", "course.toml", "--assignment", "week-1", "--seed", 5, "--jobs", 1)
    hand_in(folder / "class", s1=RIGHT, s2=WRONG)
    hand_in(folder / "late", s2=RIGHT)
    decide = ("--points", 1, "--reason", "Copied.", "--by", "Emmy")
    for arguments in (
        ("grade", "class", *wanted, *KEY, *unsafe),
        ("grade", "late", *wanted, *KEY, *unsafe),
        ("override", "week-1", "s2", "temperature.predict", *decide),
        ("export", "week-1", "--format", "csv", "-o", "grades.csv"),
    ):
        autograder(folder, *arguments, status=0)
    return folder


@pytest.fixture
def folder(tmp_path, graded) -> Path:
    shutil.copytree(graded, tmp_path, dirs_exist_ok=True)
    return tmp_path


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_both_hand_ins_are_there_and_which_one_counted(folder):
    lines = autograder(folder, "show", "week-1", "ben@uni.example").stdout.splitlines()
    assert lines[0] == "Ben <b>Okri (s2) ben@uni.example"
    (earlier,) = [line for line in lines if digest(WRONG)[:16] in line]
    (counted,) = [line for line in lines if digest(RIGHT)[:16] in line]
    assert "a later hand-in took its place" in earlier
    assert counted.endswith("s2.ipynb: counts for temperature.")


def test_verdicts_decisions_exports_and_the_seed_are_there(folder):
    shown = autograder(folder, "show", "week-1", "s2").stdout
    assert "temperature.to_celsius    2 of 2  passed, 5 of 5 cases" in shown
    assert "by Emmy: temperature.predict, 1 point. Copied." in shown
    assert "csv into grades.csv" in shown
    record = json.loads((folder / "week-1" / "results" / "s2.json").read_text())
    assert f"seed of the inputs {record['seed']}," in shown  # a second hand-in has its own
    first = autograder(folder, "show", "week-1", "s1").stdout
    assert "seed of the inputs 5," in first
    assert "failed to passed. other files were handed in" in shown


def test_a_course_file_shows_every_assignment_and_the_total(folder):
    shown = autograder(folder, "show", "course.toml", "s1", *KEY).stdout
    assert "Term: (1 × 100.00 %) / 1 = 100" in shown


def test_the_page_stands_alone_and_has_whole_hashes(folder):
    autograder(folder, "show", "week-1", "s2", "--html", "s2.html", status=0)
    html = (folder / "s2.html").read_text()
    page = read(html)
    assert {digest(WRONG), digest(RIGHT)} <= set(page.of("title"))
    assert "Ben <b>Okri" in page.text  # as text: what a name holds is escaped
    assert "Copied." in page.text


def test_nobody_of_that_name_is_one_sentence(folder):
    done = autograder(folder, "show", "week-1", "nobody")
    assert (done.returncode, done.stdout) == (2, "")
    assert "There is nobody called 'nobody'" in done.stderr
