"""The page about answers that are alike: to read, and to judge by oneself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.pages.render import count, render
from autograder.similarity.answers import Written
from autograder.similarity.pairs import LEAST, Alike, Pair, Shared
from autograder.similarity.tokens import LENGTH

PAIRS_IN_FULL = 40
EXERCISES_IN_FULL = 3  # of a pair; the others are named
PAIRS_LISTED = 500
LINES_SHOWN = 80  # of one answer


@dataclass(frozen=True)
class Line:
    """A line of code, and whether most of it is shared."""

    indent: str
    text: str
    shared: bool


@dataclass(frozen=True)
class Side:
    """One student's answer, line by line."""

    student: str
    lines: tuple[Line, ...]
    more: int = 0


@dataclass(frozen=True)
class Compared:
    """An exercise of a pair, side by side."""

    title: str
    words: str
    sides: tuple[Side, Side]


@dataclass(frozen=True)
class Row:
    """A pair as the page shows it."""

    number: int
    names: tuple[str, str]
    words: int
    titles: str
    compared: tuple[Compared, ...]
    more: str


# answers[student][exercise id]
Answers = Mapping[int, Mapping[str, Written]]


def similarity_page(
    found: Alike,
    names: Sequence[str],
    answers: Answers,
    titles: Mapping[str, str],
    *,
    unread: Sequence[tuple[str, str]] = (),
    given: str = "",
) -> str:
    """A self-contained HTML page.

    ``names`` are the students', ``titles`` those of exercises by id, ``unread``
    who could not be read and why, ``given`` a sentence about what was handed out.
    ``answers`` needs those of the pairs that ``in_full`` names alone.
    """
    listed = found.pairs[:PAIRS_LISTED]
    rows = [
        _row(number, pair, names, answers, titles)
        for number, pair in enumerate(listed, start=1)
    ]
    return render(
        "similarity/similarity.html.j2",
        title="Answers that are alike",
        lead=_lead(found, len(names) - len(unread)),
        rows=rows,
        groups=_groups(found.pairs, names),
        unlisted=len(found.pairs) - len(listed),
        threshold=round(found.threshold),
        usual=round(found.usual),
        least=round(LEAST),
        length=LENGTH,
        unread=unread,
        given=given,
    )


def in_full(found: Alike) -> set[int]:
    """The students whose code the page shows."""
    return {s for pair in found.pairs[:PAIRS_IN_FULL] for s in (pair.left, pair.right)}


def _lead(found: Alike, students: int) -> str:
    if not found.pairs:
        return (
            f"Among {count(students, 'student')}, no two share more than the exercises, "
            "and this class, explain."
        )
    are = "pair of students shares" if len(found.pairs) == 1 else "pairs of students share"
    return (
        f"Among {count(students, 'student')}, {len(found.pairs):,} {are} more than the "
        "exercises, and this class, explain. Read them and judge for yourself."
    )


def _row(
    number: int,
    pair: Pair,
    names: Sequence[str],
    answers: Answers,
    titles: Mapping[str, str],
) -> Row:
    both = (names[pair.left], names[pair.right])
    shown = pair.shared[:EXERCISES_IN_FULL] if number <= PAIRS_IN_FULL else ()
    more = pair.shared[len(shown) :] if shown else ()
    return Row(
        number,
        both,
        round(pair.words),
        ", ".join(titles[s.exercise] for s in pair.shared),
        tuple(_compared(s, pair, both, answers, titles) for s in shown),
        ", ".join(f"{titles[s.exercise]} ({s.words:.0f})" for s in more),
    )


def _compared(
    shared: Shared,
    pair: Pair,
    names: tuple[str, str],
    answers: Answers,
    titles: Mapping[str, str],
) -> Compared:
    sides = (
        _side(names[0], answers[pair.left][shared.exercise], shared.left),
        _side(names[1], answers[pair.right][shared.exercise], shared.right),
    )
    return Compared(titles[shared.exercise], _in_words(shared), sides)


def _in_words(shared: Shared) -> str:
    part = "All" if shared.part > 0.995 else f"{100 * shared.part:.0f}%"
    others = shared.students - 2
    if not others:
        rare = "Only these two answered this exercise, so nobody knows how usual it is."
    elif not shared.also:
        rare = f"Part of it is in no other of the {shared.students:,} answers."
    else:
        rare = f"Its rarest part is in {shared.also:,} of the {others:,} other answers too."
    return (
        f"{part} of what is special in the shorter of the two, "
        f"weighing {shared.words:.0f} words. {rare}"
    )


def _side(student: str, answer: Written, shared: Sequence[bool]) -> Side:
    total: dict[int, int] = defaultdict(int)
    marked: dict[int, int] = defaultdict(int)
    for word, is_shared in zip(answer.words, shared, strict=True):
        total[word.line] += 1
        marked[word.line] += is_shared
    lines = [
        _line(text, 2 * marked[number] > total[number])
        for number, text in enumerate(answer.source.split("\n"), start=1)
    ]
    return Side(student, tuple(lines[:LINES_SHOWN]), max(len(lines) - LINES_SHOWN, 0))


def _line(text: str, shared: bool) -> Line:
    code = text.lstrip()
    return Line(text[: len(text) - len(code)], code, shared)


def _groups(pairs: Sequence[Pair], names: Sequence[str]) -> list[list[str]]:
    """Three or more students who hang together through pairs, largest first."""
    leader: dict[int, int] = {}

    def find(student: int) -> int:
        while leader.setdefault(student, student) != student:
            leader[student] = leader[leader[student]]
            student = leader[student]
        return student

    for pair in pairs:
        leader[find(pair.left)] = find(pair.right)
    members: dict[int, list[str]] = defaultdict(list)
    for student in sorted(leader):
        members[find(student)].append(names[student])
    return sorted((m for m in members.values() if len(m) > 2), key=lambda m: (-len(m), m))
