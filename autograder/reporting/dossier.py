"""One student's record: what a question about a grade is answered from."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from autograder.exercise.status import Status
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.final import ExerciseGrade, FinalGrade, final_grades
from autograder.gradebook.journal import Exported, Review
from autograder.gradebook.records import ExerciseResult, Move, Override, SubmissionResult
from autograder.gradebook.reviews import decisions_in_force, reviews_of
from autograder.gradebook.roster import Roster, Student
from autograder.pages.render import count, points, render, worth

HASH_SHOWN = 16  # hexadecimal digits: enough to tell any two files of a term apart


@dataclass(frozen=True)
class HandedFile:
    """One file that was handed in: ``fate`` says whether it counted, and why."""

    name: str
    sha256: str
    handed_in: str
    fate: str


@dataclass(frozen=True)
class ExerciseLine:
    """What became of one exercise."""

    id: str
    title: str
    verdict: str
    points: str
    cases: str
    misconceptions: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class Dossier:
    """What a gradebook knows of one student in one assignment."""

    title: str
    grade: FinalGrade
    score: str
    hand_ins: tuple[HandedFile, ...]
    exercises: tuple[ExerciseLine, ...]
    made_with: tuple[tuple[str, str], ...]
    comments: Mapping[str, Review]
    decisions: tuple[Override, ...]
    moves: tuple[Move, ...]
    exports: tuple[Exported, ...]


def dossier(
    book: Gradebook, student: str, title: str = "", course: Course | None = None
) -> Dossier:
    """Put together what a gradebook knows of a student."""
    course = course or book.course
    roster = book.roster
    result = book.results_of(student)
    results = [result] if result else []
    grades = final_grades(
        results, course, decisions_in_force(book, results), _only(roster, student)
    )
    grade = next((g for g in grades if g.student == student), None)
    if grade is None:
        raise GradebookProblem(f"There is nobody called {student!r} in this gradebook.")
    person = next((s for s in roster.everybody if s.key == student), None)
    comments = reviews_of(result, book.journal.standing_reviews()) if result else {}
    decided = [override for override in book.decisions() if override.student == student]
    return Dossier(
        title=course.title or title,
        grade=grade,
        score=_score(grade),
        hand_ins=tuple(_hand_ins(book, student, result, person)),
        exercises=tuple(_exercises(grade, result)),
        made_with=tuple(_made_with(result)) if result else (),
        comments=comments,
        decisions=tuple(decided),
        moves=tuple(move for move in book.history() if move.student == student),
        exports=book.journal.exports_of(student),
    )


def _only(roster: Roster, student: str) -> Roster:
    """The roster with this student alone."""
    waiting = tuple(key for key in roster.waiting if key == student)
    students = tuple(s for s in roster.students if s.key == student)
    others = tuple(s for s in roster.others if s.key == student)
    return Roster(students, roster.complete, others, waiting)


def _score(grade: FinalGrade) -> str:
    if grade.excused:
        return f"excused: {grade.excused}"
    if grade.score is None:
        return f"not known: {grade.status.headline}"
    most = "" if grade.max_points is None else f" of {worth(grade.max_points)}"
    less = f", {worth(grade.penalty)} taken off for lateness" if grade.penalty else ""
    return f"{points(grade.score)}{most}{less}"


def _hand_ins(
    book: Gradebook, student: str, result: SubmissionResult | None, person: Student | None
) -> Iterator[HandedFile]:
    for old in book.journal.earlier(student):
        fate = f"a later hand-in took its place, graded {_date(old.at)}"
        if old.result.score is not None:
            fate += (
                f"; had {points(old.result.score)} of {points(old.result.max_score or 0)}"
            )
        for file in old.result.notebooks:
            yield HandedFile(file.name, file.sha256, _date(old.result.handed_in), fate)
    if result is None:
        return
    counted: dict[str, list[str]] = {}
    for exercise in result.exercises:
        if exercise.notebook:
            prefix = exercise.id.partition(".")[0]
            counted.setdefault(exercise.notebook, []).append(prefix)
    for file in result.notebooks:
        times = person.times if person else {}
        time = times.get(file.name, result.handed_in)
        chapters = ", ".join(dict.fromkeys(counted.get(file.name, ())))
        fate = f"counts for {chapters}" if chapters else "does not count"
        why = [note for note in result.remarks if file.name in note]
        yield HandedFile(file.name, file.sha256, _date(time), " ".join([f"{fate}.", *why]))


def _exercises(
    grade: FinalGrade, result: SubmissionResult | None
) -> Iterator[ExerciseLine]:
    results = result.exercises if result else ()
    for exercise, given in zip_longest(results, grade.exercises):
        yield ExerciseLine(
            exercise.id,
            exercise.title,
            "read"
            if exercise.is_read and given.points is not None
            else str(exercise.status),
            f"{'?' if given.points is None else points(given.points)} of "
            f"{points(given.max_points)}",
            _passed(exercise),
            exercise.misconceptions,
            tuple(_remarks(exercise, given)),
        )


def _passed(exercise: ExerciseResult) -> str:
    if not exercise.cases:
        return ""
    passed = sum(case.passed for case in exercise.cases)
    return f"{passed} of {count(len(exercise.cases), 'case')}"


def _remarks(result: ExerciseResult, given: ExerciseGrade) -> Iterator[str]:
    if given.excused:
        yield f"Does not count: {given.excused}"
    if given.override_reason:
        before = f"{points(result.points)} of {points(result.max_points)}"
        more = "" if result.is_read else f" (the grader found {before})"
        yield f"Set by hand: {given.override_reason}{more}"
    if failed := [case.name for case in result.cases if not case.passed]:
        yield f"Not passed: {', '.join(failed)}."
    settled = result.status == Status.PASSED or (
        result.is_read and given.points is not None
    )
    if result.message and not settled:
        yield result.message
    yield from result.notes


def _made_with(result: SubmissionResult) -> Iterator[tuple[str, str]]:
    yield "seed of the inputs", result.seed or "not recorded"
    yield from result.versions.items()
    yield from result.conditions.items()


def _date(moment: str) -> str:
    return moment[:16].replace("T", " ") or "at a time not known"


def as_page(student: str, name: str, parts: Iterable[Dossier], total: str = "") -> str:
    """A self-contained page of a student's record."""
    return render(
        "reporting/dossier.html.j2",
        student=student,
        name=name or student,
        parts=list(parts),
        total=total,
        shown=HASH_SHOWN,
    )


