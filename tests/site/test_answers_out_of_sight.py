"""Below an exercise that is still open, nothing in sight shows its answer.

In sight is what stands between an exercise and the next heading of its level or above, and
the next few cells in any case.  What is folded in a notebook too does not count:
``<details>``, and outputs that are hidden.  Code that only the page folds does, since a
notebook shows it.
"""

import ast
import copy
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
KEY = load_key()
NEAR = 4  # cells below a check that are in sight whatever headings stand among them

HEADING = re.compile(r"^(#{1,6}) ", flags=re.M)
FENCE = re.compile(r"^```.*?\n(.*?)^```", flags=re.M | re.S)
FOLDED = re.compile(r"<details>.*?</details>", flags=re.S)
TAG = re.compile(r"<[^>]+>")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
# Operations that say nothing about one exercise: they stand in most cells.
COMMON = re.compile(
    r"\(_ \w+ _\)|_\[[-\d_]*\]|(?:append|arange|array|asarray|dict|enumerate|float|int|len"
    r"|list|max|min|print|range|sum|super|tuple|zeros|zeros_like|zip|ones|\w+Error)\(.*\)"
)
FEWEST, SHARE = 2, 0.5  # of an answer's operations or numbers, to count as shown

Cell = dict[str, Any]


@cache
def cells_of(chapter: str) -> list[Cell]:
    return json.loads((NOTEBOOKS / f"{chapter}.ipynb").read_text(encoding="utf-8"))["cells"]


def in_sight(cells: list[Cell], exercise_id: str) -> Iterator[Cell]:
    """The cells below an exercise's check; the last one is cut at the next heading."""
    wanted = {"id": exercise_id, "role": "check"}
    at = next(n for n, c in enumerate(cells) if c["metadata"].get("exercise") == wanted)
    level = 1
    for cell in cells[:at]:
        if cell["cell_type"] == "markdown":
            level = len((HEADING.findall(_prose(cell)) or ["#" * level])[-1])
    ended = False
    for below, cell in enumerate(cells[at + 1 :]):
        text = _prose(cell)
        is_text = cell["cell_type"] == "markdown"
        ends = [m.start() for m in HEADING.finditer(text) if is_text and len(m[1]) <= level]
        if ends and not ended and below >= NEAR:
            yield {**cell, "source": text[: ends[0]]}
        ended = ended or bool(ends)
        if ended and below >= NEAR:
            return
        if not cell["metadata"].get("exercise"):
            yield cell


def _prose(cell: Cell) -> str:
    return FOLDED.sub("", "".join(cell["source"]))


# --- answers that are code ------------------------------------------------------------


def operations(code: str) -> set[str]:
    """What a piece of code does, operation by operation, whatever its names are."""
    try:
        tree = ast.parse(textwrap.dedent(code))
    except SyntaxError:  # a notebook's own commands, or a piece of prose
        return set()
    kinds = (ast.BinOp, ast.Call, ast.Compare, ast.Subscript)
    said = {_as_text(node, 2) for node in ast.walk(tree) if isinstance(node, kinds)}
    return {each for each in said if not COMMON.fullmatch(each)}


def _as_text(node: ast.expr, depth: int) -> str:
    """An expression with "_" for names, and for what lies deeper than ``depth``."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return repr(number)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=number)):
            return f"-{number}"
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=0.5)) if depth:
            return "root(_)"
        case ast.Call(func=ast.Attribute(attr="sqrt")) if depth:
            return "root(_)"
        case ast.BinOp(left, op, right) | ast.Compare(left, [op], [right]) if depth:
            sides = (_as_text(side, depth - 1) for side in (left, right))
            return f" {type(op).__name__} ".join(sides).join("()")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if depth:
            given = [_as_text(each, 0) for each in node.args]
            given += [f"{each.arg}={_as_text(each.value, 0)}" for each in node.keywords]
            return f"{name}({', '.join(given)})"
        case ast.Subscript() if depth:
            return f"_[{ast.unparse(_Nameless().visit(copy.deepcopy(node.slice)))}]"
    return "_"


class _Nameless(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name("_", node.ctx)


def of_the_answer(exercise: Exercise) -> set[str]:
    """The operations in the reference's functions."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(exercise.reference)))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    lines = (ast.unparse(line) for function in functions for line in function.body)
    return set().union(*map(operations, lines))


def code_in(cell: Cell) -> str:
    """The code that a cell shows: its own, or what stands in its text's fences."""
    if cell["cell_type"] == "code":
        return "".join(cell["source"])
    return "\n".join(FENCE.findall(_prose(cell)))


