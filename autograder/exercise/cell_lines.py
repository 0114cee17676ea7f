"""Take a file of cells apart: headings, sentences, changes and code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from autograder.exercise.problem import did_you_mean

HEADING = "# %%"
KINDS = ("mistake", "right", "wrong", "same", "hint")
SLIP = re.compile(r"# wrong(?:, (?P<marks>[^:]*))?: (?P<edits>.*)")
EDIT = re.compile(r"(?P<old>.*?) =>(?: (?P<new>.*))?")

Edits = tuple[tuple[str, str], ...]


class CellProblem(ValueError):
    """A cell that cannot be read: its file, its line, and what is wrong there."""

    def __init__(self, path: Path, line: int, sentence: str) -> None:
        super().__init__(f"{path}:{line}: {sentence}")


@dataclass
class Slip:
    """A line below an answer's code: one more answer, with a change of it."""

    line: int
    marks: list[str]
    edits: Edits


@dataclass
class KeyCell:
    """One cell: its heading in parts, and what stands below it."""

    path: Path
    line: int
    kind: str
    marks: list[str]
    label: str
    sentence: str = ""
    changes: list[tuple[int, Edits]] = field(default_factory=list)  # with their lines
    code: str = ""
    above: str = ""  # a cell of the student's own, before the answer's
    slips: list[Slip] = field(default_factory=list)
    sign: str = ""  # of the comment above, where it is a line of a change

    def problem(self, sentence: str, line: int = 0) -> CellProblem:
        """What is wrong with the cell, or with a line of it."""
        return CellProblem(self.path, line or self.line, sentence)

    def needs(self, has: object, what: str) -> None:
        """Raise ``CellProblem`` where the cell has not what it needs."""
        if not has:
            raise self.problem(f"A cell {self.kind!r} needs {what}.")


def cells(path: Path, text: str) -> Iterator[KeyCell]:
    """The cells of a file's text, in order.

    Raises ``CellProblem`` for what is not well formed.
    """
    lines = text.splitlines()
    begins = [i for i, line in enumerate(lines) if line.startswith(HEADING)]
    for number, line in enumerate(lines[: begins[0] if begins else None], 1):
        if line.strip() and not line.startswith("#"):
            words = f"Code stands in a cell: a line {HEADING} above it begins one."
            raise CellProblem(path, number, words)
    cell: KeyCell | None = None
    for begin, end in pairwise([*begins, len(lines)]):
        heading = lines[begin].removeprefix(HEADING).strip()
        if heading and cell:
            yield cell
        if heading:
            cell = _cell(path, begin + 1, heading)
        elif cell is None or cell.kind not in ("right", "wrong") or not cell.code:
            words = f"{HEADING} alone goes on with an answer's code, and there is none."
            raise CellProblem(path, begin + 1, words)
        else:
            cell.above = cell.code
        _fill(cell, list(enumerate(lines[begin + 1 : end], begin + 2)))
    if cell:
        yield cell


def _cell(path: Path, line: int, heading: str) -> KeyCell:
    head, _, label = heading.partition(":")
    kind, *marks = (part.strip() for part in head.split(","))
    cell = KeyCell(path, line, kind, marks, label.strip())
    if kind not in KINDS:
        words = f"{kind!r} is no kind of cell. There are {', '.join(KINDS)}."
        raise cell.problem(words + did_you_mean(kind, KINDS, 0.6))
    if marks and kind != "wrong":
        raise cell.problem(f"A cell {kind!r} has no marks, such as {marks[0]!r}.")
    return cell


def _fill(cell: KeyCell, lines: list[tuple[int, str]]) -> None:
    """Take the lines below a heading: comments first, then code, then slips."""
    while lines and not lines[-1][1].strip():
        lines.pop()
    while lines and not cell.above and re.match("#( |$)", lines[0][1]):
        number, line = lines.pop(0)
        _comment(cell, number, line[2:])
    while lines and (slip := SLIP.fullmatch(lines[-1][1])):
        number, _ = lines.pop()
        marks = [mark.strip() for mark in (slip["marks"] or "").split(",")]
        cell.slips.insert(0, Slip(number, marks, _edits(cell, number, slip["edits"])))
    cell.code = "\n".join(line for _, line in lines).strip("\n")


def _comment(cell: KeyCell, line: int, text: str) -> None:
    is_line = text[:2] in ("-", "+", "- ", "+ ") and " =>" not in text
    sign = text[0] if is_line else ""
    if sign:
        _block(cell, line, sign, text[2:])
    elif " =>" in text:
        cell.changes.append((line, _edits(cell, line, text)))
    elif cell.changes:
        words = "A sentence stands above the changes of its cell, and this one below."
        raise cell.problem(words, line)
    elif text.startswith("  ") and not cell.sentence:  # the heading goes on
        cell.label += f" {text.strip()}"
    else:
        cell.sentence = f"{cell.sentence} {text}".strip()
    cell.sign = sign


def _block(cell: KeyCell, line: int, sign: str, text: str) -> None:
    """One more line of what stands there, or of what stands there instead."""
    if sign == "-" and cell.sign != "-":
        cell.changes.append((line, ((text, ""),)))
        return
    if not cell.sign:
        words = "A line # + stands below the lines # - that it replaces."
        raise cell.problem(words, line)
    begin, ((old, new),) = cell.changes[-1]
    if sign == "-":
        old += f"\n{text}"
    else:
        new = f"{new}\n{text}" if cell.sign == "+" else text
    cell.changes[-1] = begin, ((old, new),)


def _edits(cell: KeyCell, line: int, text: str) -> Edits:
    """The changes of one line: ``a => b && c => d``."""
    edits = []
    for part in text.split(" && "):
        edit = EDIT.fullmatch(part)
        if edit is None or not edit["old"].strip():
            words = (
                f"{part!r} is no change. Write: what stands there => what stands instead."
            )
            raise cell.problem(words, line)
        edits.append((edit["old"], edit["new"] or ""))
    return tuple(edits)
