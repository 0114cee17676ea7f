"""``autograder export``: grades, in the form that another system takes."""

import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from autograder.commands.common import Stop, key_option, say, unsafe_option, user_name
from autograder.commands.options import (
    chapters_option,
    course_option,
    group_option,
    out_option,
)
from autograder.commands.proof import prove_first
from autograder.exercise.key import load_key
from autograder.export import canvas, feedback_files, gradescope, lti, moodle, tables
from autograder.export.files import Export, Files, make_folder, write
from autograder.export.gradescope_zip import autograder_zip
from autograder.export.template import System, Template, read_template, system_of
from autograder.gradebook.course import Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.private_files import private_folder, share
from autograder.gradebook.reviews import grades_of
from autograder.gradebook.term_books import read_term
from autograder.pages.render import few


@dataclass
class _Graded:
    """What is written: a class's grades, or a term's, which has no results."""

    books: list[Gradebook]
    grades: list[FinalGrade]
    title: str  # what the other system calls it
    template: Template | None
    results: Path | None = None

    @property
    def book(self) -> Gradebook:
        """That of the one class."""
        return self.books[0]

    def scores_of(self, students: Iterable[str]) -> dict[str, float | None]:
        """What these students are given."""
        wanted = set(students)
        return {g.student: g.score for g in self.grades if g.student in wanted}

    def filled(self, system: System) -> Export:
        """A table of Canvas's or Moodle's, or one that is made like it."""
        if self.template:
            return system.from_template(self.template, self.grades, self.title)
        return system.gradebook(self.grades, self.title)

    def pages(self) -> dict[str, bytes]:
        """The feedback pages that there are, by student; whose there is none is said."""
        assert self.results is not None, "asked of a class alone"
        pages, without, names = {}, [], self.book.file_names()
        for student in self.book.students():
            try:
                page = self.results / "feedback" / f"{names[student]}.html"
                pages[student] = page.read_bytes()
            except OSError:
                without.append(student)
        if without:
            sentence = (
                f"Without a feedback page, so left out: {len(without)} ({few(without)})"
            )
            _say(f"{sentence}. `autograder grade` makes it.")
        return pages


# The forms of a table, which a term has, too; of one file; of a folder of files.
TABLES: dict[str, Callable[[_Graded], Export]] = {
    "csv": lambda g: tables.as_csv(g.grades),
    "jsonl": lambda g: tables.as_jsonl(g.grades, g.book.results() if g.results else ()),
    "canvas": lambda g: g.filled(canvas),
    "moodle": lambda g: g.filled(moodle),
    "nbgrader": lambda g: tables.for_nbgrader(g.grades, g.title),
}
ZIPS: dict[str, Callable[[_Graded], Export]] = {
    "moodle-feedback": lambda g: feedback_files.moodle(g.grades, g.pages()),
    "canvas-feedback": lambda g: feedback_files.canvas(g.grades, g.pages()),
}
FOLDERS: dict[str, Callable[[_Graded], Files]] = {
    "gradescope": lambda g: gradescope.folder(
        g.grades, g.book.results(), g.book.course.verdicts
    ),
    "mail": lambda g: feedback_files.mail(
        g.grades, g.pages(), g.book.file_names(), g.title
    ),
}
AUTOGRADER, HUB = "gradescope-autograder", "hub"
SCORES, MEMBERS = "lti", "lti-members"
FORMATS = (*TABLES, *ZIPS, *FOLDERS, AUTOGRADER, HUB, SCORES, MEMBERS)
_say = partial(say, err=True)


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
    the course file, with the assignment's column filled, and the zip of feedback.
    """
    if not kind:
        if results is None or results.suffix == ".toml" or output or template:
            raise Stop(f"Say --format. There are: {', '.join(FORMATS)}.")
        _write_uploads(results, course_file, key_name, assignment, group)
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
        _write_one(made, output)
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
                scores = _write(graded, kind, output)
            kind = kind if graded.results else f"{kind} of the term"
            for book in graded.books if scores else ():
                book.journal.add_export(user_name(), kind, str(output or ""), scores)
            if sent.problem or sent.refused:
                raise Stop(sent.problem or "What was refused is not there; the rest is.")
    if group and output:
        share(output, group)


def _write_uploads(
    results: Path, course_file: Path | None, key_name: str, assignment: str, group: str
) -> None:
    """Write into the results both files that the roster's learning system takes."""
    with ExitStack() as opened:
        graded = _of_class(results, course_file, key_name, opened)
        course = graded.book.course
        roster = read_template(Path(course.roster)) if course.roster else None
        system = system_of(roster) if roster else ""
        if not system:
            raise Stop(
                "Say --format, or write roster = into the course file and grade again: a "
                "gradebook from Canvas, or a grading worksheet from Moodle. "
                f"Formats: {', '.join(FORMATS)}."
            )
        graded.template = roster
        graded.title = assignment or (course.title if course.assignment else "")
        files = {system: f"{system}.csv", f"{system}-feedback": f"{system}-feedback.zip"}
        for kind, name in files.items():
            scores = _write(graded, kind, results / name)
            graded.book.journal.add_export(user_name(), kind, str(results / name), scores)
            if group:
                share(results / name, group)
        both = " and ".join(str(results / name) for name in files.values())
        _say(f"Upload {both}.")


