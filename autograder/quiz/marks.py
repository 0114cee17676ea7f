"""A quiz as files: sheets, answers, what was ticked, and what that may mean."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.exercise.problem import Problem
from autograder.export.files import ExportProblem, table, write
from autograder.gradebook.private_files import private_folder
from autograder.gradebook.term_books import MARKS
from autograder.pages.cells import for_systems
from autograder.pages.render import render
from autograder.questions.draft import LETTERS
from autograder.quiz.make import Quiz
from autograder.quiz.systems import canvas, moodle

KEPT, TICKED, REPORT = "quiz.json", "letters.csv", "report.html"
COLUMNS = ("student", "letters")


class QuizProblem(Problem):
    """A quiz, or what was ticked, cannot be read; the text says what to do."""


@dataclass(frozen=True)
class Mark:
    """What one student ticked: ``letters`` has "-" where nothing was."""

    quiz: Quiz
    letters: str

    @property
    def right(self) -> int:
        """How many questions were answered rightly."""
        pairs = zip(self.letters, self.quiz.questions, strict=True)
        return sum(letter == LETTERS[question.right] for letter, question in pairs)

    @property
    def worth_a_talk(self) -> bool:
        """Whether all code passed, and no more was answered than guessing gives."""
        passed_all = 0 < self.quiz.of == self.quiz.passed
        return passed_all and self.right * len(LETTERS) <= len(self.quiz.questions)


def write_quiz(folder: Path, title: str, quizzes: Sequence[Quiz]) -> None:
    """Write the sheets, the table for who marks, and the files for Moodle and Canvas.

    Raises ``ExportProblem`` when they cannot be written.
    """
    try:
        private_folder(folder)
    except OSError as error:
        raise ExportProblem(f"{folder} cannot be made ({error}). Choose another.") from None
    asked = [quiz for quiz in quizzes if quiz.questions]
    values = {"title": title, "quizzes": asked, "letters": LETTERS}
    for name in ("sheets.html", "answers.html"):
        write(folder / name, render(f"quiz/{name}.j2", **values).encode())
    write(folder / KEPT, msgspec.json.format(msgspec.json.encode(list(quizzes))))
    write(folder / "moodle.xml", moodle(asked))
    write(folder / "canvas.zip", canvas(asked))
    write_letters(folder, [(quiz.student, "") for quiz in asked])


def write_letters(folder: Path, letters: Sequence[tuple[str, str]]) -> None:
    """Write the table that ``--from`` reads.

    Raises ``ExportProblem`` when it cannot be written.
    """
    write(folder / TICKED, table([COLUMNS, *letters], bom=True))


def read_quiz(folder: Path) -> list[Quiz]:
    """The quiz that was written there.

    Raises ``QuizProblem`` when there is none.
    """
    try:
        return msgspec.json.decode((folder / KEPT).read_bytes(), type=list[Quiz])
    except (OSError, msgspec.DecodeError) as error:
        words = (
            f"{folder} holds no quiz that can be read ({error}). Make one without --from."
        )
        raise QuizProblem(words) from None


def read_letters(file: Path, quizzes: Sequence[Quiz]) -> list[Mark]:
    """What was ticked, from a table with the columns ``student`` and ``letters``.

    Raises ``QuizProblem`` when it is no such table, or a line of it fits nobody.
    """
    try:
        text = file.read_bytes().decode(
            "utf-8-sig"
        )  # line ends as they are: names have some
        rows = csv.DictReader(io.StringIO(text, newline=""))
    except (OSError, UnicodeDecodeError) as error:
        words = f"{file} cannot be read ({error}). Save it as CSV in UTF-8."
        raise QuizProblem(words) from None
    if missing := [name for name in COLUMNS if name not in (rows.fieldnames or ())]:
        raise QuizProblem(f"{file} has no column {missing[0]!r}: {TICKED} shows the form.")
    # As they were written: what would begin a formula has an apostrophe before it.
    by_student, marks = {for_systems(quiz.student): quiz for quiz in quizzes}, []
    for number, row in enumerate(rows, 2):
        student, letters = (row[name] or "" for name in COLUMNS)
        ticked = re.sub(r"[\s,;]", "", letters.lower())
        quiz = by_student.get(student) or by_student.get(student.strip())
        if quiz is None:
            raise QuizProblem(
                f"Line {number} of {file}: {student!r} was asked nothing here."
            )
        if ticked and (len(ticked) != len(quiz.questions) or {*ticked} - {*LETTERS, "-"}):
            wanted = f"{len(quiz.questions)} letters from a to {LETTERS[-1]}, - for none"
            raise QuizProblem(f"Line {number} of {file}: {letters!r} is not {wanted}.")
        marks += [Mark(quiz, ticked)] * bool(ticked)
    return marks


def write_marks(folder: Path, title: str, marks: Sequence[Mark]) -> None:
    """Write the marks as a table, and a report that says what they may mean.

    Raises ``ExportProblem`` when they cannot be written.
    """
    counts = [(m.quiz.student, m.right, len(m.quiz.questions)) for m in marks]
    rows = [
        (student, str(right), str(of), f"{right / of:.2f}") for student, right, of in counts
    ]
    write(folder / MARKS, table([("student", "right", "asked", "share"), *rows], bom=True))
    talk = [mark for mark in marks if mark.worth_a_talk]
    kinds: dict[str, list[bool]] = {}
    for mark in marks:
        for letter, question in zip(mark.letters, mark.quiz.questions, strict=True):
            kinds.setdefault(question.kind, []).append(letter == LETTERS[question.right])
    hardest = sorted(kinds.items(), key=lambda kind: sum(kind[1]) / len(kind[1]))
    page = render(
        "quiz/marks.html.j2", title=title, marks=marks, talk=talk, hardest=hardest
    )
    write(folder / REPORT, page.encode())
