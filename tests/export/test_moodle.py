"""Moodle's grading worksheet and gradebook."""

import re

import pytest

from autograder.export import moodle
from autograder.export.files import BOM, ExportProblem
from autograder.export.template import read_template
from export.class_of_five import (
    FIXTURES,
    cells,
    column,
    student,
    the_class,
    would_compute,
)

WORKSHEET = FIXTURES / "moodle_worksheet.csv"
GRADEBOOK = FIXTURES / "moodle_gradebook.csv"
WEEK = "Assignment: Week 3 (Real)"


class TestWorksheet:
    def made(self):
        return moodle.from_template(read_template(WORKSHEET), the_class(), "")

    def test_grades_go_by_identifier_and_on_moodles_scale(self):
        grades = column(self.made().data, "Grade")
        assert grades["Participant 501"] == "100"
        assert grades["Participant 502"] == "53.5714"
        assert grades["Participant 503"] == "0"
        assert "Scaled from 14 points to the column's 100: 3 rows." in " ".join(
            self.made().notes
        )

    def test_a_locked_grade_and_an_unknown_score_stay(self):
        grades = column(self.made().data, "Grade")
        assert (grades["Participant 504"], grades["Participant 505"]) == ("50.00", "")

    def test_everything_else_stays_feedback_of_two_lines_too(self):
        before, after = cells(WORKSHEET.read_bytes()), cells(self.made().data)
        kept = [i for i, t in enumerate(before[0]) if t not in ("Grade", "Full name")]
        old, new = ([[row[i] for i in kept] for row in rows] for rows in (before, after))
        assert new == old
        assert self.made().data.decode().startswith(BOM)
        assert not would_compute(after[3][1])

    def test_it_finds_a_student_by_address_too(self):
        grades = [student("ada", "Somebody", 7.0)]
        made = moodle.from_template(read_template(WORKSHEET), grades, "")
        assert column(made.data, "Grade")["Participant 501"] == "50"

    @pytest.mark.parametrize("title", ["Grade", "Last modified (grade)"])
    def test_a_worksheet_without_what_moodle_asks_for_is_refused(self, tmp_path, title):
        path = tmp_path / "w.csv"
        text = WORKSHEET.read_text(encoding="utf-8")
        path.write_text(re.sub(rf"\"?{re.escape(title)}\"?,", "Other,", text, count=1))
        with pytest.raises(ExportProblem, match=f"no column '{re.escape(title)}'"):
            moodle.from_template(read_template(path), the_class(), "")


class TestGradebook:
    def test_a_template_has_one_column_filled(self):
        made = moodle.from_template(read_template(GRADEBOOK), the_class(), WEEK)
        assert column(made.data, WEEK, by=5) == {
            "ada@example.org": "14",
            "grace@example.org": "7.5",
            "eve@example.org": "0",
        }
        assert not any(would_compute(c) for row in cells(made.data) for c in row)

    def test_made_without_a_template_it_has_moodles_titles(self):
        made = moodle.gradebook(the_class(), "Week 3")
        header, ada, *_, emmy = cells(made.data)
        theirs = cells(GRADEBOOK.read_bytes())[0]
        assert header == [*theirs[:3], theirs[5], "Week 3"]
        assert ada == ["Ada", "Lovelace", "", "ada@example.org", "14"]
        assert emmy[-1] == ""

    def test_who_moodle_cannot_find_is_counted(self):
        from dataclasses import replace

        nobody = replace(student("x", "X", 1.0), email="")
        assert "Students with neither: 1." in moodle.gradebook([nobody], "W").notes[0]

    def test_the_column_must_be_named(self):
        with pytest.raises(ExportProblem, match="--assignment"):
            moodle.gradebook(the_class(), "")

    def test_another_table_is_refused(self):
        template = read_template(FIXTURES / "canvas_gradebook.csv")
        with pytest.raises(ExportProblem, match="neither a grading worksheet nor"):
            moodle.from_template(template, the_class(), "")
