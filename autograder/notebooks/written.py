"""Find an answer that a person reads: words in a text cell, or a whole cell's work.

It is taken as it was written and never run.  Whatever may be an answer is one: words that
do not stand where they belong are looked for from the check before to the one after.
"""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Exercise
from autograder.exercise.key import KeyProblem
from autograder.exercise.kinds.uncalled import WORK_HERE, WRITE_HERE
from autograder.exercise.source_lines import comments_in
from autograder.notebooks.finding import FoundAnswer, find
from autograder.notebooks.read import (
    Cell,
    Notebook,
    Shown,
    TextCell,
    UnreadableNotebook,
    cell_names,
)
from autograder.notebooks.statements import Statements

AnyCell = Cell | TextCell
LITERAL = re.compile(r"[rRbBuUfF]{0,2}(\"\"\"|'''|\"|')(.*?)(?<!\\)\1", re.S)
QUOTES = "\"'\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"
CHECK = re.compile(r"^[^\S\n]*(?:\w+\s*=\s*)?check\(.*\n?", re.M)
HINT = '"""'  # in the comment of a stub, from when words stood between quotes
# A new line that was written as "\n"; before a small letter it may be LaTeX's \nabla.
NEW_LINE = re.compile(r"(?<!\\)\\n(?![a-z])")


@lru_cache(maxsize=4)
def cells_given(key: str, chapters: tuple[str, ...]) -> frozenset[str]:
    """The names of the cells in a course's notebooks that hold what a person reads.

    An author who writes in the notebook itself changes cells and not their ids.
    """
    names: set[str] = set()
    for chapter in chapters:
        with contextlib.suppress(OSError, KeyProblem, UnreadableNotebook):
            data = course_folder(key).notebook(chapter).read_bytes()
            if any(line.encode() in data for line in (WRITE_HERE, WORK_HERE)):
                names |= set(cell_names(data, chapter))
    return frozenset(names)


def locate(notebook: Notebook, known: Statements, exercise: Exercise) -> FoundAnswer:
    """Find the answer to an exercise, whoever is to judge it."""
    if not exercise.is_read:
        return find(notebook, known, exercise.id, exercise.name)
    cells: list[AnyCell] = [*notebook.cells, *notebook.texts]
    cells.sort(key=lambda cell: cell.order)
    checks = {s.cell.order: s.checks for s in known if s.checks}

    def owner(cell: AnyCell) -> str:
        return cell.exercise_id or checks.get(cell.order, "")

    made = {s.cell.order for s in known if exercise.name in s.binds and not s.checks}
    own = [c for c in cells if owner(c) == exercise.id or c.order in made]
    around = [c for c in _around(cells, own, owner) if not owner(c)]
    nearby = [c for c in around if not c.is_given]
    if exercise.handler.is_work:
        # Words above its first given cell are said to the exercise before.
        first = min((c.order for c in around if c.is_given), default=0)
        start = first if own and first < own[0].order else 0
        used = [c for c in cells if c in own or c in nearby]
        below = [c for c in used if c.order > start or isinstance(c, Cell)]
        work, whole = (
            _found(exercise, some, [_without(cell.source, WORK_HERE) for cell in some])
            for some in (below, used)
        )
        return work if work.attempted else whole
    answer = _found(exercise, own, [_words(cell, exercise) for cell in own])
    if answer.attempted:
        return answer
    wordy = [c for c in nearby if isinstance(c, TextCell) or not _is_code(c)]
    if not (answer := _found(exercise, wordy, [_words(c, exercise) for c in wordy])).words:
        return answer
    where = "near its cell" if own else "in cells that belong to no exercise"
    note = f"The words for {exercise.title} stand {where}."  # true when read, too
    return FoundAnswer(answer.name, words=answer.words, shown=answer.shown, notes=(note,))


def _around(
    cells: Sequence[AnyCell],
    own: Sequence[AnyCell],
    owner: Callable[[AnyCell], str],
) -> list[AnyCell]:
    """The cells between the exercise before and the one after; all, where it has none."""
    if not own:
        return list(cells)
    others = [c.order for c in cells if owner(c) and c not in own]
    first, last = own[0].order, own[-1].order
    start = max((place for place in others if place < first), default=-1)
    end = min((place for place in others if place > last), default=len(cells) + last + 1)
    return [cell for cell in cells if start < cell.order < end]


def _found(
    exercise: Exercise, cells: Sequence[AnyCell], written: Sequence[str]
) -> FoundAnswer:
    """What cells say, with the pictures of texts and of work, and its outputs."""
    words = "\n\n".join(text for text in written if text)
    shown: list[Shown] = []
    for cell, text in zip(cells, written, strict=True):
        if text and (exercise.handler.is_work or isinstance(cell, TextCell)):
            shown += cell.shown
    return FoundAnswer(exercise.name, words=words, shown=tuple(shown))


def _is_code(cell: Cell) -> bool:
    """Whether it is Python that does something: no comment, text or broken sentence."""
    return cell.tree is not None and not all(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for node in cell.tree.body
    )


def _without(source: str, given: str) -> str:
    """A cell's source without the call that checks it and the line handed out."""
    return CHECK.sub("", source).replace(given, "").strip()


def _words(cell: AnyCell, exercise: Exercise) -> str:
    """What a cell says, without what was handed out and what makes it Python."""
    source = _without(cell.source, exercise.handler.stub(exercise))
    begins = re.match(rf"{exercise.name}\s*=\s*", source)
    if isinstance(cell, TextCell) and not begins:
        return source
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        rest = source[begins.end() :] if begins else source
        return _without_quotes(rest)
    texts = [text for node in tree.body if (text := _said(node, source)) is not None]
    return "\n\n".join(filter(None, [_comments(source), *texts])).strip()


def _said(node: ast.stmt, source: str) -> str | None:
    """The text of a statement; "" for a stub; other code as it stands."""
    value = getattr(node, "value", None)
    if isinstance(value, ast.Constant) and value.value in (..., None):
        return None
    if isinstance(value, ast.JoinedStr) or (
        isinstance(value, ast.Constant) and isinstance(value.value, str)
    ):
        text = ast.get_source_segment(source, value) or ""
        written = "".join(part[2] for part in LITERAL.finditer(text))
        written = written.replace("\\\n", "").replace('\\"', '"').replace("\\'", "'")
        return NEW_LINE.sub("\n", written)
    return ast.get_source_segment(source, node)


def _comments(source: str) -> str:
    """The comments of a cell that parses, but for the hint that a stub once had."""
    comments = [token.string.lstrip("#").strip() for token in comments_in(source)]
    return "\n".join(text for text in comments if not text.startswith(HINT))


def _without_quotes(text: str) -> str:
    """A text that is no Python, without what would have made it some."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if lines and all(line.startswith("#") for line in lines if line):
        return "\n".join(line.lstrip("# ") for line in lines)
    return text.strip().strip(QUOTES).strip()
