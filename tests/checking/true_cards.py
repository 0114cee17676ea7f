"""Wrong answers that the key collects, and whether what their cards say is true of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.card import Card, make_card
from autograder.checking.check import evaluate
from autograder.checking.other_ways import right_ways
from autograder.checking.outcome import EARNS_NOTHING, Attempt, Verdict
from autograder.checking.point import LiveRecorder, look_at
from autograder.checking.wrong_part import wrong_part
from autograder.exercise.answers import cell_source
from autograder.exercise.building import build
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key
from autograder.exercise.status import Status
from autograder.exercise.values import Tensor
from autograder.tracing.mark import FirstWrong


@dataclass(frozen=True)
class Made:
    """A wrong answer's card, with the verdict and the mark that it was made of."""

    name: str
    answer: Any
    verdict: Verdict
    mark: FirstWrong | None
    card: Card


def made(key: Key, exercise: Exercise, most: int) -> Iterator[Made]:
    """The cards of some wrong answers to an exercise, drawn alike each time."""
    answers = key.answers(exercise.id)
    wrong = [a for a in answers if not a.is_right and not a.above]
    random.Random(exercise.id).shuffle(wrong)
    for each in wrong[:most]:
        answer = build(exercise, cell_source(each, answers))
        verdict = evaluate(exercise, answer)
        if verdict.status.is_judged and verdict.status != Status.NOT_ATTEMPTED:
            mark = look_at(verdict, LiveRecorder(answer), right_ways(answers)).first
            card = make_card(verdict, hint=1, pointed=mark)
            yield Made(f"{exercise.id}: {each.label}", answer, verdict, mark, card)


def untrue(each: Made) -> list[str]:
    """What a card says that is not so."""
    said = " ".join(each.card.lessons)
    attempts = [a for a in each.verdict.attempts if a.difference]
    example = each.verdict.example
    found = {
        "the numbers are right": bool(each.mark and each.mark.is_right)
        and not (example and _has_right_numbers(example)),
        "a constant of a library is marked": _is_constant(each.mark),
        "it raised": each.card.problem.startswith("Your code raised")
        and not (example and _raises(each, example)),
        "every call raised": (each.verdict.status == Status.ERROR)
        and not all(a.outcome.has_raised for a in each.verdict.attempts),
        "transposed": "the right one transposed" in said
        and not all(map(_is_transposed, attempts)),
        "whole numbers only": "has whole numbers only" in said
        and not all(_arrays(wrong_part(a).got)[0].dtype.kind in "iu" for a in attempts),
        "exchanged": "right, but exchanged" in said
        and not all(map(_is_exchanged, attempts)),
        "it earns nothing, first of all": EARNS_NOTHING in each.card.lessons,
        "checks hold for no points, unsaid": bool(each.card.marks)
        and not each.verdict.points
        and not {"failed", "skipped"} >= {state for state, _ in each.card.marks}
        and EARNS_NOTHING not in each.card.more,
        "a case fails whose results are right": any(map(_are_right, _cases(each).values())),
    }
    return [f"{each.name}: {words}" for words, is_so in found.items() if is_so]


def _cases(each: Made) -> dict[str, list[Attempt]]:
    """The calls of the cases that the card says have failed."""
    failed = {name for state, name in each.card.marks if state == "failed"}
    cases: dict[str, list[Attempt]] = {}
    for attempt in each.verdict.attempts:
        if attempt.case.name in failed:
            cases.setdefault(attempt.case.name, []).append(attempt)
    return cases


def _are_right(attempts: list[Attempt]) -> bool:
    """Whether all calls returned what is expected, whatever else was looked at."""
    returned = all(a.outcome.status == Status.RETURNED for a in attempts)
    return returned and not any(a.difference for a in attempts)


def _arrays(value: Any) -> list[np.ndarray]:
    if isinstance(value, Tensor):
        return [value.array]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple) and value and not np.isscalar(value[0]):
        return [array for part in value for array in _arrays(part)]
    return [np.asarray(value)]


def _has_right_numbers(attempt: Attempt) -> bool:
    got, expected = (
        np.concatenate([array.ravel() for array in _arrays(value)])
        for value in (attempt.outcome.value, attempt.expected)
    )
    kinds = [array.dtype for array in _arrays(attempt.outcome.value)]
    near = 8 * max(float(np.finfo(k).eps) if k.kind == "f" else 0 for k in kinds)
    return got.size == expected.size and np.allclose(got, expected, near, near)


def _is_constant(mark: FirstWrong | None) -> bool:
    return mark is not None and mark.text in ("np.pi", "math.pi", "np.inf", "np.e")


def _raises(each: Made, attempt: Attempt) -> bool:
    try:
        exercise = each.verdict.exercise
        framework = frameworks.get(exercise.framework)
        exercise.handler.call(framework, each.answer, attempt.arguments)
    except Exception:
        return True
    return False


def _is_transposed(attempt: Attempt) -> bool:
    part = wrong_part(attempt)
    (got,), (expected,) = _arrays(part.got), _arrays(part.expected)
    if min(expected.shape, default=0) < 2:
        return True  # a row is a column
    turned = np.swapaxes(expected, -1, -2)
    return _is_near(got, turned)


def _is_exchanged(attempt: Attempt) -> bool:
    got, expected = _arrays(attempt.outcome.value), _arrays(attempt.expected)
    return _is_near(got[0], expected[1])


def _is_near(one: np.ndarray, other: np.ndarray) -> bool:
    most = 1e-4 * float(np.abs(other).max(initial=0))
    return one.shape == other.shape and np.allclose(one, other, 1e-4, most)
