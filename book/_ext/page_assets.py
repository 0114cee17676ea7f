"""Every page loads what it uses and nothing else.

The extensions and the theme give each page everything they have.  Here a page
without formulas loses their script, one without tabs the tabs' script, and so on; Thebe,
which Jupyter Book loads twice, goes from all of them.
``book/_templates/layout.html`` leaves out the theme's icon fonts and search index.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from framework_tabs import framework_of
from sphinx.application import Sphinx

ALWAYS_UNUSED = ("thebe", "togglebutton", "togglehint", "toggleopenonprint")
MATHS = ("look/formulas",)
CODE = ("clipboard", "copybutton", "look/code_lines")
CELLS = ("mystnb",)
TABS = ("sphinx-design", "design-tabs", "framework_tabs")
FIRST_PAGE = ("css/first_page", "look/continue")


def drop_unused(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: Any
) -> None:
    """Take the scripts and styles off the page that it has no use for."""
    unused = ALWAYS_UNUSED + unused_on(doctree)
    if page != app.config.root_doc:
        unused += FIRST_PAGE
    for kind in ("script_files", "css_files"):
        context[kind] = [f for f in context.get(kind, []) if not _is_one_of(f, unused)]


def unused_on(doctree: nodes.document | None) -> tuple[str, ...]:
    """Parts of the names of assets that a page with this content does not use."""

    def has(test: Any) -> bool:
        return doctree is not None and next(iter(doctree.findall(test)), None) is not None

    used = {
        MATHS: has(nodes.math) or has(nodes.math_block),
        CODE: has(nodes.literal_block),
        CELLS: has(lambda n: "cell" in getattr(n, "attributes", {}).get("classes", ())),
        TABS: has(lambda n: bool(framework_of(n)) or _is_design(n)),
    }
    return tuple(name for names, wanted in used.items() if not wanted for name in names)


def _is_design(node: nodes.Node) -> bool:
    classes = getattr(node, "attributes", {}).get("classes", ())
    return any(name.startswith("sd-") for name in classes)


def _is_one_of(asset: Any, names: tuple[str, ...]) -> bool:
    name = getattr(asset, "filename", asset)
    body = getattr(asset, "attributes", {}).get("body", "") or ""
    said = f"{name} {body}".lower()
    return any(part in said for part in names)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", drop_unused, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
