"""Find the exercises in a notebook that holds its solutions between marks.

Three ways of marking are read.  nbgrader's: metadata, ``### BEGIN SOLUTION`` and
``### BEGIN HIDDEN TESTS``.  Otter's: ``# BEGIN QUESTION``, ``# BEGIN SOLUTION``,
``# BEGIN TESTS`` in cells of their own, ``# SOLUTION`` behind a line, ``# HIDDEN`` above a
test.  Elsewhere a cell with ``# BEGIN SOLUTION`` and ``# END SOLUTION`` is an exercise; it
is worth what ``# points: 2`` in it says, a person reads it if it says
``# manual: true``, and assertions below it, in its cell or in others, are its tests.

In all three what stands in a code cell from a line ``# %%`` on is of the key (mistakes,
answers, hints) and belongs to the exercise above it.
"""

import ast
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.exercise.problem import Problem
from autograder.exercise.stubs import OPEN
from autograder.notebooks.read import top_level

BEGIN, END = (
    rf"(?:^[ \t]*#+\s*{mark} SOLUTION\b[^\n]*\n?|<!--\s*{mark} SOLUTION\b.*?-->[ \t]*\n?)"
    for mark in ("BEGIN", "END")
)
MARK = re.compile(f"{BEGIN}|{END}", re.M)
PART = re.compile(f"{BEGIN}(.*?)(?:{END}|\\Z)", re.M | re.S)
INDENT = re.compile(r"[ \t]*")
LINE = re.compile(r"[ \t]*# SOLUTION(?: NO PROMPT)?[ \t]*$", re.M)
HIDDEN_PART = re.compile(
    r"^\s*#+\s*BEGIN HIDDEN TESTS.*?\n(.*?)(?:^\s*#+\s*END HIDDEN TESTS.*?$|\Z)",
    re.M | re.S,
)
POINTS = re.compile(r"^[ \t]*(?:#|<!--)\s*points:\s*([\d.]+).*\n?", re.M | re.I)
MANUAL = re.compile(r"^[ \t]*#\s*manual:\s*true[ \t]*\n?", re.M | re.I)
KEY_PART = re.compile(r"^# %%.*", re.M | re.S)
HEADING = re.compile(r"^##+ +(?:\d+(?:\.\d+)*[.):]? +)?(.+?)\s*$", re.M)
OTTER = re.compile(r"^\s*#+\s*(BEGIN|END) (QUESTION|SOLUTION|TESTS|PROMPT)\b", re.M)
QUESTION = re.compile(r"^\s*#+\s*BEGIN QUESTION\b", re.M)
OTTER_HIDDEN = re.compile(r"^\s*#+\s*HIDDEN\b.*\n?")
OTTER_POINTS = re.compile(r"^\s*points:[ \t]*\n((?:\s*-\s*[\d.]+[ \t]*\n?)+)", re.M)
NUMBER = re.compile(r"\d+\.?\d*|\.\d+")
AUTOTEST = re.compile(r"^[ \t]*#+ (?:HASHED )?AUTOTEST (.+)$", re.M)


@dataclass(frozen=True)
class TestCell:
    """A cell of tests: its place, what students see of it, and what they do not."""

    __test__ = False  # for pytest
    place: int
    seen: str
    hidden: str = ""
    above: int = 0  # lines of its cell that are none

    @property
    def source(self) -> str:
        """All of it, what is hidden last."""
        return f"{self.seen}\n{self.hidden}"


@dataclass
class Marked:
    """An exercise as it stands in the notebook.

    ``solution`` is the source or the text without its marks, ``given`` what students get
    of the same cell: a question, helpers; ``below`` is the code that follows, ``opened``
    the function, where some of its code is the students', too.  ``place`` is the cell to
    answer in, ``dropped`` the cells that are not handed out.  ``is_read``: a person gives
    the points.  ``title`` is the heading above, if no other exercise stands below it.
    """

    place: int
    solution: str
    points: float = 1.0
    name: str = ""
    is_read: bool = False
    title: str = ""
    given: str = ""
    below: str = ""
    opened: str = ""
    tests: list[TestCell] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    key_cells: list[str] = field(default_factory=list)


