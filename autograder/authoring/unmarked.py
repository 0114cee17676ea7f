"""Find the answers in a notebook that its author left without a mark, and mark them."""

import ast
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from autograder.authoring.marked_cells import (
    Marked,
    defined,
    exercises,
    is_marked,
    is_test,
    places,
    source_of,
    without_key,
)
from autograder.exercise.problem import Problem
from autograder.notebooks.read import top_level

ASKS = re.compile(r"\?|^\W*(?:Explain|Describe|Discuss|Justify|Show|Why)\b", re.M)
Cells = Sequence[dict[str, Any]]


def unmarked(cells: Cells, asked: Sequence[Marked]) -> Iterator[str]:
    """Say which cells may be answers, and students would see them as they are."""
    for place in _answers(cells, asked):
        yield (
            f"{_called(cells, place)} looks like an answer, and students see it as it is: "
            "write # BEGIN SOLUTION above what they are to write, or say --mark."
        )


def cells_of(path: Path, *, mark: bool) -> tuple[list[dict[str, Any]], list[str]]:
    """The cells of a notebook, ``without_key``, and to which of them a mark was added."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        cells = [*map(without_key, content["cells"])]
    except (OSError, ValueError, KeyError, TypeError):
        raise Problem(f"{path} cannot be read as a notebook.") from None
    return with_marks(cells) if mark else (cells, [])


def with_marks(cells: Cells) -> tuple[list[dict[str, Any]], list[str]]:
    """The cells with a mark at each answer that had none, and what these cells are.

    A notebook for nbgrader or Otter stays as it is, and a cell of several functions.
    """
    marked, taken = [*cells], list[str]()
    for place in _answers(cells, exercises(cells)) if is_marked(cells) else ():
        source = source_of(cells[place])
        if cells[place]["cell_type"] == "code":
            functions = [n for n in top_level(source) if isinstance(n, ast.FunctionDef)]
            if len(functions) > 1:
                continue
            (function,), lines = functions, source.split("\n")
            start = [function.lineno, *(n.lineno for n in function.decorator_list)]
            above, end = min(start) - 1, function.end_lineno
            answer = [*lines[above:end], "# END SOLUTION", *lines[end:]]
            source = "\n".join([*lines[:above], "# BEGIN SOLUTION", *answer])
        else:
            source = f"# BEGIN SOLUTION\n{source}"
        marked[place] = {**cells[place], "source": source}
        taken.append(_called(cells, place))
    return marked, taken


def _answers(cells: Cells, asked: Sequence[Marked]) -> Iterator[int]:
    """Cells that define what assertions call, or stand as text below a question."""
    marked = places(asked)
    for place, cell in enumerate(cells):
        source, before = source_of(cell), cells[place - 1] if place else cell
        if place in marked or not source.strip():
            continue
        if cell["cell_type"] == "code":
            below = (source_of(c) for c in cells[place + 1 :] if c["cell_type"] == "code")
            may_be = _is_tested(source, next(below, ""))
        else:
            is_text = {cell["cell_type"], before["cell_type"]} == {"markdown"}
            is_asked = ASKS.search(source_of(before)) and place - 1 not in marked
            may_be = is_text and bool(is_asked) and place > 0 and source.lstrip()[0] != "#"
        if may_be:
            yield place


def _is_tested(source: str, below: str) -> bool:
    """Whether a cell defines a function, and has assertions or the next one of it has."""
    name = defined(source)
    tests = [*filter(is_test, top_level(below))] if name else []
    called = {n.id for t in tests for n in ast.walk(t) if isinstance(n, ast.Name)}
    return bool(name) and (name in called or any(map(is_test, top_level(source))))


def _called(cells: Cells, place: int) -> str:
    start = textwrap.shorten(source_of(cells[place]), 40, placeholder=" ...")
    return f"cell {place + 1} ({start})"
