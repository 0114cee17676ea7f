"""``autograder export``: grades, in the form that another system takes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from autograder.checking.show import visible
from autograder.commands.class_settings import few
from autograder.commands.common import Stop, key_option, open_key, unsafe_option
from autograder.commands.export_term import keep_export, term_table
from autograder.commands.options import chapters_option, group_option, out_option
from autograder.commands.proof import prove_first
from autograder.commands.students import user_name
from autograder.exercise.key import KeyProblem
from autograder.export import canvas, feedback_files, moodle, tables
from autograder.export.files import Export, ExportProblem, write
from autograder.export.gradescope_folder import folder
from autograder.export.gradescope_zip import autograder_zip
from autograder.export.template import Template, read_template
from autograder.gradebook.course import Course, CourseProblem
from autograder.gradebook.course_file import load_course
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.final import FinalGrade, final_grades
from autograder.gradebook.late import LateProblem
from autograder.gradebook.private_files import NoGroup, private_folder, share
from autograder.gradebook.reviews import decisions_in_force
from autograder.gradebook.roster import Roster
from autograder.handin.roster_file import RosterProblem

ZIP = "gradescope-autograder"
FOLDER = "gradescope"
MAIL = "mail"
HUB = "hub"
FEEDBACK = {
    "moodle-feedback": feedback_files.moodle,
    "canvas-feedback": feedback_files.canvas,
}
FORMATS = (
    *("csv", "jsonl", "canvas", "moodle", "nbgrader", FOLDER, ZIP),
    *(*FEEDBACK, MAIL, HUB),
)
PROBLEMS = (
    *(ExportProblem, CourseProblem, GradebookProblem, KeyProblem, LateProblem),
    *(NoGroup, RosterProblem),
)


@click.command("export")
@click.argument("results", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format", "kind", required=True, type=str, help=f"One of: {', '.join(FORMATS)}."
)
@out_option(
    "File; for gradescope, mail, hub a folder. Default: the terminal.", name="output"
)
@click.option(
    "--template",
    type=click.Path(path_type=Path),
    help="A gradebook or grading worksheet from Canvas or Moodle, to be filled.",
)
@click.option("--assignment", default="", help="What the other system calls it.")
@click.option(
    "--course",
    "course_file",
    type=click.Path(path_type=Path),
    help="Course settings, in place of those that were graded with.",
)
@chapters_option(f"For {ZIP}: grade these chapters only.")
@group_option
@unsafe_option
@key_option
def export_command(
    results: Path | None,
    kind: str,
    output: Path | None,
    template: Path | None,
    assignment: str,
    course_file: Path | None,
    chapters: tuple[str, ...],
    group: str,
    unsafe: bool,
    key_name: str,
) -> None:
    """Write grades as another system takes them.

    RESULTS is a folder that `autograder grade` has written, or a course file: then it
    is the totals of its term.  A score that is not known is an empty cell, never a 0.
    """
    if kind not in FORMATS:
        raise Stop(f"There is no format {kind!r}. There are: {', '.join(FORMATS)}.")
    if template and kind not in ("canvas", "moodle"):
        raise Stop(f"--template is for canvas and moodle; {kind} has none.")
    if template and output and _same(template, output):
        raise Stop("-o names the template itself: choose another name.")
    try:
        read = read_template(template) if template else None
        if kind == ZIP:
            output = output or Path("autograder.zip")
            _write_zip(key_name, chapters, course_file, unsafe, output)
        elif results is None:
            raise Stop(f"Say whose results: autograder export RESULTS --format {kind}")
        elif results.suffix == ".toml":
            term, total = term_table(results, open_key(key_name), kind, read, assignment)
            _say(*term.notes)
            _write_table(total, output)
            keep_export(term, user_name(), kind, str(output or ""))
        else:
            with Gradebook(results, create=False) as book:
                _say(*_gone(book))
                grades = _grades(book, course_file, key_name)
                _export(kind, grades, book, results, read, assignment, output)
                scores = {grade.student: grade.score for grade in grades}
                book.journal.add_export(user_name(), kind, str(output or ""), scores)
        if group and output:
            share(output, group)
    except PROBLEMS as problem:
        raise Stop(str(problem)) from None


def _export(
    kind: str,
    grades: list[FinalGrade],
    book: Gradebook,
    results: Path,
    read: Template | None,
    assignment: str,
    output: Path | None,
) -> None:
    """Write the grades of one folder of results."""
    if kind == FOLDER:
        verdicts = Course.from_json(book.recall("course")).verdicts
        _write_folder(*folder(grades, book.results(), verdicts), output)
    elif kind == MAIL:
        names, title = book.file_names(), assignment or _title(book)
        made = feedback_files.mail(grades, _pages(book, results), names, title)
        _write_folder(*made, output)
    elif kind == HUB:
        called = Course.from_json(book.recall("course")).assignment
        _publish(*feedback_files.hub(grades, _pages(book, results)), called, output)
    elif kind in FEEDBACK:
        if output is None:
            raise Stop("Say into which file: -o feedback.zip")
        _write_table(FEEDBACK[kind](grades, _pages(book, results)), output)
    else:
        called = assignment or ("" if read else _title(book))
        _write_table(_table(kind, grades, book, read, called), output)


def _gone(book: Gradebook) -> Iterable[str]:
    """Who has results and is in no export."""
    if gone := book.gone():
        yield (
            "Graded before, and in the class no more, so in no export: "
            f"{len(gone)} ({few(gone)})."
        )


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _title(book: Gradebook) -> str:
    """The course's title, where the settings have one."""
    return Course.from_json(book.recall("course")).title


