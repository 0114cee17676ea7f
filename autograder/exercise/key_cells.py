"""Read what a key says of an exercise in cells: its mistakes, answers, marks and hints.

They stand beside the exercise's module, ``softmax.cells.py`` beside ``softmax.py``, as
editors and Jupyter read cells: code is code, and all else a comment.

    # %% mistake: global-sum
    # You divide by the sum of the whole array. Each row needs its own sum.
    # exponentials.sum(axis=axis, keepdims=True) => exponentials.sum()

    # %% right: by logaddexp
    # the logarithm of the sum is subtracted
    def softmax(scores, axis=-1):
        return np.exp(scores - np.logaddexp.reduce(scores, axis=axis, keepdims=True))
    # wrong, axis-ignored: =axis => =-1

    # %% wrong, global-max + global-sum, failed: over all entries
    # %% same
    # %% hint: a few rows; one row

A heading is a kind, its marks, and what the cell is called.  The comment below is its
sentence; a comment with ``=>`` is a change, ``a => b && c => d`` two of them, and what has
several lines, or spaces at an end, is exchanged by lines ``# -`` and ``# +``.  A mistake
changes the reference.  An answer without code changes the last one above that has code;
a line ``# wrong: old => new`` below such code is one more answer, without a label.
``# %%`` alone goes on: the cell above it is one of the student's own.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from autograder.exercise.answers import WRONG, Answer
from autograder.exercise.cell_lines import (
    HEADING,
    CellProblem,
    Edits,
    KeyCell,
    cells,
)
from autograder.exercise.changes import Change
from autograder.exercise.definition import AS_GIVEN, Misconception, Same
from autograder.exercise.hints import Hint
from autograder.exercise.problem import did_you_mean
from autograder.exercise.status import Status

ENDING = ".cells.py"
TAUGHT = ("mistake", "hint")  # what verdicts, names and cards depend on
NAME = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")


@dataclass(frozen=True)
class Cells:
    """All that a file of cells holds, in its order."""

    mistakes: tuple[Misconception, ...] = ()
    answers: tuple[Answer, ...] = ()
    same: tuple[Same, ...] = ()
    hints: tuple[str, ...] = ()


class FromCells(TypedDict):
    """What an ``Exercise`` takes of its cells."""

    misconceptions: tuple[Misconception, ...]
    same: tuple[Same, ...]
    hints: tuple[str, ...]


def cells_file(module: Path) -> Path:
    """Where the cells of a module's exercise are: beside it."""
    return module.with_name(module.stem + ENDING)


def cells_beside(module_file: str) -> FromCells:
    """Read what an ``Exercise`` takes of its cells: ``**cells_beside(__file__)``.

    Parameters
    ----------
    module_file
        The exercise's module, ``softmax.py``; its cells are ``softmax.cells.py``.

    Returns
    -------
    Its ``misconceptions``, ``same`` and ``hints``.

    Raises
    ------
    CellProblem
        When a cell is not well formed: its file, its line, and what is wrong there.
    """
    read = read_cells(cells_file(Path(module_file)))
    return FromCells(misconceptions=read.mistakes, same=read.same, hints=read.hints)


def read_cells(path: Path) -> Cells:
    """Everything that a file of cells holds; read again only when it changes.

    Raises ``CellProblem`` for a cell that is not well formed.
    """
    try:
        stat = path.stat()
        return _read(path, (stat.st_mtime_ns, stat.st_size))
    except OSError as error:
        raise CellProblem(path, 1, f"It cannot be read: {error.strerror}.") from None


@lru_cache(maxsize=512)
def _read(path: Path, _stamp: tuple[int, int]) -> Cells:
    return cells_in(path, path.read_text(encoding="utf-8"))


def cells_in(path: Path, text: str) -> Cells:
    """What a text holds as the text of that file."""
    return _Reader().read(cells(path, text))


def without_answers(text: str) -> str:
    """Of a file of cells those on which verdicts, names and cards depend."""
    kept, keeps = [], True
    for line in text.splitlines(keepends=True):
        if line.startswith(HEADING):
            keeps = line.removeprefix(HEADING).lstrip().startswith(TAUGHT)
        kept += [line] if keeps else []
    return "".join(kept)


