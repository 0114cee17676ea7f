"""Whether a name hangs on what was drawn: other inputs may refute it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from autograder.checking.diagnose import explains
from autograder.checking.outcome import Verdict
from autograder.exercise.definition import Misconception


def refuted(
    named: tuple[Misconception, ...],
    judged: Callable[[int], Verdict],
    seeds: Iterable[int],
) -> str:
    """Say that other inputs refute the names an answer was given.

    ``judged``: what the answer is judged on the inputs of a seed. Returns what it is named
    there; ``""`` where each has the same names, or more of them.
    """
    for seed in seeds:
        again = judged(seed).misconceptions
        if not set(named) <= set(again):  # more of them, and each is still true
            words, other = (
                " and ".join(repr(m.id) for m in one) or "nothing" for one in (named, again)
            )
            return f"is named {words}, and {other} on other inputs (seed {seed})"
    return ""


def by_luck(
    verdict: Verdict, judged: Callable[[int], Verdict], seeds: Iterable[int]
) -> str:
    """Say that an answer has its names on some inputs alone.

    Only names that do not explain every call are tried: many calls hardly agree by chance,
    and to try all of them would take several times as long.

    ``judged``: what it is judged on the inputs of a seed. Returns what ``refuted`` says;
    ``""`` for a name that is sure, or none.
    """
    named = verdict.misconceptions
    if not named or explains(verdict.exercise, named, verdict.attempts):
        return ""
    return refuted(named, judged, seeds)
