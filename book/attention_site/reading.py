"""A chapter's page is for reading: cells that nobody reads are not shown at first.

Those are the cells that their chapter folds and that show nothing, as the one that finds
the course's tools and those that assert the numbers of the prose, and cells of asserts
alone; under the heading "Set-up" also what only imports, and what is said of such a cell.
A switch in the chapter's header shows them, folded; the browser keeps the choice.
What a cell prints in longer lines than a table has is marked, to be wrapped.
"""

import ast
from itertools import pairwise
from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from attention_site.quizzes import exercise_of

BEHIND = "cell-behind"  # the text: book/_static/css/cells.css hides it
LONG = "long-lines"  # of an output; cells.css wraps them
WIDEST = 84  # letters of a line that may be a table's row
SET_UP = "Set-up"  # the heading
FOLDED = ("tag_set-up", "tag_hide-input")  # MyST-NB's classes
PROMPTS = {"prompt_show": "Show the {type}", "prompt_hide": "Hide the {type}"}
SWITCH = (
    '<label class="chapter-switch pst-js-only"><input type="checkbox" data-behind>'
    " Show the code behind the text too: {count} cells that set up, or check its numbers"
    "</label>"
)


class PutBehind(SphinxPostTransform):
    """Mark the cells that are not for reading, before MyST-NB folds what is tagged."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        for section in self.document.findall(nodes.section):
            if section.next_node(nodes.title).astext() == SET_UP:
                _put_set_up_behind(section)
        for cell in self.document.findall(nodes.container):
            if is_behind(cell):
                _put_behind(cell)
            if "cell_output" in cell["classes"]:
                for printed in cell.findall(nodes.literal_block):
                    if max(map(len, printed.astext().splitlines()), default=0) > WIDEST:
                        printed["classes"].append(LONG)


def _put_behind(cell: nodes.container) -> None:
    if BEHIND not in cell["classes"]:
        cell["classes"].append(BEHIND)
        cell.attributes |= {"hide_mode": "input", **PROMPTS}


def _put_set_up_behind(section: nodes.section) -> None:
    """Its cells that only import, the paragraphs on them, and it, where no more is left."""
    for cell in section.findall(nodes.container):
        if is_behind(cell) or (_shows_nothing(cell) and all(map(_sets_up, _body(cell)))):
            _put_behind(cell)
    for said, cell in pairwise(section.children):
        about_a_cell = isinstance(said, nodes.paragraph) and "cell" in said.astext().split()
        if about_a_cell and BEHIND in cell["classes"]:
            said["classes"].append(BEHIND)
    if all(BEHIND in part["classes"] for part in section.children[1:]):
        section["classes"].append(BEHIND)


def is_behind(cell: nodes.container) -> bool:
    """Whether a cell shows nothing, and is folded by its chapter or only asserts."""
    if not _shows_nothing(cell):
        return False
    body = _body(cell)
    asserts = bool(body) and all(isinstance(line, ast.Assert) for line in body)
    return asserts or any(name in cell["classes"] for name in FOLDED)


def _shows_nothing(cell: nodes.container) -> bool:
    if "cell" not in cell["classes"] or exercise_of(cell):
        return False
    shown = [n for n in cell.findall(nodes.container) if "cell_output" in n["classes"]]
    return not any(len(output) for output in shown)


def _body(cell: nodes.container) -> list[ast.stmt]:
    code = next(iter(cell.findall(nodes.literal_block)), None)
    try:
        return ast.parse(code.astext()).body if code is not None else []
    except SyntaxError:  # a cell of the notebook's own commands
        return []


def _sets_up(line: ast.stmt) -> bool:
    """Whether a statement imports, sets an option, or opens what may be missing."""
    match line:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(ast.Call(ast.Attribute(attr=name))):
            return name.startswith(("set_", "list_"))
        case ast.Assign([ast.Subscript(ast.Attribute(attr="environ"))]):
            return True
        case ast.With(body=body):
            return all(map(_sets_up, body))
        case ast.Try(handlers=handlers):
            return all(isinstance(h.body[-1], ast.Raise) for h in handlers)
    return False


def switch_for(document: nodes.document) -> str:
    """The switch that shows these cells, as HTML; ``""`` on a page without any."""
    cells = document.findall(nodes.container)
    count = sum(BEHIND in node["classes"] for node in cells if "cell" in node["classes"])
    return SWITCH.format(count=count) if count else ""
