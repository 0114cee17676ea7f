"""Late days of a term: what earlier assignments took is gone."""

from pathlib import Path

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import EVERY, Course, TermAssignment
from autograder.gradebook.database import Gradebook
from autograder.gradebook.late import Late
from autograder.gradebook.records import ExerciseResult, SubmissionResult
from autograder.gradebook.term_books import days_used

LATE = Late("per_day", 0.1, free_days=3)


def term(folder: Path) -> Course:
    weeks = tuple(
        TermAssignment(f"week-{n}", ("a",), ("a",), str(folder / f"week-{n}"), due=due)
        for n, due in enumerate(("2026-03-01T12:00+00:00", "2026-03-08T12:00+00:00"), 1)
    )
    return Course(late=LATE, assignments=weeks)


def test_days_of_assignments_before_are_taken_and_none_of_later_ones(tmp_path):
    course = term(tmp_path)
    (tmp_path / "week-1").mkdir()
    with Gradebook(tmp_path / "week-1") as book:
        book.remember("course", course.for_assignment("week-1").to_json())
        for student, came in (
            ("ada", "2026-03-02T13:00+00:00"),
            ("bo", "2026-03-01T11:00Z"),
        ):
            one = ExerciseResult("a.x", "X", Status.PASSED, 2, 2)
            graded = SubmissionStatus.GRADED
            result = SubmissionResult(student, (), graded, 2, 2, (one,), handed_in=came)
            book.store(result, "", "")
            book.set_times({student: came})
    assert days_used(course.for_assignment("week-2")) == {"ada": 2, "bo": 0}
    assert days_used(course.for_assignment("week-1")) == {}
    assert course.for_assignment("week-1").due.keys() == {EVERY}