def as_text(part: Dossier) -> Iterator[str]:
    """The record in one assignment, a line at a time."""
    yield f"{part.title or 'Assignment'}: {part.score}"
    for file in part.hand_ins:
        yield f"  {file.handed_in}  {file.sha256[:HASH_SHOWN]}  {file.name}: {file.fate}"
    width = max((len(line.id) for line in part.exercises), default=0)
    for line in part.exercises:
        verdict = ", ".join(filter(None, (line.verdict, line.cases)))
        cells = (line.points, verdict, *line.misconceptions)
        yield f"  {line.id.ljust(width)}  {'  '.join(cells)}"
        yield from (f"    {remark}" for remark in line.remarks)
    if not part.exercises:
        yield from (f"  {note}" for note in part.grade.notes)
    yield from (f"  {line}" for line in _happened(part))
    if part.made_with:
        yield f"  {', '.join(' '.join(pair) for pair in part.made_with)}"


def _happened(part: Dossier) -> Iterator[str]:
    """What people said and decided, what a regrade moved, what was exported."""
    for exercise, review in part.comments.items():
        given = "" if review.points is None else f", {worth(review.points)}"
        yield f"reviewed {_when(review.at, review.by)}: {exercise}{given}. {review.says}"
    for made in part.decisions:
        given = "taken back" if made.points is None else worth(made.points)
        what = made.exercise_id or "the whole submission"
        yield f"decided {_when(made.at, made.by)}: {what}, {given}. {made.reason}"
    for move in part.moves:
        what = move.exercise_id or "the whole submission"
        yield f"moved {_when(move.at)}: {what}, {move.was} to {move.now}. {move.cause}"
    for export in part.exports:
        score = "no score" if export.score is None else worth(export.score)
        what = f"{export.format} into {export.target}" if export.target else export.format
        yield f"exported {_when(export.at, export.by)}: {what}, {score}"


def _when(at: str, by: str = "") -> str:
    return f"{_date(at)} by {by}" if by else _date(at)
