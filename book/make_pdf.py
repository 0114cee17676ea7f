"""The whole book as one PDF: each page as Chromium prints it, joined.

    make pdf

The outline has parts, pages and their sections; a link from one page of the book to
another leads there within the file.  Needs Chromium and the built site.
"""

import io
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

import yaml
from browser import MISSING, find_browser
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, Destination, Fit, NameObject

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "_build" / "html"
TARGET = ROOT / "_build" / "attention-step-by-step.pdf"
TITLE = "Attention, Step by Step"
UNPRINTED = {"book/my-progress"}  # a page of the reader's own
PATIENCE = 120_000  # milliseconds
FOOTER = (
    '<div style="width: 100%; text-align: center; font: 8px sans-serif; color: #555">'
    '<span class="title"></span></div>'
)
# Formulas are set, pictures are there, and what waits to be seen has been.
READY = """
async () => {
  await document.fonts.ready;
  await window.MathJax?.startup?.promise;
  for (const image of document.images) image.loading = "eager";
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
}
"""


def pages() -> Iterator[tuple[str, str]]:
    """The book's pages in reading order: the part each belongs to, its name."""
    toc = yaml.safe_load((ROOT / "book" / "_toc.yml").read_text(encoding="utf-8"))
    yield "", toc["root"]
    for part in toc["parts"]:
        for name in _names(part["chapters"]):
            if name not in UNPRINTED:
                yield part["caption"], name


def _names(entries: list[dict[str, Any]]) -> Iterator[str]:
    for entry in entries:
        yield entry["file"]
        yield from _names(entry.get("sections", []))


def printed(wanted: list[str], chromium: str) -> Iterator[tuple[str, bytes]]:
    """Each page as a PDF of its own."""
    from playwright.sync_api import sync_playwright

    handler = partial(Quiet, directory=str(SITE))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        launch = playwright.chromium.launch
        browser = launch(executable_path=chromium, args=["--no-sandbox"])
        for name in wanted:
            page = browser.new_page(color_scheme="light")
            page.set_default_timeout(PATIENCE)
            page.goto(f"http://127.0.0.1:{server.server_port}/{name}.html")
            page.evaluate(READY)
            yield (
                name,
                page.pdf(
                    format="A4",
                    outline=True,
                    tagged=True,
                    print_background=True,
                    display_header_footer=True,
                    header_template="<span></span>",
                    footer_template=FOOTER,
                    margin={
                        "top": "18mm",
                        "bottom": "18mm",
                        "left": "16mm",
                        "right": "16mm",
                    },
                ),
            )
            page.close()
        browser.close()
    server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """A file server that writes no log."""

    def log_message(self, *arguments: Any) -> None:
        pass


def joined(parts: list[tuple[str, str, bytes]]) -> PdfWriter:
    """One file from the parts' captions, the pages' names and their PDFs."""
    book = PdfWriter()
    first: dict[str, int] = {}  # page of the PDF on which each page of the book begins
    caption, above = "", None
    for part, name, pdf in parts:
        reader = PdfReader(io.BytesIO(pdf))
        start = first[name] = len(book.pages)
        book.append(reader, import_outline=False)
        if part != caption:
            caption = part
            above = book.add_outline_item(title=part, page_number=start, bold=True)
        _outline(book, reader, reader.outline, above, start)
    for page in book.pages:
        _turn_links_inward(book, page, first)
    book.add_metadata({"/Title": TITLE, "/Author": f"The {TITLE} authors"})
    book.root_object[NameObject("/PageMode")] = NameObject("/UseOutlines")
    return book


def _outline(
    book: PdfWriter, reader: PdfReader, items: list[Any], above: Any, start: int
) -> None:
    """Put a part's outline into the book's, below ``above``."""
    last = above
    for item in items:
        if isinstance(item, Destination):
            number = reader.get_destination_page_number(item) or 0
            fit = Fit.xyz(top=float(item.top)) if item.top else Fit.fit_horizontally()
            last = book.add_outline_item(
                title=str(item.title),
                page_number=start + number,
                parent=above,
                fit=fit,
                is_open=False,
            )
        else:
            _outline(book, reader, item, last, start)


def _turn_links_inward(book: PdfWriter, page: Any, first: dict[str, int]) -> None:
    """Let links to the server that printed the book lead into the file."""
    annotations = page.get("/Annots")
    for held in annotations.get_object() if annotations else []:
        link = held.get_object()
        address = str(link.get("/A", {}).get("/URI", ""))
        if urlsplit(address).hostname != "127.0.0.1":
            continue
        name = urlsplit(urldefrag(address).url).path.strip("/").removesuffix(".html")
        del link[NameObject("/A")]  # a download, or a page that is not printed
        if name in first:
            top = [book.pages[first[name]].indirect_reference, NameObject("/Fit")]
            link[NameObject("/Dest")] = ArrayObject(top)


def main() -> int:
    """Print the book; 1 when something that it needs is not there."""
    chromium = find_browser()
    if not chromium:
        print(MISSING)
        return 1
    captions = {name: part for part, name in pages()}
    parts = []
    for name, pdf in printed(list(captions), chromium):
        parts.append((captions[name], name, pdf))
        print(f"\r{len(parts)} of {len(captions)} pages printed", end="", flush=True)
    book = joined(parts)
    book.compress_identical_objects()
    book.write(TARGET)
    size = TARGET.stat().st_size / 1e6
    print(
        f"\nThe book is {TARGET.relative_to(ROOT)}: {len(book.pages)} pages, {size:.1f} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
