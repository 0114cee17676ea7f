"""Count how the book is said: words by path, and habits that make sentences hard to read.

    python book/prose.py                 every chapter, the glossary and the front page
    python book/prose.py 03-numpy -v     one of them, with the sentences that count

A section says its path in the line below its heading; a section without one is on the core
path, and what stands below a heading belongs to the heading's path:

    *On the short path.*                 also read by who wants the idea alone
    *Beyond the core: skip it freely.*   read by who wants all of it

A chapter that the core does not need says so below its title, and its own main line is
counted in its row and not in the book's core:

    *A chapter beyond the core.*

What a reader must unfold (``<details>``) counts as beyond the core, too.  Code, tables,
formulas, pictures, comments and the list of sources are no prose.
"""

import argparse
import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BOOK = Path(__file__).resolve().parent
SHORT, CORE, BEYOND = "short", "core", "beyond"
MARKS = {"*On the short path.*": SHORT, "*Beyond the core: skip it freely.*": BEYOND}
BEYOND_AS_A_WHOLE = "*A chapter beyond the core.*"
CORE_WORDS = 3300  # of one page, at most
ALL_CORE_WORDS = 50_000

NO_PROSE = re.compile(
    r"\A---\n(?s:.*?)\n---\n"  # the header
    r"|^(`{3,}|:{3,})(?s:.*?)^\1[ \t]*$"
    r"|<!--(?s:.*?)-->"
    r"|^\$\$(?s:.*?)\$\$[ \t]*$"
    r"|^\|.*$"
    r"|^!\[.*?\]\(.*?\)"
    r"|^\(.*\)=$"
    r"|^## Sources\n(?s:.*?)(?=^## |\Z)",
    flags=re.M,
)
FOLDED = re.compile(r"<details>.*?</details>", flags=re.S)
HEADING = re.compile(r"^(#+) (.*)$", flags=re.M)
TAG = re.compile(r"<[^>]+>")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
INLINE = re.compile(r"`[^`]*`|\$[^$]*\$")
CODE = "code"  # stands where code or a formula stood: a word
SENTENCE_END = re.compile(
    r"(?<=[.!?])[*\"')\]]*\s+(?=[*\"'(\[]*[A-Z0-9])|\n\s*\n|\n(?=- |\d+\. )"
)
WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
THINGS = (
    "(?:row|column|number|entry|value|weight|score|vector|matrix|head|line|word|byte|step"
    "|time|product|copy|key|query|token|layer)"
)


@dataclass(frozen=True)
class Habit:
    """A way of saying things that readers stumble over, and how often it may be met."""

    name: str
    pattern: re.Pattern[str]
    per_thousand: float  # words; the goal


def _habit(name: str, pattern: str, per_thousand: float) -> Habit:
    return Habit(name, re.compile(pattern, flags=re.M), per_thousand)


HABITS = (
    _habit("six words or fewer", r"\A\W*(?:[\w'’\-]+\W+){0,5}[\w'’\-]+[.!?]\W*\Z", 5.0),
    _habit("colon inside", r"(?<![\d/]):(?= +[^\s`$\-\d])", 2.5),
    _habit("bare opening", r"\A\W*(?:It|That|They|Both|What|Which)\b(?!.*\?\W*\Z)", 3.0),
    _habit("people in general", r"(?i)\b(?:some|no|any)body\b|\bwhoever\b", 0.2),
    _habit("whole sentence in brackets", r"\A\W*\([A-Z].*[.!?]\)\W*\Z", 0.3),
    _habit("things that know", r"\b(?:hear|know|refuse|promise|forget)s\b", 0.2),
    _habit(
        "'a' for 'per'",
        rf"\b(?:one|two|\d+|a|each) {THINGS}s? an? {THINGS}\b",
        0.0,
    ),
)


@dataclass(frozen=True)
class Section:
    """The prose below one heading."""

    heading: str
    path: str
    text: str

    @property
    def words(self) -> int:
        return len(WORD.findall(self.text))


