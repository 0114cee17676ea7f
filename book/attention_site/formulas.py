"""Formulas are set when the book is built: MathML, which browsers draw themselves.

A page then loads no script for them.  A formula's own TeX stays with it: a screen
reader that knows no MathML reads it, and ``look/formulas.js`` gives it to who copies.
"""

import re
from html import escape
from typing import Any

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.util import logging

NAME = "mathml"
# The converter takes the length behind a line break for text, and says nothing.
BREAK_WITH_LENGTH = re.compile(r"\\\\\s*\[")
# A browser takes a formula for a picture: the full stop behind it could begin a line, and
# the bracket before it end one.
INLINE = re.compile(
    r"([(\u2018\u201c]?)"
    r'(<span class="math notranslate">(?:(?!</span>).)*</span>)'
    r"([^\s<]*)",
    re.S,
)
CONVERTER = LatexToMathML(annotation=True, fancy_error=False)
logger = logging.getLogger(__name__)


class FormulaNotSet(ValueError):
    """A formula asks for something that cannot be set; the text says what."""


def mathml(tex: str, *, display: bool) -> str:
    r"""A formula as a ``<math>`` element that carries its TeX.

    Raises FormulaNotSet where the converter does not know what is written.

    >>> mathml("x^2", display=False)[:34]
    '<math alttext="x^2"><semantics><ms'
    """
    tex = tex.strip()
    if BREAK_WITH_LENGTH.search(tex):
        raise FormulaNotSet(r"a line break takes no length here: write \\ alone")
    try:
        made = CONVERTER.convert_with_local_state(tex, displaystyle=display)
    except LatexError as problem:
        raise FormulaNotSet(str(problem)) from problem
    return made.replace("<math", f'<math alttext="{escape(tex)}"', 1)


def _set(node: nodes.Element, *, display: bool) -> str:
    tex = node.astext()
    try:
        return mathml(tex, display=display)
    except FormulaNotSet as problem:
        where = {"location": node, "type": "formulas"}
        logger.warning("This formula cannot be set, %s: %s", problem, tex, **where)
        return f"<code>{escape(tex)}</code>"


def visit_inline(translator: Any, node: nodes.math) -> None:
    opening = translator.starttag(node, "span", "", CLASS="math notranslate")
    translator.body.append(f"{opening}{_set(node, display=False)}</span>")
    raise nodes.SkipNode


def visit_display(translator: Any, node: nodes.math_block) -> None:
    opening = translator.starttag(node, "div", "", CLASS="math notranslate")
    translator.body.append(f"{opening}{_set(node, display=True)}</div>\n")
    raise nodes.SkipNode


INLINE_VISITORS, DISPLAY_VISITORS = (visit_inline, None), (visit_display, None)


def _kept(found: re.Match[str]) -> str:
    _, formula, _ = found.groups()
    whole = found[0]
    return whole if whole == formula else f'<span class="kept-together">{whole}</span>'


def keep_together(*event: Any) -> None:
    """No line breaks between a formula and what stands at it."""
    context = event[3]  # as Sphinx calls it: app, page, template, context, doctree
    if "body" in context:
        context["body"] = INLINE.sub(_kept, context["body"])
