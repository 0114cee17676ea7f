"""For courses that run on nbgrader: its marks on our cells, and its verdict.

nbgrader runs a notebook and looks at the outputs of the cells marked as graded:
an error means no points, a number as the cell's result means that many points,
anything else means all of them.  Only the standard library is imported here:
this is part of the check path.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

SCHEMA_VERSION = 3
# nbgrader sets it while it runs a notebook: "autograde" or "validate".
EXECUTION = "NBGRADER_EXECUTION"


class NotRight(AssertionError):
    """An answer that earns nothing; the text is the feedback card."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows: the card, not the checker's own code."""
        return str(self).splitlines()


def mark_cells(cells: Iterable[dict[str, Any]], points: Mapping[str, float]) -> None:
    """Write nbgrader's metadata into the cells that are marked as an exercise's.

    The stub cell is the student's to write in; the check cell is locked and
    graded.  ``points`` is by exercise id; an exercise that it does not have, or
    that has no stub cell of its own, is left as it is.  The cells have ids,
    which become nbgrader's: stable, and unique in the notebook.
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


def running() -> str:
    """What nbgrader runs this notebook for; ``""`` where it does not run it."""
    return os.environ.get(EXECUTION, "")


def tell(points: float, card: str, goes_on: Mapping[str, Any]) -> None:
    """Let nbgrader know what a wrong answer is worth.

    Some of the points are shown as the cell's result, as nbgrader has it for
    partial credit.  None at all is an error, after ``goes_on`` has been put
    among the notebook's names: the rest of the chapter must still run.  A
    student who validates gets the card in either case.

    Raises
    ------
    NotRight
        With ``card`` as its message.
    """
    if points > 0 and running() != "validate":
        print(card)
        sys.displayhook(points)
        return
    try:
        from IPython import get_ipython
    except ImportError:
        shell = None
    else:
        shell = get_ipython()
    if shell is not None:
        shell.user_ns.update(goes_on)
    raise NotRight(card)
