"""The sample class, graded by the command an instructor types.

What each answer should get the key says, or ``ENDS`` where it is the class's own.
"""

import csv
import json
import re
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import make_pictures
import pytest

from autograder.authoring.collected import joined
from autograder.exercise.answers import ANY_WRONG, WRONG
from autograder.exercise.definition import Exercise
from solutions import CHAPTERS
from tests.made_results import read
from tests.sample_class.make_sample_class import (
    CLASS,
    KEY,
    NOTHING,
    REFERENCE,
    RIGHT,
    collected,
    hand_ins,
)

pytestmark = pytest.mark.slow  # grading it takes minutes

HERE = Path(__file__).resolve().parent
SAMPLE = HERE / "sample_class"
SEED = 2024
KEYS = {
    *("student", "notebooks", "score", "max_score", "status", "exercises"),
    *("seed", "versions", "seconds"),
}
EXERCISE_KEYS = {
    *("id", "status", "points", "max_points", "cases", "misconceptions", "message"),
}


UNREADABLE = {"petra-horvat": "not a whole notebook", "priya-sharma": "is empty"}
EVERYBODY = set(CLASS["students"])
GRADED = sorted(EVERYBODY - UNREADABLE.keys())
ALL_RIGHT = "aiko-tanaka"  # in all chapters
# Status and mistakes of the answers that are written out in class.toml.
ENDS = {
    "a capital, in brackets": ("passed", ""),
    "by way of a variable": ("passed", ""),
    "unscaled, over the wrong axis": ("failed", "unscaled + wrong-axis"),
    "lists": ("failed", ""),
    "the caller's array changed": ("partial", ""),
    "never ends": ("timeout", ""),
    "a bracket left open": ("error", ""),
    "a name that is not there": ("error", ""),
    "Python crashes": ("crashed", ""),
    "Python ends at a batch": ("crashed", ""),
    "two axes only": ("partial", ""),
    "a slip": ("failed", ""),
}


@cache
def handed_in() -> dict[str, dict[str, str]]:
    """By student: the exercises, and which answer it is."""
    answers: dict[str, dict[str, str]] = {student: {} for student in EVERYBODY}
    for each in hand_ins():
        answers[each.student].update(each.answers)
    return answers


@dataclass(frozen=True)
class Run:
    """What the command left behind."""

    status: int
    said: str
    folder: Path

    def result(self, student: str) -> dict:
        text = (self.folder / "results" / f"{student}.json").read_text(encoding="utf-8")
        return json.loads(text)


def command(*words: object) -> subprocess.CompletedProcess[str]:
    start = "from autograder.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", start, *map(str, words)],
        cwd=HERE.parent,
        capture_output=True,
        text=True,
        timeout=900,  # proving a key that has changed takes longer than the grading
    )


