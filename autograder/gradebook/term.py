"""A term's total: computed from the grades of its assignments, every number explained."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.course import ZERO, Course, TermAssignment
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.roster import Student

PERCENT = 100.0


class PartState(StrEnum):
    """What an assignment is in a student's total."""

    COUNTS = "counts"
    DROPPED = "dropped"
    EXCUSED = "excused"
    OPEN = "open"  # its score is not known, and so the total is not
    NOT_YET = "not yet"  # not graded, or not due


@dataclass(frozen=True)
class TermPart:
    """One assignment of one student."""

    assignment: str
    state: PartState
    weight: float
    score: float | None = None
    max_score: float | None = None
    share: float | None = None  # of the maximum; None where that is not known
    why: str = ""  # what became of it


@dataclass(frozen=True)
class TermGrade:
    """What one student has in the whole term."""

    student: str
    name: str
    email: str
    ids: Mapping[str, str]
    group: str
    section: str
    parts: tuple[TermPart, ...]
    total: float | None  # None while a part is open
    out_of: float
    sum: str  # how it was computed, in numbers

    def as_final(self) -> FinalGrade:
        """The total as the exports take a grade."""
        return FinalGrade(
            *(self.student, self.name, self.email, self.ids, SubmissionStatus.GRADED),
            exercises=(),
            points=self.total,
            max_points=self.out_of,
            penalty=0.0,
            score=self.total,
            notes=(self.sum,),
            group=self.group,
            section=self.section,
        )


def term_grades(
    course: Course,
    graded: Mapping[str, Iterable[FinalGrade]],
    now: datetime | None = None,
    roster: Iterable[Student] = (),
) -> list[TermGrade]:
    """Add up everybody's assignments; ``roster`` is the class as it is now."""
    now = now or datetime.now(UTC)
    by_name = {name: {g.student: g for g in grades} for name, grades in graded.items()}
    people: dict[str, Student] = {}
    for grades in by_name.values():
        for student, grade in grades.items():
            known = people.get(student)
            if known is None or not known.name:
                people[student] = person_of(grade)
    people |= {student.key: student for student in roster}
    totals = []
    for person in sorted(people.values(), key=lambda s: (s.key.casefold(), s.key)):
        parts = [
            _part(course, assignment, person, by_name.get(assignment.name), now)
            for assignment in course.assignments
        ]
        totals.append(_total(course, person, _with_lowest_dropped(course, parts)))
    return totals


def _part(
    course: Course,
    assignment: TermAssignment,
    person: Student,
    grades: Mapping[str, FinalGrade] | None,
    now: datetime,
) -> TermPart:
    """What a student has in an assignment, before the lowest is dropped."""
    part = TermPart(assignment.name, PartState.NOT_YET, assignment.weight)
    own = course.for_assignment(assignment.name)
    names = person.names()
    if excuse := own.excuse(names):
        why = f"Excused: {excuse.reason}" if excuse.reason else "Excused."
        return replace(part, state=PartState.EXCUSED, why=why)
    if grades is None:
        return replace(part, why="Not graded yet.")
    grade = grades.get(person.key)
    if grade is None or (grade.status == SubmissionStatus.MISSING and grade.score is None):
        return _missing(own, assignment, names, now, part)
    if grade.score is None:
        why = f"Its score is not known: {grade.status.headline}. {' '.join(grade.notes)}"
        return replace(part, state=PartState.OPEN, why=why.strip())
    if not grade.max_points:
        why = "Nothing in it counts."
        return replace(part, state=PartState.EXCUSED, score=grade.score, why=why)
    return replace(
        part,
        state=PartState.COUNTS,
        score=grade.score,
        max_score=grade.max_points,
        share=grade.score / grade.max_points,
        why=" ".join(grade.notes),
    )


def person_of(grade: FinalGrade) -> Student:
    """Whose grade it is, as it was graded."""
    about = (grade.student, grade.name, grade.email, grade.group, grade.section)
    return Student(*about, ids=grade.ids)


def _missing(
    own: Course,
    assignment: TermAssignment,
    names: Sequence[str],
    now: datetime,
    part: TermPart,
) -> TermPart:
    """Nothing was handed in: not due yet, a zero, or open until a person decides."""
    dates = [date for p in assignment.prefixes if (date := own.due_for(p, names))]
    if dates and max(dates) > now:
        why = f"Nothing was handed in; it is due {max(dates):%Y-%m-%d %H:%M}."
        return replace(part, why=why)
    if own.term.missing == ZERO:
        why = "Nothing was handed in: 0 by the rules of the course."
        return replace(part, state=PartState.COUNTS, score=0.0, share=0.0, why=why)
    why = (
        "Nothing was handed in, which is no zero: excuse it, give points by hand, or set "
        'missing = "zero" under [term] in the course file.'
    )
    return replace(part, state=PartState.OPEN, why=why)


def _with_lowest_dropped(course: Course, parts: list[TermPart]) -> list[TermPart]:
    """The same; the lowest shares do not count, and of equals the heavier one.

    One always stays.  While a part is open nobody knows which is the lowest.
    """
    if any(part.state == PartState.OPEN for part in parts):
        return parts
    fixed = {
        assignment.name for assignment in course.assignments if assignment.always_counts
    }
    counting = [p for p in parts if p.state == PartState.COUNTS and p.weight]
    candidates = [p for p in counting if p.assignment not in fixed]
    order = sorted(candidates, key=lambda p: (p.share or 0.0, -p.weight))
    most = max(min(course.term.drop_lowest, len(counting) - 1), 0)
    dropped = {part.assignment for part in order[:most]}
    which = "the lowest" if course.term.drop_lowest == 1 else "one of the lowest"
    return [
        replace(p, state=PartState.DROPPED, why=f"Dropped as {which}. {p.why}".strip())
        if p.assignment in dropped
        else p
        for p in parts
    ]


def _total(course: Course, person: Student, parts: list[TermPart]) -> TermGrade:
    out_of = course.term.out_of
    counting = [p for p in parts if p.state == PartState.COUNTS]
    weights = sum(p.weight for p in counting)
    total = None
    if open_ := [p.assignment for p in parts if p.state == PartState.OPEN]:
        sentence = f"Open, because of {', '.join(open_)}."
    elif not weights:
        sentence = "Nothing counts yet."
    else:
        weighted = sum(p.weight * (p.share or 0.0) for p in counting)
        total = round(out_of * weighted / weights, 4)
        terms = [f"{p.weight:g} × {PERCENT * (p.share or 0.0):.2f} %" for p in counting]
        scale = "" if out_of == PERCENT else f", of {out_of:g} points"
        sentence = f"({' + '.join(terms)}) / {weights:g}{scale} = {total:g}"
    who = (person.key, person.name, person.email, person.ids)
    where = (person.group, person.section)
    return TermGrade(*who, *where, tuple(parts), total, out_of, sentence)
