"""Things to touch: custom elements beside the figures that they bring to life.

In a notebook there is only the cell that draws the figure, tagged
``element-attention-steps`` or the like.  On the page the element of that name
follows the cell's output; without JavaScript, and on paper, the figure is what
is seen.  A page may also hold an element as raw HTML.  The scripts load only on
pages that hold one.
"""

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

TAG = "tag_element-"
NAMES = (
    "attention-steps",
    "attention-heatmap",
    "head-splitter",
    "position-explorer",
    "softmax-saturation",
    "cache-calculator",
    "model-heads",
    "model-writes",
    "query-drag",
    "value-pull",
)
AROUND = "formula-parts"
FALLBACK = (
    "Here is something to touch. It needs JavaScript, and a page that comes from a "
    "server (make serve). The figure above shows its starting point."
)
logger = logging.getLogger(__name__)


class PlaceElements(SphinxPostTransform):
    """Put an element after each cell that is tagged with its name."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        for cell in list(self.document.findall(nodes.container)):
            for name in _named(cell):
                if name == AROUND:
                    _surround(cell)
                elif name in NAMES:
                    html = f"<{name} beside-figure><p>{FALLBACK}</p></{name}>"
                    place = cell.parent.index(cell) + 1
                    cell.parent.insert(place, nodes.raw("", html, format="html"))
                else:
                    known = ", ".join((*NAMES, AROUND))
                    logger.warning(
                        "No element %r. There are: %s.", name, known, location=cell
                    )


def _surround(cell: nodes.container) -> None:
    """Put the formula, the cell and the paragraph behind it into one element."""
    page = cell.parent
    place = page.index(cell)
    around = page[max(place - 1, 0) : place + 2]
    kinds = [nodes.math_block, nodes.container, nodes.paragraph]
    if [type(node) for node in around] != kinds:
        words = "A cell with %s stands between a formula and a sentence."
        logger.warning(words, AROUND, location=cell)
        return
    page.insert(place + 2, nodes.raw("", f"</{AROUND}>", format="html"))
    page.insert(place - 1, nodes.raw("", f"<{AROUND}>", format="html"))


def _named(cell: nodes.container) -> list[str]:
    return [c.removeprefix(TAG) for c in cell["classes"] if c.startswith(TAG)]
