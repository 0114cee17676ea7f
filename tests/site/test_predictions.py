"""Whoever is asked to predict does not find the answer right below the question."""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.notebooks.convert import notebook_from_text

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHAPTERS = ROOT / "book" / "chapters"
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
ASKS = re.compile(r"\*\*Before you [\w ]+, predict\.\*\*")
ELSEWHERE = re.compile(r"#{2,4} (?!Exercise)")  # a heading, but not of an exercise
FOLD = re.compile(r"<summary>(?!Hint)")


@cache
def graded() -> dict[str, Exercise]:
    """Every graded prediction: a letter, or a number."""
    key = load_key()
    exercises = [e for chapter in key.chapters for e in key.exercises(chapter)]
    return {e.id: e for e in exercises if ".predict_" in e.id or e.kind == "choice"}


@dataclass
class Prediction:
    """What is asked, the cells that would tell, and whether the answer is folded."""

    asked: str
    cells: list[dict[str, Any]] = field(default_factory=list)
    folded: bool = False


def predictions(path: Path) -> list[Prediction]:
    """Each with the cells up to its folded answer, and those right below that."""
    found: list[Prediction] = []
    collecting = False
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        said = cell["metadata"].get("exercise") or {}
        if cell["cell_type"] == "code":
            if said.get("role") == "check" and said["id"] in graded():
                found.append(Prediction(said["id"]))
                collecting = True
            elif collecting and not said:
                found[-1].cells.append(cell)
            continue
        source = "".join(cell["source"])
        collecting = collecting and not found[-1].folded
        for line in source.splitlines():
            if collecting and FOLD.match(line):
                found[-1].folded = True
            elif collecting and ELSEWHERE.match(line):
                collecting = False
            elif ASKS.match(line):
                found.append(Prediction(line))
                collecting = True
        if collecting and found[-1].folded:
            collecting = source.rstrip().endswith("</details>")
    return found


@each_notebook
def test_what_a_cell_below_a_prediction_gives_is_folded(path: Path):
    shown = [
        f"{one.asked}: {''.join(cell['source'])[:60]!r} needs :tags: [hide-output]"
        for one in predictions(path)
        for cell in one.cells
        if cell["outputs"] and "hide-output" not in cell["metadata"].get("tags", ())
    ]
    assert not shown


@each_notebook
def test_the_code_of_a_folded_output_asserts_nothing_in_sight(path: Path):
    """What it asserts is the answer to the prediction above it."""
    shown = [
        line
        for cell in json.loads(path.read_text())["cells"]
        if {"hide-output"}
        == {"hide-output", "hide-input"} & {*cell["metadata"].get("tags", ())}
        for line in "".join(cell["source"]).splitlines()
        if line.startswith("assert ")
    ]
    assert not shown


@each_notebook
def test_a_prediction_has_its_answer_in_a_fold(path: Path):
    found = predictions(path)
    assert found
    assert [one.asked for one in found if not one.folded] == []


def test_no_letter_is_right_more_often_than_half():
    letters = [e.reference() for e in graded().values() if e.kind == "choice"]
    counted = Counter(letters)
    assert set(counted) == set("abcd")
    assert max(counted.values()) <= len(letters) / 2


def test_numbers_are_asked_for_too():
    numbers = [e for e in graded().values() if e.kind == "value"]
    assert len(numbers) >= 3
    assert all(isinstance(e.reference(), int | float) for e in numbers)


def html_of(site: Path, path: Path) -> str:
    return (site / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")


@each_notebook
def test_every_prediction_stands_in_a_panel(site: Path, path: Path):
    chapter = CHAPTERS / f"{path.stem}.md"
    asked = len(re.findall(f"(?m)^{ASKS.pattern}", chapter.read_text(encoding="utf-8")))
    assert html_of(site, path).count('class="predict docutils container"') == asked


@pytest.mark.slow
@each_notebook
def test_every_hint_is_marked_as_one(site: Path, path: Path):
    made = notebook_from_text(CHAPTERS / f"{path.stem}.md", load_key())
    hints = sum(cell.source.count("<summary>Hint") for cell in made.cells)
    assert html_of(site, path).count('<details class="hint') == hints
