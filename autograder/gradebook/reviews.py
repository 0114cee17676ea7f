"""What a person says once, for all answers that do the same."""

import hashlib
from collections.abc import Iterable, Mapping

from autograder.checking.fingerprint import ONLY_HIDDEN
from autograder.exercise.status import Status
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import FinalGrade, final_grades
from autograder.gradebook.journal import Review
from autograder.gradebook.records import (
    ExerciseResult,
    Override,
    SubmissionResult,
    verdict_of,
)

NAMED, DOES, CODE, WORDS = "named:", "does:", "code:", "words:"
Reviews = Mapping[tuple[str, str], Review]  # by exercise and group


def group_of(exercise: ExerciseResult) -> str:
    """Name the group of answers that an answer is of.

    Answers in the same words; with the same misconceptions; else those that give the same
    on public inputs, else those whose code is the same.  "" for what nobody has to read:
    right answers, and none.
    """
    if exercise.status in (Status.PASSED, Status.NOT_ATTEMPTED):
        return ""
    if exercise.misconceptions:
        return NAMED + "+".join(exercise.misconceptions)
    if exercise.behaviour and exercise.behaviour != ONLY_HIDDEN:
        return DOES + exercise.behaviour
    if exercise.status == Status.AWAITING_REVIEW:
        shown = "".join(each.data for each in exercise.shown)
        return WORDS + _digest(" ".join(exercise.source.split()) + shown)
    if not exercise.source:
        return ""
    return CODE + _digest(exercise.source)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]


def reviews_of(result: SubmissionResult, reviews: Reviews) -> dict[str, Review]:
    """Find what was said about a student's answers."""
    reviewed = {
        exercise.id: reviews.get((exercise.id, group_of(exercise)))
        for exercise in result.exercises
    }
    return {name: review for name, review in reviewed.items() if review}


READ = "A person read it."  # the reason of a review without a comment


def grades_of(book: Gradebook, course: Course | None = None) -> list[FinalGrade]:
    """Everybody's grade by what people decided, and by a course in place of the book's."""
    decisions = decisions_in_force(book)
    return final_grades(book.results(), course or book.course, decisions, book.roster)


def decisions_in_force(
    book: Gradebook, results: Iterable[SubmissionResult] | None = None
) -> tuple[Override, ...]:
    """Find the points that people gave: to a group of answers, and to one student.

    One for a student comes after those of the groups, and so takes their place.
    """
    reviews = book.journal.standing_reviews()
    giving = {
        where: review for where, review in reviews.items() if review.points is not None
    }
    if not giving:
        return book.overrides()
    made = [
        Override(
            *(result.student, name, review.points or 0.0, review.comment or READ),
            *(review.by, review.at, verdict_of(result, name)),
        )
        for result in (book.results() if results is None else results)
        for name, review in reviews_of(result, giving).items()
    ]
    return (*made, *book.overrides())
