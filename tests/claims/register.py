"""What a reason or a rule in the book stands on, where running something can refute it.

A number in the book is computed by a cell.  The sentence after the number gives a reason,
or takes one case (a seed, a sentence, a task) for all.  Such a sentence is quoted here
with its evidence, one module a page (``ch06_scaling_and_scores.py``)::

    PAGE = "chapters/06-scaling-and-scores.md"
    CLAIMS = [
        Claim("Without the division the weights are one-hot.", Controlled(undivided)),
        ...
    ]

**The quote** is a passage of the page's text (white space does not count, fences do not
belong to it).  When the text changes so that it no longer stands there, the test fails:
look at the evidence again before the quote is mended.

**The evidence** is of one of two kinds:

``Measured(cell, prints="", at="")``
    A piece of a code cell of the page, best its ``assert``; ``prints`` stands in what the
    notebook stores as its output; ``at`` names another page.  For what *is so*, in that
    case and no other: neither for a reason nor for a rule.
``Controlled(function, slow=False)``
    For a reason or a rule about what was trained or drawn.  The function runs the rival
    explanation too and returns a ``Control``.  ``slow`` when it takes over five seconds.

What follows by mathematics, or stands in somebody else's work, is no test: a link in the
text, or a comment ``<!-- ... -->`` beside the sentence, which notebooks are made without.

**A control could have come out otherwise.**  The cheapest rivals: another seed (three at
least), chance level, the effect with the alleged cause taken away, the cause where the
effect should not be.  ``Control`` keeps one number a trial for each side::

    def undivided() -> Control:
        '''Rival: large entries do it, not the missing division.'''
        trials = [largest_weight(seed) for seed in range(5)]
        return Control([a for a, _ in trials], [b for _, b in trials], "above", by=0.3)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "book"))

from chapter_cells import FENCE, code_of  # noqa: E402, F401

HEADER = re.compile(r"\A---\n.*?\n---\n", flags=re.S)


@dataclass(frozen=True)
class Measured:
    """A cell shows it, for the case in it."""

    cell: str
    prints: str = ""
    at: str = ""


@dataclass(frozen=True)
class Control:
    """What was measured, and the same where the rival explanation is put to the test.

    One number a trial on each side.  In at least ``share`` of the trials ``case`` is
    ``above`` or ``below`` its ``rival`` by at least ``by``, or ``alike`` to within ``by``.
    """

    case: Sequence[float]
    rival: Sequence[float]
    differ: Literal["above", "below", "alike"]
    by: float
    share: float = 1.0

    def holds(self) -> bool:
        """Whether the two sides differ as said, in as many trials as said."""
        held = 0
        for case, rival in zip(self.case, self.rival, strict=True):
            more = case - rival
            far = {"above": more >= self.by, "below": -more >= self.by}
            held += far.get(self.differ, abs(more) <= self.by)
        return held >= self.share * len(self.case)


@dataclass(frozen=True)
class Controlled:
    """A function that could have refuted it, and did not."""

    run: Callable[[], Control]
    slow: bool = False


Evidence = Measured | Controlled


@dataclass(frozen=True)
class Claim:
    """A passage as it stands on the page, and what it stands on."""

    says: str
    evidence: Evidence


def one_line(text: str) -> str:
    """The text with single blanks for all white space."""
    return " ".join(text.split())


def text_of(page: str) -> str:
    """What a reader reads of a page: neither its header nor what stands in fences."""
    source = (ROOT / "book" / page).read_text(encoding="utf-8")
    return FENCE.sub("\n\n", HEADER.sub("", source))


def cells_of(page: str) -> list[str]:
    """The fenced blocks of a page, each on one line."""
    source = (ROOT / "book" / page).read_text(encoding="utf-8")
    return [one_line(body) for _, _, body in FENCE.findall(source)]


def printed_by(page: str) -> str:
    """All that the stored notebook of a chapter shows as text."""
    path = ROOT / "notebooks" / f"{Path(page).stem}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    outputs = [o for cell in notebook.cells for o in cell.get("outputs", [])]
    texts = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs]
    return one_line(" ".join(texts))
