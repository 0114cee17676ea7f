"""Predictions, hints and answers: known by their words, set apart on the page.

Chapters are plain Markdown, so that they read well in a notebook.  Two patterns
of the text are enough to tell what a passage is for:

* a paragraph that opens with a bold "Before you run it, predict." asks; it and the
  folded answer that belongs to it become one panel;
* ``<details>`` whose summary begins with "Hint" is a hint; with "Answer" or
  "Compare" (with your prediction), an answer.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from attention_site.chapter_facts import filled

ASKS = re.compile(r"^Before you [\w ]+, predict\.$")
FOLDED = re.compile(r"<details>(?=\s*<summary>\s*(?P<kind>\w+))")
KINDS = {"hint": "hint", "answer": "answer", "compare": "answer"}
LONGEST = 8  # what may stand between a question and its folded answer


class Passages(SphinxPostTransform):
    """Name the passages in the page's HTML."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        for raw in list(self.document.findall(nodes.raw)):
            if "<details>" in raw.astext():
                _replace(raw, FOLDED.sub(_named, raw.astext()))
        for paragraph in list(self.document.findall(nodes.paragraph)):
            if asks(paragraph):
                _frame(paragraph)


def asks(node: nodes.Node) -> bool:
    """Whether a paragraph asks for a prediction."""
    parts = filled(node) if isinstance(node, nodes.paragraph) else []
    return bool(
        parts
        and isinstance(parts[0], nodes.strong)
        and ASKS.match(" ".join(parts[0].astext().split()))
    )


def _named(match: re.Match[str]) -> str:
    kind = KINDS.get(match["kind"].lower())
    return f'<details class="{kind}">' if kind else match[0]


def _replace(raw: nodes.raw, html: str) -> None:
    new = nodes.raw("", html, **{k: raw[k] for k in ("format",)})
    raw.replace_self(new)


def _frame(paragraph: nodes.paragraph) -> None:
    """Put a question, what belongs to it, and its folded answer into one panel."""
    parent = paragraph.parent
    start = parent.index(paragraph)
    panel = nodes.container(classes=["predict"])
    passage = _passage(parent.children[start:])
    for node in passage:
        parent.remove(node)
        panel += node
    parent.insert(start, panel)


def _passage(following: list[nodes.Node]) -> list[nodes.Node]:
    """The question to the end of its answer; the question alone when it has none."""
    depth = 0
    for i, node in enumerate(following):
        if isinstance(node, (nodes.section, nodes.container)) and depth == 0:
            break
        if isinstance(node, nodes.raw):
            html = node.astext()
            opened, closed = html.count("<details"), html.count("</details>")
            depth += opened - closed
            if closed and depth == 0:
                return following[: i + 1]
        if depth == 0 and i >= LONGEST:
            break
    return following[:1]
