"""A small class from its download to its grades: nobody's work is lost, no false zero."""

import csv
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from making import (
    IMPORTS,
    OFFSET_AFTER,
    STUB,
    TO_CELSIUS,
    autograder,
    check,
    notebook,
    solved,
)

from grading.outputs import grades

STANDARDISE = "def standardise(x):\n    return (x - x.mean(0)) / x.std(0)"
SECOND = notebook(IMPORTS, STANDARDISE, check("standardise", "statistics"))
ENDLESS = "def to_celsius(fahrenheit):\n    while True: pass"
RENAMED = TO_CELSIUS.replace("to_celsius", "celsius")
ROSTER = """\
id,name,section,brightspace id
s1,John Smith,A,11
s2,John Smith,B,12
s3,Eve Loop,B,
s4,Ren Amed,A,
s5,Wrong Week,A,
s6,Two Tries,A,
s7,Late One,B,
s8,Not There,B,
"""
COURSE = """\
timezone = "Europe/Paris"
roster = "roster.csv"
chapters = ["01-temperatures", "statistics"]
due = 2026-03-02T00:00:00

[late]
policy = "per_day"
"""
CLASS = {
    "11-9 - John Smith": {"01.ipynb": solved(), "02.ipynb": SECOND},
    "12-9 - John Smith": {"01.ipynb": solved(to_celsius=OFFSET_AFTER)},
    "13-9 - Eve Loop": {"01.ipynb": solved(to_celsius=ENDLESS), "02.ipynb": SECOND},
    "14-9 - Ren Amed": {"01.ipynb": solved(to_celsius=RENAMED), "02.ipynb": SECOND},
    "16-9 - Two Tries": {
        "01.ipynb": solved(),
        "01 (1).ipynb": notebook(IMPORTS, STUB, check("to_celsius")),
        "02.ipynb": SECOND,
    },
    "17-9 - Late One": {"01.ipynb": solved(), "02.ipynb": SECOND},
}
Grade = Callable[..., subprocess.CompletedProcess]


def write(folder: Path, who: str, files: dict[str, bytes]) -> None:
    day = 3 if "Late" in who else 1
    here = folder / "class" / f"{who} - Mar {day}, 2026 322 PM"
    here.mkdir(parents=True)
    for name, data in files.items():
        (here / name).write_bytes(data)


@pytest.fixture(scope="module")
def grade(unsafe) -> Grade:

    def run(folder: Path, *more: object) -> subprocess.CompletedProcess:
        command = ("grade", "class", "--out", "out", "--jobs", 1, "--timeout", 5)
        return autograder(folder, *command, *unsafe, *more)

    return run


@pytest.fixture(scope="module")
def once(tmp_path_factory, grade):
    folder = tmp_path_factory.mktemp("whose")
    (folder / "roster.csv").write_text(ROSTER)
    (folder / "course.toml").write_text(COURSE)
    for who, files in CLASS.items():
        write(folder, who, files)
    done = grade(folder, "--key", "toy_key", "--course", "course.toml")
    assert done.returncode == 1, done.stderr
    return folder, done


@pytest.fixture
def folder(tmp_path, once) -> Path:
    return shutil.copytree(once[0], tmp_path, dirs_exist_ok=True)


@pytest.mark.slow
def test_everybody_has_the_same_maximum(once):
    rows = grades(once[0])
    assert {rows[s]["max_score"] for s in ("s1", "s2", "s6", "s7")} == {"8.0"}


def test_who_leaves_out_a_chapter_has_none_of_its_points_and_is_told(once):
    row = grades(once[0])["s2"]
    assert (row["score"], row["statistics.standardise"]) == ("3.0", "0.0")
    assert "02-statistics was left out: 0 of its points." in row["notes"]


def test_an_endless_loop_is_an_empty_cell_in_the_table(once):
    row = grades(once[0])["s3"]
    assert (row["score"], row["temperature.to_celsius"]) == ("", "")
    assert row["temperature.mean_celsius"] == "1.0"


def test_a_renamed_function_is_an_empty_cell_and_is_named(once):
    assert grades(once[0])["s4"]["temperature.to_celsius"] == ""
    assert "There is no to_celsius here, but celsius: did you rename it?" in once[1].stdout


