"""The three paths through the book: what is on each, and how long it takes.

The paths lie within one another: the idea, the core, all of it.  A section says its path
below its heading (``book/prose.py``); an exercise has the path of its section.  Minutes
are counted from the texts: words at a reader's pace, code cells that show something, and
the minutes that each exercise states.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from prose import (
    BEYOND,
    BEYOND_AS_A_WHOLE,
    CORE,
    NO_PROSE,
    SHORT,
    count,
    divided,
)

BOOK = Path(__file__).resolve().parents[1]

NAMES = {SHORT: "The idea", CORE: "The core", BEYOND: "All of it"}
SAID = {SHORT: "the idea", CORE: "the core", BEYOND: "beyond the core"}  # of one exercise
WORDS_A_MINUTE = 200
CELLS_A_MINUTE = 2

CELL = re.compile(r"^```\{code-cell\}.*?\n(.*?)^```[ \t]*$", flags=re.M | re.S)
CHECKED = re.compile(r'\bcheck\(\s*"([\w.]+)"')
# Cells that take no time to read: the set-up, an exercise's own, folded assertions.
NOT_READ = re.compile(
    r"\bset-up\b|raise NotImplementedError|= \.\.\.|\bcheck\(\s*\""
    r"|hide-input[^\n]*\n.*\bassert\b",
    flags=re.S,
)


@dataclass(frozen=True)
class Part:
    """What of one chapter is on one path and on no shorter one."""

    words: int
    cells: int
    exercises: tuple[str, ...]

    def minutes(self, of_exercises: Mapping[str, int]) -> float:
        reading = self.words / WORDS_A_MINUTE + self.cells / CELLS_A_MINUTE
        return reading + sum(of_exercises.get(each, 0) for each in self.exercises)


def parts_of(text: str) -> dict[str, Part]:
    """A chapter's parts, by path."""
    beyond = BEYOND_AS_A_WHOLE in text
    longer = {CORE: BEYOND} if beyond else {}
    words, cells = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    exercises: dict[str, list[str]] = {path: [] for path in NAMES}
    for path, number in count(text).words.items():
        words[longer.get(path, path)] += number
    held: list[str] = []

    def put_away(found: re.Match[str]) -> str:
        held.append(found[1])
        return f"\n@{len(held) - 1}@\n"

    for _heading, path, body in divided(NO_PROSE.sub("\n", CELL.sub(put_away, text))):
        on = longer.get(path, path)
        for number in re.findall(r"^@(\d+)@$", body, flags=re.M):
            cell = held[int(number)]
            cells[on] += not NOT_READ.search(cell)
            exercises[on] += CHECKED.findall(cell)
    return {p: Part(words[p], cells[p], tuple(exercises[p])) for p in NAMES}


@cache
def chapters() -> dict[str, dict[str, Part]]:
    """The parts of every chapter, by its name."""
    texts = sorted((BOOK / "chapters").glob("*.md"))
    return {path.stem: parts_of(path.read_text(encoding="utf-8")) for path in texts}


def path_of_exercises() -> dict[str, str]:
    """The path of every exercise."""
    return {
        each: path
        for parts in chapters().values()
        for path, part in parts.items()
        for each in part.exercises
    }


def minutes_in(name: str, of_exercises: Mapping[str, int]) -> dict[str, int]:
    """How long a chapter takes on each path, what is on a shorter one included."""
    total, result = 0.0, {}
    for path, part in chapters()[name].items():
        total += part.minutes(of_exercises)
        result[path] = round(total)
    return result


def minutes_of_book(of_exercises: Mapping[str, int]) -> dict[str, int]:
    """How long each path takes."""
    each = [minutes_in(name, of_exercises) for name in chapters()]
    return {path: sum(minutes[path] for minutes in each) for path in NAMES}


def hours(minutes: float) -> str:
    """How long, in words: "11 hours"."""
    return f"{round(minutes / 60)} hours"
