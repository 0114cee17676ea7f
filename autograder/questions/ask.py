"""Ask about an answer: make questions from its code and a call."""

import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from autograder import frameworks
from autograder.checking.easiest import is_trivial
from autograder.checking.judge import compared
from autograder.checking.outcome import Outcome
from autograder.exercise.definition import Arguments, Exercise
from autograder.exercise.questions import PUBLIC_SEED, Question, source_of
from autograder.exercise.status import Status
from autograder.exercise.values import size
from autograder.questions import one_run, two_runs
from autograder.questions.draft import CodeQuestion, Draft
from autograder.questions.subject import LARGE, Run, Subject, arrays_in, is_whole, shuffled
from autograder.tracing.record import Changed, Recording, Trace

T = TypeVar("T")
Kind = Callable[[Subject, np.random.Generator], Iterator[Draft]]
# First what somebody who knows the task and not this code seldom answers (tests/bench).
FIRST: tuple[Kind, ...] = (
    *(two_runs.changes, two_runs.growth, one_run.first_lines, one_run.origins),
    *(partial(one_run.about_values, kind) for kind in ("shape", "repeats")),
)
THEN: tuple[Kind, ...] = (
    *(two_runs.entries, two_runs.gradients, one_run.parameters),
    *(partial(one_run.about_values, k) for k in ("axis", "count", "size", "nonzeros")),
)
MOST_CALLS, MOST_USED = 8, 3  # that are tried, for so many that can be asked about
TWINS, FEWEST_OPTIONS = 2, 3  # twins: the same call with its numbers in other places
LARGEST = 2_000  # numbers that such a call is given


def questions_for(
    exercise: Exercise, answer: Any, seed: int, count: int = 3
) -> tuple[CodeQuestion, ...]:
    """Draw so many questions about a right answer, or fewer: the same for the same seed."""
    if not exercise.is_code:
        return ()
    framework = frameworks.get(exercise.framework)

    def run(arguments: Arguments, changed: Changed) -> Trace | None:
        return Recording(answer, exercise.handler, framework, changed).run(arguments)

    if not source_of(exercise).has_reference:  # its own docstring names the axes
        exercise = replace(exercise, reference=answer)
    with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore"):
        return drawn(exercise, run, seed, count)


def drawn(exercise: Exercise, run: Run, seed: int, count: int) -> tuple[CodeQuestion, ...]:
    """Questions of each kind in turn about some of the calls that ``run`` makes."""
    rng = np.random.default_rng([seed, zlib.crc32(exercise.id.encode())])
    calls = _calls(exercise, rng)
    recorded = (_recorded(call, run, rng) for call in calls[:MOST_CALLS])
    used = [*islice(filter(None, recorded), MOST_USED)]
    order = [kinds[i] for kinds in (FIRST, THEN) for i in rng.permutation(len(kinds))]
    chosen = dict[tuple[str, str], tuple[Subject, Draft]]()
    for subject, draft in _in_turn(_of_kind(kind, used, seed) for kind in order):
        chosen.setdefault((draft.kind, draft.about), (subject, draft))
        if len(chosen) == count:
            break
    return tuple(_question(*each, rng, calls) for each in chosen.values())


def _question(
    subject: Subject, draft: Draft, rng: np.random.Generator, calls: Sequence[Question]
) -> CodeQuestion:
    options = draft.options(rng)
    return CodeQuestion(
        *(subject.exercise.id, draft.kind, subject.call_in_words(), draft.text, options),
        *(options.index(draft.right), draft.because + _elsewhere(subject, draft, calls)),
        *(subject.lines_of(draft.trace or subject.trace), subject.listing.lines),
    )


def _elsewhere(subject: Subject, draft: Draft, calls: Sequence[Question]) -> str:
    """A call in which a change that makes no difference in this one makes a difference."""
    is_same = draft.right == two_runs.Effect.EQUAL
    for given in (call.arguments for call in calls if is_same):
        plain, changed = subject.run(given, ()), subject.run(given, draft.changed)
        if plain and changed and not plain.raised:
            there = subject.again(plain, given)
            effect = two_runs.effect_of(there, changed)
            if effect not in (None, two_runs.Effect.EQUAL):
                return f" In another call it is not: {there.call_in_words()} {effect}"
    return ""


def _of_kind(
    kind: Kind, calls: Sequence[Sequence[Subject]], seed: int
) -> Iterator[tuple[Subject, Draft]]:
    """What has the same answer in a call's twins; in turn by answer, against guesses."""
    for subjects in calls:
        drafts, *there = (kind(each, np.random.default_rng(seed)) for each in subjects)
        rights = [{(d.about, d.text): d.right for d in each} for each in there]
        groups: dict[str, list[tuple[Subject, Draft]]] = {}
        for draft in drafts:
            is_same = all(r.get((draft.about, draft.text)) == draft.right for r in rights)
            if is_same and len({*draft.outcomes}) >= FEWEST_OPTIONS:
                groups.setdefault(draft.right, []).append((subjects[0], draft))
        yield from _in_turn(map(iter, sorted(groups.values(), key=len)))


def _in_turn(waiting: Iterable[Iterator[T]]) -> Iterator[T]:
    """The first of each, then the second of each, and none before it is asked for."""
    while waiting := [*waiting]:
        for each in [*waiting]:
            try:
                yield next(each)
            except StopIteration:
                waiting.remove(each)


def _calls(exercise: Exercise, rng: np.random.Generator) -> list[Question]:
    """The public calls that can be read; last axes alike, large or lone numbers."""
    asked = source_of(exercise).questions(exercise, PUBLIC_SEED)
    small = [question for question in asked if size(question.arguments) <= LARGEST]
    ready = [q for q in small if not (q.case.raises or q.case.gradients)]

    def says_little(question: Question) -> int:
        sizes = [np.abs(array) for array in arrays_in(question.arguments)]
        is_large = any((size >= LARGE).any() for size in sizes)
        return is_trivial(question.arguments) + (is_large or not sizes)

    return sorted((ready[i] for i in rng.permutation(len(ready))), key=says_little)


def _recorded(call: Question, run: Run, rng: np.random.Generator) -> list[Subject]:
    """A call and its twins; none where it gives not what is right, whatever it says."""
    given = [call.arguments, *(shuffled(call.arguments, rng) for _ in range(TWINS))]
    traces = [trace for each in given if is_whole(trace := run(each, ()))]
    if len(traces) < len(given):
        return []
    made = [Subject(call.exercise, *each, run) for each in zip(given, traces, strict=True)]
    outcome = Outcome(Status.RETURNED, traces[0].result)
    return made if made[0].is_called_unseen or compared(call, outcome).right else []
