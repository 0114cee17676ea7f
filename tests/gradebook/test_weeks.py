"""Misconceptions over a term: at the first hand-in, at the last, in the next chapter."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.database import Gradebook
from autograder.gradebook.records import ExerciseResult, NotebookFile, SubmissionResult
from autograder.gradebook.weeks import Later, Weeks, over_weeks

AXIS, SCALE = "wrong-axis", "no-scaling"
SAYS = {
    "a.softmax": {AXIS: "The last axis.", "global-sum": "Each row."},
    "a.again": {AXIS: "The last axis."},
    "a.predict": {"d": "Not so."},
    "b.scores": {SCALE: "Divide."},
    "b.predict": {"d": "Nor so."},
    "b.attention": {AXIS: "The last axis.", SCALE: "Divide."},
}


class Class:
    """Two gradebooks, into which students hand in, maybe more than once."""

    def __init__(self, folder: Path) -> None:
        self.books = {name: Gradebook(folder / name) for name in "ab"}
        self._handed_in = 0
        for name, book in self.books.items():
            kept = {e: m for e, m in SAYS.items() if e.startswith(name)}
            book.remember("says", json.dumps({"version": [], "says": kept}))
            book.begin_run()

    def hands_in(self, who: str, **held: str | None) -> None:
        """``a_softmax="wrong-axis"``: what they hold; "" for right, None for no try."""
        exercises = []
        for name, misconceptions in held.items():
            status = Status.PASSED if misconceptions == "" else Status.FAILED
            if misconceptions is None:
                status = Status.NOT_ATTEMPTED
            named = tuple((misconceptions or "").split())
            exercise = name.replace("_", ".", 1)
            exercises.append(
                ExerciseResult(exercise, name, status, 0, 1, misconceptions=named)
            )
        self._handed_in += 1
        file = NotebookFile("n.ipynb", str(self._handed_in))
        graded = SubmissionStatus.GRADED
        result = SubmissionResult(who, (file,), graded, 0, 1, tuple(exercises))
        self.books[next(iter(held))[0]].store(result, "")

    def over_weeks(self) -> dict[tuple[str, str], Weeks]:
        found = over_weeks(self.books.values())
        return {(one.exercise_id, one.misconception): one for one in found}


@pytest.fixture
def students(tmp_path) -> Iterator[Class]:
    students = Class(tmp_path)
    yield students
    for book in students.books.values():
        book.close()


def test_first_and_last_hand_ins_are_counted_apart(students):
    students.hands_in("ada", a_softmax=AXIS)
    students.hands_in("ada", a_softmax="global-sum")
    students.hands_in("ada", a_softmax="")
    students.hands_in("ben", a_softmax=AXIS)
    students.hands_in("cleo", a_softmax="")
    found = students.over_weeks()["a.softmax", AXIS]
    assert (found.tried, found.first, found.last) == (3, 2, 1)
    assert ("a.softmax", "global-sum") not in students.over_weeks()  # in between alone


def test_who_did_not_try_is_not_counted(students):
    students.hands_in("ada", a_softmax=None)
    students.hands_in("ada", a_softmax=AXIS)
    found = students.over_weeks()["a.softmax", AXIS]
    assert (found.tried, found.first, found.last) == (1, 1, 1)


def test_the_next_chapter_that_needs_it_counts_who_made_it_again(students):
    for who, before, after in (
        ("ada", AXIS, AXIS),
        ("ben", AXIS, ""),
        ("cleo", AXIS, None),
        ("dee", "", AXIS),
    ):
        students.hands_in(who, a_softmax=before, a_again="")
        students.hands_in(who, b_scores="", b_attention=after)
    found = students.over_weeks()["a.softmax", AXIS]
    assert found.later == Later("b.attention", held=1, tried=2)


def test_where_no_later_chapter_knows_it_nothing_is_said(students):
    students.hands_in("ada", b_scores=SCALE, b_attention="")
    assert students.over_weeks()["b.scores", SCALE].later is None


def test_the_same_letter_of_another_question_is_not_the_same_mistake(students):
    students.hands_in("ada", a_predict="d")
    students.hands_in("ada", b_predict="d")
    found = over_weeks(students.books.values())
    assert [(one.exercise_id, one.later) for one in found] == [
        ("a.predict", None),
        ("b.predict", None),
    ]


def test_what_most_held_at_first_comes_first(students):
    students.hands_in("ada", a_softmax="global-sum")
    students.hands_in("ben", a_softmax=AXIS)
    students.hands_in("cleo", a_softmax=AXIS)
    assert [name for _, name in students.over_weeks()] == [AXIS, "global-sum"]
