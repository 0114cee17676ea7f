"""All styles are one sheet, which every page has: one request, before there is any text.

The theme's own are 400 KB, for parts that this book does not have.  Of them stays what fits
something: every class and id that a rule asks for is said on some page or in some script.
Our own keep all but what is said to their readers, and so do our scripts.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tinycss2

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAME = "book.css"  # in _static
THEIRS = (
    "basic.css",
    "styles/theme.css",
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "copybutton.css",
    "mystnb.*.css",
    "sphinx-design.min.css",
)
OURS = (
    *("exercises/quiz.css", "exercises/exercises.css", "exercises/cells.css"),
    "elements/elements.css",
    *("css/tokens.css", "css/fonts.css", "css/icons.css", "css/frame.css", "css/text.css"),
    *("css/cells.css", "css/chapter.css", "css/first_page.css"),
    *("css/forced.css", "css/print.css"),
)
MEDIA = {"css/forced.css": "(forced-colors: active)", "css/print.css": "print"}
SCRIPTS = ("look/*.js", "exercises/*.js", "elements/**/*.js")
UNUSED = ("fontawesome.js", "bootstrap.js")  # no page loads them
# Of whole lines: after a comment that ends inside a line there is code, or a declaration.
COMMENT = re.compile(r"^[ ]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.M | re.S)
INDENT = re.compile(r"^[ ]+", re.M)
IMPORT = re.compile(r"@import [^;]*;")  # of basic.css, which is here already
ADDRESS = re.compile(r"""url\((["']?)(?!data:|#)([^)"']+)\1\)""")
NAMED = re.compile(r'\b(?:class|id)="([^"]*)"')
QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")
WORD = re.compile(r"[\w-]+")
# What stands in brackets may be an alternative or a "not": it asks for nothing.
BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
ASKED = re.compile(r"[.#](-?[A-Za-z_][\w-]*)")


def link(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Give the page the one sheet in place of what every extension adds."""
    context["css_files"] = []
    context["style_sheet"] = f"{NAME}?v={edition(Path(app.srcdir) / 'book' / '_static')}"


def edition(static: Path) -> str:
    """A name for our styles as they are: browsers keep a sheet under its whole address."""
    content = b"".join((static / name).read_bytes() for name in OURS)
    return hashlib.sha256(content).hexdigest()[:8]


def write(app: Sphinx) -> None:
    """Write the sheet, in place of the files that it is made of."""
    site = Path(app.outdir)
    static = site / "_static"
    names = names_on(site)
    parts = []
    for pattern in (*THEIRS, *OURS):
        for path in sorted(static.glob(pattern)):
            css = IMPORT.sub("", path.read_text(encoding="utf-8"))
            css = ADDRESS.sub(lambda found, at=pattern: _from_here(found[2], at), css)
            css = (
                INDENT.sub("", COMMENT.sub("", css))
                if pattern in OURS
                else used(css, names)
            )
            media = MEDIA.get(pattern)
            parts.append(f"@media {media} {{\n{css}}}\n" if media else css)
            path.unlink()
    (static / NAME).write_text("".join(parts), encoding="utf-8")
    for pattern in SCRIPTS:
        for path in static.glob(pattern):
            path.write_text(COMMENT.sub("", path.read_text(encoding="utf-8")), "utf-8")


def _from_here(address: str, sheet: str) -> str:
    """What a sheet asks for, as it is called beside the one sheet."""
    return f'url("{posixpath.normpath(posixpath.join(posixpath.dirname(sheet), address))}")'


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
