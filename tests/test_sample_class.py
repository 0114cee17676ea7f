"""The sample class, graded by the command an instructor types.

What each student should get is worked out by hand, from what the answer does
in each case group; ``tests/sample_class/answers.py`` holds the answers.
"""

from __future__ import annotations

import csv
import json
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.made_results import read

HERE = Path(__file__).resolve().parent
SAMPLE = HERE / "sample_class"
SEED = 2024
POINTS = {
    "project_qkv": 1,
    "predict_shift": 1,
    "softmax": 2,
    "attention_weights": 2,
    "weighted_values": 2,
    "self_attention": 3,
}
KEYS = {
    *("student", "notebooks", "score", "max_score", "status", "exercises"),
    *("seed", "versions", "seconds"),
}
EXERCISE_KEYS = {
    *("id", "status", "points", "max_points", "cases", "misconceptions", "message"),
}


@dataclass(frozen=True)
class Got:
    """How an exercise ends that is not simply right."""

    status: str
    passed: int = 0  # case groups, "inputs left as they were" included
    groups: int = 0
    misconceptions: tuple[str, ...] = ()

    def points(self, most: float) -> float:
        return round(most * self.passed / self.groups, 4) if self.groups else 0.0


def wrong(*misconceptions: str, groups: int) -> Got:
    return Got("failed", 0, groups, misconceptions)


def partly(passed: int, groups: int, *misconceptions: str) -> Got:
    return Got("partial", passed, groups, misconceptions)


IDLE = Got("not_attempted")
UNREADABLE = "unreadable"

# What is not named is right.
EXPECTED = {
    "amara-okafor": {},
    "bjorn-dahl": {},
    "chloe-martin": {},
    "dmitri-volkov": {},
    # Over the first axis: right for a single row only, of which there are two groups.
    "elif-kaya": {
        "predict_shift": wrong("c", groups=1),
        "softmax": partly(3, 12, "wrong-axis"),
    },
    # Without sqrt(d_k): right where d_k is 1 and where the softmax saturates.
    # self_attention calls it, and is graded with the reference: no mistake costs twice.
    "farid-haddad": {"attention_weights": partly(2, 8, "unscaled")},
    # nan in the four groups of large or distant scores.
    "grace-liu": {"softmax": partly(8, 12, "unstable")},
    # A single token attends to itself, whoever asks.
    "hugo-silva": {
        "project_qkv": wrong("swapped-qk", groups=7),
        "self_attention": partly(2, 8, "swapped-qk"),
    },
    "ines-costa": {
        "attention_weights": wrong("unscaled", "wrong-axis", groups=8),
        "self_attention": partly(2, 8, "unscaled"),
    },
    # One maximum for all: only rows that lie far apart underflow.
    "jonas-weber": {
        "predict_shift": wrong("d", groups=1),
        "softmax": partly(11, 12, "global-max"),
        "attention_weights": IDLE,
        "weighted_values": IDLE,
        "self_attention": IDLE,
    },
    "kofi-mensah": dict.fromkeys(POINTS, IDLE),
    "lena-novak": {"attention_weights": Got("error")},
    "mateo-garcia": {"softmax": Got("timeout", 0, 12)},
    "nadia-rahman": {"weighted_values": Got("crashed", 0, 8)},
    # Ends Python at the first batch; the four groups before it are right.
    "olu-adeyemi": {"self_attention": Got("crashed", 5, 8)},
    "petra-horvat": UNREADABLE,
    "priya-sharma": UNREADABLE,
    "quentin-moreau": {"weighted_values": wrong("queries-first", groups=8)},
    "rosa-ferrari": {},
    "sven-lund": {},
    # Lists are no arrays; a name that is not there; unpacks the shape of a matrix.
    "tara-nguyen": {
        "softmax": wrong(groups=12),
        "attention_weights": Got("error", 0, 8),
        "self_attention": partly(6, 8),
    },
    "umar-farouk": {"softmax": partly(11, 12)},  # all right, but in the caller's array
    # The sizes never fit, so the star always raises; d_v is never d_model.
    "vera-ivanova": {
        "weighted_values": Got("error", 0, 8, ("element-by-element",)),
        "self_attention": wrong("raw-values", groups=8),
    },
    "wei-zhang": {"softmax": wrong(groups=12)},
}
GRADED = sorted(name for name, got in EXPECTED.items() if got != UNREADABLE)


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
        timeout=300,
    )


