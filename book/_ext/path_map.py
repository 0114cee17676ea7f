"""The path through the book: the first page's list as a map, numbers in the sidebar.

The list in ``book/index.md`` is plain Markdown and reads well as such.  On the
page each chapter of it gets its number, its time, its level and the reader's
progress; the sidebar shows the same numbers.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

from bs4 import BeautifulSoup
from chapter_facts import ChapterFacts, chapters_of, level_mark, number_mark
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

SECTION = "the-path"
NUMBER = re.compile(r"^\s*\d\d · $|^ · ")


class PathMap(SphinxPostTransform):
    """Turn the list of chapters into a map."""

    default_priority = 300
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
                # A space stays where a mark stood: search and voices read on.
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
        f"<span>{chapter.minutes} minutes</span>"
        f"<span>{level_mark(chapter.level)}</span>"
        f'<span data-exercises="{ids}"><span data-progress-words>{count} exercises</span>'
        "</span></p>"
    )


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

    def numbered(*arguments: Any, **options: Any) -> str:
        soup = BeautifulSoup(str(generate(*arguments, **options)), "html.parser")
        for link in soup.find_all("a", href=True):
            chapter = places.get(link["href"])
            if chapter:
                words = link.decode_contents()
                link.clear()
                mark = number_mark(chapter, spoken=False)
                link.append(BeautifulSoup(f"{mark}<span>{words}</span>", "html.parser"))
                link["class"] = [*link.get("class", []), "chapter-link"]
        for summary in soup.select("li > details > summary"):
            _name(soup, summary)
        return str(soup)

    context["generate_toctree_html"] = numbered


def _name(soup: BeautifulSoup, summary: Any) -> None:
    """Say what an arrow in the sidebar opens; the theme leaves it without a name."""
    link = summary.find_parent("li").find("a")
    said = soup.new_tag("span", attrs={"class": "visually-hidden"})
    said.string = f"Pages under {link.get_text()}"
    summary.append(said)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_post_transform(PathMap)
    app.connect("html-page-context", mark_sidebar, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
