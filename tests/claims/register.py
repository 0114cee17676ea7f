"""What a sentence of the book that says why, always or most stands on.

A number in the book is computed by a cell.  The sentence after the number gives a reason,
or takes one case (a seed, a sentence, a task) for all.  Each such sentence is quoted here
with its evidence, one module a page (``ch06_scaling_and_scores.py``)::

    PAGE = "chapters/06-scaling-and-scores.md"
    AT_MOST = 0  # sentences with such words that no entry quotes; it can only fall
    CLAIMS = [
        Claim("Without the division the weights are one-hot.", Controlled(undivided)),
        ...
    ]

**The quote** is a passage of the page's text (white space does not count, fences do not
belong to it): a sentence, a part of one, or several that stand together.  When the text
changes so that it no longer stands there, the test fails: look at the evidence again
before the quote is mended.

**The evidence** is of one kind, the strongest that fits:

``Derived(how)``
    Three lines of mathematics, or the section that has them.
``Sourced(url, place)``
    A work that a reader can open, and where in it (section, table, figure; a library's
    file with its version).
``Measured(cell, prints="", at="")``
    A piece of a code cell of the page, best its ``assert``; ``prints`` stands in what the
    notebook stores as its output; ``at`` names another page.  For what *is so*, in that
    case and no other: neither for a reason nor for a rule.
``Controlled(function, slow=False)``
    For a reason or a rule about what was trained or drawn.  The function runs the rival
    explanation too and returns a ``Control``.  ``slow`` when it takes over five seconds.
``NoClaim(why)``
    The word is there and the claim is not: a task, a question, a definition, what a cell
    does.

**A control could have come out otherwise.**  The cheapest rivals: another seed (three at
least), chance level, the effect with the alleged cause taken away, the cause where the
effect should not be.  ``Control`` keeps one number a trial for each side::

    def undivided() -> Control:
        '''Rival: large entries do it, not the missing division.'''
        trials = [largest_weight(seed) for seed in range(5)]
        return Control([a for a, _ in trials], [b for _, b in trials], "above", by=0.3)

**The scan** lists the sentences with a word of reason or of generality (``WORDS``) in which
no quote stands.  A page that is done has none: ``AT_MOST = 0``.  Half
of what was once false had no such word, so the conclusions of each section (what a reader
would repeat to a friend) are entered too; where a chapter's module has none of a section or
of an item of its Summary, they stand in ``conclusions_*.py``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "book"))

from chapter_cells import FENCE, code_of  # noqa: E402, F401

LINKED = re.compile(r"\]\([^)\s]*\)")
HEADING = re.compile(r"^#+ .*$", flags=re.M)
HEADER = re.compile(r"\A---\n.*?\n---\n", flags=re.S)
SENTENCE_END = re.compile(
    r"(?<=[.!?])[*\"')\]]*\s+(?=[*\"'(\[$`]*[A-Z0-9$`\N{WHITE SQUARE}])"
    r"|\n\n+|\n(?=- |\d\. |\|)"
)
QUOTE_END = re.compile(r"[.!?]?[*\"')\]]*$")
TAKEN = "\N{WHITE SQUARE}"  # stands where a quote was
WORDS = re.compile(
    r"\b(because|that is why|therefore|so that|always|never|only|cannot|every|no model"
    r"|(?<!\bat )most|as a rule|today's|real models?|the paper)\b",
    flags=re.I,
)


@dataclass(frozen=True)
class Derived:
    """It follows: by these lines, or by those of a section."""

    how: str


@dataclass(frozen=True)
class Sourced:
    """Somebody else found it, or wrote it: at a place that can be opened."""

    url: str
    place: str


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


@dataclass(frozen=True)
class NoClaim:
    """Such a word, and nothing that could be false."""

    why: str


Evidence = Derived | Sourced | Measured | Controlled | NoClaim


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


def without(text: str, quotes: Iterable[str]) -> str:
    """The text with a mark where each quote stood, every time that it stands there."""
    for quote in sorted(quotes, key=len, reverse=True):
        words = r"\s+".join(re.escape(word) for word in quote.split())
        end = QUOTE_END.search(one_line(quote)).group()  # a sentence still ends there
        text = re.sub(words, lambda found, end=end: TAKEN + end, text)
    return text


def unquoted(page: str, quotes: Iterable[str]) -> list[str]:
    """The sentences with a word of reason or generality that no entry quotes.

    Headings, the list of sources and where links lead are left out.
    """
    body = text_of(page).partition("\n## Sources\n")[0]
    rest = LINKED.sub("]", without(HEADING.sub("\n\n", body), quotes))
    sentences = [one_line(part) for part in SENTENCE_END.split(rest) if part]
    return [s for s in sentences if WORDS.search(s) and TAKEN not in s]


TASK = NoClaim("a task, a question, or an answer that one may choose")
MEANING = NoClaim("what a word, a sign or an arrangement means here")
CODE = NoClaim("what the code beside it does, and a reader sees it do")
