"""What a student is given: computed from what the grader found, never stored.

The gradebook keeps what was found.  Points by exercise, overrides, late policy
and roster are applied here, by one pure function, so that changing a setting
regrades nothing.  The report, the feedback, ``grades.csv`` and every export
show these numbers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import COUNTS, LEFT_OUT, Course
from autograder.gradebook.dates import seconds_between
from autograder.gradebook.records import (
    ExerciseResult,
    Override,
    SubmissionResult,
)
from autograder.gradebook.roster import Roster, Student

NO_REASON = "as the course file says."  # of an excuse without one


@dataclass(frozen=True)
class ExerciseGrade:
    """One exercise, as it is given."""

    id: str
    title: str
    status: Status
    points: float | None  # None when nobody knows them, never 0 for that
    max_points: float
    override_reason: str = ""
    excused: str = ""  # why it counts neither in points nor in maxima

    @property
    def is_unread(self) -> bool:
        """Whether a person has to read it before it has points."""
        is_read = self.status == Status.AWAITING_REVIEW
        return is_read and self.points is None and not self.excused


@dataclass(frozen=True)
class FinalGrade:
    """What one student is given; what is not known is None, and never 0."""

    student: str  # what results are stored under
    name: str
    email: str
    ids: Mapping[str, str]
    status: SubmissionStatus
    exercises: tuple[ExerciseGrade, ...]
    points: float | None  # before the late penalty, as max_points
    max_points: float | None
    penalty: float
    score: float | None
    handed_in: str = ""  # ISO 8601
    late_seconds: float | None = None  # of several chapters the latest
    notes: tuple[str, ...] = ()
    group: str = ""
    section: str = ""
    by_hand: str = ""  # why a person set the whole of it
    frozen: bool = False  # no later run or setting moves it
    excused: str = ""  # why it does not count: then there is no score


def final_grades(
    results: Iterable[SubmissionResult],
    course: Course | None = None,
    overrides: Iterable[Override] = (),
    roster: Roster | None = None,
) -> list[FinalGrade]:
    """Everybody's grade, by student; of a roster who handed in nothing is among them."""
    course, roster = course or Course(), roster or Roster()
    given: dict[str, dict[str, Override]] = {}
    for override in overrides:
        given.setdefault(override.student, {})[override.exercise_id] = override
    others = {student.key: student for student in roster.others}
    people = {student.key: student for student in roster.students}
    grades = []
    for result in results:
        key = result.student
        person = people.pop(key, None)
        grade = _grade(result, course, given.get(key, {}), person or others.get(key))
        if person is None and roster.complete:
            grade = replace(grade, notes=("Not on the roster.", *grade.notes))
        grades.append(grade)
    missing = SubmissionStatus.MISSING, "Nothing was handed in."
    waits = SubmissionStatus.NOT_GRADED, "Handed in, and not graded yet."
    waiting = [people.pop(k, others.get(k, Student(k))) for k in roster.waiting]
    rest = [(person, *waits) for person in waiting]
    rest += [(person, *missing) for person in people.values() if roster.complete]
    for person, status, why in rest:
        nothing = SubmissionResult.without_score(person.key, status, why)
        person = replace(person, notes=())
        grades.append(_grade(nothing, course, given.get(person.key, {}), person))
    # Who has points from a person and no exercise: out of what the others have.
    most = max((g.max_points for g in grades if g.max_points), default=None)
    grades = [
        replace(g, max_points=most) if g.score is not None and not g.exercises else g
        for g in grades
    ]
    return sorted(grades, key=lambda grade: (grade.student.casefold(), grade.student))


def _grade(
    result: SubmissionResult,
    course: Course,
    overrides: Mapping[str, Override],
    person: Student | None,
) -> FinalGrade:
    person = person or Student(result.student)
    exercises = tuple(
        replace(
            _exercise(exercise, course, overrides.get(exercise.id)),
            excused=_not_counted(course, exercise) or _excuse(course, person, exercise.id),
        )
        for exercise in result.exercises
    )
    notes = [*filter(None, [result.message]), *person.notes, *result.remarks]
    if result.set_aside and result.set_aside.outdated:
        notes.append("That was graded with another key, grader or limits.")
    for given, exercise in zip(exercises, result.exercises, strict=True):
        if given.excused:
            notes.append(f"{given.id} does not count: {given.excused}")
        elif given.status.is_unfinished and not given.override_reason:
            open_ = "; its points are open." if given.points is None else "."
            notes.append(f"{given.id}: {given.status.headline}{open_}")
        elif given.is_unread:
            notes.append(f"{given.id} waits for a person to read it.")
        elif given.points is None:
            again = f" once this is mended: {exercise.message}" if exercise.message else "."
            notes.append(f"{given.id} could not be judged: grade again{again}")
        if given.override_reason:
            notes.append(f"{given.id} was set by hand: {given.override_reason}")
    counting = [e for e in exercises if not e.excused]
    regular = [e for e in counting if e.id not in course.bonus]
    known = result.status == SubmissionStatus.GRADED and all(
        e.points is not None for e in counting
    )
    points = _sum(e.points for e in counting) if known else None
    penalty, late_seconds, sentences = _late(result, exercises, course, person)
    if whole := overrides.get(""):
        as_it_was = points is not None and _sum((points, -penalty)) == whole.points
        if not (whole.frozen and as_it_was):
            points, penalty = whole.points, 0.0  # no rule goes before a person's word
        how = "was frozen" if whole.frozen else "was set by hand"
        sentences = [f"All of it {how}: {whole.reason}"]
    if excused := _excuse(course, person):
        points, penalty, sentences = None, 0.0, [f"Excused: {excused}"]
    return FinalGrade(
        **_who(person),
        status=result.status,
        exercises=exercises,
        points=points,
        max_points=_sum(e.max_points for e in regular) if exercises else None,
        penalty=penalty,
        score=None if points is None else _sum((points, -penalty)),
        handed_in=result.handed_in,
        late_seconds=late_seconds,
        notes=(*notes, *sentences),
        by_hand=whole.reason if whole and not (excused or whole.frozen) else "",
        frozen=bool(whole and whole.frozen),
        excused=excused,
    )


