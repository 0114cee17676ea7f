"""What a student is given, from what was found, settings, overrides and roster."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import Course, Extension
from autograder.gradebook.dates import iso
from autograder.gradebook.final import FinalGrade, final_grades, in_words
from autograder.gradebook.late import Late
from autograder.gradebook.records import ExerciseResult, Override, SubmissionResult
from autograder.gradebook.roster import Roster, Student
from autograder.reporting.outputs import write_grades

DUE = "2026-03-01T12:00:00+00:00"
LATE = "2026-03-02T13:00:00+00:00"  # a day and an hour


def found(name: str, points: float = 2, status: str = "passed", notebook: str = ""):
    return ExerciseResult(name, name, Status(status), points, 4, notebook=notebook)


def result(*exercises: ExerciseResult, student: str = "ada", **more) -> SubmissionResult:
    fields = {"status": "graded", "score": 0, "max_score": 0, **more}
    fields["status"] = SubmissionStatus(fields["status"])
    return SubmissionResult(student, (), exercises=exercises, **fields)


def only(*results: SubmissionResult, **settings) -> FinalGrade:
    (grade,) = final_grades(results, **settings)
    return grade


def test_without_settings_it_is_what_was_found():
    grade = only(result(found("a.x"), found("a.y", 4)))
    assert (grade.points, grade.max_points, grade.score, grade.penalty) == (6, 8, 6, 0)
    assert (grade.status, grade.late_seconds) == ("graded", None)


def test_points_of_the_course_scale_what_was_found():
    course = Course(points={"a.x": 10})
    grade = only(result(found("a.x", 1), found("a.y", 4)), course=course)
    assert [(e.points, e.max_points) for e in grade.exercises] == [(2.5, 10), (4, 4)]
    assert (grade.score, grade.max_points) == (6.5, 14)


def test_an_override_is_on_the_courses_scale_and_says_why():
    override = Override("ada", "a.x", 9, "argued well")
    grade = only(
        result(found("a.x", 0)), course=Course(points={"a.x": 10}), overrides=[override]
    )
    assert (grade.score, grade.exercises[0].override_reason) == (9, "argued well")
    assert "a.x was set by hand: argued well" in grade.notes


def test_an_override_of_somebody_else_changes_nothing():
    assert only(result(found("a.x")), overrides=[Override("ben", "a.x", 4, "r")]).score == 2


# --- what is not known is no zero --------------------------------------------


def test_what_the_grader_could_not_judge_has_no_points_and_no_score():
    grade = only(result(found("a.x"), found("a.y", 0, "infrastructure_error")))
    assert (grade.exercises[1].points, grade.points, grade.score) == (None, None, None)
    assert "a.y could not be judged: grade again." in grade.notes


def test_what_has_to_be_mended_before_it_is_graded_again_is_said():
    words = "This may need Python 3.13; the grader runs 3.11."
    later = replace(found("a.y", 0, "infrastructure_error"), message=words)
    said = f"a.y could not be judged: grade again once this is mended: {words}"
    assert said in only(result(later)).notes


def test_answers_in_words_are_open_until_read_or_left_out_by_the_course():
    words = replace(found("a.y", 0, "awaiting_review"), is_read=True)
    grade = only(result(found("a.x"), words))
    assert (grade.score, grade.max_points) == (None, 8)
    assert "a.y waits for a person to read it." in grade.notes
    left_out = only(result(found("a.x"), words), course=Course(words="left out"))
    assert (left_out.score, left_out.max_points) == (2, 4)


def test_an_override_makes_it_known():
    override = Override("ada", "a.y", 3, "judged by hand")
    grade = only(
        result(found("a.x"), found("a.y", 0, "infrastructure_error")), overrides=[override]
    )
    assert grade.score == 5


@pytest.mark.parametrize("status", ["timeout", "crashed", "out_of_memory"])
def test_what_ended_before_it_was_judged_is_no_zero_and_is_said(status):
    grade = only(result(found("a.x", 1, status), found("a.y")))
    assert (grade.exercises[0].points, grade.score) == (None, None)
    assert any(note.startswith("a.x: ") and "open" in note for note in grade.notes)


@pytest.mark.parametrize("status", ["timeout", "crashed", "out_of_memory"])
def test_a_course_may_let_it_count_as_far_as_it_came(status):
    settings = Course(unfinished="counts")
    grade = only(result(found("a.x", 1, status), found("a.y")), course=settings)
    assert grade.score == 3


def test_what_was_not_found_by_its_name_is_no_zero():
    grade = only(result(found("a.x", 0, "not_found"), found("a.y")))
    assert (grade.exercises[0].points, grade.score) == (None, None)


def test_the_whole_of_an_unreadable_submission_can_be_set_by_hand():
    unread = result(status="unreadable", score=None)
    other = replace(result(found("a.x"), found("a.y")), student="ben")
    overrides = [Override("ada", "", 3, "read on paper")]
    ada, ben = final_grades([unread, other], overrides=overrides)
    assert (ada.score, ada.max_points, ada.penalty) == (3, ben.max_points, 0)
    assert "set by hand: read on paper" in " ".join(ada.notes)


def test_somebody_who_handed_in_on_paper_can_be_given_points():
    people = Roster((Student("ada"), Student("ben")), complete=True)
    overrides = [Override("ben", "", 3, "on paper")]
    grades = final_grades([result(found("a.x"))], None, overrides, people)
    assert [g.score for g in grades] == [2, 3]


def test_an_unreadable_submission_has_no_score():
    grade = only(result(status="unreadable", score=None, message="a.ipynb is empty."))
    assert (grade.status, grade.score, grade.max_points) == ("unreadable", None, None)
    assert grade.notes == ("a.ipynb is empty.",)


# --- roster ------------------------------------------------------------------


def test_who_handed_in_nothing_is_missing_not_zero():
    people = (Student("ada", "Ada L", "a@b"), Student("ben", "Ben", ids={"No": "7"}))
    known = Roster(people, complete=True)
    ada, ben = final_grades([result(found("a.x"))], roster=known)
    assert (ada.name, ada.email) == ("Ada L", "a@b")
    assert (ben.status, ben.score, ben.ids) == ("missing", None, {"No": "7"})


def test_who_is_not_on_the_roster_is_graded_and_said():
    known = Roster((Student("ben"),), True, (Student("ada", ids={"canvas_id": "4"}),))
    ada, ben = final_grades([result(found("a.x"))], roster=known)
    assert (ada.score, ada.ids) == (2, {"canvas_id": "4"})
    assert ada.notes[0] == "Not on the roster."
    assert ben.status == "missing"


def test_without_a_roster_nobody_is_missing():
    known = Roster((Student("ada"), Student("gone")))
    assert only(result(found("a.x")), roster=known).notes == ()


# --- late --------------------------------------------------------------------

PER_DAY = Course(due={"": DUE}, late=Late("per_day", 0.25))


@pytest.mark.parametrize(
    ("handed_in", "penalty", "late"),
    [
        ("2026-03-01T12:00:00+00:00", 0, 0),
        ("2026-03-01T13:00:00+01:00", 0, 0),
        ("2026-03-01T12:00:01+00:00", 1, 1),
        (LATE, 2, 90_000),
        ("2027-03-01T12:00:00+00:00", 4, 365 * 86_400),
    ],
)
def test_lateness_costs_what_the_policy_says(handed_in, penalty, late):
    grade = only(result(found("a.x", 4), handed_in=handed_in), course=PER_DAY)
    assert (grade.penalty, grade.late_seconds) == (penalty, late)
    assert grade.score == 4 - penalty
    assert grade.points == 4


def test_an_unknown_time_costs_nothing_and_is_said():
    grade = only(result(found("a.x", 4)), course=PER_DAY)
    assert (grade.score, grade.late_seconds) == (4, None)
    assert "not known: no late penalty" in grade.notes[0]


def test_a_time_without_a_zone_is_not_known():
    grade = only(result(found("a.x", 4), handed_in="2026-03-02T13:00:00"), course=PER_DAY)
    assert (grade.score, grade.late_seconds) == (4, None)


def test_an_extension_is_found_by_any_of_a_students_names():
    more = replace(PER_DAY, extensions=(Extension("a@b", "a", hours=48),))
    known = Roster((Student("ada", email="a@b"),), True)
    handed = result(found("a.x", 4), handed_in=LATE)
    assert only(handed, course=more, roster=known).penalty == 0
    assert only(handed, course=PER_DAY, roster=known).penalty == 2


def test_each_chapter_has_its_own_date_and_file():
    known = Roster((Student("ada", times={"1.ipynb": DUE, "2.ipynb": LATE}),), True)
    files = (found("a.x", 4, notebook="1.ipynb"), found("b.x", 4, notebook="2.ipynb"))
    handed = result(*files, handed_in=LATE)
    assert only(handed, course=PER_DAY, roster=known).penalty == 2  # of b alone
    later = replace(PER_DAY, due={"a": DUE, "b": LATE})
    assert only(handed, course=later, roster=known).penalty == 0


def test_a_chapter_without_a_date_is_never_late():
    course = replace(PER_DAY, due={"b": DUE})
    grade = only(result(found("a.x", 4), handed_in=LATE), course=course)
    assert (grade.penalty, grade.late_seconds) == (0, None)


@given(
    st.lists(st.floats(0, 4), min_size=1, max_size=5),
    st.floats(0, 1),
    st.floats(0, 1),
    st.integers(-100_000, 1_000_000),
)
def test_a_score_is_never_below_zero_or_above_the_points(points, rate, cap, seconds):
    course = replace(PER_DAY, late=Late("per_day", rate, cap))
    came = iso(1_772_366_400 + seconds)  # the due date, and so much
    exercises = [found(f"{'ab'[n % 2]}.x{n}", p) for n, p in enumerate(points)]
    grade = only(result(*exercises, handed_in=came), course=course)
    assert -1e-9 <= grade.score <= grade.points + 1e-9
    assert grade.score == pytest.approx(grade.points - grade.penalty)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 min"), (5400, "1 h 30 min"), (86_400, "1 day"), (183_600, "2 days 3 h")],
)
def test_lateness_in_words(seconds, words):
    assert in_words(seconds) == words


# --- grades.csv --------------------------------------------------------------


def table(path: Path, grades: list[FinalGrade]) -> list[dict[str, str]]:
    write_grades(path, grades, ["a.x", "a.y"])
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_has_everybody_and_unknown_is_empty(tmp_path):
    known = Roster((Student("ada", 'Ada, "L"'), Student("ben")), True)
    handed = result(found("a.x"), found("a.y", 0, "infrastructure_error"), handed_in=LATE)
    ada, ben = table(tmp_path / "g.csv", final_grades([handed], PER_DAY, roster=known))
    assert list(ada) == [
        *("student", "name", "email", "status", "score", "max_score", "penalty", "late"),
        *("a.x", "a.y", "notes"),
    ]
    assert (ada["name"], ada["score"]) == ('Ada, "L"', "")
    assert (ada["a.x"], ada["a.y"]) == ("2.0", "")
    assert ada["late"] == "1 day 1 h"
    assert (ben["status"], ben["score"], ben["a.x"]) == ("missing", "", "")


@pytest.mark.parametrize(("used", "penalty", "left"), [(0, 0, 1), (2, 1, 0), (3, 2, None)])
def test_late_days_of_the_term_cost_nothing_until_they_are_taken(used, penalty, left):
    late = Late("per_day", 0.25, free_days=3)
    course = replace(PER_DAY, late=late, days_used={"ada": used})
    grade = only(result(found("a.x", 4), handed_in=LATE), course=course)
    assert grade.penalty == penalty
    said = " ".join(grade.notes)
    assert ("late days taken" in said) == (left is not None)
    assert left is None or f"{left} of 3 are left" in said


def test_a_bonus_counts_on_top():
    grade = only(result(found("a.x", 4), found("a.y", 3)), course=Course(bonus=("a.y",)))
    assert (grade.points, grade.max_points, grade.score) == (7, 4, 7)
