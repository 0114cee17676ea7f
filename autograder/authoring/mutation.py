"""Prove a key by mutation: no small wrong answer made by rule passes or is misnamed."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from autograder.authoring.mutants import Mutant, mutants
from autograder.authoring.side_by_side import ENDED, in_processes
from autograder.authoring.verify import SEEDS, Fault, refuted
from autograder.checking.ask import asker
from autograder.checking.bounds import TooLong, memory_limit, time_limit
from autograder.checking.judge import judge
from autograder.checking.outcome import OneByOne, Outcome, Verdict
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.key import load_key
from autograder.exercise.status import Status

# A name is tried on five draws: the three that prove every key, and two more.
NAME_SEEDS = (*SEEDS, 2, 57_721_566)
# What one call of a mutant may take: many a changed loop has no end.
SECONDS, MIB = 1.0, 1024


@dataclass(frozen=True)
class Tally:
    """What became of the mutants of one exercise."""

    exercise_id: str
    mutants: int = 0
    killed: int = 0
    marked: int = 0
    named: int = 0
    problems: tuple[Fault, ...] = ()


def tally(exercise: Exercise, one_in: int = 1) -> Tally:
    """Judge an exercise's mutants, or one of so many, always the same ones.

    A mutant that passes on the public inputs or on others survives, and is a problem
    unless ``Exercise.same`` has a mark for it; so is a mark that fits no survivor, and
    a mutant that is given a misconception's name and answers otherwise on fresh inputs.
    """
    every = mutants(exercise)
    chosen = [m for m in every if zlib.crc32(m.source.encode()) % one_in == 0]
    problems: list[Fault] = []
    survivors: list[Mutant] = []
    named = 0
    for mutant in chosen:
        try:
            answer: Any = mutant.answer()
            answer = answer if exercise.is_code else answer()
        except Exception:  # it dies before it is asked anything
            continue
        verdict = bounded_verdict(mutant.exercise, answer, SEEDS[0])
        if verdict.status == Status.PASSED or _by_luck(mutant, answer, verdict):
            survivors.append(mutant)
        elif verdict.misconceptions:
            named += 1
            judged = partial(bounded_verdict, mutant.exercise, answer)
            words = refuted(verdict.misconceptions, judged, NAME_SEEDS[1:])
            problems += [_problem(mutant, words)] if words else []
    marked = [m for m in survivors if any(m.is_made_by(s.change) for s in exercise.same)]
    left = [m for m in survivors if m not in marked]
    problems += [_problem(m, "passes, and Exercise.same has no mark for it") for m in left]
    for mark in exercise.same:
        among = survivors if one_in == 1 else every
        if not any(mutant.is_made_by(mark.change) for mutant in among):
            edits = "; ".join(f"{old} => {new}" for old, new in mark.change.edits)
            words = f"The mark `{edits}` in Exercise.same makes no mutant that passes."
            problems.append(Fault(exercise.id, words))
    killed = len(chosen) - len(survivors)
    return Tally(exercise.id, len(chosen), killed, len(marked), named, tuple(problems))


def _problem(mutant: Mutant, words: str) -> Fault:
    where = f"{mutant.where}: {mutant.source_line}"
    return Fault(where, f"The mutant `{mutant.change}` {words}.")


def bounded_verdict(exercise: Exercise, answer: Any, seed: int) -> Verdict:
    """Judge an answer made by rule, which may have no end, within bounds of work."""
    usual = asker(exercise, answer)

    def ask(arguments: Arguments, peak_mb: float) -> Outcome:
        try:
            with time_limit(SECONDS, of_work=True), memory_limit(MIB):
                return usual(arguments, peak_mb)
        except TooLong:
            return Outcome(Status.TIMEOUT, raised="It has no end.")

    return judge(exercise, OneByOne(ask), seed)


def _by_luck(mutant: Mutant, answer: Any, verdict: Verdict) -> bool:
    """Whether a mutant fails in one call alone, and passes on other inputs."""
    if sum(not attempt.right for attempt in verdict.attempts) != 1:
        return False
    return bounded_verdict(mutant.exercise, answer, SEEDS[1]).status == Status.PASSED


def tallies(key_name: str, ids: Sequence[str]) -> Iterator[Tally]:
    """Try the mutants of exercises, in a process for each core."""
    for exercise_id, made in in_processes(_tally, key_name, ids):
        ended = Tally(exercise_id, problems=(Fault(exercise_id, ENDED),))
        yield ended if made is None else made


def _tally(key_name: str, exercise_id: str) -> Tally:
    return tally(load_key(key_name).exercise(exercise_id))
