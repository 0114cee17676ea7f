"""What pages and files say of a student is true of the state that they were made from.

Every sentence that a page can hold is looked for over every state that a submission and
what people decided of it can be in; each has a condition under which alone it is true.
"""

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from autograder.checking.card import make_card
from autograder.checking.judge import TO_BE_READ
from autograder.checking.outcome import Verdict
from autograder.exercise.status import Status, SubmissionStatus
from autograder.export.files import ExportProblem
from autograder.export.gradescope import results_json
from autograder.gradebook.course import EVERY, LEFT_OUT, Course, Excuse
from autograder.gradebook.final import FinalGrade, final_grades
from autograder.gradebook.late import Late
from autograder.gradebook.records import (
    ExerciseResult,
    Override,
    SetAside,
    SubmissionResult,
)
from autograder.reporting.class_tally import ClassTally
from autograder.reporting.feedback import feedback_page
from autograder.reporting.report import render_report
from tests.made_results import SAYS, ended, exercise, read, right, submission, unanswered

READ = "numpy.softmax"  # stands for a question in words
DUE = "2026-03-01T12:00:00+00:00"
LATE = "2026-03-02T12:00:00+00:00"


def awaiting() -> ExerciseResult:
    verdict = Verdict(exercise("softmax"), Status.AWAITING_REVIEW, 0.0, message=TO_BE_READ)
    made = ExerciseResult.of(verdict, card=make_card(verdict), source="Because.")
    return replace(made, is_read=True)


FOUND = {
    "right": lambda: right("softmax"),
    "not answered": lambda: unanswered("softmax"),
    "in words": awaiting,
    "ran too long": lambda: ended("softmax", "timeout", "Still running after 2 s."),
    "misnamed": lambda: ExerciseResult.of(
        Verdict(exercise("softmax"), Status.NOT_FOUND, 0.0, message="There is no softmax.")
    ),
}
DECIDED = {
    "nothing": (),
    "points": (Override("Ada", READ, 1.0, "Read.", "R"),),
    "all points": (Override("Ada", READ, exercise("softmax").points, "Read.", "R"),),
    "no points": (Override("Ada", READ, 0.0, "Read.", "R"),),
    "the whole": (Override("Ada", "", 3.0, "On paper.", "R"),),
    "frozen": (Override("Ada", "", 3.0, "Handed back.", "R", frozen=True),),
}
COURSES = {
    "plain": Course(),
    "words left out": Course(words=LEFT_OUT),
    "excused of it": Course(excuses=(Excuse("Ada", "", READ, "Ill."),)),
    "late": Course(due={EVERY: DUE}, late=Late("per_day", 0.5)),
}
STATUSES = {
    "graded": None,
    "set aside": SetAside(
        SubmissionStatus.GRADED, "softmax: what was before counts.", True
    ),
    "unreadable": SubmissionStatus.UNREADABLE,
    "wrong notebook": SubmissionStatus.WRONG_NOTEBOOK,
    "the grader's fault": SubmissionStatus.INFRASTRUCTURE_ERROR,
}


@dataclass(frozen=True)
class State:
    """A submission, and what is given for it."""

    result: SubmissionResult
    grade: FinalGrade
    overrides: tuple[Override, ...]

    @property
    def unsettled(self) -> list[ExerciseResult]:
        """What nobody has judged, and what counts."""
        pairs = zip(self.result.exercises, self.grade.exercises, strict=True)
        return [e for e, g in pairs if g.points is None and not g.excused]

    def has(self, *statuses: Status) -> bool:
        return any(e.status in statuses for e in self.unsettled)


def state(found: str, decided: str, course: str, status: str) -> State:
    how = STATUSES[status]
    result = submission("Ada", softmax=FOUND[found]())
    if isinstance(how, SubmissionStatus):
        result = SubmissionResult.without_score("Ada", how, "03-numpy.ipynb is empty.")
    else:
        result = replace(result, set_aside=how)
    result = replace(result, handed_in=LATE)
    overrides = tuple(o for o in DECIDED[decided] if result.exercises or not o.exercise_id)
    (grade,) = final_grades([result], COURSES[course], overrides)
    return State(result, grade, overrides)


