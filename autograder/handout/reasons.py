"""Why a prediction is so: taken out of the notebook, and shown once it was made right."""

import re
from collections.abc import Collection, Iterator
from typing import Any

INSTEAD = "*Why this is so, `check` shows you here once your choice is right.*"
_FOLDED = re.compile(r"<details>.*?</details>\n?", re.DOTALL)
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


def take_reasons(cells: list[dict[str, Any]], choices: Collection[str]) -> dict[str, str]:
    """Take what is folded below each choice out of cells: the reasons, by exercise."""
    reasons: dict[str, list[str]] = {}
    for number, cell in enumerate(cells):
        exercise = cell.get("metadata", {}).get("exercise", {})
        if exercise.get("role") != "check" or exercise.get("id") not in choices:
            continue
        for below in _to_the_next_heading(cells[number + 1 :]):
            text = "".join(below["source"])
            heading = _HEADING.search(text)
            end = heading.start() if heading else len(text)
            folded = _FOLDED.findall(text[:end])
            if folded:
                reasons.setdefault(exercise["id"], []).extend(folded)
                below["source"] = _FOLDED.sub(INSTEAD + "\n", text[:end]) + text[end:]
    return {exercise: "\n".join(parts) for exercise, parts in reasons.items()}


def _to_the_next_heading(cells: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The Markdown cells down to the one with the next heading, which is among them."""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            yield cell
            if _HEADING.search("".join(cell["source"])):
                return
