"""What became of each misconception: first hand-in, last, and later chapters."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.exercise.status import Status
from autograder.gradebook.database import Gradebook
from autograder.gradebook.records import ExerciseResult, SubmissionResult


@dataclass(frozen=True)
class Later:
    """The next exercise of another chapter in which one can make the same mistake."""

    exercise_id: str
    held: int  # of those who tried it, and held it before
    tried: int  # of those who held it before


@dataclass(frozen=True)
class Weeks:
    """One misconception of one exercise, among ``tried`` students who attempted it."""

    exercise_id: str
    title: str
    misconception: str
    says: str
    tried: int
    first: int
    last: int
    later: Later | None = None


@dataclass
class _Held:
    """Who held what in one exercise, at the first hand-in and at the last."""

    title: str
    tried: set[str] = field(default_factory=set)
    first: dict[str, set[str]] = field(default_factory=dict)
    last: dict[str, set[str]] = field(default_factory=dict)


def over_weeks(books: Iterable[Gradebook]) -> list[Weeks]:
    """Count each misconception that somebody held.

    Gradebooks in the order of the term; what most held at first comes first.
    """
    held: dict[str, _Held] = {}
    says: dict[str, Mapping[str, str]] = {}
    for book in books:
        says |= json.loads(book.recall("says") or "{}").get("says", {})
        for result in book.results():
            earlier = [each.result for each in book.journal.earlier(result.student)]
            _count(held, [*earlier, result])
    order = [name for name in says if name in held]
    rows = [
        Weeks(
            exercise,
            held[exercise].title,
            name,
            sentence,
            len(held[exercise].tried),
            len(held[exercise].first.get(name, ())),
            len(held[exercise].last.get(name, ())),
            _later(held, says, order[number + 1 :], exercise, name),
        )
        for number, exercise in enumerate(order)
        for name, sentence in says[exercise].items()
        if held[exercise].first.get(name) or held[exercise].last.get(name)
    ]
    return sorted(rows, key=lambda row: (-row.first, -row.last))


def _count(held: dict[str, _Held], hand_ins: Sequence[SubmissionResult]) -> None:
    """Count one student's first and last attempt at each exercise."""
    attempts: dict[str, list[ExerciseResult]] = {}
    for result in hand_ins:
        for attempt in result.exercises:
            if attempt.status.is_judged and attempt.status != Status.NOT_ATTEMPTED:
                attempts.setdefault(attempt.id, []).append(attempt)
    student = hand_ins[-1].student
    for exercise, tries in attempts.items():
        kept = held.setdefault(exercise, _Held(tries[-1].title))
        kept.tried.add(student)
        for where, attempt in ((kept.first, tries[0]), (kept.last, tries[-1])):
            for name in attempt.misconceptions:
                where.setdefault(name, set()).add(student)


def _later(
    held: Mapping[str, _Held],
    says: Mapping[str, Mapping[str, str]],
    following: Sequence[str],
    exercise: str,
    name: str,
) -> Later | None:
    """The next chapter's exercise in which the key knows a misconception of this name.

    The letter of a wrong choice names nothing that another question could share.
    """
    if len(name) == 1:
        return None
    chapter = exercise.partition(".")[0]
    who = held[exercise].first.get(name, set()) | held[exercise].last.get(name, set())
    for other in following:
        if other.partition(".")[0] != chapter and name in says[other]:
            then = held[other]
            again = who & then.first.get(name, set())
            return Later(other, len(again), len(who & then.tried))
    return None
