"""What a run leaves for people and programs: pages, records and a table."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key, load_key
from autograder.exercise.provenance import packages
from autograder.exercise.sources import chapter_digest
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import FinalGrade, final_grades, in_words, public_record
from autograder.gradebook.private_files import private_folder, write_private
from autograder.gradebook.records import SubmissionResult
from autograder.gradebook.reviews import decisions_in_force, reviews_of
from autograder.pages.cells import csv_table, harmless
from autograder.reporting.class_summary import (
    STANDINGS,
    ExerciseCount,
    display_names,
    late,
    sections,
)
from autograder.reporting.class_tally import ClassTally, Sentences
from autograder.reporting.feedback import feedback_page
from autograder.reporting.headings import read_headings
from autograder.reporting.report import ReportExtras, render_report

# The columns of grades.csv before the exercises'.
ABOUT = ("student", "name", "email", "status", "score", "max_score", "penalty", "late")
EXCUSED = "excused"  # in the cell of an exercise that does not count
TITLES_NAMED = 3  # chapters in the title of a report
Results = Iterable[SubmissionResult]
# What a report says about how it was graded, of what is recorded with each result.
HOW = ("autograder", "python", *packages(), "key", "grader")


def write_outputs(
    book: Gradebook,
    folder: Path,
    *,
    named: bool = False,
    only: frozenset[str] | None = None,
    watch: Callable[[Results], Results] = lambda results: results,
) -> list[FinalGrade]:
    """Write ``results/``, ``feedback/``, ``grades.csv`` and ``report.html``.

    ``only``: whose records and pages to write, where no others can have changed.
    """
    key = load_key(book.recall("key") or "")
    course = book.course
    roster = book.roster
    grades = final_grades(book.results(), course, decisions_in_force(book), roster)
    by_student = {grade.student: grade for grade in grades}
    headings, reviews = read_headings(key), book.journal.standing_reviews()
    file_names, names = book.file_names(), display_names(grades)
    chapters: dict[str, Chapter] = {}
    tally, left_out = ClassTally({}, by_student), []
    how: dict[str, str] = {}
    for result in watch(book.results()):
        student = result.student
        if only is None or student in only:
            grade = by_student[student]
            page = feedback_page(
                result,
                course.book_url,
                grade=grade,
                headings=headings,
                comments=reviews_of(result, reviews),
            )
            record = json.dumps(public_record(result, grade)) + "\n"
            for path, text in zip(
                _student_files(folder, file_names[student]), (record, page), strict=True
            ):
                write_page(path, text)
        tally.add(result)
        if left := _left_out(key, result):
            left_out.append((names.get(student, student), left))
        chapters |= {c.name: c for c in key.chapters if result.of_chapter(c.prefix)}
        versions = result.versions
        how |= {n: versions[n] for n in HOW if n in versions} | result.conditions
    for student in file_names.keys() - {*book.students()}:  # in the class no more
        take_out(folder, file_names[student])
    write_grades(folder / "grades.csv", grades, list(tally.exercises))
    ordered = [chapter for chapter in key.chapters if chapter.name in chapters]
    tally.sentences = _sentences(book, key, ordered)
    extras = _extras(book, grades, named=named)
    extras = replace(extras, left_out=tuple(left_out), how=tuple(how.items()))
    summary = tally.summary()
    write_items(folder / "items.csv", summary.exercises)
    page = render_report(
        summary,
        _title(course, ordered),
        course.book_url,
        headings=headings,
        extras=extras,
        chapters={chapter.prefix: chapter.title for chapter in ordered},
    )
    write_page(folder / "report.html", page)
    return grades


def take_out(folder: Path, name: str) -> None:
    """Take out the record and the page of a student."""
    for path in _student_files(folder, name):
        path.unlink(missing_ok=True)


def _student_files(folder: Path, name: str) -> tuple[Path, Path]:
    """A student's record and page; their folders are made."""
    paths = folder / "results" / f"{name}.json", folder / "feedback" / f"{name}.html"
    for path in paths:
        private_folder(path.parent)
    return paths


def _extras(book: Gradebook, grades: Sequence[FinalGrade], *, named: bool) -> ReportExtras:
    names = display_names(grades)
    return ReportExtras(
        moves=book.history(book.last_moving_run()),
        overrides=book.overrides(),
        stale=book.stale_overrides(),
        names=names,
        named=named,
        sections=sections(grades),
        late=late(grades, names),
    )


def write_grades(path: Path, grades: Iterable[FinalGrade], ids: Sequence[str]) -> None:
    """One line a student, a column an exercise; empty where nobody knows."""
    rows: list[list[object]] = [[*ABOUT, *ids, "notes"]]
    for grade in grades:
        points = {e.id: EXCUSED if e.excused else e.points for e in grade.exercises}
        late = in_words(grade.late_seconds) if grade.late_seconds else ""
        notes = " ".join(" ".join(grade.notes).split())
        about = (grade.student, grade.name, grade.email, grade.status)
        penalty = None if grade.score is None else grade.penalty
        numbers = (grade.score, grade.max_points, penalty)
        cells = map(points.get, ids)
        rows.append([*about, *numbers, late, *cells, notes])
    write_table(path, rows)


def write_items(path: Path, exercises: Iterable[ExerciseCount]) -> None:
    """One line an exercise: how it ended, how hard it is, whether it tells apart."""
    about = ("exercise", "title", "max_points", "handed_in", *STANDINGS)
    rows: list[list[object]] = [[*about, "mean_share", "item_rest_correlation"]]
    for one in exercises:
        numbers = (one.max_points, one.handed_in, *(one.standings[n] for n in STANDINGS))
        share = None if one.share is None else round(one.share, 4)
        r = None if one.correlation is None else round(one.correlation, 4)
        rows.append([one.id, one.title, *numbers, share, r])
    write_table(path, rows)


def write_table(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV, every text in quotes and none a formula."""
    write_page(path, csv_table(rows, text=harmless, all_quoted=True))


def _left_out(key: Key, result: SubmissionResult) -> str:
    """The chapters of the assignment that somebody did not hand in."""
    return ", ".join(
        chapter.name
        for chapter in key.chapters
        if (mine := result.of_chapter(chapter.prefix))
        and not any(exercise.notebook for exercise in mine)
    )


def _title(course: Course, chapters: Sequence[Chapter]) -> str:
    titles = ", ".join(chapter.title for chapter in chapters)
    if len(chapters) > TITLES_NAMED:
        titles = f"{len(chapters)} chapters"
    return ": ".join(part for part in (course.title or "Class report", titles) if part)


def _sentences(book: Gradebook, key: Key, chapters: Sequence[Chapter]) -> Sentences:
    """What a teacher says to each misconception, exercises in the order of the book.

    Kept in the gradebook under a hash of the chapters: reading them from the key
    imports the libraries that it uses, which takes many seconds and much memory.
    """
    version = [chapter_digest(key, chapter) for chapter in chapters]
    kept = json.loads(book.recall("says") or "{}")
    if kept.get("version") == version:
        known: dict[str, dict[str, str]] = kept["says"]
        return known
    says = {
        exercise.id: {m.id: m.says for m in exercise.all_misconceptions}
        for chapter in chapters
        for exercise in key.exercises(chapter)
    }
    book.remember("says", json.dumps({"version": version, "says": says}))
    return says


def write_page(path: Path, text: str) -> None:
    """Write whole or not at all: a reader never meets half a file."""
    write_private(path, text.encode(errors="replace"))
