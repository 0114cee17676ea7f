"""Select which of several notebooks on one chapter counts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.stubs import is_untouched
from autograder.gradebook.course import BEST, ON_TIME
from autograder.handin.submission import Submission
from autograder.notebooks.read import Notebook
from autograder.notebooks.statements import Statements, statements
from autograder.notebooks.written import locate

MAX_GRADED = 10  # notebooks on one chapter, where the best counts


@dataclass(frozen=True)
class Candidate:
    """A notebook that answers a chapter, and how many of its exercises it answers."""

    notebook: Notebook
    answered: int = 0
    time: str = ""  # ISO 8601, or "" where it is not known
    rank: int = 0  # of equals the names of the files decide


@dataclass(frozen=True)
class Selection:
    """The notebooks of which the best counts, mostly one, and why these."""

    candidates: tuple[Candidate, ...]
    reason: str = ""


def candidates_by_chapter(
    notebooks: Sequence[Notebook], submission: Submission, key: Key
) -> dict[str, list[Candidate]]:
    """The notebooks that answer each chapter, by its name, oldest first."""
    names = [name for name, _ in submission.files]
    times = submission.times or [""] * len(names)
    ranks = submission.ranks or range(len(names))
    moments = dict(zip(names, zip(times, ranks, strict=True), strict=True))
    answering: dict[str, list[tuple[Notebook, Statements]]] = defaultdict(list)
    for notebook in notebooks:
        known = statements(notebook)
        ids = _ids(notebook, known)
        for chapter in key.chapters:
            if _answers(chapter, ids, known, key):
                answering[chapter.name].append((notebook, known))
    candidates = {}
    for chapter in key.chapters:
        if some := answering.get(chapter.name, []):
            candidates[chapter.name] = [
                Candidate(
                    notebook,
                    _count_answered(chapter, notebook, known, key) if len(some) > 1 else 0,
                    *moments.get(notebook.name, ()),
                )
                for notebook, known in some
            ]
    return candidates


def select(
    chapter: Chapter, candidates: Sequence[Candidate], submission: Submission
) -> Selection:
    """The notebooks that count by the course's policy.

    One with less than half of the answers that another has is not taken for a later
    attempt: an untouched notebook never wins over one with answers.
    """
    if len(candidates) == 1:
        return Selection(tuple(candidates))
    due = dict(submission.due).get(chapter.name, "")
    on_time = [
        c
        for c in candidates
        if submission.attempts == ON_TIME and c.answered and _is_on_time(c.time, due)
    ]
    pool = on_time or candidates
    most = max(c.answered for c in pool)
    left = [c for c in pool if 2 * c.answered >= most]
    if submission.attempts == BEST:
        return Selection(tuple(left[-MAX_GRADED:]), "the best")
    last = left[-1]
    reason = "the last on time" if on_time else "the last"
    if submission.attempts == ON_TIME and due and not on_time:
        reason = "the last: none is known to be on time"
    if last is not pool[-1]:
        reason = "which has most of it"
    elif any(c.rank == last.rank and c is not last for c in left):
        reason += ", by its name: their times are equal"
    return Selection((last,), reason)


def guesses(chapter: Chapter, key: Key) -> frozenset[str]:
    """Exercises that say nothing of which notebook is the best: a guess can be right.

    Else some notebooks with a guess each, handed in at once, would buy them.
    """
    return frozenset(e.id for e in key.exercises(chapter) if e.kind == "choice")


def describe(
    chapter: Chapter, candidates: Sequence[Candidate], selected: Candidate, reason: str
) -> str:
    """The report's sentence about a chapter that several notebooks answer."""
    time, name = selected.time, selected.notebook.name
    when = f" of {time[:16].replace('T', ' ')}" if time else ""
    return (
        f"{len(candidates)} notebooks answer {chapter.name}; {name}{when} counts, {reason}."
    )


def left_out(chapter: Chapter) -> str:
    """The report's sentence about a chapter that no notebook answers."""
    return f"{chapter.name} was left out: 0 of its points."


def _is_on_time(time: str, due: str) -> bool:
    """Whether a time is known, and no later than a due date that there is."""
    known = bool(time and due)
    return known and datetime.fromisoformat(time) <= datetime.fromisoformat(due)


def _count_answered(
    chapter: Chapter, notebook: Notebook, known: Statements, key: Key
) -> int:
    """How many exercises hold something that the chapter's own notebook does not."""
    answers = [
        (exercise, locate(notebook, known, exercise)) for exercise in key.exercises(chapter)
    ]
    return sum(
        answer.attempted
        and not (
            answer.definitions and is_untouched(exercise, answer.definitions[-1].source)
        )
        for exercise, answer in answers
    )


def _ids(notebook: Notebook, known: Statements) -> set[str]:
    """The ids of exercises that a notebook names, and what may be one."""
    ids = {s.checks for s in known} | {c.exercise_id for c in notebook.cells}
    ids |= {c.exercise_id for c in notebook.texts}
    return ids | {i for c in notebook.cells if c.error for i in _ids_in(c.source)}


def _answers(chapter: Chapter, ids: set[str], known: Statements, key: Key) -> bool:
    """Whether a notebook shows a trace of any of a chapter's exercises."""
    if any(i.startswith(chapter.prefix + ".") for i in ids):
        return True
    if any("." in i for i in ids):
        return False  # it speaks of another chapter
    defined = {name for s in known if s.defines for name in s.binds}
    return any(e.name in defined for e in key.exercises(chapter) if e.is_code)


def _ids_in(source: str) -> list[str]:
    return [part for part in source.replace("'", '"').split('"') if "." in part]
