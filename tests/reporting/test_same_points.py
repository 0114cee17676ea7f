"""A student's points are the same number wherever they stand."""

import csv
import email
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.cli import main
from autograder.export import lti
from autograder.gradebook.course_file import load_course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.journal import Review
from autograder.gradebook.reviews import grades_of, group_of
from autograder.gradebook.roster import Roster, Student
from autograder.pages.render import points
from autograder.reporting.outputs import write_outputs
from tests import made_results as made

WHO = "grace"
IDS = [exercise.id for exercise in made.EXERCISES]
AMOUNTS = st.integers(1, 80).map(lambda quarters: quarters / 4)
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 3 (902)
    Points Possible,,,,,{most}
Grace Hopper,1002,,grace,,
"""
MOODLE = """Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)
Participant 7,Grace Hopper,grace@example.org,,{most},-
"""


@dataclass(frozen=True)
class Case:
    """A course file, what people decided, and what another system counts."""

    course: str
    by_hand: float | None
    verdict: float | None
    most: float


@st.composite
def cases(draw: st.DrawFn) -> Case:
    worth = draw(st.dictionaries(st.sampled_from(IDS), AMOUNTS, max_size=3))
    bonus = draw(st.lists(st.sampled_from(IDS), max_size=2, unique=True))
    excused = draw(st.sampled_from(("", *IDS)))
    rate = draw(st.sampled_from((0.0, 0.125, 0.3)))
    lines = [f"bonus = {json.dumps(bonus)}", 'timezone = "UTC"', "[points]"]
    lines += [f'"{name}" = {amount}' for name, amount in worth.items()]
    lines += ["[late]", 'policy = "per_day"', f"rate = {rate}"]
    lines += [
        "[[assignments]]",
        'name = "out"',
        'title = "Spring"',
        "due = 2026-03-01T12:00:00",
    ]
    lines += ['chapters = ["03-numpy"]']
    lines += ["[[excused]]", f'exercise = "{excused}"', 'reason = "Ill."'] * bool(excused)
    given = st.none() | st.sampled_from((0.0, 0.125, 0.25))
    return Case("\n".join(lines), draw(given), draw(given), draw(AMOUNTS))


def graded(folder: Path, case: Case) -> None:
    """One student's work, as it is stored, read, decided on and written."""
    (folder / "course.toml").write_text(case.course)
    course = load_course(folder / "course.toml", made.KEY).for_assignment("out")
    wrong = made.holding("softmax", "wrong-axis")
    result = replace(made.submission(WHO, softmax=wrong), handed_in="2026-03-02T18:00Z")
    ids = {"canvas_id": "1002", "canvas_upload": "5", "Identifier": "7"}
    person = Student(WHO, "Grace Hopper", "grace@example.org", ids=ids)
    with Gradebook(folder / "out") as book:
        book.store(result, "")
        book.remember("roster", Roster((person,), complete=True).to_json())
        book.remember("course", course.to_json())
        book.remember("key", "solutions")
        if case.verdict is not None:
            what = "numpy.softmax", group_of(wrong), "Nearly.", case.verdict
            book.journal.add_review(Review(0, "", "Emmy", *what), 0)
        if case.by_hand is not None:
            book.override(WHO, "numpy.self_attention", case.by_hand, "Oral exam.")
        write_outputs(book, folder / "out")


def typed(folder: Path, *words: object) -> str:
    typed_ = [str(folder / word) if isinstance(word, Path) else str(word) for word in words]
    done = CliRunner().invoke(main, typed_)
    assert done.exit_code == 0, done.output
    return done.stdout


def cell(text: str, column: str) -> str:
    (row,) = csv.DictReader(io.StringIO(text.lstrip("\ufeff")))
    return row[column]


def exported(folder: Path, kind: str, *more: object) -> str:
    return typed(folder, "export", Path("out"), "--format", kind, *more)


def last_of_canvas(text: str) -> str:
    return text.splitlines()[-1].rpartition(",")[2]


def of_gradescope(folder: Path) -> float:
    exported(folder, "gradescope", "-o", Path("scope"))
    (file,) = (folder / "scope").iterdir()
    return json.loads(file.read_text())["score"]


def of_mail(folder: Path) -> str:
    exported(folder, "mail", "-o", Path("mail"))
    message = email.message_from_bytes((folder / "mail" / "grace.eml").read_bytes())
    body = next(p for p in message.walk() if p.get_content_type() == "text/plain")
    return re.search(r"You have ([\d.]+) of", body.get_payload())[1]


def shown(folder: Path, results: Path) -> str:
    text = typed(folder, "show", results, WHO)
    return re.search(r"^Spring: ([\d.]+)", text, re.M)[1]


def of_term(folder: Path) -> str:
    typed(folder, "term", Path("course.toml"), "--out", Path("term"))
    return cell((folder / "term" / "parts.csv").read_text("utf-8"), "score")


def of_lti(folder: Path) -> float:
    with Gradebook(folder / "out", create=False) as book:
        member = {"user_id": "u", "email": "grace@example.org"}
        sent, _ = lti.scores(grades_of(book), [member])
    return sent[WHO]["scoreGiven"]


PLACES: dict[str, Callable[[Path], object]] = {
    "grades.csv": lambda f: cell((f / "out" / "grades.csv").read_text("utf-8"), "score"),
    "results": lambda f: json.loads((f / "out/results/grace.json").read_text())["score"],
    "feedback": lambda f: re.search(
        r'class="score number"><strong>([\d.]+)<',
        (f / "out/feedback/grace.html").read_text(),
    )[1],
    "show": lambda f: shown(f, Path("out")),
    "csv": lambda f: cell(exported(f, "csv"), "score"),
    "jsonl": lambda f: json.loads(exported(f, "jsonl"))["score"],
    "nbgrader": lambda f: cell(exported(f, "nbgrader"), "score"),
    "canvas": lambda f: last_of_canvas(exported(f, "canvas")),
    "moodle": lambda f: cell(exported(f, "moodle"), "Spring"),
    "gradescope": of_gradescope,
    "mail": of_mail,
    "lti": of_lti,
    "show of the term": lambda f: shown(f, Path("course.toml")),
    "term": of_term,
}
# On the scale of the other system: the template that it fills, and the cell there.
TEMPLATES = {
    "canvas": (CANVAS, last_of_canvas),
    "moodle": (MOODLE, lambda text: cell(text, "Grade")),
}


@settings(max_examples=25, deadline=None, database=None)
@given(cases())
def test_every_place_says_the_same_points(case):
    with TemporaryDirectory() as made_:
        folder = Path(made_)
        graded(folder, case)
        with Gradebook(folder / "out", create=False) as book:
            (grade,) = grades_of(book)
        assert {n: points(float(of(folder))) for n, of in PLACES.items()} == dict.fromkeys(
            PLACES, points(grade.score)
        )
        for kind, (template, read) in TEMPLATES.items():
            (folder / "template.csv").write_text(template.format(most=case.most))
            fill = "--template", Path("template.csv"), "-o", Path(f"{kind}.filled")
            exported(folder, kind, *fill)
            there = float(read((folder / f"{kind}.filled").read_text()))
            assert there == pytest.approx(
                grade.score * case.most / grade.max_points, abs=1e-4
            )
            record = typed(folder, "show", Path("out"), WHO)
            assert re.search(rf"{kind}\.filled, ([\d.]+) point", record)[1] == points(there)
