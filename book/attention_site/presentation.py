"""How the book is found and shown elsewhere: by search engines, in messages, as a mark.

Every page says what it is about in its own first words; a chapter adds one of its figures,
the others the explorer of the first page.  The root's address, which only leads on to that
page, says what it says.
Where the book has a public address (``html.baseurl`` in ``_config.yml``) pages say where
they are, and there is a map of them.  What robots may read, the page for addresses that
do not exist, and an icon in pixels are made in any case.
"""

import io
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import resvg_py
from docutils import nodes
from PIL import Image, ImageOps
from sphinx.application import Sphinx

PICTURES = "_static/pictures"
CARD = (1200, 630)  # pixels: what messages show without cutting
BORDER = 24
WIDE = 1.2  # width by height: a tall figure's words cannot be read on a card
OTHERS = "book/_static/shown/heads.png"  # on pages without a figure of their own
OTHERS_WORDS = "One head of a real model: arcs from the word it to what it attends to."
WEBSITE = '"og:type" content="website"'
SAID = re.compile(r'<meta (?:name|property)="(?:description|twitter:|og:)[^>]*>')
ICON = "_static/icon-180.png"
ICON_SIZE = 180  # pixels: what phones and tablets ask for
LONGEST = 200  # characters of a description
VIEWPORT = '<meta name="viewport"'  # the docutils' own; Sphinx's template has one already
RELATIVE = re.compile(r'\b(href|src|action|data-content_root)="(?!#|/|[a-z]+:)(?:\./)?')

NO_SUCH_PAGE = """
<section><h1>There is no such page</h1>
<p>It may have had another name. Look for its words, or begin at the
<a href="book/index.html">first page</a>, which lists every chapter.</p>
<form class="bd-search d-flex align-items-center" action="search.html" role="search">
<i class="fa-solid fa-magnifying-glass"></i><input type="search" class="form-control"
name="q" aria-label="Search the book" placeholder="Search the book"></form>
</section>"""


def public_address(app: Sphinx) -> str:
    """Where the site is published, without a slash at its end; ``""`` when not set."""
    return (app.config.html_baseurl or "").rstrip("/")


def describe(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: Any
) -> None:
    """Give a page its description and its card for messages."""
    lines = (context.get("metatags") or "").splitlines()
    kept = [line for line in lines if VIEWPORT not in line]
    said = {"description": first_words(doctree)} if doctree is not None else {}
    title = re.sub(r"<[^>]*>", "", context.get("title") or "")
    card = {"og:type": "article", "og:title": title, "og:site_name": app.config.html_title}
    if said.get("description"):
        card["og:description"] = said["description"]
        card |= _picture(app, page)
        if public_address(app):
            card["og:url"] = f"{public_address(app)}/{page}.html"
        said["twitter:card"] = "summary_large_image" if "og:image" in card else "summary"
        kept += [_meta("name", *each) for each in said.items()]
        kept += [_meta("property", *each) for each in card.items()]
    context["metatags"] = "\n".join(kept)


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def first_words(doctree: nodes.document) -> str:
    """A page's first paragraph, ended at a sentence or a word."""
    for paragraph in doctree.findall(nodes.paragraph):
        words = " ".join(paragraph.astext().split())
        if "chapter-needs" in paragraph["classes"] or len(words) < 40:
            continue
        if len(words) <= LONGEST:
            return words
        sentences, _, _ = words[:LONGEST].rpartition(". ")
        return f"{sentences}." if len(sentences) > 80 else f"{_whole(words)} …"
    return ""


def _whole(words: str) -> str:
    return words[: LONGEST - 2].rpartition(" ")[0]


def _picture(app: Sphinx, page: str) -> dict[str, str]:
    """A page's card as a file of the site, and the lines that name it."""
    notebook = Path(app.env.doc2path(page))
    figure = main_figure(notebook) if notebook.suffix == ".ipynb" else None
    image, words = figure or (Image.open(Path(app.srcdir, OTHERS)), OTHERS_WORDS)
    address = f"{PICTURES}/{notebook.stem if figure else 'book'}.png"
    path = Path(app.outdir) / address
    path.parent.mkdir(parents=True, exist_ok=True)
    if figure or not path.exists():
        on_card(image).save(path, optimize=True)
    root = public_address(app)
    shown = f"{root}/{address}" if root else app.builder.get_relative_uri(page, "index")
    if not root:  # good enough to look at; messages want a whole address
        shown = f"{shown.rpartition('/')[0] or '.'}/{address}"
    width, height = (str(side) for side in CARD)
    sides = {"og:image:width": width, "og:image:height": height}
    return {"og:image": shown, "og:image:alt": words, **sides}


def main_figure(notebook: Path) -> tuple[Image.Image, str] | None:
    """A notebook's first figure that is wide, else its first, and its words."""
    figures = list(_figures(notebook))
    wide = (each for each in figures if each[0].width >= WIDE * each[0].height)
    return next(wide, figures[0] if figures else None)


def _figures(notebook: Path) -> Iterator[tuple[Image.Image, str]]:
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/svg+xml" in data and "image/png" in data:
                png = b64decode("".join(data["image/png"]))
                yield Image.open(io.BytesIO(png)), "".join(data["text/plain"])


def on_card(figure: Image.Image) -> Image.Image:
    """A figure on white, as large as a card takes it."""
    room = (CARD[0] - 2 * BORDER, CARD[1] - 2 * BORDER)
    fitted = ImageOps.contain(figure.convert("RGBA"), room)
    card = Image.new("RGBA", CARD, "white")
    place = ((CARD[0] - fitted.width) // 2, (CARD[1] - fitted.height) // 2)
    card.alpha_composite(fitted, place)
    return card.convert("RGB").quantize(64)  # few colours: a quarter of the bytes


def no_such_page(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The page that servers show for an address that does not exist."""
    yield "404", {"title": "No such page", "body": NO_SUCH_PAGE}, "page.html"


def finish(app: Sphinx) -> None:
    """Write what the site as a whole has: the icon, the map, what robots may read."""
    out, root = Path(app.outdir), public_address(app)
    mark = (out / "_static" / "favicon.svg").read_text(encoding="utf-8")
    drawn = resvg_py.svg_to_bytes(svg_string=mark, width=ICON_SIZE, height=ICON_SIZE)
    (out / ICON).write_bytes(bytes(drawn))
    first = out / f"{app.config.root_doc}.html"
    leads = out / "index.html"
    if first.exists() and leads.exists():
        said = "\n    ".join(SAID.findall(first.read_text(encoding="utf-8")))
        said = said.replace('"../', '"').replace('"og:type" content="article"', WEBSITE)
        page = leads.read_text(encoding="utf-8").replace("</head>", f"  {said}\n  </head>")
        leads.write_text(page, encoding="utf-8")
    robots = "User-agent: *\nAllow: /\n"
    if root:
        (out / "sitemap.xml").write_text(sitemap(root, app.env.found_docs), "utf-8")
        robots += f"Sitemap: {root}/sitemap.xml\n"
        lost = out / "404.html"  # shown at any depth, so its links are whole
        page = RELATIVE.sub(rf'\1="{root}/', lost.read_text(encoding="utf-8"))
        lost.write_text(page, encoding="utf-8")
    (out / "robots.txt").write_text(robots, encoding="utf-8")


def sitemap(root: str, pages: set[str]) -> str:
    """The addresses of all pages, as sitemaps.org has it."""
    places = (f"  <url><loc>{escape(f'{root}/{p}.html')}</loc></url>\n" for p in pages)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{''.join(sorted(places))}</urlset>\n"
    )
