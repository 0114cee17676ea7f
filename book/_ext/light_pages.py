"""A page carries what its reader sees, and little else.

Figures and coloured code are most of a chapter's bytes, and half of those say nothing:
texts without a letter, a fifth decimal of a pixel, a colour that is the one around it.
They go when the page is written; notebooks keep their figures as they were drawn.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pygments.styles import get_style_by_name
from pygments.token import STANDARD_TYPES, Token

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

EMPTY_HEAD = re.compile(r'<th class="head[^"]*"><p></p></th>')
FIGURE = re.compile(r"<svg\b.*?</svg>", re.S)
NO_TEXT = re.compile(r"<text\b[^>]*(?:/>|></text>)\n?")
NO_NAME = re.compile(r"<g>\s*</g>\n?|<!--.*?-->\n?|<metadata>.*?</metadata>\n?", re.S)
PLACE = re.compile(r'\b(?:d|points|x|y|[xy][12]|c[xy]|rx?|ry|width|height)="[^"]+"')
LINE = re.compile(r'\bd="[^"]+"')
GAP = re.compile(r"\s*\n|(?<=[A-Za-z]) ")
LONG = re.compile(r"(\.\d\d)\d+")
STRAIGHT = re.compile(r'\bd="[MLz\d.\s-]+"')
TENTHS = re.compile(r"(\.\d)\d+")
# What Matplotlib writes behind the first face, on every label.
FACES = re.compile(r"'DejaVu Sans', 'Bitstream Vera Sans', [^;\"]+?, sans-serif")
# Matplotlib numbers its parts; nothing asks for them.
NUMBERED = re.compile(r' id="(?:text|line2d|patch|[xy]tick|axes|figure|legend)_\d+"')
# Neighbours that are drawn alike say so once, in a group around them.
SHAPE = re.compile(r"<(?:path|use|rect|circle|line)\b[^>]*/>\s*")
SHAPES = re.compile(rf"(?:{SHAPE.pattern}){{2,}}")
# What is marked at an axis has its own style, which says what those who use it say again.
MARK = re.compile(r'<path id="(\w+)"[^>]*( style="[^"]*")/>')
# An opacity of each shape is not that of the group; a cut is made before its turn.
DRAWN = re.compile(
    r' (?:(?:fill|stroke)(?:-[a-z]+)?|clip-path|style(?!="(?:[^"]*;)?opacity))="[^"]*"'
)
TURNED = re.compile(r" transform=|<use[^>]* clip-path=")
# The same face on every text of a figure is said once, for the figure.
FACE = re.compile(r' font-family="([^"]+)"')
STYLED = re.compile(r"font-family:'DejaVu Sans',sans-serif;?(?=[^<>]*>)")
LABEL = re.compile(rf'<text style="[^"]*{STYLED.pattern}')
STYLE = re.compile(r'(?<=\bstyle=")[^"]*')
SPACE = re.compile(r"(?<=[:;,]) ")
# Matplotlib's turns by nothing, lines between parts, panels that are not painted.
NO_TURN = re.compile(r' transform="rotate\(-?0(?: [^)]*)?\)"')
BETWEEN = re.compile(r"(?<=>)\n\s*(?=<(?!/?tspan))")
UNPAINTED = re.compile(r'<path d="[^"]*" style="fill: none"/>')
# What is grouped alone.
PART = r"<(?:path|use|rect|line|circle)\b[^>]*/>|<text\b[^>]*>[^<]*</text>"
ALONE = re.compile(rf"<g>({PART})</g>")
TOKEN = re.compile(r'<span class="([a-z][a-z0-9]?)">([^<]*)</span>')
COMMONEST = "n"  # of the classes of code, names: light_styles.py gives it to <i>
DEFERRED = ("doctools", "sphinx_highlight", "clipboard", "copybutton", "sphinx-book-theme")


def lighter(body: str, plain: re.Pattern[str]) -> str:
    """The same page in fewer bytes; ``plain`` finds code that has no colour of its own."""
    body = EMPTY_HEAD.sub("<td></td>", body)  # it would be read out as a heading
    body = FIGURE.sub(lambda found: lighter_figure(found[0]), body)
    body = plain.sub(r"\1", body)
    body = TOKEN.sub(r'<i class="\1">\2</i>', body)
    return body.replace(f'<i class="{COMMONEST}">', "<i>")  # there are thousands on a page


def lighter_figure(svg: str) -> str:
    """A figure that looks the same: tenths of a pixel are enough for a line."""
    svg = NO_NAME.sub("", NO_TEXT.sub("", svg))
    svg = PLACE.sub(lambda found: LONG.sub(r"\1", found[0]), svg)
    svg = LINE.sub(lambda found: GAP.sub("", found[0]), svg)
    svg = STRAIGHT.sub(lambda found: TENTHS.sub(r"\1", found[0]), svg)
    svg = svg.replace(" xlink:href=", " href=")
    svg = NUMBERED.sub("", svg)
    svg = FACES.sub("'DejaVu Sans', sans-serif", svg)
    svg = UNPAINTED.sub("", BETWEEN.sub("", NO_TURN.sub("", svg)))
    before = ""
    while before != svg:
        before, svg = svg, NO_NAME.sub("", ALONE.sub(r"\1", svg))
    svg = STYLE.sub(lambda found: SPACE.sub("", found[0]), svg)
    for name, style in MARK.findall(svg):
        svg = re.sub(rf'(<use href="#{name}"[^>]*?){re.escape(style)}', r"\1", svg)
    svg = SHAPES.sub(lambda found: _grouped(found[0]), svg)
    if svg.count("<text") == len(LABEL.findall(svg)) > 1:
        svg = STYLED.sub("", svg).replace(
            "<svg", "<svg font-family=\"'DejaVu Sans', sans-serif\"", 1
        )
    faces = FACE.findall(svg)
    if len(set(faces)) == 1 and len(faces) == len(re.findall(r"<text\b", svg)) > 1:
        svg = FACE.sub("", svg)
        svg = svg.replace("<svg", f'<svg font-family="{faces[0]}"', 1)
    return svg


def _grouped(shapes: str) -> str:
    groups = []
    for drawn, alike in groupby(SHAPE.findall(shapes), key=_drawn):
        group = "".join(alike)
        bare = f"<g{drawn}>{DRAWN.sub('', group)}</g>" if drawn else group
        groups.append(min(group, bare, key=len))
    return "".join(groups)


def _drawn(shape: str) -> str:
    """What a group around a shape can say for it."""
    return "" if TURNED.search(shape) else "".join(DRAWN.findall(shape))


@cache
def plain_code(light: str, dark: str) -> re.Pattern[str]:
    """What finds a token that looks like the code around it, in both styles."""
    styles = [get_style_by_name(name) for name in (light, dark)]
    around = [style.style_for_token(Token.Text) for style in styles]
    classes = [
        name
        for token, name in STANDARD_TYPES.items()
        if name and [s.style_for_token(token) for s in styles] == around
    ]
    return re.compile(rf'<span class="(?:{"|".join(classes)})">([^<]*)</span>')


def lighten(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Lighten the page, and let its text come before the scripts it does not wait for."""
    if "body" in context:
        context["body"] = lighter(context["body"], plain_code(*_code_styles(app.config)))
    if page == "search":
        return  # its own script calls theirs at once
    scripts = context.get("script_files", [])
    context["script_files"] = [_deferred(script) for script in scripts]


def _deferred(script: Any) -> Any:
    """The script, which pages share, as this page is to load it."""
    name = str(getattr(script, "filename", None) or "")
    if not any(part in name for part in DEFERRED):
        return script
    more = {**script.attributes, "defer": "defer"}
    return type(script)(script.filename, priority=script.priority, **more)


def _code_styles(config: Config) -> tuple[str, str]:
    options = config.html_theme_options
    return options["pygments_light_style"], options["pygments_dark_style"]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", lighten, priority=950)  # when the others are done
    return {"parallel_read_safe": True, "parallel_write_safe": True}