class _Reader:
    """What the cells of one file say, as far as they are read."""

    def __init__(self) -> None:
        self.lines_of: dict[str, int] = {}  # of ids and labels
        self.mistakes: dict[str, Misconception] = {}
        self.answers: list[Answer] = []
        self.same: list[Same] = []
        self.hints: list[str] = []
        self.base = ""  # the label of the last answer with code
        self.named: list[tuple[KeyCell, int, str]] = []

    def read(self, file_cells: Iterable[KeyCell]) -> Cells:
        for cell in file_cells:
            if cell.kind == "mistake":
                self._mistake(cell)
            elif cell.kind in ("right", "wrong"):
                self._answer(cell)
            else:
                self._same_or_hint(cell)
        for cell, line, name in self.named:
            if name not in (*self.mistakes, AS_GIVEN):
                words = f"No mistake of this file is called {name!r}."
                raise cell.problem(words + did_you_mean(name, self.mistakes, 0.6), line)
        mistakes = tuple(self.mistakes.values())
        return Cells(mistakes, tuple(self.answers), tuple(self.same), tuple(self.hints))

    def _mistake(self, cell: KeyCell) -> None:
        if not NAME.fullmatch(cell.label):
            words = f"{cell.label!r} is no id of a mistake. Write one such as wrong-axis."
            raise cell.problem(words)
        self._once(cell, "mistake", cell.label)
        cell.needs(cell.sentence, "the sentence for the student, in comments")
        wrong = _change_or_code(cell, "of the reference")
        self.mistakes[cell.label] = Misconception(cell.label, cell.sentence, wrong)

    def _answer(self, cell: KeyCell) -> None:
        cell.needs(cell.label, f"a label: {HEADING} {cell.kind}: by a loop")
        self._once(cell, "answer", cell.label)
        source = _change_or_code(cell, "of the last code above")
        is_change = isinstance(source, Change)
        cell.needs(self.base or not is_change, "code, or an answer with code above it")
        self.base = self.base if is_change else cell.label
        name, verdict = self._expected(cell, cell.line, cell.marks)
        if cell.kind == "right":
            name, verdict = "", Status.PASSED
        of = self.base if is_change else ""
        self.answers.append(
            Answer(cell.label, source, cell.sentence, name, verdict, of, cell.above)
        )
        for slip in cell.slips:
            words = ", ".join(f"{new or 'nothing'} for {old}" for old, new in slip.edits)
            label = f"{self.base}: {words}"
            self._once(cell, "answer", label, slip.line)
            change = Change(slip.edits, f"{cell.path}:{slip.line}")
            expected = self._expected(cell, slip.line, slip.marks)
            self.answers.append(Answer(label, change, "", *expected, of=self.base))

    def _same_or_hint(self, cell: KeyCell) -> None:
        cell.needs(not cell.code, "no code, only comments")
        cell.needs(cell.sentence, "a sentence, in comments")
        if cell.kind == "same":
            cell.needs(cell.changes, "a change of the reference: old => new")
        else:
            cell.needs(not cell.changes, "no change")
            about = [each.strip() for each in cell.label.split(";")] if cell.label else []
            self.hints.append(Hint(cell.sentence, *about) if about else cell.sentence)
        for line, edits in cell.changes:
            self.same.append(Same(Change(edits, f"{cell.path}:{line}"), cell.sentence))

    def _expected(self, cell: KeyCell, line: int, marks: Iterable[str]) -> tuple[str, str]:
        name, verdict = "", WRONG
        for mark in filter(
            None, marks if cell.kind == "wrong" or line != cell.line else ()
        ):
            if mark in set(Status):
                verdict = Status(mark)
            elif all(NAME.fullmatch(part) for part in mark.split(" + ")):
                name = mark
                self.named += [(cell, line, part) for part in mark.split(" + ")]
            else:
                words = f"{mark!r} is neither a mistake's id nor a verdict such as partial."
                raise cell.problem(words, line)
        return name, verdict

    def _once(self, cell: KeyCell, what: str, label: str, line: int = 0) -> None:
        line = line or cell.line
        first = self.lines_of.setdefault(f"{what} {label}", line)
        if first != line:
            words = f"The {what} {label!r} stands in line {first} already."
            raise cell.problem(words, line)


def _change_or_code(cell: KeyCell, of: str) -> Change | str:
    cell.needs(cell.code or cell.changes, f"code, or a change {of}: old => new")
    cell.needs(not (cell.code and cell.changes), "code or a change, not both")
    cell.needs(cell.code or not cell.slips, "code above its lines # wrong")
    if cell.code:
        return cell.code
    edits: Edits = tuple(edit for _, edits in cell.changes for edit in edits)
    return Change(edits, f"{cell.path}:{cell.changes[0][0]}")
