"""A term's total: weights, the lowest dropped, excused, open, and nothing a silent zero."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import (
    Course,
    CourseProblem,
    Excuse,
    Extension,
    TermAssignment,
    TermRules,
)
from autograder.gradebook.course_file import load_course, refuse_unknown
from autograder.gradebook.final import FinalGrade, final_grades
from autograder.gradebook.records import ExerciseResult, Override, SubmissionResult
from autograder.gradebook.roster import Roster, Student
from autograder.gradebook.term import PartState, TermGrade, term_grades

NOW = datetime(2026, 6, 1, tzinfo=UTC)
TERM = """
timezone = "Europe/Paris"

[[assignments]]
name = "week-1"
title = "Temperatures"
chapters = ["01-temperatures"]
due = 2026-03-01T23:59:00
weight = 2

[[assignments]]
name = "exam"
chapters = ["statistics"]
results = "graded/exam"
always_counts = true

[term]
drop_lowest = 1
missing = "zero"
out_of = 20

[[excused]]
student = "ada"
assignment = "week-1"
reason = "Ill."

[[excused]]
exercise = "temperature.to_celsius"

[[extensions]]
student = "ben"
assignment = "exam"
days = 2
"""


def read(folder: Path, text: str, toy) -> Course:
    path = folder / "course.toml"
    path.write_text(text, encoding="utf-8")
    return load_course(path, toy)


def course(weights: str = "1 1", **rules) -> Course:
    """Assignments a, b, ... of these weights; one with a ``!`` always counts."""
    assignments = tuple(
        TermAssignment(
            name, (name,), (name,), name, weight=float(said.strip("!")),
            always_counts="!" in said,
        )
        for name, said in zip("abcdef", weights.split(), strict=False)
    )  # fmt: skip
    return Course(assignments=assignments, term=TermRules(**rules))


def grade(score: float | None, most: float = 10, status: str = "graded", who: str = "ada"):
    return FinalGrade(
        *(who, who.title(), "", {}, SubmissionStatus(status), (), score, most, 0.0, score)
    )


def total(course: Course, *grades: FinalGrade | None, now: datetime = NOW) -> TermGrade:
    """The total of one student with these grades, in order; None: nothing handed in."""
    names = [one.name for one in course.assignments]
    graded = {name: [g] if g else [] for name, g in zip(names, grades, strict=False)}
    (found,) = term_grades(course, graded, now)
    return found


def states(found: TermGrade) -> list[str]:
    return [str(part.state) for part in found.parts]


# --- the file ------------------------------------------------------------------


def test_a_course_file_names_the_assignments_of_a_term(tmp_path, toy):
    found = read(tmp_path, TERM, toy)
    week, exam = found.assignments
    assert (week.called, week.weight, week.prefixes) == (
        "Temperatures",
        2,
        ("temperature",),
    )
    assert week.due == "2026-03-01T23:59:00+01:00"
    assert week.results == str(tmp_path / "week-1")
    assert (exam.results, exam.always_counts) == (str(tmp_path / "graded/exam"), True)
    assert found.term == TermRules(1, "zero", 20)
    assert found.excuses == (
        Excuse("ada", "week-1", "", "Ill."),
        Excuse("", "", "temperature.to_celsius"),
    )


def test_an_assignment_has_settings_of_its_own(tmp_path, toy):
    found = read(tmp_path, TERM, toy).for_assignment("week-1")
    assert (found.title, found.chapters) == ("Temperatures", ("01-temperatures",))
    assert found.due_for("temperature").isoformat() == "2026-03-01T23:59:00+01:00"
    assert found.extensions == ()  # ben's is for the exam
    assert Course.from_json(found.to_json()) == found


REFUSED = {
    'weight = 2': ("weight = -1", "assignments.weight must be a number from 0"),
    'name = "exam"': ('name = "week-1"', "two assignments are called 'week-1'"),
    'results = "graded/exam"': ('results = "week-1"', "have one folder of results"),
    'chapters = ["statistics"]': ("", "the assignment exam needs its chapters"),
    'assignment = "exam"': ('assignment = "exams"', "The assignments are: week-1, exam"),
    'missing = "zero"': ('missing = "0"', 'missing must be "open" or "zero"'),
    "drop_lowest = 1": ("drop_lowest = 0.5", "term.drop_lowest must be a whole number"),
    "out_of = 20": ("out_of = 0", "out_of must be more than 0"),
    'student = "ada"': ("", "an excuse needs a student and an assignment, or an exercise"),
    'title = "Temperatures"': ('titel = "T"', "Did you mean 'title'?"),
}  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_a_slip_is_refused_in_one_sentence(tmp_path, toy, line):
    instead, sentence = REFUSED[line]
    assert TERM.count(line) == 1
    with pytest.raises(CourseProblem) as refused:
        read(tmp_path, TERM.replace(line, instead), toy)
    assert sentence in str(refused.value)


def test_a_course_without_assignments_says_what_to_write():
    with pytest.raises(CourseProblem, match=r"write \[\[assignments\]\]"):
        Course().for_assignment("week-1")


# --- the total -----------------------------------------------------------------


def test_a_total_is_the_weighted_mean_of_the_shares():
    found = total(course("2 1"), grade(8), grade(5))
    assert found.total == 70
    assert found.sum == "(2 × 80.00 % + 1 × 50.00 %) / 3 = 70"


def test_what_a_term_is_out_of_scales_the_total():
    assert total(course("1 1", out_of=20), grade(8), grade(5)).total == 13


def test_the_lowest_share_is_dropped_and_says_so():
    found = total(course("1 1 1", drop_lowest=1), grade(8), grade(9, 30), grade(6))
    assert (states(found), found.total) == (["counts", "dropped", "counts"], 70)
    assert found.parts[1].why == "Dropped as the lowest."


def test_of_equal_shares_the_heavier_is_dropped():
    found = total(course("1 3 1", drop_lowest=1), grade(5), grade(5), grade(9))
    assert states(found) == ["counts", "dropped", "counts"]


def test_one_assignment_always_stays():
    assert states(total(course("1 1", drop_lowest=5), grade(8), grade(5))) == [
        "counts",
        "dropped",
    ]


def test_what_always_counts_is_never_dropped():
    found = total(course("1! 1", drop_lowest=1), grade(1), grade(9))
    assert (states(found), found.total) == (["counts", "dropped"], 10)


def test_excused_is_neither_counted_nor_dropped():
    made = course("1 1 1", drop_lowest=1)
    made = replace(made, excuses=(Excuse("Ada", "a", "", "Ill."),))
    found = total(made, grade(0), grade(4), grade(8))
    assert (states(found), found.total) == (["excused", "dropped", "counts"], 80)
    assert found.parts[0].why == "Excused: Ill."


def test_a_score_that_is_not_known_leaves_the_total_open():
    found = total(course(), grade(8), grade(None, status="unreadable"))
    assert (found.total, states(found)) == (None, ["counts", "open"])
    assert found.sum == "Open, because of b."


def test_while_a_part_is_open_nothing_is_dropped():
    found = total(course("1 1 1", drop_lowest=1), grade(8), grade(5), None)
    assert states(found) == ["counts", "counts", "open"]


def test_nothing_handed_in_is_open_until_a_person_decides():
    found = total(course(), grade(8), None)
    assert (found.total, states(found)[1]) == (None, "open")


def test_nothing_handed_in_is_zero_where_the_course_says_so():
    found = total(course(missing="zero"), grade(8), None)
    assert (found.total, found.parts[1].score) == (40, 0)


def test_before_it_is_due_nothing_is_missing():
    made = course(missing="zero")
    made = replace(made, due={"b": "2026-06-02T00:00:00+00:00"})
    assert states(total(made, grade(8), None)) == ["counts", "not yet"]
    late = replace(made, extensions=(Extension("ada", hours=48),))
    then = datetime(2026, 6, 3, tzinfo=UTC)
    assert total(made, grade(8), None, now=then).total == 40
    assert total(late, grade(8), None, now=then).total == 80


def test_an_assignment_that_is_not_graded_yet_does_not_count():
    (found,) = term_grades(course(missing="zero"), {"a": [grade(8)]}, NOW)
    assert (states(found), found.total) == (["counts", "not yet"], 80)


def test_points_by_hand_count_for_who_handed_in_nothing():
    found = total(course(), grade(8), grade(6, status="missing"))
    assert found.total == 70


@given(
    st.lists(st.tuples(st.integers(0, 10), st.integers(1, 4)), min_size=1, max_size=6),
    st.integers(0, 3),
)
def test_a_total_is_a_share_and_dropping_never_makes_it_less(work, dropped):
    weights = " ".join(str(weight) for _, weight in work)
    grades = [grade(score) for score, _ in work]
    whole = total(course(weights), *grades).total
    best = total(course(weights, drop_lowest=dropped), *grades).total
    assert 0 <= whole <= best + 1e-6 <= 100 + 1e-6


# --- an exercise that does not count ---------------------------------------------


def result(*points: float, status: str = "passed") -> SubmissionResult:
    exercises = tuple(
        ExerciseResult(f"a.{name}", name, Status(status), value, 4)
        for name, value in zip("xyz", points, strict=False)
    )
    return SubmissionResult(
        "ada", (), SubmissionStatus.GRADED, sum(points), 12, exercises=exercises
    )


def test_an_exercise_excused_for_all_counts_neither_in_points_nor_in_maxima():
    made = Course(excuses=(Excuse(exercise="a.x", reason="The task was unclear."),))
    (found,) = final_grades([result(4, 2, 1)], made)
    assert (found.score, found.max_points) == (3, 8)
    assert "a.x does not count: The task was unclear." in found.notes


def test_an_exercise_is_excused_for_one_student_alone():
    made = Course(excuses=(Excuse("ben", exercise="a.x"),))
    assert final_grades([result(4, 2)], made)[0].score == 6


def test_what_could_not_be_judged_and_does_not_count_leaves_nothing_open():
    made = Course(excuses=(Excuse(exercise="a.x"), Excuse(exercise="a.y")))
    (found,) = final_grades([result(0, 0, status="timeout")], made)
    assert (found.score, found.max_points) == (0, 0)


def test_who_is_excused_has_no_score_whatever_was_decided():
    made = Course(excuses=(Excuse("ada", reason="Ill."),))
    overrides = [Override("ada", "", 9, "on paper")]
    (found,) = final_grades([result(4)], made, overrides)
    assert (found.score, found.excused, found.notes) == (None, "Ill.", ("Excused: Ill.",))
    roster = Roster((Student("ada"),), complete=True)
    (found,) = final_grades([], made, overrides, roster)
    assert (found.score, found.excused) == (None, "Ill.")


def test_every_state_is_tested_here():
    source = Path(__file__).read_text()
    assert not [state for state in PartState if f'"{state}"' not in source]


TWO = (
    Student("s1", "Ada Lovelace", ids={"login": "ada"}),
    Student("s2", "Ben Okri"),
    Student("s3", "Ben Okri"),
)


def test_a_student_is_found_by_a_name_with_the_last_name_first():
    course = Course(excuses=(Excuse("Lovelace, Ada", "week-1"),))
    refuse_unknown(course, TWO, "in the class")
    assert course.excuse(TWO[0].names()) == course.excuses[0]
    assert course.excuse(TWO[1].names()) is None


def test_a_name_that_two_students_have_excuses_neither():
    course = Course(extensions=(Extension("ben okri", hours=24.0),))
    with pytest.raises(CourseProblem, match=r"for 2 students .*: write the id .*s2 or s3"):
        refuse_unknown(course, TWO, "in the class")
