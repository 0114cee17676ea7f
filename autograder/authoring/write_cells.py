"""Write what a key says in cells, as ``autograder.exercise.key_cells`` reads it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from itertools import pairwise

from autograder.exercise.answers import WRONG, Answer
from autograder.exercise.cell_lines import HEADING, SLIP, Edits
from autograder.exercise.changes import Change
from autograder.exercise.definition import Misconception, Same
from autograder.exercise.hints import about
from autograder.exercise.key_cells import Cells

WIDTH = 92


class CannotBeWritten(ValueError):
    """A text that no cell can hold; the sentence says why."""


def whole_file(cells: Cells) -> str:
    """The text of a file: mistakes, answers with what changes them, marks, hints."""
    parts = [mistake_cell(mistake) for mistake in cells.mistakes]
    changed = [answer for answer in cells.answers if answer.of]
    for answer in (answer for answer in cells.answers if not answer.of):
        below = [each for each in changed if each.of == answer.label]
        slips = [line for each in below for line in _slip(each)]
        parts.append("\n".join([answer_cell(answer), *slips]))
        parts += [answer_cell(each) for each in below if not _slip(each)]
    parts += _same_cells(cells.same)
    for hint in cells.hints:
        parts.append(_cell("hint", "; ".join(about(hint)), str(hint)))
    return "".join(_apart(before, part) for before, part in pairwise(["", *parts])) + "\n"


def with_cell(text: str, cell: str) -> str:
    """A file's text with one more cell, below the last one of its kind, else at the end."""
    group = {"right", "wrong"} if _kind(cell) in ("right", "wrong") else {_kind(cell)}
    parts = re.split(f"^(?={HEADING})", text, flags=re.MULTILINE)
    alike = [place for place, part in enumerate(parts) if _kind(part) in group]
    end = alike[-1] if alike else len(parts) - 1
    while end + 1 < len(parts) and not _kind(parts[end + 1]):  # it goes on
        end += 1
    above, below = "".join(parts[: end + 1]).rstrip("\n"), "".join(parts[end + 1 :])
    return f"{above}\n\n{cell}\n" + (f"\n{below}" if below else "")


def _apart(before: str, cell: str) -> str:
    """A cell below another, with an empty line above an answer's code and another kind."""
    if not before:
        return cell
    kinds = {_kind(before), _kind(cell)}
    is_code = len([line for line in cell.split("\n") if not line.startswith("#")]) > 1
    is_new = len(kinds) > 1 and kinds != {"right", "wrong"}
    return f"\n\n{cell}" if is_new or (is_code and "mistake" not in kinds) else f"\n{cell}"


def _kind(cell: str) -> str:
    return re.split("[:,]", cell.split("\n")[0].removeprefix(HEADING).strip())[0]


def mistake_cell(mistake: Misconception) -> str:
    """A mistake's cell."""
    kind = "mistake, alone" if mistake.alone else "mistake"
    return _cell(kind, mistake.id, mistake.says, mistake.wrong)


def answer_cell(answer: Answer) -> str:
    """An answer's cell, in which it has its label and its sentence."""
    if answer.is_right:
        kind = "right, shown" if answer.shown else "right"
    else:
        kind = _wrong(answer)
    if answer.above and isinstance(answer.source, Change):
        words = f"{answer.label!r} has a cell above it, so it needs its code in full."
        raise CannotBeWritten(words)
    return _cell(kind, answer.label, answer.why, answer.source, answer.above)


def on_one_line(edits: Edits) -> str:
    """Changes as ``a => b && c => d``; ``""`` where they need lines of their own."""
    texts = [text for edit in edits for text in edit]
    if any(
        text != text.strip() or re.search(r"\n|=>|&&|^[-+]( |$)", text) for text in texts
    ):
        return ""
    return " && ".join(f"{old} => {new}".rstrip() for old, new in edits)


def _same_cells(same: Iterable[Same]) -> list[str]:
    """Marks, those with the same reason together."""
    reasons = dict.fromkeys(mark.why for mark in same)
    parts = []
    for why in reasons:
        marks = [mark.change.edits for mark in same if mark.why == why]
        lines = [line for edits in marks for line in _mark_lines(edits)]
        parts.append("\n".join([_cell("same", "", why), *lines]))
    return parts


def _mark_lines(edits: Edits) -> list[str]:
    """A mark's lines: each change of its own would be a mark of its own."""
    if len(edits) == 1:
        return _change_lines(edits)
    if not on_one_line(edits):
        raise CannotBeWritten(f"Make one change of these: {edits}.")
    return [f"# {on_one_line(edits)}"]


def _slip(answer: Answer) -> list[str]:
    """The line of an answer that is no more than a change of another; else none."""
    if not isinstance(answer.source, Change) or answer.why or answer.is_right:
        return []
    edits = answer.source.edits
    words = ", ".join(f"{new or 'nothing'} for {old}" for old, new in edits)
    line = f"# {_wrong(answer)}: {on_one_line(edits)}"
    fits = len(line) <= WIDTH and on_one_line(edits)
    return [line] if fits and answer.label == f"{answer.of}: {words}" else []


def _wrong(answer: Answer) -> str:
    verdict = "" if answer.verdict == WRONG else answer.verdict
    return ", ".join(filter(None, ("wrong", answer.name, verdict)))


def _cell(
    kind: str, label: str, says: str, source: str | Change = "", above: str = ""
) -> str:
    heading = _wrapped(f"{HEADING} {kind}" + (f": {label}" if label else ""), "#    ")
    lines = [*heading, *_sentence(says)]
    if isinstance(source, Change):
        return "\n".join([*lines, *_change_lines(source.edits)])
    for code in (above, source) if above else (source,):
        if any(
            line.startswith(HEADING) or SLIP.fullmatch(line) for line in code.split("\n")
        ):
            raise CannotBeWritten(f"A line of {label!r} would be read as a cell's heading.")
    code = f"{above}\n{HEADING}\n{source}" if above else source
    return "\n".join(
        [*lines, *([""] if code.startswith("#") else []), *([code] if code else [])]
    )


def _sentence(text: str) -> list[str]:
    if " =>" in text or text.startswith(("- ", "+ ")):
        raise CannotBeWritten(f"This would be read as a change: {text!r}.")
    held = re.sub(r" (?=[-+]( |$))", "\N{NO-BREAK SPACE}", text)  # no line begins with one
    lines = _wrapped(held, "# ", "# ") if text else []
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _wrapped(text: str, after: str, before: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=before,
        subsequent_indent=after,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _change_lines(edits: Edits) -> list[str]:
    """All changes on one line, or each, where they fit; else old lines, then new ones."""
    together = f"# {on_one_line(edits)}"
    if together != "# " and len(together) <= WIDTH:
        return [together]
    lines: list[str] = []
    for old, new in edits:
        line = f"# {on_one_line(((old, new),))}"
        if line != "# " and len(line) <= WIDTH:
            lines.append(line)
            continue
        if lines and re.match("# -( |$)", lines[-1]):  # nothing stands there instead
            lines.append("# +")
        lines += [f"# - {each}" if each else "# -" for each in old.split("\n")]
        lines += [f"# + {each}" if each else "# +" for each in new.split("\n") if new]
    return lines