def _of_class(
    results: Path, course_file: Path | None, key_name: str, opened: ExitStack
) -> _Graded:
    """Everybody's grade by the settings they were graded with, or by other ones.

    The roster is always the one graded with: results are stored under its names.
    """
    book = opened.enter_context(Gradebook(results, create=False))
    if gone := book.gone():
        sentence = "Graded before, and in the class no more, so in no export"
        _say(f"{sentence}: {len(gone)} ({few(gone)}).")
    if course_file:
        course = load_course(course_file, load_key(book.recall("key") or key_name))
    else:
        course = book.course
        course.late.check()
        _say(*filter(None, [course.changed()]))
    return _Graded([book], grades_of(book, course), book.course.title, None, results)


def _of_term(course_file: Path, key_name: str, kind: str, opened: ExitStack) -> _Graded:
    if kind not in (*TABLES, SCORES):
        raise Stop(f"A term's totals are exported as {', '.join(TABLES)}, not as {kind}.")
    term = read_term(course_file, load_key(key_name), opened)
    _say(*term.notes)
    grades = [grade.as_final() for grade in term.grades]
    title = f"{term.course.title} total".strip()
    return _Graded([*term.books.values()], grades, title, None)


def _write(graded: _Graded, kind: str, output: Path | None) -> Mapping[str, float | None]:
    """Write it; by student the scores that stand there, on the other system's scale."""
    if kind in TABLES or kind in ZIPS:
        if kind in ZIPS and output is None:
            raise Stop("Say into which file: -o feedback.zip")
        made = (TABLES | ZIPS)[kind](graded)
        _write_one(made, output)
        everybody = graded.scores_of(grade.student for grade in graded.grades)
        return everybody if made.scores is None else made.scores
    if kind in FOLDERS:
        files = FOLDERS[kind](graded)
        _write_folder(files, output)
    else:
        files = feedback_files.hub(graded.grades, graded.pages())
        _publish(files, graded.book.course.assignment, output)
    return graded.scores_of(files.students)


def _write_one(made: Export, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(made.data)
    else:
        write(output, made.data)
    _say(*made.notes)


def _send(graded: _Graded, service: lti.Service, output: Path | None) -> lti.Sent:
    """Send the scores; into a file only what would be sent."""
    made, notes = lti.scores(graded.grades, service.members())
    _say(*notes)
    if output:
        write(output, lti.shown(made.values()))
        _say(f"Nothing was sent: what would be is in {output}.")
        return lti.Sent()
    sent = service.send(made)
    _say(f"Scores sent: {len(sent.students)}.")
    _say(*(f"Refused, the score of {who}: {why}." for who, why in sent.refused.items()))
    return sent


def _write_folder(made: Files, output: Path | None) -> None:
    if output is None:
        raise Stop("Say into which folder: -o FOLDER")
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise Stop(f"{output} is there already. Choose a new folder with -o.")
    make_folder(output)
    for name, data in made.files.items():
        write(output / name, data)
    _say(f"Files written: {len(made.files)}.", *made.notes)


def _publish(made: Files, assignment: str, output: Path | None) -> None:
    """Put the pages where the hub's page gives them out, and take away all others there.

    A page that was somebody else's by mistake is then nobody's any more.
    """
    if output is None:
        raise Stop("Say into which folder: -o FOLDER, which the hub has as --feedback")
    if not assignment:
        sentence = "These results are of no assignment of a course file, and the hub shows "
        raise Stop(sentence + "pages by assignment: grade with --assignment NAME.")
    folder = output / assignment
    try:
        private_folder(folder)
        gone = [page for page in folder.glob("*.html") if page.name not in made.files]
        for page in gone:
            page.unlink()
    except OSError as error:
        raise Stop(f"{folder} cannot be written ({error.strerror}).") from None
    for name, data in made.files.items():
        write(folder / name, data)
    more = [f"Pages that were there before and are no more: {len(gone)}."] if gone else []
    _say(*made.notes, *more)


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
    _say(f"Upload {path} in Gradescope: Configure Autograder, image Ubuntu 24.04.")
    if unsafe:
        _say("Students' code will run beside the answer key, as you asked.")
