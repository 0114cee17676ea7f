"""Canvas's gradebook, made and filled."""

from dataclasses import replace

import pytest

from autograder.exercise.status import SubmissionStatus
from autograder.export import canvas
from autograder.export.files import ExportProblem
from autograder.export.template import Template, chosen_column, read_template
from export.class_of_five import (
    AWKWARD,
    FIXTURES,
    cells,
    column,
    student,
    the_class,
    would_compute,
)

GRADEBOOK = FIXTURES / "canvas_gradebook.csv"
WEEK = "Week 3 (902)"


@pytest.fixture
def template() -> Template:
    return read_template(GRADEBOOK)


def filled(template: Template, assignment: str = WEEK) -> bytes:
    return canvas.from_template(template, the_class(), assignment).data


def told(template: Template, assignment: str = WEEK) -> str:
    return "\n".join(canvas.from_template(template, the_class(), assignment).notes)


class TestMade:
    """Without a template: the columns that Canvas looks for, in its order."""

    def test_headers_and_points(self):
        header, points, first, *_ = cells(canvas.gradebook(the_class(), WEEK).data)
        assert header == [*cells(GRADEBOOK.read_bytes())[0][:5], WEEK]
        assert points == ["    Points Possible", "", "", "", "", "14"]
        assert first == ["Ada Lovelace", "1001", "", "ada", "", "14"]

    def test_an_unknown_score_is_empty_and_a_zero_is_a_zero(self):
        scores = column(canvas.gradebook(the_class(), WEEK).data, WEEK, by=3)
        assert (scores["emmy"], scores["eve"]) == ("", "0")

    @pytest.mark.parametrize("name", AWKWARD)
    def test_a_name_comes_back_on_one_line(self, name):
        row = cells(canvas.gradebook([student("x", name, 1.0)], WEEK).data)[2]
        assert row[0] == " ".join(name.split())

    def test_the_universitys_number_is_not_taken_for_canvas_own(self):
        grades = [student("x", "X", 1.0, ID="1002"), student("y", "Y", 1.0, ID="7")]
        rows = cells(canvas.gradebook(grades, WEEK).data)[2:]
        assert [row[1] for row in rows] == ["", ""]
        known = student("x", "X", 1.0, **{"ID": "1002", "SIS Login ID": "x1"})
        row = cells(canvas.gradebook([known], WEEK).data)[2]
        assert row[1:4] == ["1002", "", "x1"]

    def test_an_assignment_must_be_named(self):
        with pytest.raises(ExportProblem, match="Say which assignment"):
            canvas.gradebook(the_class(), "")

    def test_an_assignment_without_its_number_is_said_to_be_new(self):
        assert "makes a new assignment" in canvas.gradebook([], "Week 3").notes[0]


