"""What was ticked: read from a table, marked, and put into words with care."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from autograder.export.files import table, write
from autograder.pages.render import render
from autograder.questions.draft import LETTERS
from autograder.questions.practice import question_from
from autograder.quiz.make import Quiz
from autograder.quiz.systems import canvas, moodle

KEPT, SHEETS, ANSWERS, MARKS = "quiz.json", "sheets.html", "answers.html", "marks.csv"
COLUMNS = ("student", "letters")


class QuizProblem(ValueError):
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


def write_quiz(folder: Path, title: str, quizzes: Sequence[Quiz]) -> None:
    """Write the sheets, the table for who marks, and the files for Moodle and Canvas.

    Raises ``ExportProblem`` when they cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    asked = [quiz for quiz in quizzes if quiz.questions]
    values = {"title": title, "quizzes": asked, "letters": LETTERS}
    for name in (SHEETS, ANSWERS):
        write(folder / name, render(f"quiz/{name}.j2", **values).encode())
    write(folder / KEPT, msgspec.json.format(msgspec.json.encode(list(quizzes))))
    write(folder / "moodle.xml", moodle(asked))
    write(folder / "canvas.zip", canvas(asked))
    write(
        folder / "letters.csv",
        table([COLUMNS, *((q.student, "") for q in asked)], bom=True),
    )


def read_quiz(folder: Path) -> list[Quiz]:
    """The quiz that was written there.

    Raises ``QuizProblem`` when there is none.
    """
    try:
        kept = msgspec.json.decode((folder / KEPT).read_bytes())
        return [
            Quiz(**{**each, "questions": tuple(map(question_from, each["questions"]))})
            for each in kept
        ]
    except (OSError, msgspec.DecodeError, LookupError, TypeError) as error:
        raise QuizProblem(
            f"{folder} holds no quiz that can be read ({error}). Make one without --from."
        ) from None


def read_letters(file: Path, quizzes: Sequence[Quiz]) -> list[Mark]:
    """What was ticked, from a table with the columns ``student`` and ``letters``.

    Raises ``QuizProblem`` when it is no such table, or a line of it fits nobody.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QuizProblem(
            f"{file} cannot be read ({error}). Save it as CSV in UTF-8."
        ) from None
    rows = csv.DictReader(io.StringIO(text))
    if missing := [name for name in COLUMNS if name not in (rows.fieldnames or ())]:
        raise QuizProblem(
            f"{file} has no column {missing[0]!r}: letters.csv shows the form."
        )
    by_student = {quiz.student: quiz for quiz in quizzes if quiz.questions}
    marks = []
    for number, row in enumerate(rows, 2):
        student, letters = ((row[name] or "").strip() for name in COLUMNS)
        ticked = re.sub(r"[\s,;]", "", letters.lower())
        if not ticked:
            continue
        quiz = by_student.get(student)
        if quiz is None:
            raise QuizProblem(
                f"Line {number} of {file}: {student!r} was asked nothing here."
            )
        fits = len(ticked) == len(quiz.questions) and set(ticked) <= {*LETTERS, "-"}
        if not fits:
            wanted = f"{len(quiz.questions)} letters from a to {LETTERS[-1]}, - for none"
            raise QuizProblem(f"Line {number} of {file}: {letters!r} is not {wanted}.")
        marks.append(Mark(quiz, ticked))
    return marks


def write_marks(folder: Path, title: str, marks: Sequence[Mark]) -> None:
    """Write the marks as a table, and a report that says what they may mean.

    Raises ``ExportProblem`` when they cannot be written.
    """
    rows = [["student", "right", "asked", "share"]]
    for mark in marks:
        asked = len(mark.quiz.questions)
        rows.append(
            [mark.quiz.student, str(mark.right), str(asked), f"{mark.right / asked:.2f}"]
        )
    write(folder / MARKS, table(rows, bom=True))
    values: Mapping[str, object] = {
        "title": title,
        "marks": marks,
        "talk": worth_a_talk(marks),
    }
    write(folder / "report.html", render("quiz/marks.html.j2", **values).encode())


def worth_a_talk(marks: Sequence[Mark]) -> list[Mark]:
    """Who passed every exercise of code, and answered no more than guessing gives."""
    return [
        m
        for m in marks
        if m.quiz.of
        and m.quiz.passed == m.quiz.of
        and m.right <= len(m.quiz.questions) / len(LETTERS)
    ]
