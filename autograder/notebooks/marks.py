"""nbgrader's marks on the cells of an exercise, for courses that run on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

SCHEMA_VERSION = 3


def mark_cells(cells: Iterable[dict[str, Any]], points: Mapping[str, float]) -> None:
    """Write nbgrader's metadata into the cells that are marked as an exercise's.

    The stub cell is the student's to write in; the check cell is locked and
    graded.  An exercise that has no stub cell of its own is left as it is.

    ``cells``: the cells, which are changed.  Their ids become nbgrader's: stable, and
    unique in the notebook. ``points``: by exercise id; an exercise that it does not have is
    left as it is.
    """
    marked = [cell for cell in cells if "exercise" in cell["metadata"]]
    stubs = {exercise["id"] for exercise in _of(marked) if exercise["role"] == "stub"}
    for cell, exercise in zip(marked, _of(marked), strict=True):
        if exercise["id"] not in stubs or exercise["id"] not in points:
            continue
        graded = exercise["role"] == "check"
        marks = {
            "grade": graded,
            "grade_id": cell["id"],
            "locked": graded,
            "schema_version": SCHEMA_VERSION,
            "solution": not graded,
            "task": False,
        }
        if graded:
            worth = float(points[exercise["id"]])
            marks["points"] = int(worth) if worth.is_integer() else worth
        cell["metadata"]["nbgrader"] = marks


def _of(cells: Iterable[dict[str, Any]]) -> list[dict[str, str]]:
    return [cell["metadata"]["exercise"] for cell in cells]
