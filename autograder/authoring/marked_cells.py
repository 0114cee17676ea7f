"""Find the exercises in a notebook that holds its solutions between marks.

Three ways of marking are read.  nbgrader's: metadata, ``### BEGIN SOLUTION`` and
``### BEGIN HIDDEN TESTS``.  Otter's: ``# BEGIN QUESTION``, ``# BEGIN SOLUTION``,
``# BEGIN TESTS`` in cells of their own, ``# SOLUTION`` behind a line, ``# HIDDEN`` above a
test.  Elsewhere a cell with ``# BEGIN SOLUTION`` and ``# END SOLUTION`` is an exercise; it
is worth what ``# points: 2`` in it says, and cells of assertions below it are its tests.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from autograder.notebooks.read import top_level

MARK = re.compile(r"^[ \t]*(?:#+|<!--)\s*(?:BEGIN|END) SOLUTION\b.*\n?", re.M)
LINE = re.compile(r"[ \t]*# SOLUTION(?: NO PROMPT)?[ \t]*$", re.M)
HIDDEN_PART = re.compile(
    r"^\s*#+\s*BEGIN HIDDEN TESTS.*?\n(.*?)(?:^\s*#+\s*END HIDDEN TESTS.*?$|\Z)",
    re.M | re.S,
)
POINTS = re.compile(r"^[ \t]*(?:#|<!--)\s*points:\s*([\d.]+).*\n?", re.M | re.I)
OTTER = re.compile(r"^\s*#+\s*(BEGIN|END) (QUESTION|SOLUTION|TESTS|PROMPT)\b", re.M)
QUESTION = re.compile(r"^\s*#+\s*BEGIN QUESTION\b", re.M)
OTTER_HIDDEN = re.compile(r"^\s*#+\s*HIDDEN\b.*\n?")


@dataclass
class Marked:
    """An exercise as it stands in the notebook.

    ``solution`` is the source or the text without its marks; ``tests`` have a source each,
    and whether students do not see it.  ``place`` is the cell to answer in, ``dropped`` the
    cells that are not handed out.  ``is_read``: a person gives the points.
    """

    place: int
    solution: str
    points: float = 1.0
    name: str = ""
    is_read: bool = False
    tests: list[tuple[str, bool]] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)


def asked_in(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    """The exercises of a notebook, in its order."""
    if any(QUESTION.search(source_of(cell)) for cell in cells):
        return _of_otter(cells)
    if any("nbgrader" in cell["metadata"] for cell in cells):
        return _of_nbgrader(cells)
    return _of_marks(cells)


def source_of(cell: dict[str, Any]) -> str:
    """A cell's source, however the notebook holds it."""
    return "".join(cell["source"])


def solved(source: str) -> str:
    """A source with its solution, without what marks it."""
    return LINE.sub("", POINTS.sub("", MARK.sub("", source))).strip("\n")


def _with_tests(marked: Marked, source: str) -> None:
    seen = HIDDEN_PART.sub("", source).strip()
    marked.tests += [(seen, False)] if seen else []
    marked.tests += [(part[1], True) for part in HIDDEN_PART.finditer(source)]


def _of_nbgrader(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    questions: list[Marked] = []
    for place, cell in enumerate(cells):
        mark, source = cell["metadata"].get("nbgrader", {}), source_of(cell)
        points, is_solution = float(mark.get("points", 0)), mark.get("solution")
        if (is_solution and mark.get("grade")) or mark.get("task"):
            name = str(mark.get("grade_id", ""))
            questions.append(Marked(place, solved(source), points, name, is_read=True))
        elif is_solution:
            questions.append(Marked(place, solved(source), 0.0))
        elif mark.get("grade") and questions and not questions[-1].is_read:
            questions[-1].points += points
            questions[-1].dropped.append(place)
            _with_tests(questions[-1], source)
    return questions


def _of_otter(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    questions: list[Marked] = []
    inside: set[str] = set()
    question = Marked(-1, "")
    for place, cell in enumerate(cells):
        source = source_of(cell)
        if mark := OTTER.search(source) if cell["cell_type"] != "code" else None:
            (inside.add if mark[1] == "BEGIN" else inside.discard)(mark[2])
            if mark[0].split()[-2:] == ["BEGIN", "QUESTION"]:
                fields = dict(re.findall(r"^\s*(\w+):\s*(\S.*?)\s*$", source, re.M))
                is_read = fields.get("manual", "").lower() == "true"
                points = float(fields.get("points", 1))
                question = Marked(
                    -1, "", points, fields.get("name", "").strip("\"'"), is_read
                )
            elif (mark[1], mark[2]) == ("END", "QUESTION") and question.place >= 0:
                questions.append(question)
            question.dropped.append(place)
        elif "TESTS" in inside:
            question.dropped.append(place)
            is_hidden = bool(OTTER_HIDDEN.match(source))
            question.tests.append((OTTER_HIDDEN.sub("", source), is_hidden))
        elif "SOLUTION" in inside and question.place < 0:
            question.place, question.solution = place, solved(source)
        elif "PROMPT" in inside:
            question.dropped.append(place)
    return questions


def _of_marks(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    questions: list[Marked] = []
    below = False
    for place, cell in enumerate(cells):
        source = source_of(cell)
        if MARK.search(source):
            worth = POINTS.search(source)
            points = float(worth[1]) if worth else 1.0
            is_read = cell["cell_type"] == "markdown"
            questions.append(Marked(place, solved(source), points, is_read=is_read))
            below = True
        elif below and cell["cell_type"] == "code" and any(map(is_test, top_level(source))):
            questions[-1].dropped.append(place)
            _with_tests(questions[-1], source)
        elif cell["cell_type"] == "code" and source.strip():
            below = False
    return questions


def is_test(node: ast.stmt) -> bool:
    """Whether a statement is an assertion, Python's or NumPy's."""
    if isinstance(node, ast.Assert):
        return True
    call = node.value if isinstance(node, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    name = getattr(function, "attr", getattr(function, "id", ""))
    return str(name).startswith("assert")
