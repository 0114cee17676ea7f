"""What the site says about each chapter: its place, its time, its exercises.

All of it is read from ``_toc.yml`` and from the chapters' notebooks, so that a
chapter states it once: in its line "About 60 minutes · moderate · you need: ...".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml
from docutils import nodes

from attention_site.exercise_index import minutes_of_exercises
from attention_site.paths import BEYOND, CORE, SAID, SHORT, minutes_in

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "notebooks"
MENTIONED = 5  # minutes; fewer are a look in passing
LEVELS = {"gentle": 1, "moderate": 2, "challenging": 3}
ABOUT = re.compile(
    r"\*\*About (?P<minutes>\d+) minutes · (?P<level>\w+) · you need: ", re.S
)


class ChapterLineMissing(ValueError):
    """A chapter does not say how long it takes; the text says what to write."""


@dataclass(frozen=True)
class ChapterFacts:
    """One chapter on the path, counted from 1."""

    docname: str
    number: int
    title: str
    part: str
    minutes: int
    level: str
    exercises: tuple[str, ...]
    on_path: dict[str, int]  # minutes, of each path and the shorter ones within it

    @property
    def name(self) -> str:
        """The chapter's file name, such as ``03-numpy``."""
        return self.docname.rpartition("/")[2]


def chapters_of(app: Sphinx) -> tuple[ChapterFacts, ...]:
    """The chapters of this book in reading order."""
    toc = Path(app.confdir, app.config.external_toc_path)
    return _read(toc, Path(app.srcdir), Path(app.doctreedir))


def chapter_of(app: Sphinx, docname: str) -> ChapterFacts | None:
    """The chapter that a page is, or ``None`` for the other pages."""
    return next((c for c in chapters_of(app) if c.docname == docname), None)


@cache
def _read(toc: Path, source: Path, cache: Path) -> tuple[ChapterFacts, ...]:
    parts = yaml.safe_load(toc.read_text(encoding="utf-8"))["parts"]
    places = [
        (entry["file"], part["caption"])
        for part in parts
        for entry in part["chapters"]
        if entry.get("file", "").startswith(f"{FOLDER}/")
    ]
    return tuple(
        _facts(docname, number, part, source, minutes_of_exercises(cache))
        for number, (docname, part) in enumerate(places, start=1)
    )


def _facts(
    docname: str, number: int, part: str, source: Path, minutes: Mapping[str, int]
) -> ChapterFacts:
    path = source / f"{docname}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    opening = "".join(cells[0]["source"])
    about = ABOUT.search(opening)
    if about is None or about["level"] not in LEVELS:
        raise ChapterLineMissing(
            f"{path.name} does not say what it asks of its reader. Write below its title: "
            "**About 60 minutes · gentle, moderate or challenging · you need: ...**"
        )
    marks = [cell["metadata"].get("exercise", {}) for cell in cells]
    return ChapterFacts(
        docname=docname,
        number=number,
        title=opening.partition("\n")[0].removeprefix("# ").strip(),
        part=part,
        minutes=int(about["minutes"]),
        level=about["level"],
        exercises=tuple(mark["id"] for mark in marks if mark.get("role") == "check"),
        on_path=minutes_in(path.stem, minutes),
    )


def filled(node: nodes.Element) -> list[nodes.Node]:
    """A node's children without the empty texts that Markdown leaves."""
    # A node is always true, an empty text too.
    return [child for child in node if not isinstance(child, nodes.Text) or child.astext()]


def path_words(chapter: ChapterFacts, unit: str = "") -> str:
    """How many minutes of a chapter each path takes, in words."""
    if chapter.on_path[CORE] < MENTIONED:
        return SAID[BEYOND]
    most = chapter.on_path[BEYOND] - MENTIONED
    said = [
        f"{chapter.on_path[path]}{unit} for {SAID[path]}"
        for path in (SHORT, CORE)
        if MENTIONED <= chapter.on_path[path] < most
    ]
    return ", ".join(said)


def number_mark(chapter: ChapterFacts, *, spoken: bool = True) -> str:
    """The chapter's number in a ring that fills as its exercises pass."""
    said = '<span class="visually-hidden" data-progress-words></span>' if spoken else ""
    return (
        f'<span class="chapter-number" data-exercises="{" ".join(chapter.exercises)}">'
        f"<span>{chapter.number}</span></span>{said}"
    )


def level_mark(level: str) -> str:
    """A level in dots and in words."""
    dots = "".join(
        f"<i{' class=on' if i < LEVELS[level] else ''}></i>" for i in range(len(LEVELS))
    )
    return f'<span class="level" aria-hidden="true">{dots}</span>{level}'
