"""What the reader's search looks through: the book's paragraphs, with their places.

Sphinx's own index knows which words a page has; this one knows the sentences, so that
the search can show them.  Code, outputs and what the theme adds are left out.  The file
is fetched when a reader opens the search, and not before.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from attention_site.reading import BEHIND

FILE = "_static/passages.json"
GLOSSARY = "book/glossary"
SHORTEST = 25  # characters: less is a label
BLOCKS = (nodes.paragraph, nodes.term)
GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "theta", "mu"),
    *("pi", "sigma", "tau", "phi", "chi", "omega"),
)
SIGNS = {  # of what TeX has in words; shown as it is, and found by its words
    "cdot": "·",
    "times": "×",
    "top": "ᵀ",
    "sum": "Σ",
    "approx": "≈",
    "leq": "≤",
    "geq": "≥",
    "ge": "≥",
    "ne": "≠",
    "infty": "∞",
    "in": "∈",
    "to": "→",
    "dots": "…",
    "cdots": "⋯",
    "odot": "⊙",
    "circ": "∘",
    "partial": "∂",
    "lVert": "‖",
    "rVert": "‖",
    "lceil": "⌈",
    "rceil": "⌉",
    "bmod": "mod",
    "quad": " ",
    "qquad": " ",
    **{name: unicodedata.lookup(f"GREEK SMALL LETTER {name}") for name in GREEK},
}
SIGN = re.compile(rf"\\(?:var)?({'|'.join(SIGNS)})(?![a-zA-Z])")
BRACED = r"\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
WORDS = re.compile(r"\\(?:text|mathrm|mathbf|operatorname)\{([^{}]*)\}")
FRACTION = re.compile(rf"\\[dt]?frac(?:{BRACED}|(\d))(?:{BRACED}|(\d))")
ROOT = re.compile(rf"\\sqrt{BRACED}")
RAISED = re.compile(rf"([\^_]){BRACED}")
BAR = re.compile(r"\\bar ?\{?(\w)\}?")
SILENT = re.compile(r"\\(?:(?:left|right|[bB]ig[lr]?)(?![a-zA-Z])|[,;!])|[{}$]")

# id of its place on the page, heading, text; in the glossary also what else it explains
Passage = tuple[str, str, str] | tuple[str, str, str, list[str]]


def keep(
    app: Sphinx, page: str, _template: str, _context: dict[str, Any], doctree: Any
) -> None:
    """Note a page's passages beside Sphinx's files: the next build may not write it."""
    if doctree is not None:
        path = _kept(app, page)
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = list(passages(doctree, with_terms=page == GLOSSARY))
        path.write_text(json.dumps(kept), encoding="utf-8")


def _kept(app: Sphinx, page: str) -> Path:
    return Path(app.doctreedir, "passages", f"{page}.json")


def passages(doctree: nodes.document, *, with_terms: bool = False) -> Iterator[Passage]:
    """A page's paragraphs in order, each with the nearest place that a link can name.

    Of a section that has none of its own, the headings below its own.  ``with_terms``:
    with the words that a section sets in italics or bold.
    """
    for section in doctree.findall(nodes.section):
        if _in_cell(section):
            continue
        at = "" if section.parent is doctree else section["ids"][0]
        heading, *below = [plain(title) for title in section.findall(nodes.title)]
        texts = [words for words in _own_words(section) if len(words) >= SHORTEST]
        terms = _own_terms(section) if with_terms else []
        for words in texts or [" · ".join(below) or heading]:
            yield (at, heading, words, terms) if terms else (at, heading, words)


def _own_terms(section: nodes.section) -> list[str]:
    """What a section, without those in it, sets in italics or bold."""
    marked = section.findall(lambda node: isinstance(node, nodes.emphasis | nodes.strong))
    return [plain(node) for node in marked if _section(node) is section]


def _own_words(section: nodes.section) -> Iterator[str]:
    """The paragraphs of a section that are not those of a section in it."""
    for block in section.findall(lambda node: isinstance(node, BLOCKS)):
        unused = _in_cell(block) or "chapter-needs" in block["classes"]
        if _section(block) is section and not unused:
            yield plain(block)


def plain(node: nodes.Element) -> str:
    """The words of a node; of a formula what can be read aloud."""
    parts = [
        as_signs(text) if isinstance(text.parent, nodes.math) else str(text)
        for text in node.findall(nodes.Text)
        if not isinstance(text.parent, nodes.raw)
    ]
    return " ".join("".join(parts).split())


def as_signs(formula: str) -> str:
    """A formula in one line, as it would be written without TeX."""
    said = WORDS.sub(r"\1", formula)
    said = SIGN.sub(lambda found: SIGNS[found[1]], said)
    said = FRACTION.sub(lambda m: f"{_as_one(m[1] or m[2])}/{_as_one(m[3] or m[4])}", said)
    said = ROOT.sub(lambda m: f"√{_as_one(m[1])}", said)
    said = RAISED.sub(lambda m: m[1] + _as_one(m[2]), said)
    said = BAR.sub("\\1\N{COMBINING MACRON}", said)
    return SILENT.sub("", said).replace("\\", "")


def _as_one(part: str) -> str:
    """In parentheses where it would be taken apart without them."""
    return part if re.fullmatch(r"-?[\w{}∞]*", part) else f"({part})"


def _section(node: nodes.Node) -> nodes.section | None:
    while node is not None and not isinstance(node, nodes.section):
        node = node.parent
    return node


def _in_cell(node: nodes.Node) -> bool:
    """Whether a node is part of a cell, or of what a page does not show at first."""
    while node is not None:
        if {"cell", BEHIND} & {*getattr(node, "attributes", {}).get("classes", ())}:
            return True
        node = node.parent
    return False


def join(app: Sphinx) -> None:
    """Write the passages of all pages into one file, pages in reading order."""
    pages = []
    for page in sorted(app.env.found_docs):
        if _kept(app, page).exists():
            title = app.env.titles[page].astext()
            kept = json.loads(_kept(app, page).read_text(encoding="utf-8"))
            pages.append({"url": f"{page}.html", "title": title, "passages": kept})
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, FILE).write_text(text, encoding="utf-8")
