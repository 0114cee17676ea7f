"""The gradebooks of a term's assignments, read and added up."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from autograder.exercise.key import Key
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.course import Course, TermAssignment
from autograder.gradebook.course_file import load_course, refuse_unknown
from autograder.gradebook.course_lines import CourseProblem
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.reviews import grades_of
from autograder.gradebook.roster import Roster
from autograder.gradebook.roster_file import read_roster
from autograder.gradebook.term import PartState, TermGrade, person_of, term_grades
from autograder.gradebook.weeks import Weeks, over_weeks
from autograder.pages.render import count, few

MARKS = "marks.csv"  # of questions about own code, in the folder of a quiz


@dataclass(frozen=True)
class Term:
    """A term as its gradebooks have it."""

    course: Course
    books: dict[str, Gradebook]  # of assignments that are graded
    grades: tuple[TermGrade, ...]
    notes: tuple[str, ...]  # what one should know of it
    weeks: tuple[Weeks, ...] = ()  # what became of misconceptions


def read_term(course_file: Path, key: Key, opened: ExitStack) -> Term:
    """Add up the assignments that a course file names; their books are ``opened``."""
    course = load_course(course_file, key)
    if not course.assignments:
        course.named_assignment("")  # says what to write
    graded: dict[str, list[FinalGrade]] = {}
    notes: list[str] = []
    books: dict[str, Gradebook] = {}
    for assignment in course.assignments:
        if (marks := Path(assignment.results) / MARKS).is_file():
            graded[assignment.name] = _marks(marks)
            continue
        if not (Path(assignment.results) / "gradebook.sqlite").is_file():
            notes.append(
                f"{assignment.name} is not graded yet: no results in {assignment.results}."
            )
            continue
        book = opened.enter_context(Gradebook(Path(assignment.results), create=False))
        books[assignment.name] = book
        graded[assignment.name] = grades_of(book, course.for_assignment(assignment.name))
        notes += _differences(key, book, assignment, graded[assignment.name])
    if not graded:
        first = course.assignments[0].name
        raise CourseProblem(
            f"No assignment of {course_file} is graded yet. Grade one: autograder grade "
            f"SUBMISSIONS --course {course_file} --assignment {first}"
        )
    class_ = Roster()
    if course.roster:
        class_ = read_roster(Path(course.roster), course.columns, course.timezone)
    people = (person_of(grade) for grades in graded.values() for grade in grades)
    refuse_unknown(course, (*people, *class_.students), "in the class")
    grades = term_grades(course, graded, roster=class_.students)
    weeks = tuple(over_weeks(books.values()))
    return Term(course, books, tuple(grades), (*notes, *_open(grades)), weeks)


def _marks(file: Path) -> list[FinalGrade]:
    """The marks of a quiz as grades: a point for each question."""
    grades = []
    for row in csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"))):
        right, asked = float(row["right"]), float(row["asked"])
        student, status = row["student"], SubmissionStatus.GRADED
        grade = FinalGrade(student, "", "", {}, status, (), right, asked, 0.0, right)
        grades.append(grade)
    return grades


def _differences(
    key: Key, book: Gradebook, assignment: TermAssignment, grades: Iterable[FinalGrade]
) -> Iterator[str]:
    """Where an assignment's own pages say something else than the term's table."""
    prefixes = json.loads(book.recall("chapters") or "[]")
    chapters = tuple(key.chapter(name).name for name in prefixes)
    if set(chapters) != set(assignment.chapters):
        has = ", ".join(chapters) or "whatever was handed in"
        yield (
            f"{assignment.name} was graded on {has}, and the course file says "
            f"{', '.join(assignment.chapters)}: grade it again with --assignment "
            f"{assignment.name}."
        )
    before = grades_of(book, book.course)
    scores = {g.student: g.score for g in before}
    other = [g.student for g in grades if scores.get(g.student) != g.score]
    if other:
        yield (
            f"In {assignment.name} the course file as it is now gives "
            f"{count(len(other), 'student')} another score than their pages show "
            f"({few(other)}): `autograder grade` with --course writes these again."
        )


def _open(grades: Iterable[TermGrade]) -> Iterator[str]:
    """Whose total is not known, by the assignment that is why."""
    open_: dict[str, list[str]] = {}
    for grade in grades:
        for part in grade.parts:
            if part.state == PartState.OPEN:
                open_.setdefault(part.assignment, []).append(grade.name or grade.student)
    for name, students in open_.items():
        totals = count(len(students), "total")
        yield f"Open because of {name}: {totals} ({few(students)})."


def days_used(course: Course) -> dict[str, int]:
    """The late days that each student took in the assignments before this one.

    As those stand in their folders of results now: who regrades an earlier one grades
    the later ones again. Raises what reading a gradebook raises.
    """
    due = {assignment.name: assignment.due for assignment in course.assignments}
    before = [
        assignment
        for assignment in course.assignments
        if assignment.due
        and assignment.name != course.assignment
        and assignment.due < due[course.assignment]
    ]
    used: Counter[str] = Counter()
    for assignment in before:
        folder = Path(assignment.results)
        if not (folder / "gradebook.sqlite").is_file():
            continue
        with Gradebook(folder, create=False) as book:
            grades = grades_of(book)
        for grade in grades:
            used[grade.student] += course.late.days(grade.late_seconds or 0.0)
    return dict(used)
