"""Cells that a reader runs where they stand: marked here, run by ``exercises/cells.js``.

Each has its number as its id, ``cell-12``.  The chapter's header says which cells run on
the page, and what the others need.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from attention_site.chapter_facts import chapter_of
from attention_site.exercise_cells import elsewhere
from attention_site.exercise_python import catalogue
from attention_site.page_cells import PageCell, cells_of, code_numbers

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RUNS = "cell-runs"
NOTE = (
    '<p class="cells-note pst-js-only" data-cells data-chapter="{chapter}">{words}'
    "<template>{elsewhere}</template></p>"
)


class MarkCells(SphinxPostTransform):
    """Give the cells that a page can run their numbers, before MyST-NB folds any."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        chapter = chapter_of(self.app, self.env.docname)
        if chapter is None:
            return
        known = cells_of(chapter.name, catalogue(Path(self.app.doctreedir)))
        numbers = code_numbers(chapter.name)
        for node in self.document.findall(nodes.container):
            number = numbers.get(node.get("cell_index", -1))
            if number in known and not known[number].lacks:
                node["classes"].append(RUNS)
                node["ids"].append(f"cell-{number}")


def note_for(app: Sphinx, docname: str) -> str:
    """What a chapter's header says of its cells, as HTML; ``""`` where none runs."""
    chapter = chapter_of(app, docname)
    known = cells_of(chapter.name, catalogue(Path(app.doctreedir))) if chapter else {}
    if chapter is None or all(cell.lacks for cell in known.values()):
        return ""
    return NOTE.format(
        chapter=escape(chapter.name),
        words=escape(_words(known)),
        elsewhere=elsewhere(app, docname),
    )


def _words(known: dict[int, PageCell]) -> str:
    lacking = sorted({name for cell in known.values() for name in cell.lacks})
    if not lacking:
        return "Every cell runs here, on the page, with your own functions once they pass."
    *most, last = lacking
    needs = f"{', '.join(most)} or {last}" if most else last
    return (
        "Cells with a Run button run here, on the page, with your own functions once they "
        f"pass. The others need {needs}: they run in the notebook."
    )
