"""Names that may be untrue: what answers made of another mistake are called.

A sentence must be true of every answer that gets it.  Where an answer gives in all calls
of five draws what the named mistake gives, it is.  Where only some calls are explained, and
the answer was made of another mistake, somebody has to read the sentence beside the code.
What was read, and is true, stands in the key's ``names_read.txt``, a line each: the mark
that is listed, what it is of, and why the sentence is true.
"""

import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from autograder.authoring.mutants import bare, change_of, mutated_sources
from autograder.authoring.mutation import NAME_SEEDS, bounded_verdict
from autograder.authoring.side_by_side import in_processes
from autograder.checking.diagnose import explains
from autograder.checking.outcome import Attempt
from autograder.exercise.building import build, wrong_source
from autograder.exercise.changes import Change, ChangeProblem
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.key import load_key

READ = "names_read.txt"


@dataclass(frozen=True)
class Doubt:
    """A name that an answer got, and what it was made of: another mistake, and a change."""

    exercise_id: str
    name: str
    says: str
    made_of: str
    change: str

    @property
    def mark(self) -> str:
        """What a register calls it: another one where the sentence changes."""
        parts = (self.exercise_id, self.name, self.says, self.made_of)
        return f"{zlib.crc32(chr(10).join(parts).encode()):08x}"


def marks_read(package: str) -> dict[str, str]:
    """What somebody has read of a key's doubtful names: marks, and what is said of them."""
    file = files(package) / READ
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    pairs = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {mark: words for mark, _, words in pairs}


def doubts(exercise: Exercise, one_in: int = 1) -> Iterator[Doubt]:
    """A doubt for each name and each mistake whose answers get it.

    ``one_in``: of how many answers one is tried, always the same ones.
    """
    names = vars(sys.modules[exercise.reference.__module__])
    for origin in exercise.misconceptions if exercise.is_code else ():
        source = wrong_source(exercise, (origin,))
        doubted: set[str] = set()
        for mutated, _ in mutated_sources(source, names):
            if zlib.crc32(mutated.encode()) % one_in:
                continue
            for named in _doubtful(exercise, origin, mutated):
                if named.id not in doubted and not _is_made(named, source, mutated):
                    doubted.add(named.id)
                    change = change_of(source, mutated)
                    yield Doubt(exercise.id, named.id, named.says, origin.id, change)


def _doubtful(
    exercise: Exercise, origin: Misconception, source: str
) -> tuple[Misconception, ...]:
    """The names of an answer that it neither was made of nor gives all results of."""
    try:
        answer: Any = build(exercise, source)
    except Exception:  # it cannot even be made
        return ()
    named: tuple[Misconception, ...] = ()
    for seed in NAME_SEEDS:
        verdict = bounded_verdict(exercise, answer, seed)
        named = named or verdict.misconceptions
        if origin in named or not named:
            return ()
        if not _give_all(exercise, named, verdict.attempts):
            return named
    return ()


def _give_all(
    exercise: Exercise, named: tuple[Misconception, ...], attempts: Sequence[Attempt]
) -> bool:
    """Whether an answer with these mistakes gives just these results."""
    try:
        return explains(exercise, named, attempts)
    except ChangeProblem:  # each explains some calls, and no answer has both
        return False


def _is_made(named: Misconception, source: str, mutated: str) -> bool:
    """Whether the change of an answer is the named mistake itself, beside its own."""
    if not isinstance(named.wrong, Change):
        return False
    try:
        return bare(named.wrong.applied(source)) == mutated
    except (ChangeProblem, SyntaxError):
        return False


def all_doubts(
    key_name: str, ids: Sequence[str]
) -> Iterator[tuple[str, list[Doubt] | None]]:
    """The doubts of each exercise, by id; ``None`` where they could not be found."""
    return in_processes(_doubts_of, key_name, ids)


def _doubts_of(key_name: str, exercise_id: str) -> list[Doubt]:
    return list(doubts(load_key(key_name).exercise(exercise_id)))
