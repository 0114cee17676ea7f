"""Answers that a key collects, each with the verdict it must get.

They stand in the module ``answers`` of an exercise's folder, as ``ANSWERS``, and are
what proves the key: right ones by other routes than the reference, wrong ones with and
without a name.  Students write them; the key's mistakes are never made from them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from autograder.exercise.changes import Change
from autograder.exercise.status import Status

WRONG = "wrong"  # one of ANY_WRONG: which of them is the key's business
ANY_WRONG = (Status.FAILED, Status.PARTIAL, Status.ERROR)


@dataclass(frozen=True)
class Answer:
    """An answer to one exercise, and how it must be judged.

    ``source``: the text of the notebook's stub cell as a student leaves it; or a change of
    another answer. ``why``: in one line: why it is right, or what is wrong with it.
    ``name``: the id of the misconception that must be named, ids joined with ``" + "``
    where there are two, ``""`` for none. ``shown``: whether students' copies hold it, and
    show it to who has passed.
    """

    label: str
    source: str | Change
    why: str
    name: str = ""
    verdict: str = WRONG
    of: str = ""
    above: str = ""
    shown: bool = False

    @property
    def is_right(self) -> bool:
        """Whether it must get full marks, and nothing is to be said to it."""
        return self.verdict == Status.PASSED and not self.name


def right(
    label: str,
    source: str | Change,
    why: str,
    *,
    of: str = "",
    above: str = "",
    shown: bool = False,
) -> Answer:
    """Collect an answer that must get full marks.

    Parameters
    ----------
    label
        What it is called, once in an exercise.
    source
        The cell as a student leaves it; or a change of another answer.
    why
        In one line: why it is right.
    of
        The label of the answer that ``source`` changes.
    above
        A cell of the student's own before it.
    shown
        Whether it is written for showing: students' copies, which have no reference, hold
        it, and show it to who has passed.

    Returns
    -------
    The answer.
    """
    return Answer(label, _cell(source), why, "", Status.PASSED, of, _cell(above), shown)


def wrong(
    label: str,
    source: str | Change,
    why: str,
    name: str = "",
    verdict: str = WRONG,
    *,
    of: str = "",
    above: str = "",
) -> Answer:
    """Collect an answer that must not get full marks.

    Parameters
    ----------
    label
        What it is called, once in an exercise.
    source
        The cell as a student leaves it; or a change of another answer.
    why
        In one line: what is wrong with it.
    name
        The misconception that must be named; two joined with ``" + "``.
    verdict
        The status it must get, or ``WRONG``.
    of
        The label of the answer that ``source`` changes.
    above
        A cell of the student's own before it.

    Returns
    -------
    The answer.
    """
    return Answer(label, _cell(source), why, name, verdict, of, _cell(above))


def route(label: str, text: str) -> tuple[Answer, ...]:
    """Collect a right answer, and wrong ones that differ from it in one place each.

    Parameters
    ----------
    label
        What the right one is called, once in an exercise.
    text
        The cell as a student leaves it, a line ``---``, and for each wrong one a line
        ``old => new | name``: what stands there once, what stands there instead, and
        the misconception that must be named, or nothing.

    Returns
    -------
    The answers, the right one first.
    """
    source, _, changes = _cell(text).partition("\n---\n")
    answer = Answer(label, source, "another route", verdict=Status.PASSED)
    return answer, *slips(label, changes)


def slips(of: str, text: str) -> tuple[Answer, ...]:
    """Collect wrong answers that differ from another in one place each.

    Parameters
    ----------
    of
        The label of the answer that they change.
    text
        A line ``old => new | name`` for each of them, as in ``route``.

    Returns
    -------
    The answers.
    """
    answers = []
    for line in _cell(text).splitlines():
        edit, _, name = line.rpartition(" |") if " |" in line else (line, "", "")
        old, _, new = edit.partition(" =>")
        old, new = old.strip(), new.strip()
        words = f"{of}: {new or 'nothing'} for {old}"
        change = Change(((old, new),))
        answers.append(Answer(words, change, "a slip in one place", name.strip(), of=of))
    return tuple(answers)


T = TypeVar("T", str, "str | Change")


def _cell(source: T) -> T:
    """A text from the left margin, without the empty lines around it."""
    return textwrap.dedent(source).strip("\n") if isinstance(source, str) else source


def cell_source(answer: Answer, among: Sequence[Answer]) -> str:
    """Give the text of an answer's cell, its change of another answer applied.

    Returns the text as a student leaves it. Raises ``LookupError`` when there is no answer
    of the label that it changes; ``ChangeProblem`` when the change does not fit.
    """
    if isinstance(answer.source, str):
        return answer.source
    for other in among:
        if other.label == answer.of:
            return answer.source.applied(cell_source(other, among))
    raise LookupError(f"The answer {answer.label!r} changes {answer.of!r}: there is none.")
