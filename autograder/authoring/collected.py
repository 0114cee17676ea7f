"""Judge the answers that a key collects, as ``check`` judges them in a notebook.

An answer may use what stands above its exercise in the chapter.  Where the chapter's
text is not at hand it has the names of the reference's module alone.
"""

import contextlib
import io
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from autograder.checking.check import evaluate
from autograder.checking.outcome import Verdict
from autograder.exercise.answers import ANY_WRONG, WRONG, Answer, cell_source
from autograder.exercise.changes import ChangeProblem
from autograder.exercise.course_folder import CourseFolder, course_folder
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key
from autograder.exercise.questions import PUBLIC_SEED
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from autograder.notebooks.convert import mark_exercises, notebook_from_text
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.read import Cell, Notebook, syntax
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import statements


@dataclass(frozen=True)
class Given:
    """An answer of the key: the source of its stub cell, and its chapter's code cells."""

    exercise: Exercise
    answer: Answer
    source: str
    cells: tuple[dict[str, Any], ...]

    def __str__(self) -> str:
        return f"{self.exercise.id}: {self.answer.label}"

    def as_expected(self, status: str, names: str) -> bool:
        """Whether an answer got the status and the names that it must get."""
        wanted = self.answer.verdict
        statuses = ANY_WRONG if wanted == WRONG else (wanted,)
        return status in statuses and names == joined(self.answer.name.split(" + "))


def joined(names: list[str]) -> str:
    """Names of misconceptions as an ``Answer`` has them, in alphabetical order."""
    return " + ".join(sorted(names))


def collected(key: Key, exercise: Exercise, root: Path) -> list[Given]:
    """The answers that a key has to an exercise, and those that its kind is always asked.

    Raises ``LookupError`` when an answer changes one that is not there, ``ChangeProblem``
    when a change does not fit.
    """
    cells = code_around(key, exercise, root)
    answers = (*key.answers(exercise.id), *ways_to_write(exercise))
    made = []
    for answer in answers:
        try:
            made.append(Given(exercise, answer, cell_source(answer, answers), cells))
        except ChangeProblem as problem:
            where = getattr(answer.source, "where", "")
            raise ChangeProblem(f"{where}: answer {answer.label!r}: {problem}") from None
    return made


def code_around(key: Key, exercise: Exercise, root: Path) -> tuple[dict[str, Any], ...]:
    """The code cells of an exercise's chapter; none where it has no stub there."""
    course = course_folder(key.name, root)
    cells = chapter_cells(course, key.chapter_of(exercise.id).name)
    wanted = {"id": exercise.id, "role": "stub"}
    has_stub = any(cell["metadata"].get("exercise") == wanted for cell in cells)
    return tuple(c for c in cells if c["cell_type"] == "code") if has_stub else ()


def judged_by_check(key: Key, given: Given) -> tuple[str, str, str]:
    """The status of an answer, the names of its misconceptions, and what is said."""
    verdict = judge_of(key, given)(PUBLIC_SEED)
    return verdict.status, joined([m.id for m in verdict.misconceptions]), verdict.message


def judge_of(key: Key, given: Given) -> Callable[[int], Verdict]:
    """Run the chapter above an answer and the answer: what judges it, given a seed."""
    try:
        answer = value_of(key, given)
    except Exception as error:  # then a student sees the error, and checks nothing
        message = f"{type(error).__name__}: {error}"
        nothing = Verdict(given.exercise, Status.ERROR, 0.0, message=message)
        return lambda _: nothing

    def judged(seed: int) -> Verdict:
        with contextlib.redirect_stdout(io.StringIO()):
            return evaluate(given.exercise, answer, seed)

    return judged


def value_of(key: Key, given: Given) -> Any:
    """What an answer gives once what stands above it in the chapter has run."""
    namespace = names_above(key, given, f"{given.answer.above}\n{given.source}")
    for source in (given.answer.above, given.source):
        _run(source, namespace)
    return namespace[given.exercise.name]


