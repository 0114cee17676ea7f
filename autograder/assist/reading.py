"""What a chapter's notebook and the glossary say about an exercise, for an assistant."""

import json
import re
import textwrap
from pathlib import Path

from autograder.exercise.course_folder import CourseFolder
from autograder.exercise.definition import Exercise

HEADING = re.compile(r"^(#+) .+$", re.M)
FOLDED = re.compile(r"<details>.*?</details>\s*|<!--.*?-->\s*", re.S)  # hints, among others
PATH = re.compile(r"\s*^\*([^*\n]+\.)\*$", re.M)  # the line below a heading that names it
CORE = "On the core path."
MOST_ENTRIES = 2  # of the glossary


def above_and_stub(path: Path, exercise: Exercise) -> tuple[str, str]:
    """What a notebook says above an exercise's stub, its code indented, and that cell."""
    said: list[str] = []
    try:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text, is_code = "".join(cell["source"]), cell["cell_type"] == "code"
            if cell["metadata"].get("exercise") == {"id": exercise.id, "role": "stub"}:
                return "\n\n".join(said), text
            said.append(textwrap.indent(text, "    ") if is_code else text)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        pass  # no notebook, or a damaged one
    return "", ""


def task(above: str) -> str:
    """What is asked, from the last heading on, without what is folded."""
    starts = [heading.start() for heading in HEADING.finditer(above)]
    return FOLDED.sub("", above[starts[-1] :]).strip() if starts else ""


def path_of(above: str) -> str:
    """The path of the section that an exercise stands in, as its chapter says it."""
    paths = {0: CORE}
    for heading in HEADING.finditer(above):
        level = len(heading[1])
        paths = {other: path for other, path in paths.items() if other < level}
        if said := PATH.match(above, heading.end()):
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
