"""What marks a cell: its id, and nbgrader's metadata, for courses that run on it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from autograder.exercise.kinds.uncalled import WORK_HERE
from autograder.notebooks.read import cell_name

SCHEMA_VERSION = 3


def notebook_text(cells: Sequence[Mapping[str, Any]]) -> str:
    """A notebook of these cells, as the text of its file."""
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def name_cells(cells: Iterable[dict[str, Any]]) -> None:
    """Give every cell an id that only its own content decides.

    An exercise's cells are called after it (``numpy-softmax-stub``), any other
    cell after a hash of its source, so that a cell put in between changes no
    other cell's id.
    """
    used: Counter[str] = Counter()
    for cell in cells:
        exercise = cell["metadata"].get("exercise")
        if exercise:
            slug = re.sub(r"[^a-zA-Z0-9-]+", "-", exercise["id"])
            name = f"{slug}-{exercise['role']}"[:56]
        else:
            name = cell_name(cell["cell_type"], "".join(cell["source"]))
        used[name] += 1
        cell["id"] = name if used[name] == 1 else f"{name}-{used[name]}"


def mark_cells(cells: Iterable[dict[str, Any]], points: Mapping[str, float]) -> None:
    """Write nbgrader's metadata into the cells that are marked as an exercise's.

    The stub cell is the student's to write in; the check cell is locked and
    graded, or where a person reads it, the stub cell is.  An exercise that has no
    stub cell of its own is left as it is.

    ``cells``: the cells, which are changed.  Their ids become nbgrader's: stable, and
    unique in the notebook. ``points``: by exercise id; an exercise that it does not have is
    left as it is.
    """
    marked = [cell for cell in cells if "exercise" in cell["metadata"]]
    pairs = [(cell, cell["metadata"]["exercise"]) for cell in marked]
    stubs = {mark["id"]: _is_read(c) for c, mark in pairs if mark["role"] == "stub"}
    for cell, exercise in pairs:
        if exercise["id"] not in stubs or exercise["id"] not in points:
            continue
        is_check = exercise["role"] == "check"
        graded = is_check is not stubs[exercise["id"]]
        marks = {
            "grade": graded,
            "grade_id": cell["id"],
            "locked": is_check,
            "schema_version": SCHEMA_VERSION,
            "solution": not is_check,
            "task": False,
        }
        if graded:
            worth = float(points[exercise["id"]])
            marks["points"] = int(worth) if worth.is_integer() else worth
        cell["metadata"]["nbgrader"] = marks


def _is_read(stub: dict[str, Any]) -> bool:
    """Whether what is written in a stub cell is for a person."""
    return stub["cell_type"] == "markdown" or WORK_HERE in "".join(stub["source"])