def _grades(book: Gradebook, course_file: Path | None, key_name: str) -> list[FinalGrade]:
    """Everybody's grade by the settings they were graded with, or by other ones.

    The roster is always the one graded with: results are stored under its names.
    """
    if course_file:
        key = open_key(book.recall("key") or key_name)
        course = load_course(course_file, key)
    else:
        course = Course.from_json(book.recall("course"))
        course.late.check()
        _say(*filter(None, [course.changed()]))
    roster = Roster.from_json(book.recall("roster"))
    return final_grades(book.results(), course, decisions_in_force(book), roster)


def _table(
    kind: str,
    grades: list[FinalGrade],
    book: Gradebook,
    template: Template | None,
    assignment: str,
) -> Export:
    if kind == "csv":
        return tables.as_csv(grades)
    if kind == "jsonl":
        return tables.as_jsonl(grades, book.results())
    if kind == "nbgrader":
        return tables.for_nbgrader(grades, assignment)
    system = canvas if kind == "canvas" else moodle
    made: Export = (
        system.from_template(template, grades, assignment)
        if template
        else system.gradebook(grades, assignment)
    )
    return made


def _write_table(made: Export, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(made.data)
    else:
        write(output, made.data)
    _say(*made.notes)


def _pages(book: Gradebook, results: Path) -> dict[str, bytes]:
    """The feedback pages that there are, by student; whose there is none is said."""
    pages, without = {}, []
    names = book.file_names()
    for student in book.students():
        try:
            page = results / "feedback" / f"{names[student]}.html"
            pages[student] = page.read_bytes()
        except OSError:
            without.append(student)
    if without:
        count = f"{len(without)} ({few(without)})"
        _say(f"Without a feedback page, so left out: {count}. `autograder grade` makes it.")
    return pages


def _write_folder(
    files: Mapping[str, bytes], notes: Iterable[str], output: Path | None
) -> None:
    if output is None:
        raise Stop("Say into which folder: -o FOLDER")
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise Stop(f"{output} is there already. Choose a new folder with -o.")
    try:
        private_folder(output)
    except OSError as error:
        raise Stop(f"{output} cannot be made ({error.strerror}).") from None
    for name, data in files.items():
        write(output / name, data)
    _say(f"Files written: {len(files)}.", *notes)


def _publish(
    files: Mapping[str, bytes], notes: Iterable[str], assignment: str, output: Path | None
) -> None:
    """Put the pages where the hub's page gives them out, and take away all others there.

    A page that was somebody else's by mistake is then nobody's any more.
    """
    if output is None:
        raise Stop("Say into which folder: -o FOLDER, which the hub has as --feedback")
    if not assignment:
        words = "These results are of no assignment of a course file, and the hub shows "
        raise Stop(words + "pages by assignment: grade with --assignment NAME.")
    folder = output / assignment
    try:
        private_folder(folder)
        gone = [page for page in folder.glob("*.html") if page.name not in files]
        for page in gone:
            page.unlink()
    except OSError as error:
        raise Stop(f"{folder} cannot be written ({error.strerror}).") from None
    for name, data in files.items():
        write(folder / name, data)
    more = [f"Pages that were there before and are no more: {len(gone)}."] if gone else []
    _say(*notes, *more)


def _write_zip(
    key_name: str,
    chapters: tuple[str, ...],
    course_file: Path | None,
    unsafe: bool,
    path: Path,
) -> None:
    key = open_key(key_name)
    chapters = tuple(key.chapter(name).name for name in chapters)
    course = load_course(course_file, key) if course_file else Course()
    wanted = [c for c in key.chapters if not chapters or c.name in chapters]
    prove_first(key, wanted)
    write(path, autograder_zip(key, chapters, course, unsafe=unsafe))
    _say(f"Upload {path} in Gradescope: Configure Autograder, image Ubuntu 24.04.")
    if unsafe:
        _say("Students' code will run beside the answer key, as you asked.")


def _say(*sentences: str) -> None:
    for sentence in sentences:
        click.echo(visible(sentence), err=True)