def _not_counted(course: Course, result: ExerciseResult) -> str:
    """Why an answer in words does not count in this course; ""  where it does."""
    left_out = result.is_read and course.words == LEFT_OUT
    return "Questions in words are left out of this course." if left_out else ""


def _excuse(course: Course, person: Student, exercise: str = "") -> str:
    """Why an exercise, or the whole of it, does not count for a student; or ""."""
    excuse = course.excuse(person.names(), exercise)
    return (excuse.reason.strip() or NO_REASON) if excuse else ""


def _exercise(
    result: ExerciseResult, course: Course, override: Override | None
) -> ExerciseGrade:
    """Points on the course's scale; an override is on that scale already."""
    most = course.points.get(result.id, result.max_points)
    scale = most / result.max_points if result.max_points else 0.0
    settled = result.status.is_judged or (
        course.unfinished == COUNTS and result.status.is_unfinished
    )
    points = round(result.points * scale, 4) if settled else None
    if override:
        points = override.points
    return ExerciseGrade(
        *(result.id, result.title, result.status, points, most),
        override.reason if override else "",
    )


def _late(
    result: SubmissionResult,
    exercises: tuple[ExerciseGrade, ...],
    course: Course,
    person: Student,
) -> tuple[float, float | None, list[str]]:
    """Points lost, seconds late and what to say; each chapter has its own due date."""
    came: dict[str, str] = {}  # when each chapter was handed in
    points: dict[str, float] = {}
    for exercise, grade in zip(result.exercises, exercises, strict=True):
        prefix = exercise.id.partition(".")[0]
        time = person.times.get(exercise.notebook, result.handed_in)
        came.setdefault(prefix, time)
        counts = 0.0 if grade.excused else grade.points or 0.0
        points[prefix] = points.get(prefix, 0.0) + counts
    lost, latest, unknown = 0.0, None, False
    free = course.free_days(person.key)
    for prefix, time in came.items():
        due = course.due_for(prefix, person.names(), person.section)
        if due is None:
            continue
        seconds = seconds_between(due, time)
        if seconds is None:
            unknown = True
            continue
        seconds = max(seconds, 0.0)
        latest = max(latest or 0.0, seconds)
        if seconds and points[prefix]:
            lost += points[prefix] - course.late.counts(points[prefix], seconds, free)
    sentences = []
    if unknown:
        sentences.append("When this was handed in is not known: no late penalty.")
    if (taken := min(course.late.days(latest or 0.0), free)) > 0:
        left = f"{free - taken} of {course.late.free_days} are left"
        sentences.append(f"{taken} of the term's late days taken, {left}.")
    if lost:
        sentences.append(f"Handed in {in_words(latest or 0)} late: {lost:g} points fewer.")
    return round(lost, 4), latest, sentences


def public_record(result: SubmissionResult, grade: FinalGrade) -> dict[str, Any]:
    """The documented form of ``results/<student>.json``.

    What the grader found is ``found_score`` and ``found_points``; ``score`` and ``points``
    are what the student is given, as in ``grades.csv``.
    """
    record = result.public_dict()
    record["found_score"], record["found_max_score"] = result.score, result.max_score
    record["score"], record["max_score"] = grade.score, grade.max_points
    record["points"], record["penalty"] = grade.points, grade.penalty
    if grade.excused:
        record["excused"] = grade.excused
    for exercise, given in zip(record["exercises"], grade.exercises, strict=True):
        if given.excused:
            exercise["excused"] = given.excused
        for name, value in (("points", given.points), ("max_points", given.max_points)):
            exercise[f"found_{name}"], exercise[name] = exercise[name], value
    return record


def in_words(seconds: float) -> str:
    """A length of time as people say it: ``2 days 3 h``."""
    minutes = max(round(seconds / 60), 1)
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        words = f"{days} day{'s' if days > 1 else ''}"
        return f"{words} {hours} h" if hours else words
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def _who(person: Student) -> dict[str, Any]:
    return {
        "student": person.key,
        "name": person.name,
        "email": person.email,
        "ids": person.ids,
        "group": person.group,
        "section": person.section,
    }


def _sum(numbers: Iterable[float | None]) -> float:
    return round(sum(n for n in numbers if n is not None), 4)
