"""A term of forty students, from the hand-ins to the export, as a team would have it."""

import csv
import json
import os
import re
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from making import (
    FIXED_POINTS,
    IMPORTS,
    MEAN_CELSIUS,
    OFFSET_AFTER,
    PREDICT,
    STUB,
    TO_CELSIUS,
    autograder,
    check,
    notebook,
)

from tests.review.conftest import served_to
from tests.site.view import View

pytestmark = [pytest.mark.slow, pytest.mark.browser]
STUDENTS = [f"s{number:02}" for number in range(1, 41)]
NOW = "2026-11-01T00:00:00+00:00"
DUE = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()
DAY = 86_400
NO_NUMBER = ("", "excused")
COURSE = """
title = "Weather"
timezone = "UTC"
roster = "roster.csv"
file_dates = true

[[assignments]]
name = "week-1"
chapters = ["01-temperatures"]
due = 2026-03-01T12:00:00+00:00
weight = 2

[[assignments]]
name = "week-2"
chapters = ["02-statistics"]
due = 2026-03-01T12:00:00+00:00
weight = 1

[[assignments]]
name = "week-3"
chapters = ["03-scales"]
due = 2026-03-01T12:00:00+00:00
weight = 3

[term]
drop_lowest = 1
missing = "zero"
out_of = 60

[late]
policy = "per_day"
rate = 0.1
cap = 0.5

[[extensions]]
student = "s03"
assignment = "week-1"
days = 2

[[excused]]
student = "s20"
assignment = "week-2"
reason = "Ill."

[[excused]]
exercise = "temperature.predict"
"""
TRIPLED = "def to_celsius(fahrenheit):\n    return fahrenheit * 3 - 7"
STANDARDISE = "def standardise(x):\n    return (x - x.mean(0)) / x.std(0)"
CENTRED = "def standardise(x):\n    return x - x.mean(0)"
SPREAD = "def standardise(x):\n    return x / x.std(0)"


STUBS = {
    "imports": IMPORTS,
    "to_celsius": STUB,
    "mean_celsius": "def mean_celsius(fahrenheit):\n    raise NotImplementedError",
    "fixed_points": "fixed_points = ...",
    "predict": "predict = ...",
    "standardise": "def standardise(x):\n    raise NotImplementedError",
    "double": "def double(x):\n    raise NotImplementedError",
    "why_offset": "why_offset = ...",
}
CHAPTERS = {
    "01-temperatures": ("to_celsius", "mean_celsius", "fixed_points", "predict"),
    "02-statistics": ("standardise",),
    "03-scales": ("double", "why_offset"),
}
PREFIXES = {"standardise": "statistics", "double": "scales", "why_offset": "scales"}
RIGHT = {
    "to_celsius": TO_CELSIUS,
    "mean_celsius": MEAN_CELSIUS,
    "fixed_points": FIXED_POINTS,
    "predict": PREDICT,
}


def handed_out(folder: Path) -> Path:
    """The notebooks of the copy that the forty get."""
    notebooks = folder / "course" / "notebooks"
    notebooks.mkdir(parents=True)
    (folder / "course" / "pyproject.toml").write_text(
        '[project]\nname = "weather"\n\n[tool.autograder]\nnotebooks = "notebooks"\n'
    )
    for chapter, names in CHAPTERS.items():
        cells = [STUBS["imports"]]
        for name in names:
            cells += [STUBS[name], check(name, PREFIXES.get(name, "temperature"))]
        (notebooks / f"{chapter}.ipynb").write_bytes(notebook(*cells))
    autograder(
        *(folder, "release", "--key", "term_key", "--root", "course", "--out", "copy"),
        status=0,
    )
    return folder / "copy" / "notebooks"


def answered(path: Path, answers: dict[str, str]) -> bytes:
    """A notebook that was handed out, with these answers in place of stubs."""
    content = json.loads(path.read_text())
    by_stub = {STUBS[name]: answer for name, answer in answers.items()}
    for cell in content["cells"]:
        cell["source"] = by_stub.get(cell["source"], cell["source"])
    return json.dumps(content).encode()