NAMES = [*itertools.product(FOUND, DECIDED, COURSES, STATUSES)]
STATES = {name: state(*name) for name in NAMES}
Condition = Callable[[State], bool]
# A piece of what is said, and when that is true.
TRUE_OF_A_PAGE: dict[str, Condition] = {
    "points are open": lambda s: bool(s.unsettled),
    "point is open": lambda s: bool(s.unsettled),
    "so far": lambda s: bool(s.unsettled) and s.grade.score is None,
    "awaiting review": lambda s: s.has(Status.AWAITING_REVIEW),
    "A person reads this one": lambda s: s.has(Status.AWAITING_REVIEW),
    "not graded: its points are open": lambda s: len(s.unsettled) == 1,
    "Everything is right": lambda s: all(
        g.points == g.max_points for g in s.grade.exercises if not g.excused
    ),
    "Your instructor looked": lambda s: any(not o.frozen for o in s.overrides),
    "Handed back.": lambda s: False,
    "another key, grader or limits": lambda s: False,
    "excused": lambda s: bool(s.grade.excused),
    "does not count": lambda s: any(e.excused for e in s.grade.exercises),
    "handed in late": lambda s: s.grade.penalty > 0,
    "hand it in again": lambda s: s.result.status == SubmissionStatus.UNREADABLE,
    "of the chapter that was asked for": (
        lambda s: s.result.status == SubmissionStatus.WRONG_NOTEBOOK
    ),
    "not your code's fault": (
        lambda s: (
            s.result.status == SubmissionStatus.INFRASTRUCTURE_ERROR
            or s.has(Status.INFRASTRUCTURE_ERROR)
        )
    ),
    "nothing in it was judged": lambda s: s.result.status != SubmissionStatus.GRADED,
    "Look for a loop": lambda s: s.has(Status.TIMEOUT),
    "Give your function the name": lambda s: s.has(Status.NOT_FOUND),
    "You have not answered this one": lambda s: any(
        e.status == Status.NOT_ATTEMPTED for e in s.result.exercises
    ),
}
TRUE_OF_NOTES: dict[str, Condition] = {
    "waits for a person": lambda s: s.has(Status.AWAITING_REVIEW),
    "points are open": lambda s: bool(s.unsettled),
    "set by hand": lambda s: any(not o.frozen for o in s.overrides),
    "was frozen": lambda s: any(o.frozen for o in s.overrides),
    "does not count": lambda s: any(e.excused for e in s.grade.exercises),
    "points fewer": lambda s: s.grade.penalty > 0,
}


def said_of(s: State) -> str:
    return read(feedback_page(s.result, grade=s.grade)).text


def gradescope(s: State) -> str:
    try:
        return json.dumps(results_json(s.grade, s.result))
    except ExportProblem:
        return ""


def untrue(texts: dict, conditions: dict[str, Condition]) -> list[tuple[str, tuple]]:
    return [
        (piece, name)
        for name, text in texts.items()
        for piece, is_true in conditions.items()
        if piece in text and not is_true(STATES[name])
    ]


@pytest.fixture(scope="module")
def pages() -> dict[tuple, str]:
    return {name: said_of(s) for name, s in STATES.items()}


def test_every_sentence_of_a_students_page_is_true(pages):
    assert not untrue(pages, TRUE_OF_A_PAGE)


def test_every_sentence_is_said_somewhere_but_what_is_never_said(pages):
    never = {"Handed back.", "another key, grader or limits", "point is open"}
    whole = "\n".join(pages.values())
    assert {p for p in TRUE_OF_A_PAGE if p not in whole} <= never | {"excused"}


def test_every_sentence_for_gradescope_is_true():
    said = {name: gradescope(s) for name, s in STATES.items()}
    assert any(said.values())
    assert not untrue(said, TRUE_OF_A_PAGE)


def test_every_note_in_the_table_of_grades_is_true():
    said = {name: " ".join(s.grade.notes) for name, s in STATES.items()}
    assert not untrue(said, TRUE_OF_NOTES)
    assert all(any(piece in text for text in said.values()) for piece in TRUE_OF_NOTES)


@pytest.mark.parametrize("right_ones", [0, 1, 12])
@pytest.mark.parametrize("decided", ["nothing", "all points"])
def test_nobody_is_said_to_have_it_right_only_where_nobody_has(right_ones, decided):
    given = {}
    results = []
    for number in range(12):
        one = awaiting() if number < right_ones else unanswered("softmax")
        result = replace(submission(f"s{number}", softmax=one), student=f"s{number}")
        own = tuple(replace(o, student=f"s{number}") for o in DECIDED[decided])
        own = own if number < right_ones else ()
        given |= {f"s{number}": final_grades([result], Course(), own)[0]}
        results.append(result)
    tally = ClassTally(SAYS, given)
    for result in results:
        tally.add(result)
    text = read(render_report(tally.summary(), "Class")).text
    has = [g.exercises[2].points == g.exercises[2].max_points for g in given.values()]
    assert ("has all of it right" in text) <= (not any(has))
    count = f"All {sum(has)} who tried it have it right"
    assert (count in text) <= (sum(has) == right_ones)