@pytest.fixture(scope="session")
def graded(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("graded") / "out"
    done = command("grade", SAMPLE, "--out", folder, "--seed", SEED, "--jobs", 1)
    return Run(done.returncode, done.stdout + done.stderr, folder)


def test_some_could_not_be_graded(graded):
    assert graded.status == 1, graded.said
    total = len(EVERYBODY)
    assert f"{total - 2} of {total} submissions graded" in graded.said
    for student in ("mateo", "nadia", "olu", "petra", "priya"):
        assert f"\n  {student}-" in graded.said
    assert "Traceback" not in graded.said


def test_everybody_gets_every_file(graded):
    for folder, ending in (("results", "json"), ("feedback", "html")):
        made = {path.name for path in (graded.folder / folder).iterdir()}
        assert made == {f"{student}.{ending}" for student in EVERYBODY}
    for path in (graded.folder / "feedback").iterdir():
        assert path.stem in read(path.read_text(encoding="utf-8")).text
    report = read((graded.folder / "report.html").read_text(encoding="utf-8")).text
    assert "priya-sharma" in report
    assert "amara-okafor" not in report


@pytest.mark.parametrize("student", GRADED)
def test_a_student_gets_what_the_answers_deserve(graded, student):
    """No notebook touches another's, and what the grader finds in each the key has said."""
    result = graded.result(student)
    assert result["status"] == "graded"
    exercises = {e["id"]: e for e in result["exercises"]}
    assert exercises.keys() == handed_in()[student].keys()
    total = sum(e["found_points"] for e in exercises.values())
    assert result["found_score"] == pytest.approx(total, abs=1e-3)
    for exercise_id, name in handed_in()[student].items():
        said = exercises[exercise_id]
        statuses, names = wanted(KEY.exercise(exercise_id), name)
        assert said["status"] in statuses, said
        assert joined(said["misconceptions"]) == names, said
        is_right = said["status"] == "passed"
        assert (said["found_points"] == said["max_points"]) == is_right, said


def wanted(exercise: Exercise, name: str) -> tuple[tuple[str, ...], str]:
    """The statuses and the names that the answer of this name may get."""
    if name == NOTHING:
        return ("not_attempted",), ""
    if exercise.is_read:
        return ("awaiting_review",), ""
    if name in ENDS:
        status, names = ENDS[name]
        return (status,), joined(names.split(" + "))
    answer = collected(exercise, name)
    if answer is not None:
        statuses = ANY_WRONG if answer.verdict == WRONG else (answer.verdict,)
        return statuses, joined(answer.name.split(" + "))
    if name in (REFERENCE, RIGHT):
        return ("passed",), ""
    return ANY_WRONG, name if name in {m.id for m in exercise.misconceptions} else ""


def test_every_exercise_of_the_course_is_answered_rightly_and_wrongly(graded):
    """A new chapter needs its rows in the sample class."""
    everything = graded.result(ALL_RIGHT)
    ids = {exercise["id"] for exercise in everything["exercises"]}
    assert {i.partition(".")[0] for i in ids} == {chapter.prefix for chapter in CHAPTERS}
    left_open = {i for i in ids if KEY.exercise(i).is_read or KEY.exercise(i).needs}
    most = everything["found_max_score"] - sum(KEY.exercise(i).points for i in left_open)
    assert everything["found_score"] == most
    wrong = set()
    for answers in handed_in().values():
        wrong |= {i for i, a in answers.items() if a not in (NOTHING, REFERENCE, RIGHT)}
    assert ids - left_open <= wrong, ids - left_open - wrong


def test_answers_in_words_wait_for_a_person_in_each_part(graded):
    assert re.search(
        r"Answers for a person to read: \d+\. .*autograder review ", graded.said
    )
    everything = graded.result(ALL_RIGHT)
    assert everything["score"] is None
    waiting = {e["id"] for e in everything["exercises"] if e["status"] == "awaiting_review"}
    every = (e for chapter in KEY.chapters for e in KEY.exercises(chapter))
    assert waiting == {e.id for e in every if e.is_read}


@pytest.mark.parametrize(("student", "words"), UNREADABLE.items())
def test_an_unreadable_file_has_no_score(graded, student, words):
    result = graded.result(student)
    assert (result["status"], result["score"]) == ("unreadable", None)
    assert words in result["message"]
    page = (graded.folder / "feedback" / f"{student}.html").read_text(encoding="utf-8")
    assert "This is no zero" in read(page).text


def test_results_have_their_documented_form(graded):
    for student in EVERYBODY:
        has_its_form(graded.result(student), student)


def has_its_form(result: dict, student: str) -> None:
    assert set(result) >= KEYS
    assert result["student"] == student
    assert result["seed"] == str(SEED)
    for notebook in result["notebooks"]:
        assert set(notebook) == {"name", "sha256"}
        assert len(notebook["sha256"]) == 64
    for exercise in result["exercises"]:
        assert set(exercise) >= EXERCISE_KEYS
        assert "card" not in exercise
        for case in exercise["cases"]:
            assert set(case) == {"name", "passed"}


def test_a_copied_cell_is_mentioned(graded):
    page = (graded.folder / "feedback" / "rosa-ferrari.html").read_text(encoding="utf-8")
    assert "softmax is defined 2 times; the last one counts." in read(page).text


def test_a_renamed_notebook_keeps_its_name(graded):
    (notebook,) = graded.result("quentin-moreau")["notebooks"]
    assert notebook["name"] == "03-numpy (1).ipynb"


def test_grades_csv_has_a_line_for_everybody(graded):
    with (graded.folder / "grades.csv").open(encoding="utf-8", newline="") as table:
        rows = {row["student"]: row for row in csv.DictReader(table)}
    assert set(rows) == EVERYBODY
    assert rows["amara-okafor"]["score"] == rows["amara-okafor"]["max_score"]
    assert float(rows["kofi-mensah"]["score"]) == 0
    for student in UNREADABLE:
        assert (rows[student]["status"], rows[student]["score"]) == ("unreadable", "")


def test_the_gradebook_holds_everybody(graded):
    book = sqlite3.connect(f"file:{graded.folder / 'gradebook.sqlite'}?mode=ro", uri=True)
    try:
        kept = dict(book.execute("SELECT student, status FROM results").fetchall())
    finally:
        book.close()
    assert set(kept) == EVERYBODY
    assert sorted(kept.values()).count("graded") == len(EVERYBODY) - 2


def test_the_script_still_makes_this_class(tmp_path):
    """The same files and answers; the text is the chapter's of the day they were made."""
    script = SAMPLE / "make_sample_class.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    files = {p.relative_to(tmp_path) for p in tmp_path.rglob("*.ipynb")}
    assert files == {p.relative_to(SAMPLE) for p in SAMPLE.rglob("*.ipynb")}
    for file in files:
        assert stub_cells(tmp_path / file) == stub_cells(SAMPLE / file), file


def stub_cells(path: Path) -> list[str]:
    """The text of the cells that hold answers; none where the file is no notebook."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8-sig"))["cells"]
    except ValueError:
        return []
    marked = ((c["metadata"].get("exercise", {}), "".join(c["source"])) for c in cells)
    return [source for exercise, source in marked if exercise.get("role") == "stub"]


def test_the_readmes_picture_of_the_report_says_what_the_report_says(graded):
    html = (graded.folder / "report.html").read_text(encoding="utf-8")
    shown = HERE.parent / "book" / "_static" / "shown" / "report.txt"
    assert make_pictures.scores_of(html) == shown.read_text(encoding="utf-8")
