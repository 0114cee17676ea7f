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

    Parameters
    ----------
    label
        What it is called, once in an exercise.
    source
        The text of the notebook's stub cell as a student leaves it; or a change of
        another answer.
    why
        In one line: why it is right, or what is wrong with it.
    name
        The id of the misconception that must be named, ids joined with ``" + "`` where
        there are two, ``""`` for none.
    verdict
        The status it must get, or ``WRONG``.
    of
        The label of the answer that ``source`` changes.
    above
        A cell of the student's own before it.
    """

    label: str
    source: str | Change
    why: str
    name: str = ""
    verdict: str = WRONG
    of: str = ""
    above: str = ""

    @property
    def is_right(self) -> bool:
        """Whether it must get full marks."""
        return self.verdict == Status.PASSED


def right(
    label: str, source: str | Change, why: str, *, of: str = "", above: str = ""
) -> Answer:
    """An answer that must get full marks; the parameters are those of ``Answer``."""
    return Answer(label, _cell(source), why, "", Status.PASSED, of, _cell(above))


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
    """An answer that must not; the parameters are those of ``Answer``."""
    return Answer(label, _cell(source), why, name, verdict, of, _cell(above))


T = TypeVar("T", str, "str | Change")


def _cell(source: T) -> T:
    """A text from the left margin, without the empty lines around it."""
    return textwrap.dedent(source).strip("\n") if isinstance(source, str) else source


def cell_source(answer: Answer, among: Sequence[Answer]) -> str:
    """The text of the stub cell, with what is changed in another answer changed.

    Raises
    ------
    LookupError
        When there is no answer of that label.
    ChangeProblem
        When the change does not fit it.
    """
    if isinstance(answer.source, str):
        return answer.source
    for other in among:
        if other.label == answer.of:
            return answer.source.applied(cell_source(other, among))
    raise LookupError(f"The answer {answer.label!r} changes {answer.of!r}: there is none.")
