"""A chapter's page is for reading: cells that nobody reads are not shown at first.

Those are the cells that their chapter folds and that show nothing, as the one that finds
the course's tools and those that assert the numbers of the prose, and cells of asserts
alone.  A switch in the chapter's header shows them, folded; the browser keeps the choice.
What a cell prints in longer lines than a table has is marked, to be wrapped.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from docutils import nodes
from quizzes import exercise_of
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

BEHIND = "cell-behind"  # the text: book/_static/css/cells.css hides it
LONG = "long-lines"  # of an output; cells.css wraps them
WIDEST = 84  # letters of a line that may be a table's row
FOLDED = ("tag_set-up", "tag_hide-input")  # MyST-NB's classes
PROMPTS = {"prompt_show": "Show the {type}", "prompt_hide": "Hide the {type}"}
SWITCH = (
    '<label class="chapter-switch pst-js-only"><input type="checkbox" data-behind>'
    " Show the code behind the text too: {count} cells that set up, or check its numbers"
    "</label>"
)


class PutBehind(SphinxPostTransform):
    """Mark the cells that are not for reading, before MyST-NB folds what is tagged."""

    default_priority = 150
    formats = ("html",)

    def run(self, **_: Any) -> None:
        for cell in self.document.findall(nodes.container):
            if is_behind(cell):
                cell["classes"].append(BEHIND)
                cell.attributes |= {"hide_mode": "input", **PROMPTS}
            if "cell_output" in cell["classes"]:
                for printed in cell.findall(nodes.literal_block):
                    if max(map(len, printed.astext().splitlines()), default=0) > WIDEST:
                        printed["classes"].append(LONG)


def is_behind(cell: nodes.container) -> bool:
    """Whether a cell shows nothing, and is folded by its chapter or only asserts."""
    if "cell" not in cell["classes"] or exercise_of(cell):
        return False
    shown = [n for n in cell.findall(nodes.container) if "cell_output" in n["classes"]]
    if any(len(output) for output in shown):
        return False
    return any(name in cell["classes"] for name in FOLDED) or _only_asserts(cell)


def _only_asserts(cell: nodes.container) -> bool:
    code = next(iter(cell.findall(nodes.literal_block)), None)
    try:
        body = ast.parse(code.astext()).body if code is not None else []
    except SyntaxError:  # a cell of the notebook's own commands
        return False
    return bool(body) and all(isinstance(line, ast.Assert) for line in body)


def switch_for(document: nodes.document) -> str:
    """The switch that shows these cells, as HTML; ``""`` on a page without any."""
    count = sum(BEHIND in node["classes"] for node in document.findall(nodes.container))
    return SWITCH.format(count=count) if count else ""


def load_script(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    if BEHIND in context.get("body", ""):
        app.add_js_file("look/behind.js", type="module")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_post_transform(PutBehind)
    app.connect("html-page-context", load_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
