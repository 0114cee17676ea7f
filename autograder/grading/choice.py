"""Which of several notebooks on one chapter counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.gradebook.course import BEST, ON_TIME
from autograder.handin.handed import Handed
from autograder.notebooks.read import Notebook
from autograder.notebooks.slicing import find
from autograder.notebooks.statements import Statement, statements

MOST_GRADED = 10  # attempts at one chapter, where the best counts


@dataclass(frozen=True)
class Candidate:
    """A notebook that answers a chapter, and how many of its exercises it answers."""

    notebook: Notebook
    answered: int = 0
    time: str = ""
    rank: int = 0


@dataclass(frozen=True)
class Choice:
    """The notebooks of which the best counts, mostly one, and why these."""

    candidates: tuple[Candidate, ...]
    why: str = ""


def by_chapter(
    notebooks: Sequence[Notebook], handed: Handed, key: Key
) -> dict[str, list[Candidate]]:
    """The notebooks that answer each chapter, by its name, oldest first."""
    facts = {
        name: (time, rank)
        for (name, _), time, rank in zip(
            handed.files,
            handed.times or [""] * len(handed.files),
            handed.ranks or range(len(handed.files)),
            strict=True,
        )
    }
    having: dict[str, list[tuple[Notebook, list[Statement]]]] = defaultdict(list)
    for notebook in notebooks:
        known = statements(notebook)
        for chapter in key.chapters:
            if _presence(chapter, notebook, known, key):
                having[chapter.name].append((notebook, known))
    found = {}
    for chapter in key.chapters:
        if some := having.get(chapter.name, []):
            found[chapter.name] = [
                Candidate(
                    notebook,
                    _answered(chapter, notebook, known, key) if len(some) > 1 else 0,
                    *facts.get(notebook.name, ()),
                )
                for notebook, known in some
            ]
    return found


def choose(chapter: Chapter, found: Sequence[Candidate], handed: Handed) -> Choice:
    """Which count by the course's policy.

    One with less than half of the answers that another has is no later attempt, but
    something beside it: an untouched notebook never wins over one with answers.
    """
    if len(found) == 1:
        return Choice(tuple(found))
    due = dict(handed.due).get(chapter.name, "")
    on_time = [c for c in found if handed.attempts == ON_TIME and _by(c.time, due)]
    pool = on_time or found
    most = max(c.answered for c in pool)
    left = [c for c in pool if 2 * c.answered >= most]
    if handed.attempts == BEST:
        return Choice(tuple(left[-MOST_GRADED:]), "the best")
    last = left[-1]
    why = "the last on time" if on_time else "the last"
    if handed.attempts == ON_TIME and due and not on_time:
        why = "the last: none is known to be on time"
    if last is not pool[-1]:
        why = "which has most of it"
    elif any(c.rank == last.rank and c is not last for c in left):
        why += ", by its name: their times are equal"
    return Choice((last,), why)


def counts(chapter: Chapter, found: Sequence[Candidate], one: Candidate, why: str) -> str:
    """What the report says of it."""
    when = f" of {one.time[:16].replace('T', ' ')}" if one.time else ""
    name = one.notebook.name
    return f"{len(found)} notebooks answer {chapter.name}; {name}{when} counts, {why}."


def _by(time: str, due: str) -> bool:
    """Whether a time is known, and no later than a date that there is."""
    return bool(time and due) and datetime.fromisoformat(time) <= datetime.fromisoformat(
        due
    )


def _answered(
    chapter: Chapter, notebook: Notebook, known: list[Statement], key: Key
) -> int:
    return sum(
        find(notebook, known, exercise.id, exercise.name).attempted
        for exercise in key.exercises(chapter)
    )


def _presence(
    chapter: Chapter, notebook: Notebook, known: list[Statement], key: Key
) -> int:
    """How many of a chapter's exercises a notebook shows a trace of."""
    said = {s.checks for s in known} | {c.exercise_id for c in notebook.cells}
    said |= {i for c in notebook.cells if c.error for i in _ids_in(c.source)}
    if count := sum(i.startswith(chapter.prefix + ".") for i in said):
        return count
    if any("." in i for i in said):
        return 0  # it speaks of another chapter
    defined = {name for s in known if s.defines for name in s.binds}
    return sum(e.name in defined for e in key.exercises(chapter) if e.is_code)


def _ids_in(source: str) -> list[str]:
    return [part for part in source.replace("'", '"').split('"') if "." in part]