class TestFilled:
    """A gradebook that Canvas exported: one column is filled, the rest stays."""

    def test_only_that_column_changes_and_hostile_names(self, template):
        whole, after = cells(GRADEBOOK.read_bytes()), cells(filled(template))
        kept = [*range(5), whole[0].index(WEEK)]  # of no other assignment
        before = [[row[i] for i in kept] for row in whole]
        place = before[0].index(WEEK)
        assert after[0] == before[0]
        changed = {
            (number, title)
            for number, (old, new) in enumerate(zip(before, after, strict=True))
            for title, one, other in zip(before[0], old, new, strict=True)
            if one != other
        }
        # Ada, Grace, Eve; and the name that Canvas's own quoting lets through.
        assert changed == {(3, WEEK), (4, WEEK), (5, WEEK), (5, "Student")}
        assert [row[place] for row in after[3:6]] == ["14", "7.5", "0"]
        assert not would_compute(after[5][0])

    def test_who_is_excused_stays_excused(self, template):
        assert column(filled(template), WEEK, by=1)["1004"] == "EX"
        assert "May not be changed, the cell is as it was: Turing, Alan" in told(template)

    def test_an_unknown_score_leaves_what_a_person_may_have_given(self, template):
        assert column(filled(template), WEEK, by=1)["1005"] == "4.00"
        assert "Score not known, the cell is as it was: Noether, Emmy" in told(template)

    def test_who_handed_in_nothing_is_said_to_have(self, template):
        emmy = replace(the_class()[-1], status=SubmissionStatus.MISSING)
        notes = canvas.from_template(template, [emmy], WEEK).notes
        assert "Handed in nothing, the cell is as it was: Noether, Emmy." in notes

    def test_strangers_are_named(self, template):
        assert "Only in canvas_gradebook.csv: Student, Test." in told(template)

    def test_points_are_scaled_to_canvas_own(self, template):
        scores = column(filled(template, "Week 2 (901)"), "Week 2 (901)", by=1)
        assert (scores["1001"], scores["1002"]) == ("10", "5.3571")
        assert "Scaled from 14 points to the column's 10: " in told(
            template, "Week 2 (901)"
        )

    @pytest.mark.parametrize("name", ["Week 3", WEEK])
    def test_the_assignment_is_found_with_or_without_its_number(self, template, name):
        assert column(filled(template, name), WEEK, by=1)["1001"] == "14"

    @pytest.mark.parametrize(
        ("assignment", "words"),
        [
            ("", "no column that may be meant, so name one"),
            ("Week 9", "has no column 'Week 9'. It has: 'Week 2"),
            ("Current Score", "has no column"),  # Canvas computes it
            ("Section", "has no column"),
        ],
    )
    def test_a_column_that_cannot_be_filled_is_refused(self, template, assignment, words):
        with pytest.raises(ExportProblem, match=words):
            canvas.from_template(template, the_class(), assignment)

    def test_first_and_last_names_in_columns_of_their_own(self, tmp_path):
        path = tmp_path / "two.csv"
        path.write_text(
            "LastName,FirstName,ID,SIS Login ID,Section,Week 3 (902)\n"
            "    Points Possible,,,,,14\n@Lovelace,Ada,1001,ada,,\n"
        )
        made = canvas.from_template(read_template(path), the_class(), "")
        assert cells(made.data)[2] == ["'@Lovelace", "Ada", "1001", "ada", "", "14"]

    def test_semicolons_and_the_byte_order_mark_stay(self, tmp_path):
        path = tmp_path / "german.csv"
        text = "Student;ID;SIS Login ID;Section;Week 3 (902)\r\n"
        text += "    Points Possible;;;;14,00\r\nLovelace, Ada;1001;ada;;\r\n"
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        data = canvas.from_template(read_template(path), the_class(), WEEK).data
        assert data == path.read_bytes().replace(b";ada;;\r", b";ada;;14\r")

    def test_two_with_the_same_id_get_nothing_by_it(self, template):
        twins = [
            student("one", "One", 1.0, canvas_id="1001"),
            student("two", "Two", 2.0, canvas_id="1001"),
            student("grace", "Grace Hopper", 7.5),
        ]
        scores = column(canvas.from_template(template, twins, WEEK).data, WEEK, by=1)
        assert (scores["1001"], scores["1002"]) == ("", "7.5")

    def test_a_name_counts_only_when_it_is_one_students(self, template):
        by_name = [student("x9", "Ada Lovelace", 5.0)]
        made = canvas.from_template(template, by_name, WEEK)
        assert column(made.data, WEEK, by=1)["1001"] == "5"
        assert "Found by their name alone, look at them: 1." in made.notes
        two = [*by_name, student("x8", "Ada Lovelace", 1.0)]
        with pytest.raises(ExportProblem, match=r"No row of canvas_gradebook\.csv"):
            canvas.from_template(template, two, WEEK)

    @pytest.mark.parametrize(
        ("second", "canvas_id", "points"),
        [("Ada Lovelace", "", ""), ("A. Lovelace", "2", "5")],
        ids=["two rows", "one by its id"],
    )
    def test_a_name_counts_only_where_it_is_one_rows(
        self, tmp_path, second, canvas_id, points
    ):
        path = tmp_path / "twins.csv"
        head = "Student,ID,SIS Login ID,Section,Week 3 (902)\n    Points Possible,,,,14\n"
        rows = f"Ada Lovelace,1,a,,\n{second},2,b,,\nGrace Hopper,3,c,,\n"
        path.write_text(head + rows)
        grades = [student("x", "Ada Lovelace", 5.0, canvas_id=canvas_id)]
        grades += [student("grace", "Grace Hopper", 7.5)]
        made = canvas.from_template(read_template(path), grades, WEEK)
        scores = column(made.data, WEEK, by=1)
        assert (scores["1"], scores["2"], scores["3"]) == ("", points, "7.5")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "has no rows"),
        (b"Student,ID\n", "has no rows"),
        (b"Name,Mark\nAda,1\n", "no gradebook from Canvas"),
        ("Student,ID,Section,W\nZo\xeb,1,,\n".encode("latin-1"), "is not UTF-8"),
        (b'Student,ID,Section,W\n"' + b"x" * 200_000, "is no CSV table"),
    ],
    ids=["empty", "header only", "another table", "latin-1", "torn"],
)
def test_what_is_no_template_is_refused(tmp_path, content, words):
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(ExportProblem, match=words):
        canvas.from_template(read_template(path), the_class(), "W")


@pytest.mark.parametrize(
    ("columns", "taken", "chosen"),
    [
        ({"Heat (1)": "", "Cooling (2)": "", "Flow (3)": ""}, (), "Cooling (2)"),
        ({"02 COOLING": "5", "Flow (3)": ""}, (), "02 COOLING"),
        ({"Week 2 (1)": "5", "Week 3 (2)": "", "Week 4 (3)": "EX"}, {"Week 4 (3)"},
         "Week 3 (2)"),
        ({"Week 2 (1)": "0", "Week 3 (2)": "N/A"}, (), "Week 3 (2)"),
        ({"Week 2 (1)": "", "Week 3 (2)": ""}, (), "more than one column that"),
        ({"Week 2 (1)": ""}, {"Week 2 (1)"}, "no column that may be meant"),
        ({}, (), "no column that may be meant.*It has: none"),
    ],
)  # fmt: skip
def test_the_column_that_nobody_names_is_the_only_one_it_can_be(columns, taken, chosen):
    header = ["Student", "ID", "Section", *columns]
    possible = ["    Points Possible", "", "", *("5" for _ in columns)]
    rows = [possible, ["", "", "", *("Manual Posting" for _ in columns)]]
    rows += [["Lee, Ada", "1", "", *columns.values()]]
    names, table = ("Cooling", "02-cooling"), Template("c.csv", header, rows, ",", False)
    candidates = canvas.assignments(table)
    if "column that" in chosen:
        with pytest.raises(ExportProblem, match=chosen):
            chosen_column(table, "", candidates, names, taken)
    else:
        assert chosen_column(table, "", candidates, names, taken) == chosen
