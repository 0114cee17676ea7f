"""Plain tables: what spreadsheets and programs get."""

import json
from dataclasses import replace

import pytest

from autograder.exercise.status import SubmissionStatus
from autograder.export import canvas, moodle, tables
from autograder.export.people import first_and_last
from autograder.export.template import read_template
from autograder.gradebook.records import NotebookFile, SubmissionResult
from autograder.pages.cells import as_number, harmless, number, plain_id
from export.class_of_five import (
    AWKWARD,
    FIXTURES,
    HOSTILE,
    cells,
    column,
    student,
    the_class,
    would_compute,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (0.0, "0"),
        (-0.0, "0"),
        (12.0, "12"),
        (7.5, "7.5"),
        (1 / 3, "0.3333"),
        (1e7, "10000000"),
        (1e-9, "0"),
    ],
)
def test_numbers_are_written_as_people_do(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [("10.00", 10.0), ("10,5", 10.5), (" 3 ", 3.0), ("", None), ("(read only)", None)],
)
def test_numbers_are_read_with_a_point_or_comma(text, value):
    assert as_number(text) == value


@pytest.mark.parametrize("name", AWKWARD)
def test_a_name_that_is_no_formula_is_unchanged(name):
    assert harmless(name) == name


@pytest.mark.parametrize("name", HOSTILE)
def test_a_formula_is_a_text(name):
    assert harmless(name).startswith("'")
    assert harmless(name).replace("'", "") == name
    assert not would_compute(harmless(name))


@pytest.mark.parametrize("text", ["+me@example.org", "a-1", "@handle", "x_y.z"])
def test_an_id_of_plain_letters_comes_back_unchanged(text):
    assert plain_id(text) == text


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("Ada Lovelace", ("Ada", "Lovelace")),
        ("Lovelace, Ada King", ("Ada King", "Lovelace")),
        ("Juan de la Cruz", ("Juan de la", "Cruz")),
        ("Plato", ("", "Plato")),
        ("", ("", "x")),
    ],
)
def test_first_and_last_names(name, pair):
    assert first_and_last(student("x", name, 1.0)) == pair


def test_a_rosters_own_names_win():
    ids = {"First Name": "Juan", "SURNAME": "de la Cruz"}
    assert first_and_last(student("x", "J. C.", 1.0, **ids)) == ("Juan", "de la Cruz")


class TestCsv:
    def test_one_line_a_student_one_column_an_exercise(self):
        data = tables.as_csv(the_class()).data
        header, ada, *_ = cells(data)
        assert dict(zip(header, ada, strict=True)) == {
            **{"student": "ada", "name": "Ada Lovelace", "email": "ada@example.org"},
            **{"status": "graded", "points": "14", "penalty": "0", "score": "14"},
            **{"max_points": "14", "handed_in": "", "late_seconds": ""},
            **{"a.first": "2", "a.second": "12"},
        }
        assert data.startswith(b"\xef\xbb\xbf")  # or Excel shows Zo\xc3\xab

    def test_unknown_is_empty_and_zero_is_zero(self):
        data = tables.as_csv([*the_class(), student("x", "X", None, "missing")]).data
        for title in ("points", "score", "a.first", "a.second"):
            values = column(data, title)
            assert (values["emmy"], values["x"], values["eve"]) == ("", "", "0")


class TestJsonl:
    RESULT = SubmissionResult(
        "ada",
        (NotebookFile("a.ipynb", "0" * 64),),
        SubmissionStatus.GRADED,
        14.0,
        14.0,
        seed="7",
        versions={"numpy": "2"},
    )

    def lines(self, *grades):
        data = tables.as_jsonl(grades, [self.RESULT]).data
        return [json.loads(line) for line in data.decode().splitlines()]

    def test_a_line_has_the_grade_and_what_it_was_made_from(self):
        (line,) = self.lines(the_class()[0])
        assert line["exercises"][0] == {
            "id": "a.first",
            "title": "First",
            "status": "passed",
            "points": 2.0,
            "max_points": 2.0,
            "override_reason": "",
            "excused": "",
        }
        assert (line["seed"], line["versions"]) == ("7", {"numpy": "2"})
        assert line["notebooks"] == [{"name": "a.ipynb", "sha256": "0" * 64}]

    @pytest.mark.parametrize("name", [*HOSTILE, *AWKWARD, "\ud800"])
    def test_names_come_back_as_they_were_on_one_line(self, name):
        (line,) = self.lines(student("x", name, 1.0))
        assert line["name"] == name.encode(errors="replace").decode()

    def test_an_unknown_score_is_null(self):
        assert self.lines(the_class()[-1])[0]["score"] is None


class TestNbgrader:
    def test_an_unknown_score_is_empty(self):
        data = tables.for_nbgrader(the_class(), "week-3").data
        scores = column(data, "score", by=3)
        assert (scores["emmy"], scores["eve"], scores["ada"]) == ("", "0", "14")

    def test_points_and_penalty_are_apart(self):
        late = replace(the_class()[0], penalty=4.0, score=10.0)
        header, row = cells(tables.for_nbgrader([late], "week-3").data)
        found = dict(zip(header, row, strict=True))
        assert found["raw_score"] == "14"
        assert found["late_submission_penalty"] == "4"
        assert found["score"] == "10"


@pytest.mark.slow
def test_ten_thousand_students_are_all_there(tmp_path):
    grades = [
        student(f"s{i}", f"Student {i}", i % 15, canvas_id=str(i), moodle_id=str(i))
        for i in range(10_000)
    ]
    path = tmp_path / "canvas.csv"
    path.write_bytes(canvas.gradebook(grades, "Week 3 (902)").data)
    worksheet = tmp_path / "moodle.csv"
    header = (FIXTURES / "moodle_worksheet.csv").read_text(encoding="utf-8-sig")
    lines = [header.splitlines()[0]]
    lines += [f"Participant {i},S,,,,100.00,Yes,-,-," for i in range(10_000)]
    worksheet.write_text("\n".join(lines))
    filled = canvas.from_template(read_template(path), grades, "Week 3 (902)")
    sheet = moodle.from_template(read_template(worksheet), grades, "")
    made = tables.as_csv(grades), tables.as_jsonl(grades, [])
    assert filled.data == path.read_bytes()
    assert "Rows filled: 10000." in sheet.notes
    assert all(m.data.count(b"\n") >= 10_000 for m in made)
