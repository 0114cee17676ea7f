"""What an answer of the corpus is, and where the answers are found."""

from __future__ import annotations

import importlib
import pkgutil
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
WRONG = "wrong"  # one of ANY_WRONG: which of them is the key's business
ANY_WRONG = ("failed", "partial", "error")


@dataclass(frozen=True)
class Answer:
    """An answer to one exercise, and how it should be judged.

    ``source`` replaces the stub cell; ``above`` is a cell of the student's own before
    it.  ``verdict`` is a status of the grader, or ``WRONG``.  ``name`` is the id of the
    misconception that should be named, ids joined with " + " where there are two, ""
    for no name.  ``why`` says in one line why the answer is right or what is wrong with
    it.  ``pending`` says what the engine or the key does otherwise so far; such an
    answer may fail.
    """

    label: str
    source: str
    verdict: str
    name: str
    why: str
    above: str = ""
    pending: str = ""


def right(
    label: str, source: str, why: str, *, above: str = "", pending: str = ""
) -> Answer:
    """An answer that must get full marks."""
    return Answer(label, _cell(source), "passed", "", why, _cell(above), pending)


def wrong(
    label: str,
    source: str,
    why: str,
    name: str = "",
    verdict: str = WRONG,
    *,
    above: str = "",
    pending: str = "",
) -> Answer:
    """An answer that must not."""
    return Answer(label, _cell(source), verdict, name, why, _cell(above), pending)


def _cell(source: str) -> str:
    return textwrap.dedent(source).strip("\n")


@dataclass(frozen=True)
class Given:
    """An answer, the exercise it is for, and the chapter's folder here."""

    chapter: str
    exercise_id: str
    answer: Answer
    number: int  # of its kind (right or wrong) within the exercise, from 0

    def __str__(self) -> str:
        return f"{self.exercise_id}: {self.answer.label}"


def everything() -> Iterator[Given]:
    """All answers, chapter by chapter."""
    for folder in sorted(HERE.glob("ch[0-9]*")):
        for found in pkgutil.iter_modules([str(folder)]):
            if found.name.startswith("_"):  # what several modules share
                continue
            module = importlib.import_module(f"{__package__}.{folder.name}.{found.name}")
            counts = {True: 0, False: 0}
            for answer in module.ANSWERS:
                is_right = answer.verdict == "passed"
                number = counts[is_right]
                counts[is_right] += 1
                yield Given(folder.name, module.EXERCISE, answer, number)


@cache
def text_of(chapter: str) -> Path:
    """The text of a chapter's folder: ``ch03_numpy`` to ``03-numpy.md``."""
    (path,) = (HERE.parents[1] / "book" / "chapters").glob(f"{chapter[2:4]}-*.md")
    return path
