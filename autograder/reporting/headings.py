"""What the sections of the book are called, as their headings have it.

A key names a section by its anchor, ``04-keras#what-it-stores``; people know it
by its heading, with its capitals and its punctuation.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from autograder.exercise.course_folder import course_folder
from autograder.exercise.key import Key

Headings = Mapping[str, str]


def read_headings(key: Key) -> Headings:
    """``{"04-keras#what-it-stores": "What it stores"}`` for every chapter found.

    Empty where the key is installed without its book: then the anchors have to do.
    """
    course = course_folder(key.name)
    headings: dict[str, str] = {}
    for chapter in key.chapters:
        for path in (course.text(chapter.name), course.notebook(chapter.name)):
            if path.is_file():
                for heading in _headings(_lines(path)):
                    headings.setdefault(f"{chapter.name}#{anchor_of(heading)}", heading)
                break  # the notebook is made from the text
    return headings


def anchor_of(heading: str) -> str:
    """The anchor that the book gives a heading: words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def _lines(path: Path) -> Iterable[str]:
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".ipynb":
            return text.splitlines()
        cells = json.loads(text)["cells"]
        texts = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
        return "\n".join(texts).splitlines()
    except (OSError, ValueError, KeyError, TypeError):
        return ()  # a damaged book is no reason not to grade


def _headings(lines: Iterable[str]) -> Iterator[str]:
    """Headings without their Markdown; a ``#`` in code is a comment."""
    fence = ""
    for line in lines:
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence and (heading := re.match(r"#{1,6}\s+(.+?)\s*#*$", line)):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
            yield re.sub(r"[`*_$]|\\[a-z]+", "", text)