def cells_of(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook, ``without_key``."""
    if not path.is_file():
        raise Problem(f"There is no {path}: put the solved notebook there.")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return [*map(without_key, content["cells"])]
    except (OSError, ValueError, KeyError, TypeError):
        raise Problem(f"{path} cannot be read as a notebook.") from None


def without_key(cell: dict[str, Any]) -> dict[str, Any]:
    """A cell whose ``key`` is what of it the key knows, and its source the rest."""
    source = source_of(cell)
    part = KEY_PART.search(source) if cell["cell_type"] == "code" else None
    if part is None:
        return cell
    return {**cell, "source": source[: part.start()].rstrip(), "key": part[0]}


def asked_in(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    """The exercises of a notebook, in its order, whose cells are ``without_key``."""
    if any(QUESTION.search(source_of(cell)) for cell in cells):
        asked = _of_otter(cells)
    elif any("nbgrader" in cell["metadata"] for cell in cells):
        asked = _of_nbgrader(cells)
    else:
        asked = of_marks(cells)
    marked = places(asked)
    for place, cell in enumerate(cells):
        above = [one for one in asked if one.place <= place]
        if "key" in cell:
            if place not in marked and (name := _defined(source_of(cell))):
                raise Problem(
                    f"Cell {place + 1} defines {name} and has a line # %%, but no "
                    "# BEGIN SOLUTION: write it above what students are to write. Or write "
                    "an assertion below the function, and say --mark."
                )
            if not above:
                raise Problem(
                    f"Cell {place + 1} holds a line # %%, which speaks of the exercise "
                    "above it, and there is none: move it below its exercise."
                )
            above[-1].key_cells.append(cell["key"])
            if not source_of(cell):
                above[-1].dropped.append(place)
    return asked


def places(asked: Sequence[Marked]) -> set[int]:
    """The cells that exercises are made of."""
    return {n for one in asked for n in (one.place, *one.dropped)}


def _defined(source: str) -> str:
    """The first function that a source defines."""
    functions = (n.name for n in top_level(source) if isinstance(n, ast.FunctionDef))
    return next(functions, "")


def source_of(cell: dict[str, Any]) -> str:
    """A cell's source, however the notebook holds it."""
    return "".join(cell["source"])


def solved(source: str) -> str:
    """A source with its solution, without what marks it."""
    for mark in (MARK, POINTS, MANUAL, LINE):
        source = mark.sub("", source)
    return source.strip("\n")


def _parts(cell: dict[str, Any]) -> dict[str, Any]:
    """The solution in a marked cell, and what students get beside its stub."""
    source = source_of(cell)
    parts = [*PART.finditer(source)]
    if not parts:
        return {"solution": solved(source)}
    if cell["cell_type"] == "markdown":
        answer = "\n".join(part[1].strip() for part in parts)
        return {"given": solved(PART.sub("", source)).strip(), "solution": answer}
    first = source.count("\n", 0, parts[0].start())
    begin = source.count("\n", 0, parts[-1].start()) + 1
    last = len(source[: parts[-1].end()].rstrip("\n").split("\n"))
    lines = source.split("\n")
    for node in top_level(source):
        end = node.end_lineno or 0
        if node.lineno <= first + 1 <= end:  # a function around the mark
            above = (n.lineno for n in (node, *getattr(node, "decorator_list", ())))
            first = min(above) - 1
        if node.lineno <= begin <= end:
            is_open = parts[-1].end() == len(source)
            asks = is_open and any(map(is_test, top_level("\n".join(lines[end:]))))
            last = end if asks else max(last, end)
    return {
        "opened": _opened("\n".join(lines[first:last])),
        "given": solved("\n".join(lines[:first])).strip(),
        "solution": solved("\n".join(lines[:last])),
        "below": solved("\n".join(lines[last:])),
    }


def _opened(source: str) -> str:
    """A function with its solution left out; "" where it has no other code."""
    left_out = PART.sub(lambda part: f"{INDENT.findall(part[0])[0]}{OPEN}\n", source)
    nodes = top_level(solved(left_out))
    if len(nodes) != 1 or not isinstance(nodes[0], ast.FunctionDef):
        return ""
    body = nodes[0].body[bool(ast.get_docstring(nodes[0])) :]
    has_code = any(not isinstance(node, ast.Raise) for node in body)
    return solved(left_out) if has_code else ""


def _tests(place: int, source: str, above: int = 0) -> TestCell:
    source = AUTOTEST.sub(
        lambda line: "\n".join(
            # What it gives is compared, and need not be true.
            f"assert [{test.strip()}]"
            for test in line[1].split(";")
            if test.strip()
        ),
        source,
    )
    hidden = "\n".join(part[1] for part in HIDDEN_PART.finditer(source))
    return TestCell(place, HIDDEN_PART.sub("", source).strip(), hidden, above)


def _of_nbgrader(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    questions: list[Marked] = []
    for place, cell in enumerate(cells):
        mark, source = cell["metadata"].get("nbgrader", {}), source_of(cell)
        points, is_solution = float(mark.get("points", 0)), mark.get("solution")
        if (is_solution and mark.get("grade")) or mark.get("task"):
            name = str(mark.get("grade_id", ""))
            marked = Marked(place, points=points, name=name, is_read=True, **_parts(cell))
            questions.append(marked)
        elif is_solution:
            questions.append(Marked(place, points=0.0, **_parts(cell)))
        elif mark.get("grade") and questions and not questions[-1].is_read:
            questions[-1].points += points
            questions[-1].dropped.append(place)
            questions[-1].tests.append(_tests(place, source))
    return questions


def _of_otter(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    questions: list[Marked] = []
    inside: set[str] = set()
    question = Marked(-1, "")
    each_test: str | None = None  # what each of its tests is worth
    for place, cell in enumerate(cells):
        source = source_of(cell)
        if mark := OTTER.search(source) if cell["cell_type"] != "code" else None:
            (inside.add if mark[1] == "BEGIN" else inside.discard)(mark[2])
            if mark[0].split()[-2:] == ["BEGIN", "QUESTION"]:
                fields = dict(
                    re.findall(r"^[ \t]*(\w+):[ \t]*(\S.*?)[ \t]*$", source, re.M)
                )
                is_read = fields.get("manual", "").lower() == "true"
                listed = OTTER_POINTS.search(source)
                each = re.findall(r"[\d.]+", listed[1]) if listed else []
                points = sum(map(float, each or [_number(fields.get("points"))]))
                question = Marked(
                    -1, "", points, fields.get("name", "").strip("\"'"), is_read
                )
                each_test = fields.get("each")
            elif (mark[1], mark[2]) == ("END", "QUESTION"):
                if each_test:
                    question.points = _number(each_test) * len(question.tests)
                if question.place < 0:  # no solution to compare with: it is answered here
                    question.place, question.is_read = place, True
                questions.append(question)
            question.dropped.append(place)
        elif "TESTS" in inside:
            question.dropped.append(place)
            parts = OTTER_HIDDEN.split(source)
            question.tests.append(
                TestCell(place, "", parts[1]) if len(parts) > 1 else TestCell(place, source)
            )
        elif "SOLUTION" in inside and question.place < 0:
            question.place = place
            for part, text in _parts(cell).items():
                setattr(question, part, text)
        elif "SOLUTION" in inside:
            question.dropped.append(place)
            if cell["cell_type"] == cells[question.place]["cell_type"]:
                question.solution += f"\n\n{solved(source)}"
        elif "PROMPT" in inside:
            question.dropped.append(place)
    return questions


def _number(text: str | None) -> float:
    """The points that a field says; 1 where it says no number."""
    return float(text) if text and NUMBER.fullmatch(text) else 1.0


def of_marks(cells: Sequence[dict[str, Any]]) -> list[Marked]:
    """The exercises by marks of this project's own way."""
    questions: list[Marked] = []
    below, heading = False, ""
    under: list[Marked] = []  # the heading, so far
    for place, cell in enumerate(cells):
        source = source_of(cell)
        if MARK.search(source):
            worth = POINTS.search(source)
            points = float(worth[1]) if worth else 1.0
            is_read = cell["cell_type"] == "markdown" or bool(MANUAL.search(source))
            parts, tests = _parts(cell), list[TestCell]()
            if not is_read and any(map(is_test, top_level(parts.get("below", "")))):
                asked = parts.pop("below")
                above = parts["solution"].count("\n") + 2
                tests.append(_tests(place, asked, above))
            headings = HEADING.findall(parts.get("given", "")) if is_read else []
            if headings:
                _entitle(under, heading)
                heading, under = headings[-1], []
            name = heading if is_read else ""
            marked = Marked(place, points=points, name=name, is_read=is_read, **parts)
            marked.tests += tests
            questions.append(marked)
            under.append(marked)
            below = True
        elif below and cell["cell_type"] == "code" and any(map(is_test, top_level(source))):
            questions[-1].dropped.append(place)
            questions[-1].tests.append(_tests(place, source))
        elif cell["cell_type"] == "code":
            below = below and not source.strip()
        elif headings := HEADING.findall(source):
            _entitle(under, heading)
            heading, under = headings[-1], []
    _entitle(under, heading)
    return questions


def _entitle(under: Sequence[Marked], heading: str) -> None:
    """Call an exercise as the heading above it, which no other one shares."""
    if len(under) == 1:
        under[0].title = heading


def is_test(node: ast.stmt) -> bool:
    """Whether a statement is an assertion, Python's or NumPy's."""
    if isinstance(node, ast.Assert):
        return True
    call = node.value if isinstance(node, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    name = getattr(function, "attr", getattr(function, "id", ""))
    return str(name).startswith("assert")
