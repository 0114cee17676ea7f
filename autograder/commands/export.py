"""``autograder export``: grades, in the form that another system takes."""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import click

from autograder.commands.common import (
    Stop,
    is_anothers,
    key_option,
    near,
    unsafe_option,
    user_name,
)
from autograder.commands.exported import (
    FOLDERS,
    TABLES,
    ZIPS,
    Graded,
    note,
    write_graded,
    write_one,
)
from autograder.commands.options import (
    chapters_option,
    course_option,
    group_option,
    out_option,
)
from autograder.commands.proof import prove_first
from autograder.commands.review import serve_review
from autograder.exercise.definition import Chapter
from autograder.exercise.key import load_key
from autograder.export import canvas, lti
from autograder.export.files import write
from autograder.export.gradescope_zip import autograder_zip
from autograder.export.template import Template, chosen_column, read_template, system_of
from autograder.gradebook.course import Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.private_files import share
from autograder.gradebook.reviews import grades_of
from autograder.gradebook.term_books import read_term
from autograder.pages.render import few
from autograder.review.groups import groups_of, to_read

AUTOGRADER, HUB = "gradescope-autograder", "hub"
SCORES, MEMBERS = "lti", "lti-members"
FORMATS = (*TABLES, *ZIPS, *FOLDERS, AUTOGRADER, HUB, SCORES, MEMBERS)


