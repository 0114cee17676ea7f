"""What a chapter's notebook and the glossary say about an exercise, for an assistant."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from autograder.exercise.course_folder import CourseFolder
from autograder.exercise.definition import Exercise

HEADING = re.compile(r"^(#+) (.+)$", re.M)
FOLDED = re.compile(r"<details>.*?</details>\s*|<!--.*?-->\s*", re.S)  # hints, among others
PATH = re.compile(r"^\*([^*\n]+\.)\*$")  # the line below a heading that names its path
CORE = "On the core path."
MOST_ENTRIES = 2  # of the glossary


def cells_of(path: Path) -> list[dict[str, Any]]:
    """A notebook's cells, each with its text in one piece; none where it has none."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in cells]
    except (OSError, ValueError, LookupError, TypeError):
        return []


def stub_cell(cells: list[dict[str, Any]], exercise: Exercise) -> str:
    """The text of the cell with an exercise's stub, whatever a student has made of it."""
    return str(cells[_place(cells, exercise)]["source"])


def _place(cells: list[dict[str, Any]], exercise: Exercise) -> int:
    mark = {"id": exercise.id, "role": "stub"}
    marks = [cell.get("metadata", {}).get("exercise") for cell in cells]
    return marks.index(mark) if mark in marks else 0


def task(cells: list[dict[str, Any]], exercise: Exercise) -> str:
    """What is asked, from the last heading above the stub on, without what is folded."""
    said = ""
    for cell in reversed(cells[: _place(cells, exercise)]):
        is_text, text = cell["cell_type"] == "markdown", cell["source"]
        said = "\n\n".join([text if is_text else f"```python\n{text}\n```", said])
        if is_text and (headings := [*HEADING.finditer(text)]):
            return FOLDED.sub("", said[headings[-1].start() :]).strip()
    return exercise.title


def path_of(cells: list[dict[str, Any]], exercise: Exercise) -> str:
    """The path of the section that an exercise stands in, as its chapter says it."""
    above = cells[: _place(cells, exercise)]
    text = "\n\n".join(c["source"] for c in above if c["cell_type"] == "markdown")
    paths = {0: CORE}
    for heading in HEADING.finditer(text):
        level, below = len(heading[1]), text[heading.end() :].lstrip().partition("\n")[0]
        paths = {above: path for above, path in paths.items() if above < level}
        if said := PATH.match(below):
            paths[level] = said[1]
    return paths[max(paths)]


def glossary_entries(folder: CourseFolder, words: str) -> list[str]:
    """The entries of the course's glossary for what a sentence speaks of first."""
    try:
        text = (folder.root / folder.glossary).read_text(encoding="utf-8")
    except OSError:  # a course without one: its folder is no file
        return []
    places = {}
    for entry in re.split(r"^##+ ", text, flags=re.M)[1:]:
        term = re.escape(entry.partition("\n")[0].strip().lower().removesuffix("s"))
        if at := re.search(rf"\b{term}s?\b", words.lower()):
            places[entry.strip()] = at.start()
    return sorted(places, key=lambda entry: places[entry])[:MOST_ENTRIES]