@pytest.fixture(scope="session")
def graded(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("graded") / "out"
    done = command("grade", SAMPLE, "--out", folder, "--seed", SEED, "--jobs", 2)
    return Run(done.returncode, done.stdout + done.stderr, folder)


def test_some_could_not_be_graded(graded):
    assert graded.status == 1, graded.said
    assert "22 of 24 submissions graded" in graded.said
    for student in ("mateo", "nadia", "olu", "petra", "priya"):
        assert f"\n  {student}-" in graded.said
    assert "Traceback" not in graded.said


def test_everybody_gets_every_file(graded):
    for folder, ending in (("results", "json"), ("feedback", "html")):
        made = {path.name for path in (graded.folder / folder).iterdir()}
        assert made == {f"{student}.{ending}" for student in EXPECTED}
    for path in (graded.folder / "feedback").iterdir():
        assert path.stem in read(path.read_text(encoding="utf-8")).text
    report = read((graded.folder / "report.html").read_text(encoding="utf-8")).text
    assert "priya-sharma" in report
    assert "amara-okafor" not in report


@pytest.mark.parametrize("student", GRADED)
def test_a_student_gets_what_the_answers_deserve(graded, student):
    result = graded.result(student)
    assert result["status"] == "graded"
    assert [e["id"] for e in result["exercises"]] == [f"numpy.{name}" for name in POINTS]
    total = 0.0
    for exercise, (name, most) in zip(result["exercises"], POINTS.items(), strict=True):
        expected = EXPECTED[student].get(name)
        if expected is None:
            assert (exercise["status"], exercise["points"]) == ("passed", most), name
            assert all(case["passed"] for case in exercise["cases"])
            total += most
            continue
        cases = [case["passed"] for case in exercise["cases"]]
        found = Got(
            exercise["status"], sum(cases), len(cases), tuple(exercise["misconceptions"])
        )
        assert found == expected, (name, exercise["message"])
        assert exercise["points"] == pytest.approx(expected.points(most), abs=1e-4)
        total += expected.points(most)
    assert result["score"] == pytest.approx(total, abs=1e-3)
    assert result["max_score"] == sum(POINTS.values())


@pytest.mark.parametrize(
    ("student", "words"),
    [("petra-horvat", "not a whole notebook"), ("priya-sharma", "is empty")],
)
def test_an_unreadable_file_has_no_score(graded, student, words):
    result = graded.result(student)
    assert (result["status"], result["score"]) == (UNREADABLE, None)
    assert words in result["message"]
    page = (graded.folder / "feedback" / f"{student}.html").read_text(encoding="utf-8")
    assert "This is no zero" in read(page).text


@pytest.mark.parametrize("student", sorted(EXPECTED))
def test_the_result_has_its_documented_form(graded, student):
    result = graded.result(student)
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
    assert set(rows) == set(EXPECTED)
    assert float(rows["amara-okafor"]["score"]) == 11
    assert float(rows["kofi-mensah"]["score"]) == 0
    for student in ("petra-horvat", "priya-sharma"):
        assert (rows[student]["status"], rows[student]["score"]) == (UNREADABLE, "")


def test_the_gradebook_holds_everybody(graded):
    book = sqlite3.connect(f"file:{graded.folder / 'gradebook.sqlite'}?mode=ro", uri=True)
    try:
        kept = dict(book.execute("SELECT student, status FROM results").fetchall())
    finally:
        book.close()
    assert set(kept) == set(EXPECTED)
    assert sorted(kept.values()).count("graded") == len(GRADED)


def test_the_script_still_makes_this_class(tmp_path):
    """The same files; their text is the chapter's of the day they were made."""
    script = SAMPLE / "make_sample_class.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)

    def files(folder: Path) -> set[str]:
        return {p.relative_to(folder).as_posix() for p in folder.rglob("*.ipynb")}

    assert files(tmp_path) == files(SAMPLE)
    assert {name.split("/")[0].removesuffix(".ipynb") for name in files(SAMPLE)} == set(
        EXPECTED
    )
