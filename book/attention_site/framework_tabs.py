"""Framework tabs: the same computation in NumPy, TensorFlow and PyTorch.

In a notebook they are ordinary cells, one below the other, tagged
``tab-numpy``, ``tab-tensorflow`` and ``tab-torch``.  On the page a run of such
cells becomes one tab set; choosing a framework chooses it everywhere, and
``?framework=tensorflow`` in an address opens the page with it.
"""

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.shared import create_component

NAMES = {"numpy": "NumPy", "tensorflow": "TensorFlow", "torch": "PyTorch"}
GROUP = "framework"


class FrameworkTabs(SphinxPostTransform):
    """Group runs of tagged cells, before sphinx-design turns sets into HTML."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        parents = {cell.parent for cell in self.document.findall(_is_tab)}
        for parent in parents:
            for run in _runs(parent):
                place = parent.index(run[0])
                tabs = create_component("tab-set", classes=["sd-tab-set"])
                for cell in run:
                    parent.remove(cell)
                    tabs += _tab(cell)
                parent.insert(place, tabs)


def framework_of(node: nodes.Node) -> str:
    """The framework a cell is tagged with, or ``""``."""
    if not isinstance(node, nodes.container):
        return ""
    tags = [c.removeprefix("tag_tab-") for c in node["classes"] if c.startswith("tag_tab-")]
    return tags[0] if tags and tags[0] in NAMES else ""


def _is_tab(node: nodes.Node) -> bool:
    return bool(framework_of(node))


def _runs(parent: nodes.Element) -> list[list[nodes.container]]:
    """Consecutive tagged cells; a framework met again begins a new run."""
    runs: list[list[nodes.container]] = []
    current: list[nodes.container] = []
    for child in [*parent.children, nodes.comment()]:
        framework = framework_of(child)
        if not framework or framework in map(framework_of, current):
            runs += [current] if len(current) > 1 else []
            current = []
        if framework:
            current.append(child)
    return runs


def _tab(cell: nodes.container) -> nodes.container:
    name = framework_of(cell)
    label = nodes.rubric(NAMES[name], nodes.Text(NAMES[name]), classes=["sd-tab-label"])
    label["sync_group"], label["sync_id"] = GROUP, name
    content = create_component("tab-content", children=[cell], classes=["sd-tab-content"])
    item = create_component("tab-item", children=[label, content], classes=["sd-tab-item"])
    item["selected"] = False
    return item
