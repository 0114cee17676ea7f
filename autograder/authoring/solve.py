"""Fill a chapter's notebook with the reference solutions."""

import inspect
import json
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key, KeyProblem


def solution(exercise: Exercise) -> str:
    """The source that solves an exercise in its stub cell."""
    if exercise.is_code:
        return textwrap.dedent(inspect.getsource(exercise.reference)).rstrip()
    value = exercise.reference()
    if exercise.is_read:
        text = str(value)
        is_text = exercise.handler.cell_type == "markdown"
        return text if is_text else textwrap.indent(text, "# ", lambda _: True)
    if isinstance(value, np.ndarray):
        return f"{exercise.name} = np.array({np.round(value, 4).tolist()})"
    return f"{exercise.name} = {value!r}"


def solve_notebook(path: Path, key: Key) -> dict[str, Any]:
    """Solve every stub cell of a notebook, and clear its outputs; no file is changed.

    Raises ``KeyProblem`` when it has no stub cells, or one the key does not know.
    """
    try:
        notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] != "raw"]
    except (OSError, ValueError, KeyError, TypeError):
        raise KeyProblem(f"{path} cannot be read as a notebook.") from None
    solved = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
        metadata = cell.get("metadata")
        exercise = metadata.get("exercise") if isinstance(metadata, dict) else None
        if isinstance(exercise, dict) and exercise.get("role") == "stub":
            cell["source"] = solution(key.exercise(str(exercise.get("id"))))
            solved += 1
    if not solved:
        raise KeyProblem(f"{path} has no exercises: no cell is marked as a stub.")
    return notebook
