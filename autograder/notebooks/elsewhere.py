"""Where an answer may have gone, when nothing in a notebook has its name.

Nobody is told that they did not answer when they did: in a raw cell, under another
name, or without the line that begins with ``def``.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from autograder.notebooks.finding import defining
from autograder.notebooks.read import Notebook
from autograder.notebooks.statements import Statement

# What makes a name without binding it for who reads the code.
MADE_BY_NAME = re.compile(r"\b(?:exec|eval|globals|locals|vars|setattr)\b")


def elsewhere(
    notebook: Notebook,
    known: list[Statement],
    exercise_id: str,
    name: str,
    others: Collection[str],
) -> str:
    """Say where code stands that may be the answer, where none was found; else ``""``.

    As long as the stub is there, nothing is looked for: what the chapter itself defines
    is no answer.
    """
    if any(name in s.binds and not s.checks for s in known):
        return ""
    if defining(name).search(notebook.aside):
        return (
            f"{name} stands in a cell that Python does not run. Make that a code cell "
            "(Cell, Cell Type, Code), and run it."
        )
    checks = [s.cell.number for s in known if s.checks == exercise_id]
    end = checks[-1] if checks else 0
    start = max(
        (s.cell.number for s in known if s.checks and s.cell.number < end), default=0
    )
    marked = {c.number for c in notebook.cells if c.exercise_id == exercise_id}
    near = marked | set(range(start + 1, end + 1))
    mine = [s for s in known if s.cell.number in near and not (s.checks or s.is_stub)]
    for statement in mine:
        made = sorted(statement.binds - {*others})
        if statement.defines and made:
            return f"There is no {name} here, but {made[0]}: did you rename it?"
    lost = any(s.cell.number in marked for s in mine)
    lost = lost or any(MADE_BY_NAME.search(s.source) and name in s.source for s in mine)
    lost = lost or any(c.error and c.number in near for c in notebook.cells)
    lost = lost or any(s.source.startswith("return") for s in mine)  # a body without def
    missing = f"There is no {name} here, but other code in its place: "
    return f"{missing}is its def line missing, or did you rename it?" if lost else ""
