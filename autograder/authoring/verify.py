"""Prove an answer key: right answers pass, wrong ones fail and are named.

An exercise whose checks cannot tell two of its misconceptions apart has
inputs that are too weak; that is a bug in the key, and is found here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder import frameworks
from autograder.authoring.card_words import card_fault
from autograder.authoring.collected import collected, joined, judge_of
from autograder.authoring.key_faults import PLACEHOLDER, faults
from autograder.authoring.side_by_side import ENDED, in_processes
from autograder.authoring.weaknesses import weaknesses
from autograder.checking.check import evaluate
from autograder.checking.diagnose import explains
from autograder.checking.outcome import Verdict
from autograder.exercise.changes import ChangeProblem
from autograder.exercise.definition import Exercise, Misconception
from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.exercise.status import Status
from autograder.notebooks.convert import ChapterProblem

# The public inputs and two draws nobody chose.
SEEDS = (PUBLIC_SEED, 20_170_612, 31_415_926_535)

MANY = 20  # exercises, from which on more processes are worth their start


@dataclass(frozen=True)
class Fault:
    """Something in the key, or between key and chapters, that is wrong."""

    where: str
    sentence: str


def verify_exercises(
    key: Key, exercises: Sequence[Exercise], root: Path | None = None
) -> Iterator[tuple[Exercise, list[Fault]]]:
    """Check exercises of a key; where they are many in a process for each core.

    With ``root``, the course's folder, names are proved as well: of two mistakes at once,
    and of the answers that the key collects. Points do not depend on them.
    """
    if len(exercises) < MANY:
        yield from ((e, _problems(key, e, root)) for e in exercises)
        return
    ids = [e.id for e in exercises]
    slow = {e.id for e in exercises if frameworks.get(e.framework).draws == 1}
    proofs = in_processes(_problems_of, key.name, ids, root, longest=slow)
    for exercise, (_, problems) in zip(exercises, proofs, strict=True):
        yield exercise, [Fault(exercise.id, ENDED)] if problems is None else problems


def _problems_of(key_name: str, exercise_id: str, root: Path | None) -> list[Fault]:
    key = load_key(key_name)
    return _problems(key, key.exercise(exercise_id), root)


def _problems(key: Key, exercise: Exercise, root: Path | None) -> list[Fault]:
    problems = [Fault(exercise.id, words) for words in faults(exercise)]
    problems += verify_exercise(exercise, cards=root is not None)
    if root:  # to grade with it, it need not be as good as it can be
        problems += [Fault(exercise.id, words) for words in weaknesses(key, exercise)]
        problems += verify_answers(key, exercise, root)
    return problems


def verify_answers(key: Key, exercise: Exercise, root: Path) -> Iterator[Fault]:
    """Judge the answers that a key collects for an exercise, as ``check`` does."""
    try:
        questions(exercise, PUBLIC_SEED)
    except Exception:  # the key's own code: ``verify_exercise`` says so
        return
    try:
        answers = collected(key, exercise, root)
    except ChapterProblem:
        return  # said once, of the chapter
    except (LookupError, ChangeProblem, KeyProblem) as problem:
        yield Fault(exercise.id, str(problem))
        return
    labels = [given.answer.label for given in answers]
    for twice in sorted({each for each in labels if labels.count(each) > 1}):
        yield Fault(exercise.id, f"Two answers are called {twice!r}.")
    draws = frameworks.get(exercise.framework).draws
    for given in answers:
        answer = given.answer
        if PLACEHOLDER in f"{answer.label} {answer.why} {given.source}":
            words = f"The answer {answer.label!r} still says {PLACEHOLDER}"
            yield Fault(exercise.id, f"{words}: write what is meant there.")
        judged = judge_of(key, given)
        verdict = judged(PUBLIC_SEED)
        names = joined([m.id for m in verdict.misconceptions])
        if not given.as_expected(verdict.status, names):
            wanted = f"{given.answer.verdict}, named {given.answer.name or 'nothing'}"
            words = f"The answer {given.answer.label!r} is {verdict.status}, named "
            words += f"{names or 'nothing'}, and not {wanted}. {verdict.message}"
            yield Fault(exercise.id, words.strip())
        elif words := by_luck(verdict, judged, SEEDS[1:draws]):
            yield Fault(exercise.id, f"The answer {given.answer.label!r} {words}.")


def verify_exercise(exercise: Exercise, *, cards: bool = False) -> Iterator[Fault]:
    """Check one exercise against its reference and mistakes, and perhaps their cards."""
    try:
        yield from _verify(exercise, cards)
    except Exception as error:  # the key's own code
        words = f"It cannot be checked: {type(error).__name__}: {error}"
        yield Fault(exercise.id, words)


def _verify(exercise: Exercise, cards: bool) -> Iterator[Fault]:
    def problem(words: str) -> Fault:
        return Fault(exercise.id, words)

    reference = _answer(exercise, exercise.reference)
    for seed in SEEDS:
        verdict = evaluate(exercise, reference, seed)
        wanted = Status.AWAITING_REVIEW if exercise.is_read else Status.PASSED
        if verdict.status != wanted:
            failing = [c.name for c in verdict.cases if not c.passed]
            failing += [p.name for p in verdict.properties if not p.passed]
            yield problem(
                f"The reference does not pass (seed {seed}): {', '.join(failing)}. "
                f"{verdict.message}"
            )
            break
    if exercise.broken:
        untouched = evaluate(exercise, exercise.wrong_answer(exercise.broken))
        if untouched.status != Status.NOT_ATTEMPTED:
            yield problem("The code to repair does not count as not attempted.")
    for misconception in exercise.misconceptions:
        words = _not_named(exercise, misconception, cards)
        if words:
            yield problem(words)


def _answer(exercise: Exercise, function: Callable[..., Any]) -> Any:
    return function if exercise.is_code else function()


def _not_named(exercise: Exercise, held: Misconception, cards: bool) -> str:
    """Say how the answer of someone who holds it is misjudged; ``""`` if not."""
    wrong = _answer(exercise, exercise.wrong_answer(held))
    for seed in SEEDS[: frameworks.get(exercise.framework).draws]:
        verdict = evaluate(exercise, wrong, seed)
        ids = [m.id for m in verdict.misconceptions]
        passes = verdict.status == Status.PASSED and not ids  # it may break a wish
        if passes or verdict.status == Status.NOT_ATTEMPTED:
            return f"Misconception {held.id!r} passes (seed {seed})."
        if ids != [held.id]:
            named = " and ".join(map(repr, ids)) or "nothing"
            return f"Misconception {held.id!r} is named as {named} (seed {seed})."
        if cards and (words := card_fault(verdict)):
            return f"Misconception {held.id!r} (seed {seed}): {words}"
    return ""


def refuted(
    named: tuple[Misconception, ...],
    judged: Callable[[int], Verdict],
    seeds: Iterable[int],
) -> str:
    """Say what other inputs name an answer, where they refute its names; else ``""``.

    ``judged``: what the answer is judged on the inputs of a seed.
    """
    for seed in seeds:
        again = judged(seed).misconceptions
        if not set(named) <= set(again):  # more of them, and each is still true
            words, other = (
                " and ".join(repr(m.id) for m in names) or "nothing"
                for names in (named, again)
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