Answers = dict[str, str] | None  # None: nothing is handed in


def first_week(number: int) -> Answers:
    answer = (TO_CELSIUS, OFFSET_AFTER, TRIPLED, TO_CELSIUS)[number % 4]
    return None if number in (7, 8) else {**RIGHT, "to_celsius": answer}


def second_week(number: int) -> Answers:
    if number in (20, 12, 40):  # excused; partner of s11; missing
        return None
    names = {"imports": f"# Students: s11, s12\n{IMPORTS}"} if number == 11 else {}
    return {**names, "standardise": (STANDARDISE, CENTRED, SPREAD)[number % 3]}


def third_week(number: int) -> Answers:
    why = ("Because zero moves.", "It is a law.", "Zero moves, a factor cannot.")
    double = {"double": "def double(x):\n    return 2 * x"} if number % 5 else {}
    words = {"why_offset": f"why_offset = {why[number % 3]!r}"} if number % 7 else {}
    return {**double, **words}


def hand_in(folder: Path, out: Path, week, days_late) -> None:
    folder.mkdir()
    for number, student in enumerate(STUDENTS, 1):
        if (answers := week(number)) is not None:
            path = folder / f"{student}.ipynb"
            path.write_bytes(answered(out, answers))
            when = DUE - 3600 + DAY * days_late(number)
            os.utime(path, (when, when))


@pytest.fixture(scope="module")
def term(tmp_path_factory, tier) -> Path:
    """Three graded weeks; s02 hands week 1 in a second time."""
    folder = tmp_path_factory.mktemp("forty")
    lines = [f"{s},{'Red' if s in ('s11', 's12') else ''}" for s in STUDENTS]
    (folder / "roster.csv").write_text("\n".join(["id,group", *lines]) + "\n")
    (folder / "course.toml").write_text(COURSE)
    one, two, three = sorted(handed_out(folder).iterdir())
    hand_in(folder / "1", one, first_week, lambda n: n % 4 if n < 12 else 0)
    hand_in(folder / "2", two, second_week, lambda n: 9 if n == 30 else 0)
    hand_in(folder / "3", three, third_week, lambda _: 0)
    (folder / "again").mkdir()
    again = folder / "again" / "s02.ipynb"
    again.write_bytes(answered(one, RIGHT))
    os.utime(again, (DUE + 3 * DAY, DUE + 3 * DAY))  # her first came two days late
    unsafe = ("--unsafe-no-sandbox",) if tier == "none" else ()
    for source, name in (("1", 1), ("again", 1), ("2", 2), ("3", 3)):
        wanted = ("--course", "course.toml", "--assignment", f"week-{name}")
        autograder(folder, "grade", source, *wanted, "--key", "term_key", *unsafe, status=0)
    return folder


def write(view: View, number: int) -> None:
    """Open the first group of the list, tick an item or give points, and comment."""
    page = view.page
    page.goto(view.address)
    page.click("a.group >> nth=0")
    page.wait_for_selector("[data-key=u]")
    if not page.locator("#comment").count():  # a page of many answers in words
        page.click("a:has-text('Comment') >> nth=0")
    page.wait_for_selector("#comment")
    if page.query_selector("input[name=item]"):
        page.check("input[name=item] >> nth=0")
    else:
        page.fill("#points", "0.5")
    page.fill("#comment", f"Read as number {number}.")


def save(view: View) -> None:
    """Save what was written."""
    view.page.click("button.main")
    view.page.wait_for_load_state()


@pytest.fixture(scope="module")
def told() -> list[str]:
    """What the slower of two assistants was told, each time."""
    return []


