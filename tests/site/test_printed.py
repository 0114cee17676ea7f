"""The book as one PDF, joined from its pages; and the check of external links."""

import asyncio
import io
from pathlib import Path

import check_links
import httpx
import make_pdf
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link

BOOK = Path(__file__).resolve().parents[2] / "book"

SERVER = "http://127.0.0.1:8123"


def printed(pages: int, *addresses: str) -> bytes:
    """What Chromium prints: pages, an outline, links to the server it read from."""
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 300)
    above = writer.add_outline_item(title="Title", page_number=0)
    writer.add_outline_item(title="Section", page_number=pages - 1, parent=above)
    for address in addresses:
        writer.add_annotation(0, Link(rect=(0, 0, 9, 9), url=address))
    held = io.BytesIO()
    writer.write(held)
    return held.getvalue()


@pytest.fixture(scope="module")
def book() -> PdfReader:
    outside = "https://example.org/a.html"
    to_chapter = f"{SERVER}/notebooks/02-by-hand.html#step-4"
    parts = [
        ("", "book/index", printed(2, to_chapter, outside, f"{SERVER}/_sources/n.ipynb")),
        ("Part I", "notebooks/02-by-hand", printed(3)),
    ]
    held = io.BytesIO()
    make_pdf.joined(parts).write(held)
    return PdfReader(held)


def test_the_outline_has_parts_pages_and_sections(book: PdfReader):
    page, sections, part, (chapter, inner) = book.outline
    assert (page.title, part.title, chapter.title) == ("Title", "Part I", "Title")
    assert [book.get_destination_page_number(each) for each in (page, part)] == [0, 2]
    (section,) = sections
    assert book.get_destination_page_number(section) == 1
    assert book.get_destination_page_number(inner[0]) == 4


def test_links_between_pages_stay_in_the_file(book: PdfReader):
    chapter, outside, download = (each.get_object() for each in book.pages[0]["/Annots"])
    assert chapter["/Dest"][0].get_object() == book.pages[2].get_object()
    assert outside["/A"]["/URI"] == "https://example.org/a.html"
    assert "/A" not in download
    assert "/Dest" not in download


def test_every_page_of_the_book_is_printed_but_the_readers_own():
    names = [name for _, name in make_pdf.pages()]
    assert names[0] == "book/index"
    assert len(set(names)) == len(names)
    assert {f"notebooks/{p.stem}" for p in (BOOK / "chapters").glob("*.md")} <= set(names)
    assert "book/my-progress" not in names


def test_the_links_that_are_asked_are_those_that_the_texts_name():
    found = check_links.links()
    assert "book/references.md" in found["https://arxiv.org/abs/1706.03762"]
    assert not [a for a in found if "localhost" in a or "example.org" in a]


@pytest.mark.parametrize(("status", "fault"), [(200, ""), (403, ""), (404, "status 404")])
def test_a_link_is_broken_when_a_reader_would_find_no_page(status: int, fault: str):
    async def ask() -> str:
        answering = httpx.MockTransport(lambda _: httpx.Response(status))
        async with httpx.AsyncClient(transport=answering) as client:
            return await check_links.fault_of(client, "https://book.example.org/")

    assert asyncio.run(ask()) == fault


def test_a_machine_without_a_network_gets_a_clear_sentence(monkeypatch, capsys):
    async def silent(addresses: list[str]) -> dict[str, str]:
        return dict.fromkeys(addresses, "no answer (ConnectError)")

    monkeypatch.setattr(check_links, "faults_of", silent)
    assert check_links.main() == 2
    assert "seems to be offline" in capsys.readouterr().out
