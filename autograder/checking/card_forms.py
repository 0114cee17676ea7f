"""The two forms of a card: plain text and HTML, made from the same ``Card``.

A screen reader and a terminal get what the page shows.
"""

from __future__ import annotations

import re
from html import escape

from autograder.checking.card import Card, Seen, Side
from autograder.checking.picture import as_svg
from autograder.checking.show import indent, visible
from autograder.exercise.status import Status

SYMBOLS = {Status.PASSED: "✓", Status.FAILED: "✗", "skipped": "–"}
# Mid-tones that keep 3:1 against white and near-black.
EDGES = {
    Status.PASSED: "#1a936f",
    Status.NOT_ATTEMPTED: "#7a7f87",
    Status.PARTIAL: "#d9730d",
    Status.AWAITING_REVIEW: "#7a7f87",
}
WRONG_EDGE = "#d1435b"
RUBRIC = "What your answer should say"
ONE_ANSWER = "One answer that does:"
LOOK_INSIDE = "Look inside: what each line gives"
READ_AGAIN = "Read your own again, and see for each of these whether it does:"


def as_text(card: Card) -> str:
    """The card for a terminal, a log or a screen reader; the reference cannot be folded."""
    lines = [f"{card.exercise_id}: {card.headline} ({card.points})"]
    lines += [f"  {words}" for words in (*card.lessons, card.problem) if words]
    lines += ["    " + indent(card.where, 4)] if card.where else []
    lines += [f"  {card.meaning}"] if card.meaning else []
    if card.call:
        lines.append(f"  Smallest call that shows it: {card.call}")
    rows = [*card.arguments]
    rows += [("expected", card.expected)] if card.expected else []
    rows += [("yours", card.got)] if card.got else []
    for name, side in rows:
        lead = f"    {name}: "
        lines.append(f"{lead}{side.what}\n      {indent(side.shown, 6)}")
    if card.facts:
        lines.append("    " + " ".join(card.facts))
    if card.printed:
        lines.append("    It printed: " + indent(card.printed.rstrip(), 6))
    lines += [f"  {card.hint}"] if card.hint else []
    if card.marks:
        lines.append("  " + "  ".join(f"{SYMBOLS[s]} {name}" for s, name in card.marks))
    if card.inside:
        lines += [f"  {LOOK_INSIDE}", *map(_step_text, card.inside)]
    if card.rubric:
        lines += [f"  {RUBRIC}. {READ_AGAIN}", *(f"    - {says}" for says in card.rubric)]
        lines += [f"  {ONE_ANSWER} {card.reference}"]
    lines += [f"  {words}" for words in (*card.after, card.footer) if words]
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
    for words in card.lessons:
        parts.append(f"<p style='margin:.4em 0'><strong>{marked_up(words)}</strong></p>")
    if card.problem:
        parts.append(f"<p style='margin:.4em 0'>{escape(card.problem)}</p>")
    if card.status != Status.NOT_ATTEMPTED:
        parts.append(look_html(card))
    if card.arguments or card.expected or card.got:
        parts.append(_example_html(card))
    if card.hint:
        parts.append(f"<p style='margin:.4em 0'>{marked_up(card.hint)}</p>")
    if card.marks:
        items = "".join(
            f'<li style="margin:0 1em 0 0">{SYMBOLS[state]} {escape(name)}'
            f'<span style="{_HIDDEN}"> {state}</span></li>'
            for state, name in card.marks
        )
        right = sum(state == "passed" for state, _ in card.marks)
        title = f"{right} of {len(card.marks)} checks hold"
        parts.append(_folded(title, f'<ul style="{_ROW}">{items}</ul>'))
    for words in (*card.after, card.footer):
        if words:
            parts.append(f"<p style='margin:.4em 0'>{marked_up(words)}</p>")
    if card.rubric:
        items = "".join(f"<li>{marked_up(says)}</li>" for says in card.rubric)
        one = f"<p>{ONE_ANSWER} {escape(card.reference)}</p>"
        points = f'<ul class="check-rubric">{items}</ul>'
        parts.append(_folded(RUBRIC, f"<p>{READ_AGAIN}</p>{points}{one}"))
    elif card.reference:
        parts.append(_folded("To compare with", _pre(card.reference)))
    if card.ways:
        ways = "".join(f"<p>{escape(words)}</p>{_pre(way)}" for words, way in card.ways)
        parts.append(_folded("Other right ways", ways))
    return "".join(parts) + "</div>"


def look_html(card: Card) -> str:
    """The line where it first goes wrong, and the run: a page puts it in afterwards."""
    parts = [_pre(card.where)] if card.where else []
    if card.meaning:
        parts.append(f"<p style='margin:.4em 0'>{escape(card.meaning)}</p>")
    if card.inside:
        items = "".join(f"<li>{_step_html(step)}</li>" for step in card.inside)
        steps = f'<ol style="margin:.3em 0;padding-left:1.5em">{items}</ol>'
        parts.append(_folded(LOOK_INSIDE, steps))
    return f'<div class="check-look">{"".join(parts)}</div>'


def _step_html(step: Seen) -> str:
    """A step as a line of plain text, then its picture and its numbers."""
    mark = f" <strong>({escape(step.mark)})</strong>" if step.mark else ""
    line = f"{escape(step.where)}: <code>{escape(step.source)}</code>"
    picture = as_svg(step.picture) if step.picture else ""
    numbers = _pre(step.made.shown) if step.made.shown else ""
    return f"{line}<br>{escape(step.made.what)}{mark}{picture}{numbers}"


def _step_text(step: Seen) -> str:
    mark = f" ({step.mark})" if step.mark else ""
    numbers = step.made.shown
    shown = f" = {numbers}" if numbers and "\n" not in numbers else ""
    return f"    {step.where}: {step.source}\n      {step.made.what}{shown}{mark}"


def _folded(title: str, html: str) -> str:
    return f"<details style='margin:.4em 0'><summary>{title}</summary>{html}</details>"


def _pre(text: str) -> str:
    return f'<pre tabindex="0" style="{_PRE}">{escape(text)}</pre>'


def marked_up(words: str) -> str:
    """Words of the key as HTML, escaped: `code` as code, and *words* emphasised."""
    parts = re.split(r"`([^`]+)`", escape(words))  # every second one is code
    parts[::2] = (EMPHASIS.sub(r"<em>\1</em>", each) for each in parts[::2])
    parts[1::2] = (f"<code>{each}</code>" for each in parts[1::2])
    return "".join(parts)


EMPHASIS = re.compile(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])")
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