def names_above(key: Key, given: Given, source: str) -> dict[str, Any]:
    """The names of the chapter that an answer may use, as its notebook has them.

    Only what the answer needs is run, as in grading; earlier exercises are the
    references, for the student has answered this one alone.
    """
    namespace: dict[str, Any] = {"__name__": "__main__"}
    if not given.cells:
        return vars(sys.modules[given.exercise.reference.__module__]) | namespace
    above = given.cells[: stub_place(given)]
    texts = [*(cell["source"] for cell in above), source]
    cells = [Cell(n, text, tree=syntax(text)[0]) for n, text in enumerate(texts, 1)]
    known = statements(Notebook(given.exercise.id, "", tuple(cells)))
    answer = tuple(s for s in known if s.cell.number == len(cells))  # statements are kept
    marks = (cell["metadata"].get("exercise", {}) for cell in above)
    earlier = [key.exercise(mark["id"]) for mark in marks if mark.get("role") == "stub"]
    lent = {exercise.name: exercise for exercise in earlier}
    piece = slice_for(
        FoundAnswer(given.exercise.name, answer), known, dict.fromkeys(lent, False)
    )
    for name in piece.borrowed:
        right = lent[name].reference
        namespace[name] = right if lent[name].is_code else right()
    for label, text in piece.cells:
        if label != cells[-1].label:
            _run(text, namespace)
    return namespace


def _run(source: str, namespace: dict[str, Any]) -> None:
    keep_source(label := f"<cell {crc32(source.encode())}>", source)
    logging.getLogger("tensorflow").setLevel(logging.ERROR)  # retracing is no news here
    with contextlib.redirect_stdout(io.StringIO()):
        # Not inherited: this module's own __future__ is not the student's.
        exec(compile(source, label, "exec", dont_inherit=True), namespace)


@cache
def chapter_cells(course: CourseFolder, chapter: str) -> tuple[dict[str, Any], ...]:
    """The cells of a chapter's text, or else of its notebook; none where it has neither.

    Raises ``ChapterProblem`` when an exercise in it is not well formed.
    """
    text, notebook = course.text(chapter), course.notebook(chapter)
    if text.is_file():
        cells = notebook_from_text(text).cells
    elif notebook.is_file():
        import nbformat  # slow to import, and read here only where there is no text

        cells = nbformat.read(notebook, as_version=4).cells
        for cell in cells:  # marked by its code, whatever it was when it was written
            cell["metadata"].pop("exercise", None)
        mark_exercises(cells, notebook.name)
    else:
        return ()
    keys = ("cell_type", "metadata", "source")
    return tuple({k: cell[k] for k in keys} for cell in cells)


def stub_place(given: Given) -> int:
    """Where among the code cells the exercise's stub is."""
    wanted = {"id": given.exercise.id, "role": "stub"}
    marks = [cell["metadata"].get("exercise") for cell in given.cells]
    return marks.index(wanted)


def ways_to_write(exercise: Exercise) -> tuple[Answer, ...]:
    """Answers to a choice that give the right letter, and others that are no letter."""
    if exercise.kind != "choice":
        return ()
    name, letter = exercise.name, exercise.reference()
    other = min(mistake.id for mistake in exercise.misconceptions)

    def right(label: str, source: str, why: str) -> Answer:
        return Answer(label, source, why, verdict=Status.PASSED)

    def wrong(label: str, value: str, why: str, verdict: Status = Status.FAILED) -> Answer:
        return Answer(label, f"{name} = {value}", why, verdict=verdict)

    variable = f'guesses = {{}}\nguesses["mine"] = "{letter}"\n{name} = guesses["mine"]'
    return (
        right("the letter", f'{name} = "{letter}"', "as the stub shows it"),
        right("a capital", f"{name} = '{letter.upper()}'", "the same letter"),
        right("in brackets", f'{name} = " ({letter}) "', "as the list shows it"),
        right("by way of a variable", variable, "a dict that a statement fills"),
        wrong("a number", str(ord(letter) - 96), "not a letter"),
        wrong("two letters", f'"{other} or {letter}"', "one is asked for"),
        wrong("a list", f'["{other}", "{letter}"]', "one is asked for"),
        wrong("no quotes", f"missing_{letter}", "no such name", Status.ERROR),
    )
