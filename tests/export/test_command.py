"""``autograder export``: from a gradebook to files; every mistake is one sentence."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import made_results as made
import pytest
from click.testing import CliRunner, Result

from autograder.cli import main
from autograder.commands.common import near
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.roster import Roster, Student
from export.class_of_five import FIXTURES, cells, column

TOP = made.TOP
SOFTMAX = "numpy.softmax"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Ada has all, Grace a wrong answer, Bob's file is damaged, Emmy gave nothing."""
    folder = tmp_path / "results"
    with Gradebook(folder) as book:
        wrong = {"softmax": made.holding("softmax", "wrong-axis")}
        for result in (
            made.submission("ada"),
            made.submission("grace", **wrong),
            made.unreadable("bob", "bob.ipynb is empty."),
        ):
            book.store(result, "")
        people = ("ada", "Ada Lovelace", "1001"), ("grace", "Grace Hopper", "1002")
        people += (("bob", "Bob", "1003"), ("emmy", "Emmy Noether", "1005"))
        students = tuple(
            Student(key, name, f"{key}@example.org", ids={"canvas_id": number})
            for key, name, number in people
        )
        book.remember("roster", Roster(students, complete=True).to_json())
        book.remember("course", Course(title="Spring", points={SOFTMAX: 20.0}).to_json())
        book.remember("key", "solutions")
    return folder


def export(*words: str | Path) -> Result:
    done = CliRunner().invoke(main, ["export", *map(str, words)])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def test_scores_follow_the_settings_that_were_graded_with(results):
    done = export(results, "--format", "csv")
    assert done.exit_code == 0
    scores = column(done.stdout_bytes, "score")
    top = TOP - made.exercise("softmax").points + 20
    assert scores["ada"] == f"{top:g}"
    assert (scores["bob"], scores["emmy"]) == ("", "")
    assert column(done.stdout_bytes, "status")["emmy"] == "missing"


def test_other_settings_take_their_place(results, tmp_path):
    settings = tmp_path / "course.toml"
    settings.write_text(f'[points]\n"{SOFTMAX}" = 50\n')
    done = export(results, "--format", "csv", "--course", settings)
    top = TOP - made.exercise("softmax").points + 50
    assert column(done.stdout_bytes, "max_points")["ada"] == f"{top:g}"


def test_points_given_by_hand_are_exported(results):
    with Gradebook(results) as book:
        book.override("grace", SOFTMAX, 20.0, "Oral exam.")
    scores = column(export(results, "--format", "csv").stdout_bytes, "score")
    assert scores["grace"] == scores["ada"]


def test_a_template_is_filled_and_the_rest_is_said(results, tmp_path):
    out = tmp_path / "back.csv"
    template = FIXTURES / "canvas_gradebook.csv"
    words = ("--template", template, "--assignment", "Week 3", "-o", out)
    done = export(results, "--format", "canvas", *words)
    assert done.exit_code == 0
    assert column(out.read_bytes(), "Week 3 (902)", by=1)["1001"] == "14"
    assert done.stdout == ""
    assert "Rows filled: 2." in done.stderr
    assert f"Only in {template.name}:" in done.stderr


@pytest.mark.parametrize("system", ["canvas", "moodle"])
def test_what_the_rosters_system_takes_is_written_without_a_format(results, system):
    names = {"canvas": "canvas_gradebook.csv", "moodle": "moodle_worksheet.csv"}
    with Gradebook(results) as book:
        ids = {"canvas_id": "1001", "canvas_upload": "601", "moodle_id": "1001"}
        ada = Student("ada", "Ada Lovelace", "ada@example.org", ids=ids)
        book.remember("roster", Roster((ada,), complete=True).to_json())
        roster = str(FIXTURES / names[system])
        asked = Course(title="Week 3", assignment="week-3", roster=roster)
        book.remember("course", asked.to_json())
    (results / "feedback").mkdir()
    (results / "feedback" / "ada.html").write_text("Well done.")
    done = export(results)
    assert done.exit_code == 0, done.stderr
    table, pages = (results / f"{system}{end}" for end in (".csv", "-feedback.zip"))
    assert table.is_file()
    assert "Rows filled: " in done.stderr
    assert pages.is_file()
    assert f"Upload {near(table)} and {near(pages)}." in done.stderr


