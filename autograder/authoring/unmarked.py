"""Find the answers in a notebook that its author left without a mark, and mark them."""

import ast
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from autograder.authoring.marked_cells import Marked, is_test, of_marks, places, source_of
from autograder.notebooks.read import top_level

ASKS = re.compile(
    r"\?|^\W*(?:(?:Question|Exercise|Task)\b[\W\d]*)?(?:Explain|Describe|Discuss|Justify|Show"
    r"|Why|Say|State|Compare|Interpret|Argue|Name|Give)\b",
    re.M,
)
Cells = Sequence[dict[str, Any]]


def unmarked(cells: Cells, asked: Sequence[Marked]) -> Iterator[str]:
    """Say which cells may be answers, and students would see them as they are."""
    for place in _answers(cells, asked):
        yield (
            f"{called(cells, place)} looks like an answer, and students see it as it is: "
            "write # BEGIN SOLUTION above what they are to write, or say --mark."
        )


def with_marks(cells: Cells) -> list[dict[str, Any]]:
    """The cells with a mark at each answer that had none, where it is the only function."""
    marked = [*cells]
    for place in _answers(cells, of_marks(cells)):
        source = source_of(cells[place])
        functions, lines = _functions(source), source.split("\n")  # a text has none
        if len(functions) > 1:
            continue
        first, indent = 0, ""
        for function in functions:
            has_text = ast.get_docstring(function) and function.body[1:]
            node = function.body[bool(has_text)]
            first, indent = node.lineno - 1, " " * node.col_offset
        lines.insert(first, f"{indent}# BEGIN SOLUTION")
        marked[place] = {**cells[place], "source": "\n".join(lines)}
    return marked


def called(cells: Cells, place: int) -> str:
    """What an author knows a cell by."""
    start = textwrap.shorten(source_of(cells[place]), 40, placeholder=" ...")
    return f"cell {place + 1} ({start})"


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
    tests = filter(is_test, top_level(below))
    names = {n.id for t in tests for n in ast.walk(t) if isinstance(n, ast.Name)}
    functions = [function.name for function in _functions(source)]
    has_own = any(map(is_test, top_level(source)))
    return bool(functions) and (has_own or not names.isdisjoint(functions))


def _functions(source: str) -> list[ast.FunctionDef]:
    return [n for n in top_level(source) if isinstance(n, ast.FunctionDef)]
