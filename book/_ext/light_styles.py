"""Of the theme's style sheets, the site keeps the rules that fit something on it.

Bootstrap and the theme bring 400 KB of rules for parts that this book does not have,
and a browser shows no text before it has read them.  A rule stays if every class and
id that it asks for is said on some page or in some script of the site.  Our own sheets
and scripts keep all but what is said to their readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tinycss2
from light_pages import COMMONEST

if TYPE_CHECKING:
    from sphinx.application import Sphinx

THEIRS = ("styles/*.css", "*.css")
OURS = ("css/*.css", "look/*", "exercises/*.css", "exercises/*.js", "elements/**/*.[cj]s*")
# Of whole lines: after a comment that ends inside a line there is code, or a declaration.
COMMENT = re.compile(r"^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.M | re.S)
INDENT = re.compile(r"^[ ]+", re.M)
UNUSED = ("fontawesome.js", "bootstrap.js")  # no page loads them
NAMED = re.compile(r'\b(?:class|id)="([^"]*)"')
QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")
WORD = re.compile(r"[\w-]+")
# What stands in brackets may be an alternative or a "not": it asks for nothing.
BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
ASKED = re.compile(r"[.#](-?[A-Za-z_][\w-]*)")


def names_on(site: Path) -> set[str]:
    """Every class and id that a page has or a script may give."""
    found: set[str] = set()
    for page in site.rglob("*.html"):
        for value in NAMED.findall(page.read_text(encoding="utf-8")):
            found.update(value.split())
    for script in (site / "_static").rglob("*.js"):
        if script.name not in UNUSED:
            for said in QUOTED.findall(script.read_text(encoding="utf-8")):
                found.update(WORD.findall(said))
    return found


def used(css: str, names: set[str]) -> str:
    """The rules of a style sheet that can fit something with these names."""
    return "".join(_kept(tinycss2.parse_stylesheet(css, True, True), names))


def _kept(rules: list[Any], names: set[str]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "at-rule" and rule.lower_at_keyword in ("media", "supports"):
            inside = "".join(_kept(tinycss2.parse_rule_list(rule.content, True), names))
            if inside:
                yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}"
        elif rule.type == "qualified-rule":
            selectors = [s for s in _selectors(rule.prelude) if _fits(s, names)]
            if selectors:
                yield f"{','.join(selectors)}{{{tinycss2.serialize(rule.content)}}}"
        else:
            yield rule.serialize()


def _selectors(prelude: list[Any]) -> Iterator[str]:
    """The selectors of a rule: commas inside brackets are inside a token."""
    part: list[Any] = []
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            yield tinycss2.serialize(part).strip()
            part = []
        else:
            part.append(token)
    yield tinycss2.serialize(part).strip()


def _fits(selector: str, names: set[str]) -> bool:
    before = None
    while before != selector:
        before, selector = selector, BRACKETS.sub("", selector)
    return all(name in names for name in ASKED.findall(selector))


def lighten(app: Sphinx, problem: Exception | None) -> None:
    """Cut the theme's style sheets down to what the built site uses."""
    if problem is not None or app.builder.name != "html":
        return
    site = Path(app.outdir)
    names = names_on(site)
    for pattern in THEIRS:
        for sheet in (site / "_static").glob(pattern):
            css = sheet.read_text(encoding="utf-8")
            if sheet.name == "pygments.css":  # any class of a token goes before it
                css = re.sub(rf"\.{COMMONEST}(?= *{{)", ":where(i)", css)
            sheet.write_text(used(css, names), encoding="utf-8")
    for pattern in OURS:
        for path in (site / "_static").glob(pattern):
            _thin(path)


def _thin(path: Path) -> None:
    """Take comments, and from a style sheet its indentation, off a file of ours."""
    if path.suffix in (".css", ".js"):
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        path.write_text(INDENT.sub("", text) if path.suffix == ".css" else text, "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", lighten, priority=900)  # when the theme is done
    return {"parallel_read_safe": True, "parallel_write_safe": True}
