"""The feedback card: what a verdict has to tell the student."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from autograder.checking.clue import clue
from autograder.checking.faults import in_plain_words
from autograder.checking.outcome import (
    EARNS_NOTHING,
    INPUTS_UNCHANGED,
    PRINTED_LIMIT,
    Attempt,
    CaseResult,
    Difference,
    Verdict,
)
from autograder.checking.picture import Picture, extent, picture_of
from autograder.checking.point import about, marked
from autograder.checking.sentences import sentence
from autograder.checking.show import DIGITS, ENTRIES_SHOWN, show
from autograder.exercise.definition import Exercise
from autograder.exercise.hints import still_needed
from autograder.exercise.status import Status
from autograder.exercise.values import Tensor, describe, mapped
from autograder.tracing.mark import FirstWrong
from autograder.tracing.steps import Step
from autograder.tracing.value_kind import as_it_was, is_array

CUT = "\n(It printed more; this is the beginning. Does a print stand in a loop?)"


@dataclass(frozen=True)
class Side:
    """One side of "expected and yours": what it is and how it looks."""

    what: str
    shown: str


@dataclass(frozen=True)
class Seen:
    """A statement of the answer: where and what it is, and what it made."""

    where: str
    source: str
    made: Side
    mark: str = ""  # what is known of it, in a few words
    picture: Picture | None = None


@dataclass(frozen=True)
class Card:
    """What a card says, before it is given a form."""

    exercise_id: str
    title: str
    status: Status
    headline: str
    points: str
    marks: tuple[tuple[str, str], ...] = ()  # (passed | failed | skipped, name)
    lessons: tuple[str, ...] = ()
    problem: str = ""
    where: str = ""  # the line of the student's own code, with a mark
    meaning: str = ""  # an error in plain words
    call: str = ""
    arguments: tuple[tuple[str, Side], ...] = ()
    expected: Side | None = None
    got: Side | None = None
    facts: tuple[str, ...] = ()
    printed: str = ""
    inside: tuple[Seen, ...] = ()  # the run, statement by statement
    hint: str = ""
    after: tuple[str, ...] = ()  # once it is right: why it matters, what comes next
    reference: str = ""  # and what to compare it with
    ways: tuple[tuple[str, str], ...] = ()  # other right answers: what differs, the code
    footer: str = ""
    rubric: tuple[str, ...] = ()  # what an answer in words should say


def make_card(
    verdict: Verdict,
    *,
    hint: int = 0,
    footer: str = "",
    pointed: FirstWrong | None = None,
    inside: Sequence[Step] = (),
) -> Card:
    """Make the feedback card of a verdict.

    ``hint``: how many hints to have given; the last of them is shown. Returns what the
    student is to read, still without a form.
    """
    exercise = verdict.exercise
    points = earned(verdict.points, verdict.max_points)
    status = verdict.status
    card = Card(
        *(exercise.id, exercise.title, status, status.headline, points), footer=footer
    )
    if status == Status.NOT_ATTEMPTED:
        return replace(card, problem=verdict.message) if exercise.broken else card
    by_cases = exercise.is_code
    groups = (*verdict.cases, *verdict.properties, *verdict.rules) if by_cases else ()
    nothing_right = not any(case.passed for case in verdict.cases)
    marks = tuple((_mark(group, nothing_right), group.name) for group in groups)
    if status == Status.PASSED:
        wishes = tuple(m.says for m in verdict.misconceptions)
        return replace(card, marks=marks, lessons=wishes)
    if status == Status.AWAITING_REVIEW:
        most = f"{verdict.max_points:g} points open"
        return replace(card, points=most, problem=verdict.message)
    right = {group.name for group in groups if group.passed}
    hints = still_needed(exercise.hints, right)
    number = min(hint, len(hints)) if takes_hint(verdict) else 0
    problem, example = _problem(verdict), verdict.example
    return replace(
        card,
        marks=marks,
        lessons=_lessons(verdict),
        problem=problem,
        where=marked(pointed) if pointed else (example.outcome.where if example else ""),
        meaning=about(pointed) if pointed else _plain_words(verdict, problem),
        inside=seen(inside),
        hint=f"Hint {number} of {len(hints)}: {hints[number - 1]}" if number else "",
        **(_example(verdict, example) if example else {}),
    )


def with_rubric(card: Card, exercise: Exercise) -> Card:
    """The card of an answer in words, for who studies alone and has written one.

    ``exercise``: the exercise, from the key itself: a student's copy has no reference.
    Returns the card with what an answer should say, and one that does.
    """
    rubric = tuple(item.says for item in exercise.rubric)
    return replace(card, rubric=rubric, reference=str(exercise.reference()))


def seen(made: Sequence[Step]) -> tuple[Seen, ...]:
    """The steps of a run as a card says them; after the first wrong one no more is known.

    Returns one for each: its line, its source, what it made, and what is known of that.
    """
    found: list[Seen] = []
    is_past = False
    for step in made:
        is_past = is_past or step.is_first
        words = KNOWN[None if is_past else step.is_known]
        where = f"{step.place}, line {step.line}" if step.place else f"Line {step.line}"
        mark = "marked above" if step.is_first else words
        picture = picture_of(step.value) if step.value is not None else None
        one = Seen(where, step.source, _made(step), mark, picture)
        before = found[-1] if found else None
        if before and _is_continued(before, one):  # b, n, d = x.shape
            both = Side(f"{before.made.what}, {one.made.what}", "")
            found[-1] = replace(before, made=both, mark=one.mark)
        else:
            found.append(one)
    return tuple(found)


def _is_continued(before: Seen, one: Seen) -> bool:
    """Whether two steps are single numbers that one statement made."""
    same = (before.where, before.source) == (one.where, one.source)
    return same and not any(each.made.shown or each.picture for each in (before, one))


def _made(step: Step) -> Side:
    """What a step made: the numbers where they are few, else how far they go."""
    array, what = step.value, step.kind
    if array is None:
        return Side(f"{step.name}: {what}", "")
    value = as_it_was(array, what) if array.size <= ENTRIES_SHOWN else None
    if isinstance(value, bool | int | float | complex):
        return Side(f"{step.name}: {show(value)}", "")
    if is_array(what):
        what = f"{array.dtype} {what} of shape {array.shape}"
    what += f", {extent(array)}" if array.size > 1 else ""
    return Side(f"{step.name}: {what}", "" if value is None else show(value))


KNOWN = {
    True: "numbers of a right way",
    False: "not in a right way that is known",
    None: "",
}


def takes_hint(verdict: Verdict) -> bool:
    """Whether a hint on the task helps: not with a typing mistake, nor before a try."""
    settled = (Status.PASSED, Status.NOT_ATTEMPTED, Status.ERROR, Status.AWAITING_REVIEW)
    if verdict.status in settled:
        return False
    if not verdict.example and any(not rule.passed for rule in verdict.rules):
        return False  # all is right but for a rule, and the card says which
    example = verdict.example
    if example is None:
        return True
    outcome, handler = example.outcome, verdict.exercise.handler
    if outcome.status == Status.RETURNED:
        return handler.is_answer(outcome.value)
    return outcome.status != Status.RAISED or bool(verdict.misconceptions)


def _plain_words(verdict: Verdict, problem: str) -> str:
    where = verdict.example.outcome.where if verdict.example else ""
    return "" if verdict.misconceptions else in_plain_words(problem, where)


def earned(points: float, most: float) -> str:
    """Points as people say them: ``1½ of 2 points``, ``38% of the point``."""
    whole, half = divmod(round(points * 2), 2)
    if abs(points * 2 - round(points * 2)) < 1e-2:
        said = f"{whole or ''}½" if half else f"{whole}"
        return f"{said} of {most:g} points"
    share = min(max(round(100 * points / most), 1), 99)
    return f"{share}% of {'the point' if most == 1 else f'{most:g} points'}"


def _mark(group: CaseResult, nothing_right: bool) -> str:
    if group.name == INPUTS_UNCHANGED and nothing_right:
        return "skipped"  # it counts only beside something that is right
    return "passed" if group.passed else "failed"


def _problem(verdict: Verdict) -> str:
    example = verdict.example
    return (example and sentence(verdict.exercise, example)) or verdict.message


def _lessons(verdict: Verdict) -> tuple[str, ...]:
    """Named misconceptions, then properties that fail, then a simple clue."""
    said = [m.says for m in verdict.misconceptions]
    if not said:
        broken = {p.name for p in verdict.properties if p.tried and not p.passed}
        said = [p.says for p in verdict.exercise.properties if p.name in broken]
        example = verdict.example
        if example and example.difference:
            part = example.difference.part
            pair = example.expected, example.outcome.value
            found = clue(*(_part(value, part) for value in pair))
            said = [found, *said] if found else said
    changed = [a for a in [verdict.example] if a and a.outcome.mutated]
    if changed:
        count = len(changed[0].arguments)
        names = verdict.exercise.handler.parameter_names(verdict.exercise, count)
        which = " and ".join(names[i] for i in changed[0].outcome.mutated)
        said.append(
            f"Your code changes its argument {which}. "
            "Return new arrays: whoever called you still needs the old ones."
        )
    broken = {rule.name for rule in verdict.rules if not rule.passed}
    said += [rule.says for rule in verdict.exercise.rules if rule.name in broken]
    said += [EARNS_NOTHING] if verdict.only_easy else []
    return tuple(words for words in said if words not in verdict.told)


def _part(value: Any, part: str) -> Any:
    if not part:
        return value
    return value.get(part) if isinstance(value, dict) else None


def _example(verdict: Verdict, attempt: Attempt) -> dict[str, Any]:
    """The part of the card that shows the smallest failing call."""
    exercise, outcome, difference = verdict.exercise, attempt.outcome, attempt.difference
    sides = {} if outcome.status.ended_early else {"expected": attempt.expected}
    if outcome.status == Status.RETURNED:
        sides["got"] = outcome.value
    part = difference.part if difference else ""
    example = exercise.handler.example(exercise, attempt.arguments, sides, part)
    whole = exercise.is_code and "got" in sides and not part
    return {
        "call": example.call,
        "arguments": tuple(
            (name, _side(_as_given(value, exercise.framework)))
            for name, value in example.arguments
        ),
        **_sides(example.sides),
        "facts": _facts(difference) if whole and difference else (),
        "printed": outcome.printed + (CUT if len(outcome.printed) >= PRINTED_LIMIT else ""),
    }


def _as_given(value: Any, framework: str) -> Any:
    """An argument as the answer got it: an array of a tensor exercise is a tensor."""
    if framework == "numpy":
        return value
    return mapped(value, lambda a: Tensor(framework, a) if isinstance(a, np.ndarray) else a)


def _side(value: Any, digits: int = DIGITS) -> Side:
    return Side(describe(value), show(value, digits=digits))


def _sides(values: dict[str, Any]) -> dict[str, Side]:
    """Expected and got, with as many digits as show that they differ."""
    for digits in (DIGITS, 8, 16):
        shown = {name: _side(value, digits) for name, value in values.items()}
        if len(shown) < 2 or len({side.shown for side in shown.values()}) > 1:
            break
    return shown


def _facts(difference: Difference) -> tuple[str, ...]:
    """Where the first of many entries differs, and by how much at most."""
    if difference.where is None or difference.total <= 1:
        return ()
    facts = [f"First differs at [{', '.join(map(str, difference.where))}]."]
    if difference.largest is not None:
        facts.append(f"Largest difference {difference.largest:.3g}.")
    return tuple(facts)