def shows_code(exercise: Exercise, cells: list[Cell]) -> bool:
    """Whether the cells do at least half of what the reference does."""
    wanted = of_the_answer(exercise)
    shown = set().union(*(operations(code_in(cell)) for cell in cells)) & wanted
    return len(shown) >= max(FEWEST, SHARE * len(wanted))


# --- answers that are arrays ----------------------------------------------------------


def texts_in(cell: Cell) -> Iterator[str]:
    """What a reader of a cell sees without opening anything, figures as their words."""
    yield _prose(cell)
    if "hide-output" in cell["metadata"].get("tags", ()):
        return
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        for form in (output.get("text"), *map(data.get, ("text/plain", "image/svg+xml"))):
            yield TAG.sub(" ", "".join(form or ""))


def shows_array(exercise: Exercise, cells: list[Cell]) -> bool:
    """Whether the answer's numbers stand in one of the texts, in their order.

    A single number is a prediction, and stands in a text by chance: ``test_predictions``.
    """
    wanted = np.asarray(exercise.reference(), dtype=float).ravel()
    if len(wanted) < FEWEST:
        return False
    near = max(exercise.atol or 0.0, 1e-3 * np.abs(wanted).max())
    for text in (text for cell in cells for text in texts_in(cell)):
        numbers = np.array(NUMBER.findall(text), dtype=float)
        if len(numbers) >= len(wanted):
            runs = np.lib.stride_tricks.sliding_window_view(numbers, len(wanted))
            if (np.abs(runs - wanted) <= near).all(axis=1).any():
                return True
    return False


# --------------------------------------------------------------------------------------


def shown(exercise: Exercise, cells: list[Cell]) -> bool:
    """Whether an exercise's answer stands in these cells."""
    if exercise.is_code:
        return shows_code(exercise, cells)
    return exercise.kind == "value" and shows_array(exercise, cells)


@pytest.mark.parametrize("chapter", KEY.chapters, ids=lambda chapter: chapter.name)
def test_below_an_exercise_its_answer_is_not_in_sight(chapter: Any) -> None:
    cells = cells_of(chapter.name)
    exercises = KEY.exercises(chapter)
    found = {e.id for e in exercises if shown(e, list(in_sight(cells, e.id)))}
    assert found == set()


def markdown(source: str) -> Cell:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source: str, printed: str = "", tags: tuple[str, ...] = ()) -> Cell:
    outputs = [{"text": printed}]
    metadata = {"tags": list(tags)}
    return {"cell_type": "code", "metadata": metadata, "source": source, "outputs": outputs}


FIVE_LINES = "w = softmax(a @ np.swapaxes(b, -1, -2) / np.sqrt(a.shape[-1]))\nw @ c"


@pytest.mark.parametrize(
    ("exercise_id", "cell", "seen"),
    [
        ("numpy.self_attention", code(FIVE_LINES), True),
        ("numpy.self_attention", markdown(f"So:\n\n```python\n{FIVE_LINES}\n```\n"), True),
        ("numpy.self_attention", markdown(f"<details>\n{FIVE_LINES}\n</details>"), False),
        ("numpy.self_attention", code("print(self_attention(X, W_Q, W_K, W_V))"), False),
        ("byhand.scores_2", code("scores", "[ 4 16 12]"), True),
        ("byhand.scores_2", code("scores", "[ 4 16 12]", ("hide-output",)), False),
        ("byhand.scores_2", markdown("They are 4, 16 and 12."), True),
        ("byhand.scores_2", code("scores", "[ 4 12 10]"), False),
    ],
)
def test_an_answer_is_known_by_what_it_does_or_by_its_numbers(
    exercise_id: str, cell: Cell, seen: bool
) -> None:
    assert shown(KEY.exercise(exercise_id), [cell]) is seen


CHECK = {**code("check"), "metadata": {"exercise": {"id": "a.b", "role": "check"}}}


def sources_in_sight(*below: Cell) -> list[str]:
    cells = [markdown("## A\n\n### Exercise: b"), CHECK, *below]
    return ["".join(cell["source"]) for cell in in_sight(cells, "a.b")]


def test_sight_ends_at_the_next_heading_of_the_same_level() -> None:
    near = [code(str(n)) for n in range(NEAR)]
    last = markdown("One.\n\n#### Deeper\n\nTwo.\n\n### C\n\nThree.")
    texts = sources_in_sight(*near, last, code("beyond"))
    assert texts[NEAR:] == ["One.\n\n#### Deeper\n\nTwo.\n\n"]


def test_what_is_near_is_in_sight_below_another_heading_too() -> None:
    near = [markdown("## B"), *(code(str(n)) for n in range(1, NEAR))]
    texts = sources_in_sight(*near, code("beyond"), markdown("## C"))
    assert texts == ["## B", *(str(n) for n in range(1, NEAR))]
