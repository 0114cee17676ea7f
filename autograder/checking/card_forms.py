"""The two forms of a card: plain text and HTML, made from the same ``Card``.

A screen reader and a terminal get what the page shows.
"""

import re
from collections.abc import Iterable
from html import escape

from autograder.checking.card import HELD, Card, Marks, Seen
from autograder.checking.picture import as_svg
from autograder.checking.show import Side, indent, visible
from autograder.exercise.status import Status

SYMBOLS = {Status.PASSED: "✓", Status.FAILED: "✗", "skipped": "–", HELD: "–"}
# Mid-tones that keep 3:1 against white and near-black.
EDGES = {
    Status.PASSED: "#1a936f",
    Status.NOT_ATTEMPTED: "#7a7f87",
    Status.PARTIAL: "#d9730d",
    Status.AWAITING_REVIEW: "#7a7f87",
}
WRONG_EDGE = "#d1435b"
SHOWS_IT = "A call that shows it"
GAVE, TRIED = "What you gave", "How it was tried"  # where the answer is not called
FEW_LINES = 12  # of an example that is shown below a sentence that says enough
MOST_STEPS, STEPS_AFTER = 6, 2  # of a run, up to the mark and after it, in a text
MOST_NAMED = 4  # of checks
RUBRIC = "What your answer should say"
ONE_ANSWER = "One answer that does:"
LOOK_INSIDE = "Look inside: what your lines gave last"
READ_AGAIN = "Read your own again, and see for each of these whether it does:"


def as_text(card: Card) -> str:
    """The card for a terminal or a log, where nothing can be folded: the steps around the
    mark, and the first of the checks that do not hold.
    """
    lines = [f"{card.exercise_id}: {card.headline} ({card.points})"]
    lines += [f"  {words}" for words in (*card.lessons, card.problem) if words]
    lines += ["    " + indent(card.where, 4)] if card.where else []
    lines += [f"  {card.meaning}"] if card.meaning else []
    lines += _rows_text(card.in_place)
    if card.call:
        lines.append(f"  {_title(card)}: {card.call}")
    lines += _rows_text(_rows(card))
    if card.printed:
        lines.append("    It printed: " + indent(card.printed.rstrip(), 6))
    lines += [f"  {words}" for words in (card.hint, *_checks(card), *card.more) if words]
    if card.inside:
        ends = [n for n, step in enumerate(card.inside, 1) if step.is_marked]
        end = ends[0] if ends else len(card.inside)
        steps = card.inside[max(end - MOST_STEPS, 0) : end + STEPS_AFTER]
        lines += [f"  {LOOK_INSIDE}", *map(_step_text, steps)]
    if card.rubric:
        lines += [f"  {RUBRIC}. {READ_AGAIN}", *(f"    - {says}" for says in card.rubric)]
        lines += [f"  {ONE_ANSWER} {card.reference}"]
    lines += [f"  {words}" for words in (*card.after, card.footer) if words]
    return visible("\n".join(lines))


def _rows_text(rows: Iterable[tuple[str, Side]]) -> list[str]:
    lines = []
    for name, side in rows:
        lines.append(f"    {name}: {side.what}")
        lines += [f"      {indent(side.shown, 6)}"] if side.shown else []
    return lines


def _rows(card: Card) -> list[tuple[str, Side]]:
    sides = ("expected", card.expected), ("yours", card.got)
    return [*card.arguments, *((name, side) for name, side in sides if side)]


def _title(card: Card) -> str:
    """What a call is to the reader: it may be another one that shows what is wrong."""
    return "A call that was tried" if card.expected == card.got else SHOWS_IT


def _checks(card: Card) -> list[str]:
    """How many checks hold, and which do not."""
    if not card.marks:
        return []
    not_yet = [name for state, name in card.marks if state == "failed"]
    more = f" and {len(not_yet) - MOST_NAMED} more" if len(not_yet) > MOST_NAMED else ""
    names = f"; not yet: {'; '.join(not_yet[:MOST_NAMED])}{more}" if not_yet else ""
    return [f"{_count(card)}{names}."]


def _few_marks(marks: Marks) -> Marks:
    """The same in one line, where all fail: which they are tells nothing then."""
    failed = [name for state, name in marks if state == "failed"]
    others = tuple(mark for mark in marks if mark[0] != "failed")
    are_all = failed and all(state == "skipped" for state, _ in others)
    return (("failed", "; ".join(failed)), *others) if are_all else marks


def _mark_html(mark: tuple[str, str]) -> str:
    state, name = mark
    more = f": {state}" if state == HELD else f'<span style="{_HIDDEN}"> {state}</span>'
    return f'<li style="margin:0 1em 0 0">{SYMBOLS[state]} {escape(name)}{more}</li>'


def _count(card: Card) -> str:
    tried = [state for state, _ in card.marks if state != "skipped"]
    right = sum(state != "failed" for state in tried)
    where = " in the calls tried" if right < len(tried) else ""
    return f"{right} of {len(tried)} checks hold{where}"


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
    if _rows(card):
        title = f"{_title(card)}: <code>{escape(card.call)}</code>"
        title = title if card.call else TRIED if card.arguments else GAVE
        length = sum(side.shown.count("\n") + 1 for _, side in _rows(card))
        is_open = not card.lessons or length <= FEW_LINES
        parts.append(_folded(title, _example_html(card), is_open=is_open))
    if card.hint:
        parts.append(f"<p style='margin:.4em 0'>{marked_up(card.hint)}</p>")
    if card.marks or card.more:
        items = "".join(map(_mark_html, _few_marks(card.marks)))
        more = "".join(f"<p style='margin:.4em 0'>{marked_up(w)}</p>" for w in card.more)
        parts.append(_folded(_count(card), f'<ul style="{_ROW}">{items}</ul>{more}'))
    for words in (*card.after, card.footer):
        if words:
            parts.append(f"<p style='margin:.4em 0'>{marked_up(words)}</p>")
    if card.rubric:
        items = "".join(f"<li>{marked_up(says)}</li>" for says in card.rubric)
        answer = f"<p>{ONE_ANSWER} {escape(card.reference)}</p>"
        points = f'<ul class="check-rubric">{items}</ul>'
        parts.append(_folded(RUBRIC, f"<p>{READ_AGAIN}</p>{points}{answer}"))
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
    if card.in_place:
        parts.append(_row_html(card.in_place))
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


def _folded(title: str, html: str, *, is_open: bool = False) -> str:
    opened = " open" * is_open
    return (
        f"<details{opened} style='margin:.4em 0'><summary>{title}</summary>{html}</details>"
    )


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


def _row_html(blocks: Iterable[tuple[str, Side]]) -> str:
    """Values side by side, where there is room."""

    def block(name: str, side: Side) -> str:
        shown = _pre(side.shown) if side.shown else ""
        return (
            '<div style="min-width:0;flex:1 1 12em">'
            f"<div><strong>{escape(name)}</strong>"
            f' <span style="opacity:.75">{escape(side.what)}</span></div>{shown}</div>'
        )

    style = "display:flex;flex-wrap:wrap;gap:0 1.5em"
    return f'<div style="{style}">{"".join(block(*each) for each in blocks)}</div>'


def _example_html(card: Card) -> str:
    rows, count = _rows(card), len(card.arguments)
    printed = f"<div>It printed:{_pre(card.printed)}</div>" if card.printed else ""
    return _row_html(rows[:count]) + _row_html(rows[count:]) + printed
