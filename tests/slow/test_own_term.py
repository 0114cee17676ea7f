"""An own term of 300 students, by documented commands alone: every point is explained."""

import csv
import json
import re
import zipfile
from pathlib import Path

import pytest
from making import content, typed

from tests.authoring.test_own_course_guide import BLOCK, GUIDE

pytestmark = pytest.mark.slow
NUMBERS = range(1, 301)
COURSE = """
title = "Heat"
timezone = "UTC"
roster = "roster.csv"
attempts = "last on time"
[[assignments]]
name = "week-1"
chapters = ["01-first"]
due = 2026-03-01T12:00:00
[[assignments]]
name = "week-2"
chapters = ["02-means"]
due = 2026-03-08T12:00:00
weight = 2
[term]
missing = "zero"
[late]
policy = "per_day"
rate = 0.1
free_days = 1
[[excused]]
student = "s020"
assignment = "week-2"
reason = "Ill."
"""
STUBS = {"01-first": "first.normalise", "02-means": "means.row_means"}
ANSWERS = {
    "01-first": (
        "def normalise(x):\n    return x / x.sum(axis=-1, keepdims=True)",
        "def normalise(x):\n    return x / x.sum()",
        "def normalise(x):\n    return x",
    ),
    "02-means": (
        "def row_means(x):\n    return x.mean(axis=-1)",
        "def row_means(x):\n    return x.mean(axis=0)",
        "def row_means(x):\n    raise NotImplementedError",
    ),
}


def run(folder: Path, *words: object, status: int = 0) -> str:
    done = typed(folder, *words)
    assert done.returncode == status, (words, done.stdout, done.stderr[-2000:])
    return done.stdout


def answered(given: Path, chapter: str, number: int) -> bytes:
    """A notebook that was handed out, with one of three answers; one of 50 is damaged."""
    notebook = json.loads(given.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        mark = cell["metadata"].get("exercise", {})
        if mark == {"id": STUBS[chapter], "role": "stub"}:
            cell["source"] = ANSWERS[chapter][number % 3]
    data = json.dumps(notebook).encode()
    return data[:200] if number % 50 == 0 else data


@pytest.fixture(scope="module")
def term(tmp_path_factory) -> Path:
    """Two graded weeks: the first as Canvas's zip, the second as Moodle's."""
    parent = tmp_path_factory.mktemp("own")
    run(parent, "new-course", "heat", "--title", "Heat")
    here = parent / "heat"
    cells = [s for kind, s in BLOCK.findall(GUIDE.read_text("utf-8")) if kind == "python"]
    (here / "sources").mkdir()
    (here / "sources" / "02-means.ipynb").write_text(json.dumps(content(*cells)))
    run(here, "from-notebook", "sources/02-means.ipynb", "--prefix", "means")
    run(here, "verify")
    (here / "course.toml").write_text(COURSE)
    run(here, "release", "--course", "course.toml", "--out", "../for-students")
    rows = ["id,name,canvas_id,moodle_id,handed_in"]
    for n in NUMBERS:
        late = 2 if n % 10 == 0 else 1  # a day and more after the first date
        rows.append(f"s{n:03},Student {n:03},{n},{n + 1000},2026-03-0{late}T11:00:00")
    (here / "roster.csv").write_text("\n".join(rows))
    given = parent / "for-students" / "notebooks"
    for week, chapter in (("week-1", "01-first"), ("week-2", "02-means")):
        with zipfile.ZipFile(here / f"{week}.zip", "w") as archive:
            for n in NUMBERS[: -1 if week == "week-2" else None]:  # the last is missing
                data = answered(given / f"{chapter}.ipynb", chapter, n)
                name = f"student{n:03}_{n}_{n + 5000}_{chapter}.ipynb"
                if week == "week-2":
                    place = f"Student {n:03}_{n + 1000}_assignsubmission_file_"
                    name = f"{place}/{chapter}.ipynb"
                archive.writestr(name, data)
        wanted = ("--course", "course.toml", "--assignment", week)
        said = run(here, "grade", f"{week}.zip", *wanted, status=1)
        assert "6 things could not be graded" in said or "5 things" in said
        for n in range(50, 301, 50):
            if (week, n) != ("week-2", 300):
                by_hand = ("--points", 1, "--reason", "On paper.", "--by", "Emmy")
                run(here, "override", week, f"s{n:03}", *by_hand)
    run(here, "term", "course.toml")
    return here


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("week", ["week-1", "week-2"])
def test_whoever_has_less_than_all_reads_why(term, week):
    for row in rows_of(term / week / "grades.csv"):
        if row["status"] == "missing" or row["score"] == row["max_score"]:
            continue
        result = json.loads(
            (term / week / "results" / f"{row['student']}.json").read_text()
        )
        lost = [e for e in result["exercises"] if e["points"] != e["max_points"]]
        explained = all(e["message"] for e in lost) and (lost or row["notes"])
        assert explained or "late" in row["notes"], row


def test_every_total_is_the_sum_that_the_page_shows(term):
    totals = rows_of(term / "term" / "term.csv")
    assert len(totals) == len(NUMBERS)
    parts = rows_of(term / "term" / "parts.csv")
    assert all(row["why"] or row["score"] for row in parts)
    for row in totals:
        terms = re.findall(r"([\d.]+) × ([\d.]+) %", row["how"])
        weights = sum(float(weight) for weight, _ in terms)
        total = sum(float(weight) * float(part) for weight, part in terms) / weights
        assert float(row["total"]) == pytest.approx(total, abs=0.01), row
