"""The feedback card: what a verdict has to tell the student."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autograder.checking.compare import clue
from autograder.checking.judge import (
    ENDED,
    INPUTS_UNCHANGED,
    Attempt,
    CaseResult,
    Verdict,
    sentence,
)
from autograder.checking.show import show
from autograder.exercise.definition import Exercise
from autograder.exercise.values import Trial, describe

HEADLINES = {
    "passed": "right",
    "partial": "partly right",
    "failed": "not right yet",
    "not_attempted": "not attempted yet",
    "timeout": "ran too long",
    "crashed": "ended Python",
    "out_of_memory": "used too much memory",
    "error": "raised an error",
    "infrastructure_error": "could not be checked",
}


@dataclass(frozen=True)
class Side:
    """One side of "expected and yours": what it is and how it looks."""

    what: str
    shown: str


@dataclass(frozen=True)
class Card:
    """What a card says, before it is given a form."""

    exercise_id: str
    title: str
    status: str
    headline: str
    points: str
    marks: tuple[tuple[str, str], ...] = ()  # (passed | failed | skipped, name)
    lessons: tuple[str, ...] = ()
    problem: str = ""
    call: str = ""
    arguments: tuple[tuple[str, Side], ...] = ()
    expected: Side | None = None
    got: Side | None = None
    facts: tuple[str, ...] = ()
    printed: str = ""
    hint: str = ""
    footer: str = ""


def make_card(verdict: Verdict, *, hint: int = 0, footer: str = "") -> Card:
    """Work out what to tell the student.

    ``hint`` is how many hints to have given; the last of them is shown.
    """
    exercise = verdict.exercise
    points = f"{verdict.points:g} of {verdict.max_points:g} points"
    headline = HEADLINES[verdict.status]
    if verdict.status == "not_attempted":
        return Card(
            exercise.id, exercise.title, verdict.status, headline, points, footer=footer
        )
    by_cases = exercise.is_code
    groups = (*verdict.cases, *verdict.properties) if by_cases else ()
    nothing_right = not any(case.passed for case in verdict.cases)
    marks = tuple((_mark(group, nothing_right), group.name) for group in groups)
    if verdict.status == "passed":
        return Card(
            exercise.id, exercise.title, "passed", headline, points, marks, footer=footer
        )
    hints = exercise.hints
    number = min(hint, len(hints))
    shown_hint = f"Hint {number} of {len(hints)}: {hints[number - 1]}" if number else ""
    details = _example(verdict) if verdict.example else {}
    return Card(
        exercise.id,
        exercise.title,
        verdict.status,
        headline,
        points,
        marks,
        lessons=_lessons(verdict),
        problem=_problem(verdict),
        hint=shown_hint,
        footer=footer,
        **details,
    )


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
        broken = {p.name for p in verdict.properties if not p.passed}
        said = [p.says for p in verdict.exercise.properties if p.name in broken]
        example = verdict.example
        if example and example.difference:
            part = example.difference.part
            pair = example.expected, example.outcome.value
            found = clue(*(_part(value, part) for value in pair))
            said = [found, *said] if found else said
    changed = [a for a in [verdict.example] if a and a.outcome.mutated]
    if changed:
        names = verdict.exercise.parameter_names(len(changed[0].arguments))
        which = " and ".join(names[i] for i in changed[0].outcome.mutated)
        said.append(
            f"Your code changes its argument {which}. "
            "Return new arrays: whoever called you still needs the old ones."
        )
    return tuple(said)


def _part(value: Any, part: str) -> Any:
    if not part:
        return value
    return value.get(part) if isinstance(value, dict) else None


def _example(verdict: Verdict) -> dict[str, Any]:
    """The part of the card that shows the smallest failing call."""
    attempt: Attempt = verdict.example  # type: ignore[assignment]
    exercise = verdict.exercise
    if exercise.kind == "layer":
        return _layer_example(attempt, exercise.name)
    names, values = _named(attempt, exercise)
    got = None
    facts: list[str] = []
    if attempt.outcome.status == "returned" and exercise.kind != "choice":
        got = Side(describe(attempt.outcome.value), show(attempt.outcome.value))
        difference = attempt.difference
        if difference and difference.where is not None:
            if difference.total > 1:
                facts.append(f"First differs at [{', '.join(map(str, difference.where))}].")
            if difference.largest is not None and difference.total > 1:
                facts.append(f"Largest difference {difference.largest:.3g}.")
    answer_is_secret = not exercise.is_code
    expected = Side(describe(attempt.expected), show(attempt.expected))
    ended = attempt.outcome.status in ENDED
    arguments = zip(names, values, strict=True)
    tried = names[:1] == ["trial"]
    shown = f"trial({', '.join([exercise.name, *names[1:]])})" if tried else ""
    return {
        "call": shown or (f"{exercise.name}({', '.join(names)})" if names else ""),
        "arguments": tuple((n, Side(describe(v), show(v))) for n, v in arguments),
        "expected": None if answer_is_secret or ended else expected,
        "got": got,
        "facts": () if answer_is_secret else tuple(facts),
        "printed": attempt.outcome.printed,
    }


def _named(attempt: Attempt, exercise: Exercise) -> tuple[list[str], list[Any]]:
    """What the call was given, and how to call each; a trial with what it takes."""
    given = list(attempt.arguments)
    if given and isinstance(given[0], Trial):
        return ["trial", *given[0].data], [given[0], *given[0].data.values()]
    return exercise.parameter_names(len(given)), given


def _layer_example(attempt: Attempt, name: str) -> dict[str, Any]:
    """A layer's call is long: only how it was made, and the part that is wrong."""
    init, _, inputs, _ = attempt.arguments
    details: dict[str, Any] = {
        "call": f"{name}({', '.join(map(show, init))})",
        "arguments": tuple(
            ("input" if len(inputs) == 1 else f"input {i}", Side(describe(v), show(v)))
            for i, v in enumerate(inputs, 1)
        ),
        "printed": attempt.outcome.printed,
    }
    part = attempt.difference.part if attempt.difference else ""
    if part and isinstance(attempt.outcome.value, dict):
        pair = attempt.expected[part], attempt.outcome.value.get(part)
        details["expected"], details["got"] = (Side(describe(v), show(v)) for v in pair)
    return details
