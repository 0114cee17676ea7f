"""What a reason or a rule in the book stands on, where running something can refute it.

A number in the book is computed by a cell.  The sentence after the number gives a reason,
or takes one case (a seed, a sentence, a task) for all.  Such a sentence is quoted here
with its evidence.  White space does not count; when the text changes so that a quote no
longer stands there, a test fails: look at the evidence again before the quote is mended.

**Measured** is what a cell of the page shows, for the case in it and no other: neither a
reason nor a rule.  ``measured/03-numpy.txt`` has the sentence, and below it a piece of the
cell, best its ``assert``; a line with ``>`` has what the notebook stores as its output, a
line with ``@`` the page whose cell it is when it is another::

    so .92 becomes .38
        round(twice[3].max(), 2) == 0.38

**Controlled** is a reason or a rule about what was trained or drawn.  The function runs the
rival explanation too, and could have come out otherwise.  The cheapest rivals: another
seed (three at least), chance level, the effect with the alleged cause taken away, the cause
where the effect should not be.  One module a page::

    PAGE = "chapters/06-scaling-and-scores.md"

    @control("Without the division the weights are one-hot.")
    def undivided() -> Control:
        '''Rival: large entries do it, not the missing division.'''
        trials = [largest_weight(seed) for seed in range(5)]
        return Control([a for a, _ in trials], [b for _, b in trials], "above", by=0.3)

What follows by mathematics, or stands in somebody else's work, is no test: a link in the
text, or a comment ``<!-- ... -->`` beside the sentence, which notebooks are made without.
"""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "book"))

from chapter_cells import FENCE, code_of  # noqa: E402, F401

T = TypeVar("T")
FIELDS = {"> ": "prints", "@ ": "at"}
HEADER = re.compile(r"\A---\n.*?\n---\n", flags=re.S)


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
class Measured:
    """A sentence of a page, and the piece of a cell that shows it."""

    says: str
    cell: str
    prints: str = ""
    at: str = ""


def control(*says: str, slow: bool = False) -> Callable[[T], T]:
    """Quote sentences that stand on a function; ``slow``: it takes over two seconds."""
    del says, slow  # test_claims reads them from the source
    return lambda function: function


def measured(path: Path) -> list[Measured]:
    """The sentences of a file of ``measured/``."""
    read: list[dict[str, str]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("    "):
            read.append({"says": line})
        elif line[4:6] in FIELDS:
            read[-1][FIELDS[line[4:6]]] = line[6:]
        else:
            read[-1]["cell"] = line.strip()
    return [Measured(**one) for one in read]


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
