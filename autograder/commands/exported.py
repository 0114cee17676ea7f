"""What `autograder export` writes: tables, zips of pages, folders of files."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from autograder.commands.common import Stop, say
from autograder.export import canvas, feedback_files, gradescope, moodle, tables
from autograder.export.files import Export, Files, make_folder, write
from autograder.export.template import System, Template
from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.private_files import private_folder
from autograder.pages.render import few

note = partial(say, err=True)


@dataclass
class Graded:
    """What is written: a class's grades, or a term's, which has no results."""

    books: list[Gradebook]
    grades: list[FinalGrade]
    title: str  # what the other system calls it
    template: Template | None
    results: Path | None = None
    course: Course | None = None  # the settings that count

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
            note(f"{sentence}. `autograder grade` makes it.")
        return pages


# The forms of a table, which a term has, too; of one file; of a folder of files.
TABLES: dict[str, Callable[[Graded], Export]] = {
    "csv": lambda g: tables.as_csv(g.grades),
    "jsonl": lambda g: tables.as_jsonl(g.grades, g.book.results() if g.results else ()),
    "canvas": lambda g: g.filled(canvas),
    "moodle": lambda g: g.filled(moodle),
    "nbgrader": lambda g: tables.for_nbgrader(g.grades, g.title),
}
ZIPS: dict[str, Callable[[Graded], Export]] = {
    "moodle-feedback": lambda g: feedback_files.moodle(g.grades, g.pages()),
    "canvas-feedback": lambda g: feedback_files.canvas(g.grades, g.pages()),
}
FOLDERS: dict[str, Callable[[Graded], Files]] = {
    "gradescope": lambda g: gradescope.folder(
        g.grades, g.book.results(), g.book.course.verdicts
    ),
    "mail": lambda g: feedback_files.mail(
        g.grades, g.pages(), g.book.file_names(), g.title
    ),
}


def write_graded(
    graded: Graded, kind: str, output: Path | None
) -> Mapping[str, float | None]:
    """Write it; by student the scores that stand there, on the other system's scale."""
    if kind in TABLES or kind in ZIPS:
        if kind in ZIPS and output is None:
            raise Stop("Say into which file: -o feedback.zip")
        made = (TABLES | ZIPS)[kind](graded)
        write_one(made, output)
        everybody = graded.scores_of(grade.student for grade in graded.grades)
        return everybody if made.scores is None else made.scores
    if kind in FOLDERS:
        files = FOLDERS[kind](graded)
        _write_folder(files, output)
    else:
        files = feedback_files.hub(graded.grades, graded.pages())
        _publish(files, graded.book.course.assignment, output)
    return graded.scores_of(files.students)


def write_one(made: Export, output: Path | None) -> None:
    """A file, or the terminal's."""
    if output is None:
        sys.stdout.buffer.write(made.data)
    else:
        write(output, made.data)
    note(*made.notes)


def _write_folder(made: Files, output: Path | None) -> None:
    if output is None:
        raise Stop("Say into which folder: -o FOLDER")
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise Stop(f"{output} is there already. Choose a new folder with -o.")
    make_folder(output)
    for name, data in made.files.items():
        write(output / name, data)
    note(f"Files written: {len(made.files)}.", *made.notes)


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
    note(*made.notes, *more)