@pytest.fixture(scope="module")
def reviewed(term, browser, told) -> Path:
    """Two assistants in two browsers write about the same groups at once."""
    for week in ("week-1", "week-3"):
        served = served_to(term, "Emmy", "Sofia", results=week)
        views = [View(browser, served.address, 1280, "light") for _ in served.links]
        for view, link in zip(views, served.links, strict=True):
            view.page.goto(link)
        for number in range(6):
            faster, slower = views if number % 2 else views[::-1]
            faster.page.goto(served.address)
            if faster.page.inner_text("h1").startswith(("0 ", "All answers")):
                break
            for view in (faster, slower):
                write(view, number)
            for view in (faster, slower):
                save(view)
            told.append(slower.page.inner_text("[role=alert]"))
        for view in views:
            assert all("409" in fault for fault in view.faults)  # that is how it is told
            view.context.close()
        assert served.stop()[0] == 130
    return term


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_slower_of_two_assistants_reads_what_the_faster_one_wrote(reviewed, told):
    assert reviewed.exists()
    assert len(told) >= 4
    for words in told:
        assert re.search(r"(Emmy|Sofia): Read as number", words)


def test_every_number_of_the_table_is_what_an_independent_script_computes(reviewed):
    autograder(reviewed, "term", "course.toml", "--key", "term_key", status=0)
    found = {row["student"]: row for row in rows(reviewed / "term" / "term.csv")}
    script = Path(__file__).with_name("recompute_term.py")
    assert len(script.read_text().splitlines()) <= 50  # short enough to be believed
    again = subprocess.run(
        [sys.executable, script, reviewed / "course.toml", NOW],
        capture_output=True,
        text=True,
        check=True,
    )
    expected = json.loads(again.stdout)
    assert len(found) == len(expected) == 40
    columns = ("week-1", "week-2", "week-3", "total")
    numbers = {
        student: {name: float(row[name]) for name in columns if row[name] not in NO_NUMBER}
        for student, row in found.items()
    }
    for student, row in expected.items():
        assert numbers[student] == pytest.approx(row, abs=2e-4), student
    totals = {student: row["total"] for student, row in numbers.items()}
    assert len(set(totals.values())) > 8  # it is no class of equals
    assert found["s20"]["week-2"] == "excused"


def test_every_total_is_the_sum_that_the_page_shows(reviewed):
    for row in rows(reviewed / "term" / "term.csv"):
        terms = re.findall(r"([\d.]+) × ([\d.]+) %", row["how"])
        weights = sum(float(weight) for weight, _ in terms)
        total = 0.6 * sum(float(weight) * float(part) for weight, part in terms) / weights
        assert float(row["total"]) == pytest.approx(total, abs=0.01), row


@pytest.mark.parametrize("week", ["week-1", "week-2", "week-3"])
def test_whoever_has_less_than_all_reads_why(reviewed, week):
    for row in rows(reviewed / week / "grades.csv"):
        if row["score"] in NO_NUMBER or row["score"] == row["max_score"]:
            continue
        record = json.loads(
            (reviewed / week / f"results/{row['student']}.json").read_text()
        )
        lost = [e for e in record["exercises"] if e["points"] != e["max_points"]]
        assert all(e["message"] for e in lost), row
        assert lost or "late" in row["notes"], row


def test_the_pair_has_one_result_and_the_second_hand_in_counts(reviewed):
    def result(week: str, student: str) -> dict:
        path = reviewed / week / "results" / f"{student}.json"
        return json.loads(path.read_text())

    one, other = (result("week-2", student) for student in ("s11", "s12"))
    assert one["notebooks"] == other["notebooks"]
    assert one["score"] == other["score"]
    shown = autograder(reviewed, "show", "week-1", "s02").stdout
    assert "a later hand-in took its place" in shown
    assert "taken off for lateness" in shown


def test_both_assistants_are_in_the_journal(reviewed):
    rows = sqlite3.connect(reviewed / "week-3" / "gradebook.sqlite").execute(
        "SELECT DISTINCT by FROM reviews"
    )
    assert {by for (by,) in rows} == {"Emmy", "Sofia"}


def test_the_export_has_everybody(reviewed):
    wanted = ("export", "course.toml", "--format", "canvas", "--key", "term_key")
    done = autograder(reviewed, *wanted, "--assignment", "Total (1)", status=0)
    assert len(done.stdout.strip().splitlines()) == 42
