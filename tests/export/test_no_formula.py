"""No cell of any table begins a formula, whichever separator it is opened with."""

import csv
import io
import re
import tempfile
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.export import canvas, feedback_files, moodle, tables
from autograder.export.template import read_template
from autograder.gradebook.final import FinalGrade
from autograder.pages.cells import harmless
from autograder.reporting.outputs import write_grades, write_table
from export.class_of_five import student

SEPARATORS = ",;\t"
# What a spreadsheet leaves out before a cell: blanks, marks nobody sees, quotes.
BLANK = {"Cc", "Cf", "Zs", "Zl", "Zp", "Pi", "Pf"}
# "-5" and "+me@uni.example": they compute nothing, and other systems know them so.
KNOWN = re.compile(r"[\w.@+-]*|\s*[+-]?\d+[.,]?\d*\s*", re.ASCII)

PARTS = (
    *("=", "=1+1", '=HYPERLINK("x")', "+", "-", "@SUM(A1)", "|calc", "＝1", "﹦1", "⁼1"),
    *("＋1", "－1", "＠x", ";", ",", "\t", '"', '""', "'", "“", " ", "\xa0", "\u200b"),
    *("\r", "\n", "\x0b", "\x00", "\x1f", "\u202e", "\u2028", "\ufeff", "Ada", "x y"),
)
TROUBLE = st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join)


def begins_a_formula(cell: str) -> bool:
    left = cell
    while left and (left[0] in '"`' or unicodedata.category(left[0]) in BLANK):
        left = left[1:]
    signs = unicodedata.normalize("NFKC", left[:1]) in ("=", "+", "-", "@")
    alone = not left[1:].strip()  # Moodle's "-" for no date
    return signs and not alone and not KNOWN.fullmatch(cell.strip('"\t\r\n'))


def ways_to_read(data: bytes) -> list[list[list[str]]]:
    """The table as spreadsheets of several countries open it, and what knows no quotes."""
    text = data.decode("utf-8-sig")
    return [
        list(csv.reader(io.StringIO(text, newline=""), delimiter=sign, quoting=quoting))
        for sign in SEPARATORS
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE)
    ]


def as_table(rows: list[list[str]], delimiter: str = ",") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    return out.getvalue().encode()


def in_file(write: Callable[[Path], object]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "table.csv"))
        return Path(folder, "table.csv").read_bytes()


def filled(rows: list[list[str]], delimiter: str, grade: FinalGrade) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "template.csv")
        path.write_bytes(as_table(rows, delimiter))
        system = moodle if "Identifier" in rows[0] else canvas
        return system.from_template(read_template(path), [grade], "").data


def canvas_rows(text: str) -> list[list[str]]:
    header = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 3 (1)"]
    points = ["Points Possible", "", "", "", "", "14"]
    return [header, points, [text, "7", "", text, text, ""]]


def moodle_rows(text: str) -> list[list[str]]:
    header = ["Identifier", "Full name", "Email address", "Grade", "Online text"]
    modified = "Last modified (grade)"
    return [[*header, modified], ["Participant 7", text, "x@uni.example", "", text, "-"]]


MADE: dict[str, Callable[[FinalGrade, str], bytes]] = {
    "csv": lambda grade, text: tables.as_csv([grade]).data,
    "nbgrader": lambda grade, text: tables.for_nbgrader([grade], text).data,
    "canvas": lambda grade, text: canvas.gradebook([grade], "W").data,
    "moodle": lambda grade, text: moodle.gradebook([grade], "W").data,
    "mail": lambda grade, text: feedback_files.mail(
        [grade], {grade.student: b""}, {grade.student: "a"}, "W"
    )[0]["mail.csv"],
    "grades.csv": lambda grade, text: in_file(lambda p: write_grades(p, [grade], [text])),
    "any other": lambda grade, text: in_file(lambda p: write_table(p, [[text, 1.5]])),
}
for sign in SEPARATORS:
    MADE |= {
        f"canvas's with {sign!r}": lambda grade, text, sign=sign: filled(
            canvas_rows(text), sign, grade
        ),
        f"moodle's with {sign!r}": lambda grade, text, sign=sign: filled(
            moodle_rows(text), sign, grade
        ),
    }


@pytest.mark.parametrize("name", MADE)
@given(text=TROUBLE)
def test_no_cell_begins_a_formula(name, text):
    known = {"canvas_id": "7", "Identifier": "7", "ID number": text, "SIS Login ID": text}
    grade = replace(
        student("ada", text, 3.0, **known), section=text, notes=(text,), student=text
    )
    data = MADE[name](replace(grade, email="x@uni.example"), text)
    found = [
        cell
        for table in ways_to_read(data)
        for row in table
        for cell in row
        if begins_a_formula(cell)
    ]
    assert found == []


@given(TROUBLE)
def test_what_is_harmless_stays_as_it_is(text):
    assert harmless(harmless(text)) == harmless(text)