@click.command("export")
@click.argument("results", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "kind",
    default="",
    help=f"One of: {', '.join(FORMATS)}. Left out: the roster filled, and the feedback.",
)
@out_option(
    "File; for gradescope, mail, hub a folder. Default: the terminal.", name="output"
)
@click.option(
    "--template",
    type=click.Path(path_type=Path),
    help="A gradebook or grading worksheet from Canvas or Moodle, to be filled.",
)
@click.option(
    "--platform",
    type=click.Path(path_type=Path),
    help="For lti: the learning system's services (TOML). With -o nothing is sent.",
)
@click.option("--assignment", default="", help="What the other system calls it.")
@course_option("Course settings, in place of those that were graded with.")
@chapters_option(f"For {AUTOGRADER}: grade these chapters only.")
@group_option
@unsafe_option
@key_option
def export_command(
    results: Path | None,
    kind: str,
    output: Path | None,
    template: Path | None,
    platform: Path | None,
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

    Without --format what Canvas or Moodle takes is written into RESULTS: the roster of
    the course file, with the assignment's column filled, and the zip of feedback.  What
    waits for a person is read first, on the page of `autograder review`.
    """
    if not kind:
        if not results or results.suffix == ".toml" or output or template:
            raise Stop(f"Say RESULTS, or --format. There are: {', '.join(FORMATS)}.")
        write_uploads(results, course_file, key_name, assignment, group)
        return
    if kind not in FORMATS:
        raise Stop(f"There is no format {kind!r}. There are: {', '.join(FORMATS)}.")
    if template and kind not in ("canvas", "moodle"):
        raise Stop(f"--template is for canvas and moodle; {kind} has none.")
    if template and output and template.resolve() == output.resolve():
        raise Stop("-o names the template itself: choose another name.")
    if kind in (SCORES, MEMBERS) and not platform:
        raise Stop(f"{kind} needs --platform FILE: see the book, “LTI 1.3”.")
    read = read_template(template) if template else None
    if kind == MEMBERS and platform:
        made = lti.roster(lti.Service.of(platform).members())
        write_one(made, output)
    elif kind == AUTOGRADER:
        output = output or Path("autograder.zip")
        _write_autograder(key_name, chapters, course_file, unsafe, output)
    elif results is None:
        raise Stop(f"Say whose results: autograder export RESULTS --format {kind}")
    else:
        with ExitStack() as opened:
            if results.suffix == ".toml":
                graded = _of_term(results, key_name, kind, opened)
            else:
                graded = _of_class(results, course_file, key_name, opened)
            graded.template = read
            graded.title = assignment or ("" if read else graded.title)
            sent = lti.Sent()
            if kind == SCORES and platform:
                sent = _send(graded, lti.Service.of(platform), output)
                scores: Mapping[str, float | None] = graded.scores_of(sent.students)
            else:
                scores = write_graded(graded, kind, output)
            kind = kind if graded.results else f"{kind} of the term"
            for book in graded.books if scores else ():
                book.journal.add_export(user_name(), kind, str(output or ""), scores)
            if sent.problem or sent.refused:
                raise Stop(sent.problem or "What was refused is not there; the rest is.")
    if group and output:
        share(output, group)


def write_uploads(
    results: Path, course_file: Path | None, key_name: str, assignment: str, group: str
) -> None:
    """Write into the results both files that the roster's learning system takes.

    What waits for a person is read before; what cannot be filled is said before that.
    """
    with ExitStack() as opened:
        graded = _of_class(results, course_file, key_name, opened)
        book, key = graded.book, load_key(graded.book.recall("key") or key_name)
        if is_anothers(file := book.course.file):
            raise Stop(f"Graded by {file}, which is not of this course: grade again first.")
        chapters = [key.chapter(one) for one in json.loads(book.recall("chapters") or "[]")]
        graded.title = column_of(book.course, results, chapters, assignment)
        graded.template, system = _roster_of(book.course)
        book.remember("column", graded.title)
        files = {system: f"{system}.csv", f"{system}-feedback": f"{system}-feedback.zip"}
        upload = f"Upload {' and '.join(near(results / name) for name in files.values())}."

        @cache
        def write_both() -> tuple[str, ...]:
            graded.grades = grades_of(book, graded.course)
            for kind, name in files.items():
                scores = write_graded(graded, kind, path := results / name)
                book.journal.add_export(user_name(), kind, str(path), scores)
                if group:
                    share(path, group)
            note(upload)
            return *TABLES[system](graded).notes, upload

        if to_read(groups_of(book)):
            TABLES[system](graded)
            serve_review(results, then=write_both)
        write_both()


def column_of(
    course: Course, results: Path, chapters: Sequence[Chapter], wanted: str
) -> str:
    """The roster's column to fill: as ``wanted``, as before, or the only one it can be."""
    template, system = _roster_of(course)
    if system != "canvas":
        return wanted
    filled = {}
    for path in results.parent.glob("*/gradebook.sqlite"):
        with Gradebook(path.parent, create=False) as book:
            filled[path.parent] = book.recall("column") or ""
    names = {filled.pop(results, "") or (course.assignment and course.title)}
    if len(chapters) == 1 and names == {""}:
        names = {chapters[0].title, chapters[0].name, chapters[0].prefix}
    columns = canvas.assignments(template)
    title = chosen_column(template, wanted, columns, names, filled.values())
    if not wanted:
        note(f"Column: {title}.")
    return title


def _roster_of(course: Course) -> tuple[Template, str]:
    """The class's roster, which is to be filled, and the learning system that wrote it."""
    template = read_template(Path(course.roster)) if course.roster else None
    system = system_of(template) if template else ""
    if not (template and system):
        raise Stop(
            "Write roster = into the course file and grade again: a gradebook from Canvas, "
            "or a grading worksheet from Moodle. Other systems: autograder export RESULTS "
            f"--format, one of {', '.join(FORMATS)}."
        )
    return template, system


def _of_class(
    results: Path, course_file: Path | None, key_name: str, opened: ExitStack
) -> Graded:
    """Everybody's grade by the settings they were graded with, or by other ones.

    The roster is always the one graded with: results are stored under its names.
    """
    book = opened.enter_context(Gradebook(results, create=False))
    if gone := book.gone():
        sentence = "Graded before, and in the class no more, so in no export"
        note(f"{sentence}: {len(gone)} ({few(gone)}).")
    if course_file:
        course = load_course(course_file, load_key(book.recall("key") or key_name))
    else:
        course = book.course
        course.late.check()
        note(*filter(None, [course.changed()]))
    grades = grades_of(book, course)
    return Graded([book], grades, book.course.title, None, results, course)


def _of_term(course_file: Path, key_name: str, kind: str, opened: ExitStack) -> Graded:
    if kind not in (*TABLES, SCORES):
        raise Stop(f"A term's totals are exported as {', '.join(TABLES)}, not as {kind}.")
    term = read_term(course_file, load_key(key_name), opened)
    note(*term.notes)
    grades = [grade.as_final() for grade in term.grades]
    title = f"{term.course.title} total".strip()
    return Graded([*term.books.values()], grades, title, None)


def _send(graded: Graded, service: lti.Service, output: Path | None) -> lti.Sent:
    """Send the scores; into a file only what would be sent."""
    made, notes = lti.scores(graded.grades, service.members())
    note(*notes)
    if output:
        write(output, lti.shown(made.values()))
        note(f"Nothing was sent: what would be is in {output}.")
        return lti.Sent()
    sent = service.send(made)
    note(f"Scores sent: {len(sent.students)}.")
    note(*(f"Refused, the score of {who}: {why}." for who, why in sent.refused.items()))
    return sent


def _write_autograder(
    key_name: str,
    chapters: tuple[str, ...],
    course_file: Path | None,
    unsafe: bool,
    path: Path,
) -> None:
    key = load_key(key_name)
    chapters = tuple(key.chapter(name).name for name in chapters)
    course = load_course(course_file, key) if course_file else Course()
    prove_first(key, [c for c in key.chapters if not chapters or c.name in chapters])
    write(path, autograder_zip(key, chapters, course, unsafe=unsafe))
    note(f"Upload {path} in Gradescope: Configure Autograder, image Ubuntu 24.04.")
    if unsafe:
        note("Students' code will run beside the answer key, as you asked.")
