"""A quiz as files: sheets, answers, quizzes for Moodle and Canvas, marks and a report."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from autograder.exercise.problem import Problem
from autograder.export.files import make_folder, table, write, zipped
from autograder.gradebook.table import read_table
from autograder.gradebook.term_books import MARKS
from autograder.pages.render import render
from autograder.questions.draft import LETTERS, CodeQuestion

KEPT, TICKED, REPORT = "quiz.json", "letters.csv", "report.html"
COLUMNS = ("student", "letters")
ALIKE = "two students' names differ by spaces alone. Rename one, and make the quiz anew."
NOT_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF))


class QuizProblem(Problem):
    """A quiz, or what was ticked, cannot be read; the text says what to do."""


@dataclass(frozen=True)
class Quiz:
    """The questions to one student; ``passed`` and ``of`` count their exercises of code."""

    student: str
    name: str
    questions: tuple[CodeQuestion, ...]
    passed: int = 0
    of: int = 0


@dataclass(frozen=True)
class Mark:
    """What one student ticked: ``letters`` has "-" where nothing was."""

    quiz: Quiz
    letters: str

    @property
    def by_kind(self) -> list[tuple[str, bool]]:
        """The kind of each question, and whether it was answered rightly."""
        pairs = zip(self.quiz.questions, self.letters, strict=True)
        return [(asked.kind, ticked == LETTERS[asked.right]) for asked, ticked in pairs]

    @property
    def right(self) -> int:
        """How many questions were answered rightly."""
        return sum(is_right for _, is_right in self.by_kind)

    @property
    def worth_a_talk(self) -> bool:
        """Whether all code passed, and no more was answered than guessing gives."""
        passed_all = 0 < self.quiz.of == self.quiz.passed
        return passed_all and self.right * len(LETTERS) <= len(self.quiz.questions)


def write_quiz(folder: Path, title: str, quizzes: Sequence[Quiz]) -> None:
    """Write the sheets, the table for who marks, and the files for Moodle and Canvas."""
    make_folder(folder)
    asked = [quiz for quiz in quizzes if quiz.questions]
    for name in ("sheets.html", "answers.html"):
        page = render(f"quiz/{name}.j2", title=title, quizzes=asked, letters=LETTERS)
        write(folder / name, page.encode())
    write(folder / KEPT, msgspec.json.format(msgspec.json.encode(list(quizzes))))
    write(folder / "moodle.xml", moodle(asked))
    write(folder / "canvas.zip", canvas(asked))
    write_letters(folder, [(quiz.student, "") for quiz in asked])


def moodle(quizzes: Sequence[Quiz]) -> bytes:
    """Moodle's XML: in the question bank a category for each student."""
    return _xml("moodle", quizzes=quizzes)


def canvas(quizzes: Sequence[Quiz]) -> bytes:
    """A zip that Canvas imports as "QTI .zip file": a quiz for each student."""
    students = (quiz.student.encode(errors="replace") for quiz in quizzes)
    names = [f"q{sha256(student).hexdigest()[:16]}" for student in students]
    files = {"imsmanifest.xml": _xml("canvas_manifest", names=names)}
    for name, quiz in zip(names, quizzes, strict=True):
        files[f"{name}/{name}.xml"] = _xml("canvas_quiz", name=name, quiz=quiz)
    return zipped(files)


def _xml(template: str, **values: Any) -> bytes:
    """A template as XML, without what no XML may hold, whatever a student wrote."""
    return render(f"quiz/{template}.xml.j2", **values).translate(NOT_XML).encode()


def write_letters(folder: Path, letters: Sequence[tuple[str, str]]) -> None:
    """Write the table that ``--from`` reads."""
    write(folder / TICKED, table([COLUMNS, *letters], bom=True))


def read_quiz(folder: Path) -> list[Quiz]:
    """The quiz that was written there."""
    try:
        return msgspec.json.decode((folder / KEPT).read_bytes(), type=list[Quiz])
    except (OSError, msgspec.DecodeError) as error:
        problem = f"{folder} holds no quiz that can be read ({error})."
        raise QuizProblem(f"{problem} Make one without --from.") from None


def read_letters(file: Path, quizzes: Sequence[Quiz]) -> list[Mark]:
    """What was ticked, from a table with the columns ``student`` and ``letters``."""
    (_, heads), *rows = read_table(file, "table of letters") or [(0, [])]
    if missing := [name for name in COLUMNS if name not in heads]:
        raise QuizProblem(f"{file} has no column {missing[0]!r}: {TICKED} shows the form.")
    by_student, marks = {quiz.student.strip(): quiz for quiz in quizzes}, []
    if len(by_student) < len(quizzes):  # a table loses the spaces around a name
        raise QuizProblem(f"{file} cannot say whose letters these are: {ALIKE}")
    for line, cells in rows:
        said = dict(zip(heads, cells, strict=False))
        student, letters = (said.get(name, "") for name in COLUMNS)
        ticked, quiz = re.sub(r"[\s,;]", "", letters.lower()), by_student.get(student)
        if quiz is None:
            raise QuizProblem(f"Line {line} of {file}: {student!r} was asked nothing here.")
        if ticked and (len(ticked) != len(quiz.questions) or {*ticked} - {*LETTERS, "-"}):
            wanted = f"{len(quiz.questions)} letters from a to {LETTERS[-1]}, - for none"
            raise QuizProblem(f"Line {line} of {file}: {letters!r} is not {wanted}.")
        marks += [Mark(quiz, ticked)] * bool(ticked)
    return marks


def write_marks(folder: Path, title: str, marks: Sequence[Mark]) -> None:
    """Write the marks as a table, and a report that says what they may mean."""
    rows = [("student", "right", "asked", "share")]
    for mark in marks:
        right, asked = mark.right, len(mark.letters)
        rows.append((mark.quiz.student, str(right), str(asked), f"{right / asked:.2f}"))
    write(folder / MARKS, table(rows, bom=True))
    given = [answer for mark in marks for answer in mark.by_kind]
    kinds = {kind: [right for name, right in given if name == kind] for kind, _ in given}
    hardest = sorted(kinds.items(), key=lambda kind: sum(kind[1]) / len(kind[1]))
    page = render("quiz/marks.html.j2", title=title, marks=marks, hardest=hardest)
    write(folder / REPORT, page.encode())
