"""How the pages present themselves to search engines, in messages and on home screens."""

import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from bs4 import BeautifulSoup
from PIL import Image

from attention_site import presentation

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted((ROOT / "book" / "chapters").glob("*.md"))
PAGES = ("book/index", "book/how-to-students", *(f"notebooks/{c.stem}" for c in CHAPTERS))
ADDRESS = "https://book.example.org/a"


def head_of(site: Path, page: str) -> BeautifulSoup:
    text = (site / f"{page}.html").read_text(encoding="utf-8")
    return BeautifulSoup(text.partition("</head>")[0], "html.parser")


def said(head: BeautifulSoup, name: str) -> list[str]:
    found = head.select(f'meta[name="{name}"], meta[property="{name}"]')
    return [meta["content"] for meta in found]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_once_what_it_is_about(site: Path, page: str):
    head = head_of(site, page)
    (description,) = said(head, "description")
    assert 40 <= len(description) <= 200
    assert not description.startswith(("You need", "Chapter "))
    assert said(head, "og:description") == [description]
    assert said(head, "og:title")[0] in head.title.text
    assert said(head, "og:site_name") == ["Attention, Step by Step"]
    assert len(said(head, "viewport")) == 1
    assert not said(head, "og:url")  # nobody knows it yet


def size(picture: Path) -> tuple[int, int]:
    with Image.open(picture) as opened:
        return opened.size


def test_no_two_chapters_say_the_same(site: Path):
    pages = [head_of(site, f"notebooks/{chapter.stem}") for chapter in CHAPTERS]
    assert len({said(head, "description")[0] for head in pages}) == len(CHAPTERS)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapters_card_has_its_figure_and_says_what_it_shows(site: Path, chapter: Path):
    head = head_of(site, f"notebooks/{chapter.stem}")
    (address,) = said(head, "og:image")
    path = site / "notebooks" / address
    assert size(path) == (1200, 630)
    assert path.stat().st_size < 100_000
    assert len(said(head, "og:image:alt")[0]) > 30


def test_the_other_pages_have_the_books_card(site: Path):
    for page in ("book/index", "book/how-to-students"):
        (address,) = said(head_of(site, page), "og:image")
        assert size(site / "book" / address) == (1200, 630)


def test_the_first_address_says_what_the_first_page_says(site: Path):
    root, first = head_of(site, "index"), head_of(site, "book/index")
    for name in ("description", "og:title", "og:description", "og:image:alt"):
        assert said(root, name) == said(first, name) != []
    assert said(root, "og:type") == ["website"]
    assert size(site / said(root, "og:image")[0]) == (1200, 630)
    assert root.select_one("meta[http-equiv=refresh]")


def test_icons_are_there_in_svg_and_in_pixels(site: Path):
    links = head_of(site, "book/index").select('link[rel*="icon"]')
    files = [(site / "book" / link["href"]).resolve() for link in links]
    assert {path.suffix for path in files} == {".svg", ".png"}
    icon = next(path for path in files if path.suffix == ".png")
    assert Image.open(io.BytesIO(icon.read_bytes())).size == (180, 180)


def test_robots_may_read_everything(site: Path):
    assert (site / "robots.txt").read_text() == "User-agent: *\nAllow: /\n"
    assert not (site / "sitemap.xml").exists()


def test_a_page_that_does_not_exist_offers_a_search(site: Path):
    page = BeautifulSoup((site / "404.html").read_text(encoding="utf-8"), "html.parser")
    form = page.select_one("article form[role=search]")
    assert (site / form["action"]).exists()
    assert form.select_one("input[name=q]")


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """What a site with a public address has besides its pages."""
    (tmp_path / "_static").mkdir()
    mark = (ROOT / "book/_static/favicon.svg").read_text()
    (tmp_path / "_static/favicon.svg").write_text(mark)
    lost = '<a href="#top"></a><a href="b.html"></a><img src="https://c.org/d.png">'
    (tmp_path / "404.html").write_text(lost)
    app = SimpleNamespace(
        outdir=tmp_path,
        config=SimpleNamespace(html_baseurl=f"{ADDRESS}/", root_doc="book/index"),
        env=SimpleNamespace(found_docs={"book/index", "notebooks/03-numpy"}),
    )
    presentation.finish(app)
    return tmp_path


def test_a_published_site_has_a_map(published: Path):
    written = (published / "sitemap.xml").read_text()
    assert f"<loc>{ADDRESS}/notebooks/03-numpy.html</loc>" in written
    assert f"Sitemap: {ADDRESS}/sitemap.xml" in (published / "robots.txt").read_text()


def test_a_published_sites_lost_page_works_at_any_depth(published: Path):
    page = BeautifulSoup((published / "404.html").read_text(), "html.parser")
    assert [a["href"] for a in page.find_all("a")] == ["#top", f"{ADDRESS}/b.html"]
    assert page.img["src"] == "https://c.org/d.png"


def test_both_ways_to_cite_say_the_same():
    file = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    page = (ROOT / "book" / "cite.md").read_text(encoding="utf-8")
    bibtex = dict(re.findall(r"^  (\w+) += \{+([^}]*)\}", page, flags=re.M))
    version = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(), re.M)
    book = file["preferred-citation"]
    for each in (file, book):
        assert each["title"] == bibtex["title"]
        assert [author["name"] for author in each["authors"]] == [bibtex["author"]]
        assert each["version"] == bibtex["version"] == version[1]
    assert str(book["year"]) == bibtex["year"]
