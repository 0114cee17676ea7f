"""Whoever is asked to predict does not find the answer right below the question."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.exercise.key import load_key

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
ASKS = re.compile(r"\*\*Before you [\w ]+, predict\.\*\*")
ELSEWHERE = re.compile(r"#{2,4} (?!Exercise)")  # a heading, but not of an exercise
FOLD = re.compile(r"<summary>(?!Hint)")


@cache
def choices() -> dict[str, str]:
    """Every graded prediction, with its right letter."""
    key = load_key()
    exercises = (e for chapter in key.chapters for e in key.exercises(chapter))
    return {e.id: e.reference() for e in exercises if e.kind == "choice"}


def predictions(path: Path) -> Iterator[tuple[str, list[dict[str, Any]], bool]]:
    """Each question, the cells up to its folded answer, and whether there is one."""
    asked, cells = "", []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        said = cell["metadata"].get("exercise") or {}
        if cell["cell_type"] == "code":
            if said.get("role") == "check" and said["id"] in choices():
                asked, cells = said["id"], []
            elif asked and not said:
                cells.append(cell)
            continue
        for line in "".join(cell["source"]).splitlines():
            if asked and (FOLD.match(line) or ELSEWHERE.match(line)):
                yield asked, cells, bool(FOLD.match(line))
                asked = ""
            if ASKS.match(line):
                asked, cells = line, []


@each_notebook
def test_what_a_cell_below_a_prediction_gives_is_folded(path: Path):
    shown = [
        f"{asked}: {''.join(cell['source'])[:60]!r} needs :tags: [hide-output]"
        for asked, cells, _ in predictions(path)
        for cell in cells
        if cell["outputs"] and "hide-output" not in cell["metadata"].get("tags", ())
    ]
    assert not shown


@each_notebook
def test_a_prediction_has_its_answer_in_a_fold(path: Path):
    found = list(predictions(path))
    assert found
    assert [asked for asked, _, folded in found if not folded] == []


def test_no_letter_is_right_more_often_than_half():
    counted = Counter(choices().values())
    assert set(counted) == set("abcd")
    assert max(counted.values()) <= len(choices()) / 2
