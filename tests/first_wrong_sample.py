"""Where the finger points in answers that were right but for one changed place."""

import ast
import difflib
import itertools
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from first_use import first_uses, lines_of_sizes

from autograder.authoring.mutants import mutated_sources
from autograder.checking.ask import asker
from autograder.checking.check import evaluate
from autograder.checking.judge import judge
from autograder.checking.other_ways import right_ways
from autograder.checking.outcome import Verdict
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key
from autograder.exercise.status import Status
from autograder.tracing.mark import FirstWrong
from autograder.tracing.record import Trace


def pointed(exercise: Exercise, source: str) -> tuple[Verdict, FirstWrong | None]:
    """The verdict on an answer, and where it first goes wrong."""
    answer = build(exercise, source.lstrip())
    verdict = evaluate(exercise, answer)
    return verdict, look_at(verdict, LiveRecorder(answer)).first


@dataclass(frozen=True)
class Pointed:
    """An answer with one place changed, and what was said of it.

    ``where`` is "on" for a mark on the changed line, "use" on the first that uses what it
    makes, "later" and "before" for one that is below it or runs after it, or does neither,
    and "silent" for none.
    """

    exercise_id: str
    source: str
    where: str
    changed: int
    mark: str


@dataclass(frozen=True)
class Changed:
    """A right answer with one place changed, and what it was judged."""

    original: str
    source: str
    answer: Any
    verdict: Verdict
    ways: list[str]

    def side(self) -> tuple[str, FirstWrong | None]:
        """Where the mark stands, as ``Pointed`` says it, and the mark."""
        recorder = LiveRecorder(self.answer)
        found = look_at(self.verdict, recorder, self.ways).first
        example = self.verdict.example
        trace = recorder.record(example.question) if example and found else None
        return _side(found, trace, self.original, self.source), found


def changed_answers(
    key: Key, exercise: Exercise, most: int, seed: int = 0, others: Sequence[str] = ()
) -> Iterator[Changed]:
    """Change places of right answers, at most so many of each, so that they go wrong.

    ``others``: right answers that the key does not have; else its own are changed.
    """
    names = vars(sys.modules[exercise.reference.__module__])
    exercise = replace(exercise, misconceptions=())  # names have no place here
    known = right_ways(key.answers(exercise.id))
    for right in others or known:
        ways = [way for way in known if way != right]
        original = ast.unparse(ast.parse(right))
        sources = [source for source, _ in mutated_sources(right, names)]
        random.Random(seed).shuffle(sources)
        judged = ((s, _returns_something_wrong(exercise, s)) for s in sources)
        wrong = ((s, *made) for s, made in judged if made is not None)
        for source, answer, verdict in itertools.islice(wrong, most):
            yield Changed(original, source, answer, verdict, ways)


def pointed_at(
    key: Key, exercise: Exercise, most: int, seed: int = 0, others: Sequence[str] = ()
) -> Iterator[Pointed]:
    """Where the mark stands in each of ``changed_answers``."""
    for each in changed_answers(key, exercise, most, seed, others):
        where, found = each.side()
        mark = f"{found.line}: {found.text}" if found else ""
        line = changed_line(each.original, each.source)
        yield Pointed(exercise.id, each.source, where, line, mark)


def _returns_something_wrong(exercise: Exercise, source: str) -> tuple[Any, Verdict] | None:
    with warnings.catch_warnings(action="ignore"):
        try:
            answer = build(exercise, source)
            verdict = judge(exercise, asker(exercise, answer, 10.0))
        except Exception:
            return None
    example = verdict.example
    returned = example is not None and example.outcome.status == Status.RETURNED
    return (answer, verdict) if returned and example and example.difference else None


def _side(found: FirstWrong | None, trace: Trace | None, original: str, source: str) -> str:
    """Where a mark stands in an answer with one place changed, as ``Pointed`` says it."""
    if found is None:
        return "silent"
    changed = changed_line(original, source)
    sizes = lines_of_sizes(trace) if trace else set()
    if found.line == changed:
        return "on"
    if found.line in first_uses(source, changed, original, sizes):
        return "use"
    is_later = found.line > changed or _ran_before(trace, changed, found.node)
    return "later" if is_later else "before"


def _ran_before(trace: Trace | None, line: int, node: int) -> bool:
    """Whether a line, or a function's head, ran before an operation.

    A helper may stand above the line that calls it.
    """
    if trace is None:
        return False
    ran = [place for place, event in enumerate(trace.events) if event.node == node]
    begun = [begin for head, begin, _ in trace.frames if trace.code.line(head) == line]
    lines = (trace.code.line(event.node) for event in trace.events)
    begun += [place for place, each in enumerate(lines) if each == line][:1]
    return bool(ran and begun) and min(begun) <= ran[0]


def changed_line(original: str, source: str) -> int:
    """The first line in which a source differs from another."""
    pairs = original.splitlines(), source.splitlines()
    matcher = difflib.SequenceMatcher(None, *pairs, autojunk=False)
    return next(low + 1 for tag, *_, low, _ in matcher.get_opcodes() if tag != "equal")


def shares(found: list[Pointed]) -> dict[str, float]:
    """Which share of the answers was pointed at where."""
    counted = Counter(each.where for each in found)
    return {
        side: counted[side] / len(found)
        for side in ("on", "use", "later", "before", "silent")
    }
