"""The feedback card: one verdict as HTML and as plain text.

Both forms are made from the same ``Card``, so a screen reader and a terminal
are told what the page shows.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from autograder.compare import clue
from autograder.judge import (
    ENDED,
    INPUTS_UNCHANGED,
    Attempt,
    CaseResult,
    Verdict,
    sentence,
)
from autograder.values import Code, Opaque, Raises, Tensor, brief, describe

ENTRIES_SHOWN = 60
MOST_PRINTED = 1_000  # entries of one array
ITEMS_SHOWN, NAMES_SHOWN = 8, 40  # of a sequence, of a dict
MOST_NESTED = 3
SYMBOLS = {"passed": "✓", "failed": "✗", "skipped": "–"}
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
# Mid-tones that keep 3:1 against white and near-black.
EDGES = {"passed": "#1a936f", "not_attempted": "#7a7f87", "partial": "#d9730d"}
WRONG_EDGE = "#d1435b"


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
    names = exercise.parameter_names(len(attempt.arguments))
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
    arguments = zip(names, attempt.arguments, strict=True)
    return {
        "call": f"{exercise.name}({', '.join(names)})" if attempt.arguments else "",
        "arguments": tuple((n, Side(describe(v), show(v))) for n, v in arguments),
        "expected": None if answer_is_secret or ended else expected,
        "got": got,
        "facts": () if answer_is_secret else tuple(facts),
        "printed": attempt.outcome.printed,
    }


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


def show(value: Any, depth: int = 0) -> str:
    """A value as a reader wants to see it: rounded, and cut when long."""
    if isinstance(value, np.ndarray):
        # Of each axis NumPy prints seven entries: with ten axes, 282 million.
        if math.prod(min(n, 7) for n in value.shape) > MOST_PRINTED:
            return f"<{describe(value)}>"
        return np.array2string(
            value,
            precision=4,
            suppress_small=bool(value.size) and _moderate(value),
            threshold=ENTRIES_SHOWN,
            max_line_width=64,
        )
    if isinstance(value, (tuple, list, dict)) and depth >= MOST_NESTED:
        return f"<{describe(value)}>"
    if isinstance(value, (tuple, list)):
        shown = [show(item, depth + 1) for item in value[:ITEMS_SHOWN]]
        if any("\n" in item for item in shown) or len(shown) > 4:
            return "\n".join(f"{i + 1}: {_indent(s, 3)}" for i, s in enumerate(shown))
        left, right = "()" if isinstance(value, tuple) else "[]"
        return f"{left}{', '.join(shown)}{right}"
    if isinstance(value, Tensor):
        return show(value.array, depth)
    if isinstance(value, dict):
        return "\n".join(
            f"{name}: {_indent(show(item, depth + 1), 2)}"
            for name, item in list(value.items())[:NAMES_SHOWN]
        )
    if isinstance(value, (Opaque, Code, Raises)):
        return value.expression if isinstance(value, Code) else describe(value)
    return brief(value)


def _moderate(array: np.ndarray) -> bool:
    if array.dtype.kind != "f":
        return False
    with np.errstate(all="ignore"):
        largest = np.nanmax(np.abs(array)) if np.isfinite(array).any() else 1.0
    return bool(1e-3 < largest < 1e5)


def _indent(text: str, spaces: int) -> str:
    return text.replace("\n", "\n" + " " * spaces)


# What moves a terminal's cursor, colours it, or turns the order of letters round.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Text for a terminal: control characters are spelled out."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def as_text(card: Card) -> str:
    """The card for a terminal, a log or a screen reader."""
    lines = [f"{card.exercise_id}: {card.headline} ({card.points})"]
    if card.marks:
        lines.append("  " + "  ".join(f"{SYMBOLS[s]} {name}" for s, name in card.marks))
    lines += [f"  {words}" for words in (card.problem, *card.lessons) if words]
    if card.call:
        lines.append(f"  Smallest call that shows it: {card.call}")
    rows = [*card.arguments]
    rows += [("expected", card.expected)] if card.expected else []
    rows += [("yours", card.got)] if card.got else []
    for name, side in rows:
        lead = f"    {name}: "
        lines.append(f"{lead}{side.what}\n      {_indent(side.shown, 6)}")
    if card.facts:
        lines.append("    " + " ".join(card.facts))
    if card.printed:
        lines.append("    It printed: " + _indent(card.printed.rstrip(), 6))
    lines += [f"  {words}" for words in (card.hint, card.footer) if words]
    return visible("\n".join(lines))


def as_html(card: Card) -> str:
    """The card for a notebook or a page; every value is escaped."""
    edge = EDGES.get(card.status, WRONG_EDGE)
    parts = [
        f'<div class="check-card check-{card.status}" role="group"'
        f' aria-label="Check of {escape(card.exercise_id)}"'
        f' style="border:1px solid {edge};border-left:6px solid {edge};'
        'border-radius:6px;padding:.6em 1em;margin:.6em 0;line-height:1.5">',
        f"<div><strong>{escape(card.title)}: {escape(card.headline)}</strong>"
        f' <span style="opacity:.75">({escape(card.points)})</span></div>',
    ]
    if card.marks:
        items = "".join(
            f'<li style="margin:0 1em 0 0">{SYMBOLS[state]} {escape(name)}'
            f'<span style="{_HIDDEN}"> {state}</span></li>'
            for state, name in card.marks
        )
        parts.append(f'<ul style="{_ROW}">{items}</ul>')
    if card.problem:
        parts.append(f"<p style='margin:.4em 0'>{escape(card.problem)}</p>")
    for words in card.lessons:
        parts.append(f"<p style='margin:.4em 0'><strong>{escape(words)}</strong></p>")
    if card.arguments or card.expected or card.got:
        parts.append(_example_html(card))
    for words in (card.hint, card.footer):
        if words:
            parts.append(f"<p style='margin:.4em 0'>{escape(words)}</p>")
    return "".join(parts) + "</div>"


_ROW = "list-style:none;display:flex;flex-wrap:wrap;margin:.3em 0;padding:0"
_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"
_PRE = "margin:0;padding:.3em 0;background:none;border:0;overflow-x:auto;font-size:.9em"


def _example_html(card: Card) -> str:
    def block(name: str, side: Side) -> str:
        return (
            '<div style="min-width:0;flex:1 1 12em">'
            f"<div><strong>{escape(name)}</strong>"
            f' <span style="opacity:.75">{escape(side.what)}</span></div>'
            f'<pre tabindex="0" style="{_PRE}">{escape(side.shown)}</pre></div>'
        )

    def row(blocks: list[str]) -> str:
        style = "display:flex;flex-wrap:wrap;gap:0 1.5em"
        return f'<div style="{style}">{"".join(blocks)}</div>'

    parts = []
    if card.call:
        parts.append(
            f"<div>Smallest call that shows it: <code>{escape(card.call)}</code></div>"
        )
    parts.append(row([block(name, side) for name, side in card.arguments]))
    sides = [("expected", card.expected), ("yours", card.got)]
    parts.append(row([block(name, side) for name, side in sides if side]))
    if card.facts:
        parts.append(f"<div>{escape(' '.join(card.facts))}</div>")
    if card.printed:
        parts.append(
            f'<div>It printed:<pre tabindex="0" style="{_PRE}">'
            f"{escape(card.printed)}</pre></div>"
        )
    return "".join(parts)