@dataclass(frozen=True)
class Count:
    """What was counted of a page."""

    words: dict[str, int]  # by path
    in_core: bool  # whether the book's core needs the page
    sentences: dict[str, list[str]]  # by habit

    @property
    def core(self) -> int:
        """Words on the core path, which the short one is part of."""
        return self.words[SHORT] + self.words[CORE]

    def rate(self, habit: Habit) -> float:
        """How often per 1,000 words of the whole page."""
        return 1000 * len(self.sentences[habit.name]) / max(1, sum(self.words.values()))

    def beyond_goals(self) -> list[str]:
        """What the page has more of than the goals allow."""
        whole = sum(self.words.values())
        too_many = [
            f"{habit.name}: {len(self.sentences[habit.name])}, at most {most}"
            for habit in HABITS
            if len(self.sentences[habit.name])
            > (most := math.ceil(habit.per_thousand * whole / 1000))
        ]
        if self.core > CORE_WORDS:
            too_many.append(f"core path: {self.core} words, at most {CORE_WORDS}")
        return too_many


def pages() -> dict[str, Path]:
    """The pages that are counted, by name."""
    texts = [
        *sorted((BOOK / "chapters").glob("*.md")),
        BOOK / "glossary.md",
        BOOK / "index.md",
    ]
    return {path.stem: path for path in texts}


def sections(text: str) -> list[Section]:
    """The sections of a page's text, folded notes as sections of their own."""
    result = []
    for heading, path, body in divided(NO_PROSE.sub("\n", text)):
        folded = "\n\n".join(FOLDED.findall(body))
        result.append(Section(heading, path, _plain(FOLDED.sub("\n\n", body))))
        if folded:
            result.append(Section(heading, BEYOND, _plain(folded)))
    return result


def divided(text: str) -> Iterator[tuple[str, str, str]]:
    """Heading, path and what stands below it, of each section of a text without code."""
    parts, above = HEADING.split(text), []
    for level, heading, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        mark = next((path for line, path in MARKS.items() if line in body), "")
        above = [pair for pair in above if pair[0] < len(level)]
        path = mark or (above[-1][1] if above else CORE)
        above.append((len(level), path))
        for line in (*MARKS, BEYOND_AS_A_WHOLE):
            body = body.replace(line, "")
        yield heading, path, body


def _plain(text: str) -> str:
    return INLINE.sub(CODE, LINK.sub(r"\1", TAG.sub("\n\n", text)))


def count(text: str) -> Count:
    """Count a page's text."""
    words = dict.fromkeys((SHORT, CORE, BEYOND), 0)
    sentences: dict[str, list[str]] = {habit.name: [] for habit in HABITS}
    for section in sections(text):
        words[section.path] += section.words
        for sentence in map(" ".join, map(str.split, SENTENCE_END.split(section.text))):
            if not WORD.search(sentence):
                continue
            for habit in HABITS:
                sentences[habit.name] += [sentence] * len(habit.pattern.findall(sentence))
    return Count(words, BEYOND_AS_A_WHOLE not in text, sentences)


def main(arguments: list[str] | None = None) -> int:
    """Print the counts; the exit status is 1 where a page has more than its goals."""
    parser = argparse.ArgumentParser(description="Count how the book is said.")
    parser.add_argument("pages", nargs="*", help="names such as 03-numpy; none: all")
    parser.add_argument("-v", "--verbose", action="store_true", help="show the sentences")
    options = parser.parse_args(arguments)
    known = pages()
    names = [Path(name).stem for name in options.pages] or list(known)
    if unknown := [name for name in names if name not in known]:
        print(f"No page {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    counted = {name: count(known[name].read_text(encoding="utf-8")) for name in names}
    print(f"{'':24}{'short':>7}{'core':>7}{'beyond':>7}   per 1,000 words:")
    print(f"{'':47}" + "".join(f"{habit.name[:12]:>14}" for habit in HABITS))
    for name, page in counted.items():
        rates = "".join(f"{page.rate(habit):14.1f}" for habit in HABITS)
        print(f"{name:24}{page.words[SHORT]:7}{page.core:7}{page.words[BEYOND]:7}  {rates}")
        if options.verbose:
            for habit, said in page.sentences.items():
                print(*(f"    {habit}: {sentence}" for sentence in said), sep="\n")
            print(
                *(f"  more than the goal: {each}" for each in page.beyond_goals()), sep="\n"
            )
    whole = sum(page.core for page in counted.values() if page.in_core)
    print(
        f"{'goal':24}{'':7}{CORE_WORDS:7}{'':9}"
        + "".join(f"{h.per_thousand:14.1f}" for h in HABITS)
    )
    print(f"The core path has {whole:,} words of at most {ALL_CORE_WORDS:,}.")
    return int(any(page.beyond_goals() for page in counted.values()))


if __name__ == "__main__":
    sys.exit(main())