def test_without_a_format_and_a_roster_it_says_what_to_write(results):
    done = export(results)
    assert done.exit_code == 2
    assert "Write roster = into the course file and grade again" in done.stderr
    assert not list(results.glob("*.zip"))


def test_the_courses_title_names_a_column_that_nobody_named(results):
    header = cells(export(results, "--format", "moodle").stdout_bytes)[0]
    assert header[-1] == "Spring"


def test_every_line_of_jsonl_is_one_student(results):
    text = export(results, "--format", "jsonl").stdout
    found = {line["student"]: line for line in map(json.loads, text.splitlines())}
    assert set(found) == {"ada", "bob", "emmy", "grace"}
    assert found["bob"]["score"] is None


def test_gradescope_gets_a_folder(results, tmp_path):
    out = tmp_path / "gradescope"
    done = export(results, "--format", "gradescope", "-o", out)
    assert sorted(path.name for path in out.iterdir()) == ["ada.json", "grace.json"]
    assert "Without a score, so without a file: 2." in done.stderr


def test_the_zip_needs_no_results(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    out = tmp_path / "autograder.zip"
    words = ("--chapter", "02-by-hand", "-o", out)
    done = export("--format", "gradescope-autograder", *words)
    assert done.exit_code == 0, done.stderr
    assert out.read_bytes()[:2] == b"PK"


def break_gradebook(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "gradebook.sqlite")) as database, database:
        database.execute("UPDATE results SET record = '{\"student\": 1}'")


def age_gradebook(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "gradebook.sqlite")) as database, database:
        database.execute("UPDATE about SET value = '99' WHERE name = 'version'")


@pytest.mark.parametrize(
    ("words", "prepare", "sentence"),
    [
        (["R", "--format", "blackboard"], None, "There is no format 'blackboard'"),
        (["--format", "csv"], None, "Say whose results"),
        (["nowhere", "--format", "csv"], None, "There is no gradebook in nowhere"),
        (["R", "--format", "csv"], age_gradebook, "99"),
        (["R", "--format", "csv"], break_gradebook, "is damaged"),
        (["R", "--format", "csv", "--template", "T"], None, "canvas and moodle"),
        (["R", "--format", "canvas", "--template", "no.csv"], None, "cannot be read"),
        (
            ["R", "--format", "canvas", "--template", "T"],
            None,
            "no column that may be meant",
        ),
        (
            ["R", "--format", "canvas", "--template", "T", "--assignment", "Week 9"],
            None,
            "has no column 'Week 9'",
        ),
        (["R", "--format", "canvas", "--template", "O", "-o", "O"], None, "the template"),
        (["R", "--format", "gradescope"], None, "Say into which folder"),
        (["R", "--format", "gradescope", "-o", "R"], None, "is there already"),
        (["R", "--format", "csv", "--course", "no.toml"], None, "cannot be read"),
        (["R", "--format", "csv", "-o", "no/where.csv"], None, "cannot be written"),
        (
            ["--format", "gradescope-autograder", "--chapter", "x", "-o", "O"],
            None,
            "The key has no chapter 'x'",
        ),
        (
            ["--format", "gradescope-autograder", "--key", "nokey", "-o", "O"],
            None,
            "cannot be imported",
        ),
    ],
    ids=lambda value: "-".join(value)[:50] if isinstance(value, list) else "",
)
def test_a_mistake_is_one_sentence_and_nothing_is_written(
    results, tmp_path, monkeypatch, words, prepare, sentence
):
    monkeypatch.chdir(tmp_path)
    if prepare:
        prepare(results)
    before = sorted(path.name for path in tmp_path.iterdir())
    places = {"R": results, "T": FIXTURES / "canvas_gradebook.csv"}
    done = export(*(places.get(word, word) for word in words))
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == before
