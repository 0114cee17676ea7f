"""What the key says of an exercise, put into the notebook: its worth and its hints."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.exercise.definition import Exercise
    from autograder.exercise.key import Key

DIFFICULTY = {1: "easy", 2: "moderate", 3: "challenging"}
HEADING = re.compile(r"^#{2,6} .+$", re.M)


def told(cells: list[dict[str, Any]], key: Key) -> list[dict[str, Any]]:
    """The cells with what the key says of every exercise.

    Under the last heading above a stub stands what the exercise is worth; right
    above its check cell stand the hints, folded.
    """
    made: list[dict[str, Any]] = []
    for cell in cells:
        mark = exercise_of(cell)
        if mark.get("role") == "stub":
            _say_worth(made, key.exercise(mark["id"]))
        if mark.get("role") == "check" and (hints := hints_of(key.exercise(mark["id"]))):
            if made and made[-1]["cell_type"] == "markdown" and not exercise_of(made[-1]):
                made[-1] = {**made[-1], "source": f"{made[-1]['source']}\n\n{hints}"}
            else:
                made.append({"cell_type": "markdown", "metadata": {}, "source": hints})
        made.append(cell)
    return made


def exercise_of(cell: dict[str, Any]) -> dict[str, str]:
    """What a cell is of an exercise; nothing where it is of none."""
    mark: dict[str, str] = cell["metadata"].get("exercise", {})
    return mark


def _say_worth(cells: list[dict[str, Any]], exercise: Exercise) -> None:
    """Write what an exercise is worth under the heading of its task."""
    if not cells or cells[-1]["cell_type"] != "markdown":
        return
    source = cells[-1]["source"]
    headings = list(HEADING.finditer(source))
    if not headings:
        return
    end = headings[-1].end()
    text = f"{source[:end]}\n\n*{worth_of(exercise)}*{source[end:]}"
    cells[-1] = {**cells[-1], "source": text}


def worth_of(exercise: Exercise) -> str:
    """``2 points · 10 minutes · moderate``."""
    points = f"{exercise.points:g} point{'' if exercise.points == 1 else 's'}"
    minutes = f"{exercise.minutes} minute{'' if exercise.minutes == 1 else 's'}"
    return f"{points} · {minutes} · {DIFFICULTY[exercise.difficulty]}"


def hints_of(exercise: Exercise) -> str:
    """The hints as a notebook folds them away; empty when there is none."""
    return "\n".join(
        f"<details>\n<summary>Hint {number}</summary>\n\n{hint}\n\n</details>"
        for number, hint in enumerate(exercise.hints, 1)
    )