def test_an_untouched_copy_does_not_take_the_place_of_answers(once):
    row = grades(once[0])["s6"]
    assert row["score"] == "8.0"
    assert "01.ipynb of 2026-03-01 15:22 counts, which has most of it" in row["notes"]


def test_the_report_has_sections_who_left_out_and_who_was_late(once):
    page = (once[0] / "out" / "report.html").read_text()
    assert 'id="sections"' in page
    assert "<bdi>John Smith (s2)</bdi>" in page.partition('id="left-out"')[2]
    assert "<bdi>Late One</bdi>" in page.partition('id="late"')[2]


def test_items_come_as_a_table_too(once):
    with (once[0] / "out" / "items.csv").open(newline="") as file:
        rows = {row["exercise"]: row for row in csv.DictReader(file)}
    assert rows["temperature.to_celsius"]["open"] == "2"
    assert float(rows["temperature.mean_celsius"]["mean_share"]) == 1


def test_again_without_a_word_it_is_graded_as_before(folder, grade):
    before = grades(folder)
    done = grade(folder)
    assert "(6 kept from an earlier run)" in done.stdout, done.stderr
    assert grades(folder) == before


def test_an_edited_course_file_is_noticed(folder, grade):
    text = (folder / "course.toml").read_text()
    (folder / "course.toml").write_text(text.replace("per_day", "none"))
    # The copy's gradebook knows the file it was graded with.
    done = grade(folder, "--course", "course.toml")
    assert grades(folder)["s7"]["penalty"] == "0.0", done.stderr
    (folder / "course.toml").write_text(text)
    assert "has changed since it was read" in grade(folder).stderr


def test_another_chapter_than_was_asked_for_is_no_zero(folder, grade):
    write(folder, "15-9 - Wrong Week", {"01.ipynb": solved()})
    done = grade(folder, "--chapters", "2")
    row = grades(folder)["s5"]
    assert (row["status"], row["score"]) == ("wrong_notebook", "")
    assert "01.ipynb answers 01-temperatures, and 02-statistics was to be" in done.stdout
    assert grades(folder)["s2"]["status"] == "wrong_notebook"


def test_results_among_the_hand_ins_are_refused(folder, unsafe):
    for out in ("class", "class/out"):
        command = ("grade", "class", "--out", out, "--key", "toy_key", *unsafe)
        done = autograder(folder, *command)
        assert done.returncode == 2
        assert "lies in class, where the next run would read it" in done.stderr


def test_the_page_of_who_left_the_class_goes_and_the_result_stays(folder, grade):
    shutil.rmtree(next((folder / "class").glob("17-*")))
    grade(folder, "--replace")
    assert not (folder / "out" / "feedback" / "s7.html").exists()
    assert (folder / "out" / "feedback" / "s1.html").exists()
    write(folder, "17-9 - Late One", CLASS["17-9 - Late One"])
    assert "(6 kept from an earlier run)" in grade(folder).stdout


def test_points_by_hand_for_the_whole_with_their_history(folder):
    for points, reason in ((5, "first look"), (6, "second look")):
        given = ("override", "out", "s3", "--points", points, "--reason", reason)
        assert autograder(folder, *given).returncode == 0
    assert grades(folder)["s3"]["score"] == "6.0"
    told = autograder(folder, "override", "out", "--list").stdout
    assert "second look" in told.partition("Before:")[0]
    assert "first look" in told.partition("Before:")[2]
    page = (folder / "out" / "feedback" / "s3.html").read_text()
    assert "Your instructor looked at all of it: second look" in page


def test_feedback_shows_the_students_own_code(once):
    page = (once[0] / "out" / "feedback" / "s2.html").read_text()
    assert "Your answer, as it was graded" in page
    assert "return fahrenheit * 5 / 9 - 32" in page


def test_answers_are_laid_out_by_the_rosters_names(folder):
    command = ("similarity", "class", "--out", "alike", "--key", "toy_key")
    done = autograder(folder, *command, "--roster", "roster.csv")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (folder / "alike" / "answers").iterdir()}
    assert {"John Smith s1", "John Smith s2"} <= names
