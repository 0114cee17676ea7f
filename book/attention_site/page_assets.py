"""Every page loads what it uses and nothing else, and its text comes before its scripts.

The extensions and the theme give each page everything they have.  Here a page without
formulas loses their script, one without tabs the tabs' script, and so on; Thebe, which
Jupyter Book loads twice, and Sphinx's own scripts, which the book's search and the theme's
keys have replaced, go from all of them.
``book/_templates/layout.html`` leaves out the theme's icon fonts and search index.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from attention_site.elements import AROUND, NAMES
from attention_site.framework_tabs import framework_of
from attention_site.quizzes import PROGRESS
from attention_site.reading import BEHIND
from attention_site.run_cells import RUNS

# Our scripts, by what stands on a page that they bring to life.
ON_PAGES_WITH = {
    BEHIND: "look/behind",
    RUNS: "exercises/cells",
    'data-live="numpy"': "exercises/exercise",
    'class="quiz-data"': "exercises/quiz",
    'class="chapter-header"': "exercises/export",
    f'id="{PROGRESS}"': "exercises/progress-page",
}
ELEMENTS = re.compile(rf"<({'|'.join((*NAMES, AROUND))})[\s>]")

ALWAYS_UNUSED = (
    *("thebe", "togglebutton", "togglehint", "toggleopenonprint"),
    *("doctools", "sphinx_highlight"),
    *("documentation_options.pagename", "documentation_options.search_as_you_type"),
)
MATHS = ("look/formulas",)
CODE = ("clipboard", "copybutton", "look/code_lines")
TABS = ("design-tabs", "framework_tabs")
FIRST_PAGE = ("look/continue",)
LATER = {"fetchpriority": "low"}  # than the style sheet and the fonts


def load_scripts(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Give a page the scripts of what it holds, and no other page."""
    body = context.get("body", "")
    scripts = [script for mark, script in ON_PAGES_WITH.items() if mark in body]
    scripts += [f"elements/{name}" for name in sorted(set(ELEMENTS.findall(body)))]
    for script in scripts:
        app.add_js_file(f"{script}.js", type="module")


def drop_unused(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: Any
) -> None:
    """Take the scripts off the page that it has no use for, and have the others wait."""
    unused = ALWAYS_UNUSED + unused_on(doctree)
    if page != app.config.root_doc:
        unused += FIRST_PAGE
    scripts = context.get("script_files", [])
    context["script_files"] = [_waiting(s) for s in scripts if not _is_one_of(s, unused)]


def unused_on(doctree: nodes.document | None) -> tuple[str, ...]:
    """Parts of the names of scripts that a page with this content does not use."""

    def has(test: Any) -> bool:
        return doctree is not None and next(iter(doctree.findall(test)), None) is not None

    used = {
        MATHS: has(nodes.math) or has(nodes.math_block),
        CODE: has(nodes.literal_block),
        TABS: has(lambda n: bool(framework_of(n)) or _is_design(n)),
    }
    return tuple(name for names, wanted in used.items() if not wanted for name in names)


def _is_design(node: nodes.Node) -> bool:
    classes = getattr(node, "attributes", {}).get("classes", ())
    return any(name.startswith("sd-") for name in classes)


def _is_one_of(script: Any, names: tuple[str, ...]) -> bool:
    body = getattr(script, "attributes", {}).get("body", "") or ""
    said = f"{getattr(script, 'filename', script)} {body}".lower()
    return any(part in said for part in names)


def _waiting(script: Any) -> Any:
    """The script, which pages share, as this page is to load it."""
    if not getattr(script, "filename", None):
        return script
    more = (
        LATER if script.attributes.get("type") == "module" else LATER | {"defer": "defer"}
    )
    attributes = {**script.attributes, **more}
    return type(script)(script.filename, priority=script.priority, **attributes)
