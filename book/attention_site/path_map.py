"""The path through the book: the first page's list as a map, numbers in the sidebar.

The list in ``book/index.md`` is plain Markdown and reads well as such.  On the
page each chapter of it gets its number, its time, its level and the reader's
progress; the sidebar shows the same numbers.
"""

import re
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from docutils import nodes
from prose import BEYOND, BEYOND_AS_A_WHOLE, CORE, MARKS
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxRole

from attention_site.chapter_facts import (
    ChapterFacts,
    chapter_of,
    chapters_of,
    level_mark,
    number_mark,
    path_words,
)
from attention_site.exercise_index import minutes_of_exercises
from attention_site.paths import NAMES, hours, minutes_of_book

SECTION = "the-path"
LINES = {line.strip("*"): path for line, path in MARKS.items()} | {
    BEYOND_AS_A_WHOLE.strip("*"): BEYOND
}
CLASSES = {f"path-{path}" for path in LINES.values()}
NUMBER = re.compile(r"^\s*\d\d · $|^ · ")


class PathMap(SphinxPostTransform):
    """Turn the list of chapters into a map."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        if self.env.docname != self.config.root_doc:
            return
        for section in self.document.findall(nodes.section):
            if SECTION in section["ids"]:
                for item in list(section.findall(nodes.list_item)):
                    self._station(item)

    def _station(self, item: nodes.list_item) -> None:
        chapter = self._chapter(item)
        if chapter is None:
            return
        item["classes"].append("path-chapter")
        line = item[0]
        for text in list(line.findall(nodes.Text)):
            words = NUMBER.sub("", str(text))
            if words != text:
                # A space stays where a dot stood: search and voices read on.
                text.parent.replace(text, nodes.Text(f" {words}" if words else ""))
        item.insert(0, nodes.raw("", number_mark(chapter, spoken=False), format="html"))
        item.append(nodes.raw("", _facts(chapter), format="html"))

    def _chapter(self, item: nodes.list_item) -> ChapterFacts | None:
        targets = [r.get("refuri", "") for r in item.findall(nodes.reference)]
        for chapter in chapters_of(self.app):
            if any(f"/{chapter.name}." in target for target in targets):
                return chapter
        return None


def _facts(chapter: ChapterFacts) -> str:
    count = len(chapter.exercises)
    ids = escape(" ".join(chapter.exercises))
    return (
        '<p class="path-facts">'
        f"<span>{chapter.minutes} minutes</span>{_of_which(chapter)}"
        f"<span>{level_mark(chapter.level)}</span>"
        f'<span data-exercises="{ids}"><span data-progress-words>{count} exercises</span>'
        "</span></p>"
    )


def _of_which(chapter: ChapterFacts) -> str:
    said = path_words(chapter)
    return f"<span>{said}</span>" if said else ""


class MarkPaths(SphinxPostTransform):
    """Let each section of a chapter, and the line that says its path, know the path."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        if chapter_of(self.app, self.env.docname):
            for section in self.document.findall(nodes.section):
                self._mark(section)

    def _mark(self, section: nodes.section) -> None:
        above = next((c for c in section.parent.get("classes", ()) if c in CLASSES), "")
        path = above or f"path-{CORE}"
        for paragraph in (node for node in section if isinstance(node, nodes.paragraph)):
            if said := LINES.get(paragraph.astext()):
                paragraph["classes"].append("path-mark")
                path = f"path-{said}"
        section["classes"].append(path)


class PathHours(SphinxRole):
    """``{path-hours}`core```: how long a path takes."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.env.note_reread()  # it shows the key, whose change Sphinx does not see
        minutes = minutes_of_book(minutes_of_exercises(Path(self.env.doctreedir)))
        return [nodes.Text(hours(minutes[self.text]))], []


def mark_sidebar(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Put each chapter's number before its name, and name what opens."""
    generate = context.get("generate_toctree_html")
    if generate is None:
        return

    # The theme links the page itself as "#".
    places = {
        "#" if c.docname == page else app.builder.get_relative_uri(page, c.docname): c
        for c in chapters_of(app)
    }

    paths = app.builder.get_relative_uri(page, app.config.root_doc) + "#three-paths"
    minutes = minutes_of_book(minutes_of_exercises(Path(app.doctreedir)))

    def numbered(*arguments: Any, **options: Any) -> str:
        contents = _hours_of_paths(paths, minutes) + str(generate(*arguments, **options))
        soup = BeautifulSoup(contents, "html.parser")
        for link in soup.find_all("a", href=True):
            chapter = places.get(link["href"])
            if chapter:
                name = link.decode_contents()
                link.clear()
                mark = number_mark(chapter, spoken=False)
                said = path_words(chapter, " min")
                path = f" <small>{said}</small>" if said else ""
                link.append(
                    BeautifulSoup(f"{mark}<span>{name}{path}</span>", "html.parser")
                )
                link["class"] = [*link.get("class", []), "chapter-link"]
        for summary in soup.select("li > details > summary"):
            _name(soup, summary)
        return str(soup)

    context["generate_toctree_html"] = numbered


def _hours_of_paths(target: str, minutes: dict[str, int]) -> str:
    """How long each path takes, above the chapters; each line leads to what a path is."""
    items = "".join(
        f'<li><a href="{target}">{NAMES[path]}: {hours(minutes[path])}</a></li>'
        for path in NAMES
    )
    return f'<ul class="path-hours" aria-label="Three paths">{items}</ul>'


def _name(soup: BeautifulSoup, summary: Any) -> None:
    """Say what an arrow in the sidebar opens; the theme leaves it without a name."""
    link = summary.find_parent("li").find("a")
    said = soup.new_tag("span", attrs={"class": "visually-hidden"})
    said.string = f"Pages under {link.get_text()}"
    summary.append(said)
