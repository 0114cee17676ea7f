"""The head of a chapter's page, from the one line that its text has.

In a notebook a chapter opens with its title and "About 60 minutes · moderate ·
you need: ...".  On the page that line becomes a header: where the chapter lies
on the path, what it asks, how far the reader is, and where to run it.
"""

from html import escape
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from attention_site.chapter_facts import (
    ChapterFacts,
    chapter_of,
    chapters_of,
    filled,
    level_mark,
    number_mark,
    path_words,
)
from attention_site.public_copies import addresses
from attention_site.reading import switch_for
from attention_site.run_cells import note_for

NEEDS = "you need: "
STUDENTS = "book/how-to-students"


class ChapterHeader(SphinxPostTransform):
    """Replace a chapter's first line by its header."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        chapter = chapter_of(self.app, self.env.docname)
        if chapter is None:
            return
        line = next(p for p in self.document.findall(nodes.paragraph) if _is_line(p))
        section = line.parent
        needs = _needs(line)
        self._place(chapter, section, line, needs)

    def _place(
        self,
        chapter: ChapterFacts,
        section: nodes.Element,
        line: nodes.paragraph,
        needs: nodes.paragraph,
    ) -> None:
        at = section.index(line)
        section.remove(line)
        before = _raw(self._steps(chapter) + _facts(chapter))
        told = note_for(self.app, self.env.docname) + switch_for(self.document)
        after = _raw("</dd></div></dl>" + self._doors(chapter) + told + "</div>")
        section[at:at] = [before, needs, after]
        total = len(chapters_of(self.app))
        section.insert(
            0,
            _raw(
                f'<p class="chapter-eyebrow">{escape(chapter.part)}'
                f" <span>Chapter {chapter.number} of {total}</span></p>"
            ),
        )

    def _uri(self, docname: str) -> str:
        return self.app.builder.get_relative_uri(self.env.docname, docname)

    def _steps(self, here: ChapterFacts) -> str:
        chapters = chapters_of(self.app)
        items = []
        for chapter in chapters:
            current = ' class="here"' if chapter == here else ""
            said = ' aria-current="page"' if chapter == here else ""
            address = self._uri(chapter.docname) or "#"
            items.append(
                f'<li{current}><a href="{address}"{said} title="{escape(chapter.title)}">'
                f'<span class="visually-hidden">{escape(chapter.title)}, chapter </span>'
                f"{number_mark(chapter)}</a></li>"
            )
        return (
            '<div class="chapter-header">'
            '<nav class="chapter-steps" aria-label="The path through the book">'
            f"<ol>{''.join(items)}</ol></nav>"
        )

    def _doors(self, chapter: ChapterFacts) -> str:
        notebook = f"{chapter.docname}.ipynb"
        source = self._uri("index").rpartition("/")[0]
        root = f"{source}/" if source else ""
        links = [
            f'<a class="door-download" href="{root}_sources/{notebook}"'
            f' download="{chapter.name}.ipynb">Download the notebook</a>'
        ]
        elsewhere = addresses(self.config.html_theme_options, chapter.docname)
        links[:0] = [
            f'<a class="door-{name.lower()}" href="{escape(address)}">Open in {name}</a>'
            for name, address in elsewhere.items()
        ]
        lab = (
            '<details class="door-lab"><summary>How to open it in JupyterLab</summary>'
            "<p>In the folder of the course, run <code>make lab</code>, then open"
            f" <code>{chapter.name}.ipynb</code>. Nothing installed yet?"
            f' <a href="{self._uri(STUDENTS)}">For students</a> says how.</p></details>'
        )
        return f'<div class="chapter-doors">{"".join(links)}{lab}</div>'


def _is_line(paragraph: nodes.paragraph) -> bool:
    bold = isinstance(next(iter(filled(paragraph)), None), nodes.strong)
    return bold and paragraph.astext().startswith("About ") and NEEDS in _text(paragraph)


def _text(node: nodes.Node) -> str:
    return " ".join(node.astext().split())


def _needs(line: nodes.paragraph) -> nodes.paragraph:
    """What stands behind "you need:", links included."""
    strong = filled(line)[0]
    first = strong[0]
    rest = _rest(first.astext())
    needs = nodes.paragraph("", "", nodes.Text(rest), *strong[1:])
    needs["classes"].append("chapter-needs")
    return needs


def _rest(words: str) -> str:
    """``words`` behind "you need: ", with its trailing space kept."""
    joined = " ".join(words.split()) + (" " if words[-1:].isspace() else "")
    rest = joined.partition(NEEDS.strip())[2].lstrip()
    return rest[:1].upper() + rest[1:]


def _facts(chapter: ChapterFacts) -> str:
    count = len(chapter.exercises)
    time = f"About {chapter.minutes} minutes{_of_which(chapter)}"
    return (
        '<dl class="chapter-facts">'
        f"<div><dt>Time</dt><dd>{time}</dd></div>"
        f"<div><dt>Level</dt><dd>{level_mark(chapter.level)}</dd></div>"
        f'<div><dt>Exercises</dt><dd><span data-exercises="{" ".join(chapter.exercises)}">'
        f"<span data-progress-words>{count}</span>"
        '<span class="progress-bar-line" aria-hidden="true"></span></span></dd></div>'
        '<div class="wide"><dt>You need</dt><dd>'
    )


def _of_which(chapter: ChapterFacts) -> str:
    said = path_words(chapter)
    return f'<span class="chapter-paths">{said}</span>' if said else ""


def _raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")
