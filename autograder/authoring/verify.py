"""Prove an answer key: right answers pass, wrong ones fail and are named.

An exercise whose checks cannot tell two of its misconceptions apart has
inputs that are too weak; that is a bug in the key, and is found here.
"""

from __future__ import annotations

import itertools
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder import frameworks
from autograder.checking import diagnose
from autograder.checking.check import evaluate
from autograder.exercise.definition import Chapter, Exercise, Misconception
from autograder.exercise.key import Key, load_key
from autograder.exercise.questions import PUBLIC_SEED, predicted, questions
from autograder.notebooks.convert import in_step, notebook_from_text
from autograder.notebooks.stubs import same_contract, stub

# The public inputs and two draws nobody chose.
SEEDS = (PUBLIC_SEED, 20_170_612, 31_415_926_535)

MANY = 20  # exercises, from which on more processes are worth their start


@dataclass(frozen=True)
class Problem:
    """Something in the key, or between key and chapters, that is wrong."""

    where: str
    sentence: str


def verify_exercises(
    key: Key, exercises: Sequence[Exercise]
) -> Iterator[tuple[Exercise, list[Problem]]]:
    """Check exercises of a key; where they are many in a process for each core."""
    if len(exercises) < MANY:
        yield from ((one, list(verify_exercise(one))) for one in exercises)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=spawn) as pool:
        ids = [one.id for one in exercises]
        found = pool.map(_problems, itertools.repeat(key.name), ids)
        yield from zip(exercises, found, strict=True)


def _problems(key_name: str, exercise_id: str) -> list[Problem]:
    return list(verify_exercise(load_key(key_name).exercise(exercise_id)))


def verify_exercise(exercise: Exercise) -> Iterator[Problem]:
    """Check one exercise against its own reference, alternatives, misconceptions."""
    try:
        yield from _verify(exercise)
    except Exception as error:  # the key's own code
        words = f"It cannot be checked: {type(error).__name__}: {error}"
        yield Problem(exercise.id, words)


def _verify(exercise: Exercise) -> Iterator[Problem]:
    def problem(words: str) -> Problem:
        return Problem(exercise.id, words)

    right = [("The reference", _answer(exercise, exercise.reference))]
    for number, alternative in enumerate(exercise.alternatives, 1):
        name = getattr(alternative, "__name__", "<lambda>")
        label = f"Alternative {number}" + ("" if "<" in name else f" ({name})")
        right.append((label, _answer(exercise, alternative)))
    if exercise.decisions is not None:
        nothing_chosen = exercise.how.holding(exercise, {})
        right.append(("decisions() with nothing chosen", nothing_chosen))
    for label, answer in right:
        for seed in SEEDS:
            verdict = evaluate(exercise, answer, seed)
            if verdict.status != "passed":
                failing = [c.name for c in verdict.cases if not c.passed]
                failing += [p.name for p in verdict.properties if not p.passed]
                yield problem(
                    f"{label} does not pass (seed {seed}): {', '.join(failing)}. "
                    f"{verdict.message}"
                )
                break
    if exercise.broken:
        untouched = evaluate(exercise, exercise.broken.wrong)
        if untouched.status != "not_attempted":
            yield problem("The code to repair does not count as not attempted.")
    seen = [m.id for m in exercise.misconceptions]
    for twice in sorted({i for i in seen if seen.count(i) > 1}):
        yield problem(f"Two misconceptions are called {twice!r}.")
    for misconception in exercise.misconceptions:
        words = _not_named(exercise, (misconception,))
        if words:
            yield problem(words)
    for pair in diagnose.pairs(exercise):
        words = _not_named(exercise, pair)
        if words:
            yield problem(words)
    if not exercise.hints:
        yield problem("It has no hints.")


def _answer(exercise: Exercise, function: Callable[..., Any]) -> Any:
    return function if exercise.is_code else function()


def _not_named(exercise: Exercise, held: tuple[Misconception, ...]) -> str:
    """Say how the answer of someone who holds these is misjudged; ``""`` if not."""
    wrong = _answer(exercise, exercise.wrong_answer(*held))
    names = [m.id for m in held]
    label = " with ".join(repr(name) for name in names)
    draws = 1 if len(held) > 1 else frameworks.get(exercise.framework).draws
    for seed in SEEDS[:draws]:
        verdict = evaluate(exercise, wrong, seed)
        if verdict.status in ("passed", "not_attempted"):
            # Two mistakes may cancel, or be the code to repair; one that passes is none.
            return "" if len(held) > 1 else f"Misconception {label} passes (seed {seed})."
        found = [m.id for m in verdict.misconceptions]
        if found == names or (len(held) > 1 and set(found) == set(names)):
            continue
        if len(held) > 1 and _same(exercise, held, verdict.misconceptions, seed):
            continue  # nobody could tell them apart
        named = " and ".join(map(repr, found)) or "nothing"
        return f"Misconception {label} is named as {named} (seed {seed})."
    return ""


def _same(
    exercise: Exercise,
    held: tuple[Misconception, ...],
    named: tuple[Misconception, ...],
    seed: int,
) -> bool:
    """Whether holding ``named`` gives every answer that holding ``held`` gives."""
    if not named or (len(named) > 1 and tuple(named) not in diagnose.pairs(exercise)):
        return False
    return all(
        diagnose.agree(predicted(held, question), predicted(named, question))
        for question in questions(exercise, seed)
    )


def verify_chapter(key: Key, chapter: Chapter, root: Path) -> Iterator[Problem]:
    """Check a chapter's text and notebook against the key.

    ``root`` holds ``book/chapters`` and ``notebooks``.
    """
    text = root / "book" / "chapters" / f"{chapter.name}.md"
    if not text.exists():
        yield Problem(chapter.name, f"There is no text {text}.")
        return
    notebook = notebook_from_text(text)
    marked = {
        (cell.metadata["exercise"]["id"], cell.metadata["exercise"]["role"]): cell.source
        for cell in notebook.cells
        if "exercise" in cell.metadata
    }
    exercises = key.exercises(chapter)
    for exercise in exercises:
        for role in ("stub", "check"):
            if (exercise.id, role) not in marked:
                yield Problem(exercise.id, f"{text.name} has no {role} cell for it.")
        source = marked.get((exercise.id, "stub"))
        words = same_contract(exercise, source) if source else ""
        if words:
            yield Problem(
                exercise.id, f"In {text.name}, {words}. It should be:\n{stub(exercise)}"
            )
    known = {exercise.id for exercise in exercises}
    for exercise_id in sorted({i for i, _ in marked} - known):
        yield Problem(exercise_id, f"{text.name} checks it, but the key does not have it.")
    order = [i for i, role in marked if role == "check" and i in known]
    if order != [e.id for e in exercises if e.id in order]:
        yield Problem(chapter.name, "The key has its exercises in another order.")
    words = in_step(text, root / "notebooks" / f"{chapter.name}.ipynb", key)
    if words:
        yield Problem(chapter.name, words)
