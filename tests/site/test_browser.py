"""The built site in a real browser: every page, wide and narrow, light and dark.

Skipped where there is no Chromium; ``CHROMIUM`` names one in an odd place.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
SUB_PATH = "some/course"  # GitHub Pages, too, serves a project below its host's root
LARGEST_PHONE_HEADING = 34  # pixels

# What each page is asked, in the page: a list of sentences, empty when all is well.
FAULTS = """
() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    faults.push(`scrolls sideways: ${page.scrollWidth} > ${page.clientWidth}`);
  for (const image of document.querySelectorAll("article img")) {
    const alt = image.getAttribute("alt") ?? "";
    if (!alt.trim() || /\\.(png|svg|jpe?g)$/.test(alt))
      faults.push(`image without alt text: ${image.getAttribute("src")}`);
  }
  for (const image of document.querySelectorAll("img:not([alt])"))
    faults.push(`image without alt: ${image.getAttribute("src")}`);
  for (const svg of document.querySelectorAll("article .book-figure svg"))
    if (svg.getAttribute("role") !== "img" || !svg.getAttribute("aria-label"))
      faults.push("figure without aria-label");
  for (const formula of document.querySelectorAll("article .math"))
    if (!formula.querySelector("mjx-container"))
      faults.push(`formula not set: ${formula.textContent.slice(0, 40)}`);
  if (document.querySelector("mjx-merror")) faults.push("a formula has an error");
  const headings = document.querySelectorAll("article h1").length;
  if (headings !== 1) faults.push(`${headings} headings of level 1`);
  return faults;
}
"""
# Light panels on a dark page, from the colour behind every output.
GLARE = """
() => {
  const lightness = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const [r, g, b, a = 1] = getComputedStyle(e).backgroundColor
        .match(/[\\d.]+/g).map(Number);
      if (a > 0.5) return (0.21 * r + 0.72 * g + 0.07 * b) / 255;
    }
    return 1;
  };
  const parts = document.querySelectorAll("article, summary, .check-card, .cell pre");
  return [...parts].filter((e) => lightness(e) > 0.25).map((e) => e.className || e.tagName);
}
"""


def find_browser() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or (MAC if Path(MAC).exists() else None)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site under a sub-path of a plain file server."""
    folder = tmp_path_factory.mktemp("server")
    place = folder / SUB_PATH
    place.parent.mkdir(parents=True)
    place.symlink_to(site, target_is_directory=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}"
    server.shutdown()


@pytest.fixture(scope="module")
def browser():
    path = find_browser()
    if path is None:
        pytest.skip(
            "No Chromium here. To run the browser tests: sudo apt-get install chromium "
            "(or name one: CHROMIUM=/path/to/chromium make test)"
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


class Watched:
    """A page that notes whatever should not happen on it."""

    def __init__(self, browser, width: int, scheme: str, address: str) -> None:
        self.address = address
        self.faults: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme
        )
        self.page = self.context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("response", self._answered)
        self.context.route("**/*", self._asked)

    def _heard(self, message) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def _answered(self, response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def _asked(self, route) -> None:
        if route.request.url.startswith((self.address, "data:", "blob:")):
            route.continue_()
        else:
            self.faults.append(f"asks another machine: {route.request.url}")
            route.abort()

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}/{path}", wait_until="load")
        self.page.evaluate("() => window.MathJax?.startup?.promise")

    def take_faults(self) -> list[str]:
        taken, self.faults = self.faults, []
        return taken


@pytest.fixture
def watched(browser, address):
    """Open watched pages, and close them at the end."""
    opened: list[Watched] = []

    def start(width: int = 1280, scheme: str = "light") -> Watched:
        opened.append(Watched(browser, width, scheme, address))
        return opened[-1]

    yield start
    for page in opened:
        page.context.close()


def pages_of(site: Path) -> list[str]:
    found = [p.relative_to(site).as_posix() for p in site.rglob("*.html")]
    # index.html only leads on; a test of its own opens it.
    return sorted(p for p in found if not p.startswith("_") and p != "index.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_every_page_opens_well(watched, site: Path, width: int, scheme: str):
    view = watched(width, scheme)
    wrong = []
    for path in pages_of(site):
        view.open(path)
        faults = view.take_faults()
        if path not in ("genindex.html", "search.html"):
            faults += view.page.evaluate(FAULTS)
        if scheme == "dark":
            faults += [f"light panel in dark mode: {e}" for e in view.page.evaluate(GLARE)]
        wrong += [f"{path}: {fault}" for fault in faults]
    assert not wrong, "\n".join(wrong)


def test_headings_fit_a_phone(watched):
    view = watched(width=390)
    view.open("notebooks/02-by-hand.html")
    size = view.page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('article h1')).fontSize)"
    )
    assert size <= LARGEST_PHONE_HEADING


def test_the_first_page_leads_to_the_book(watched):
    view = watched()
    view.page.goto(view.address + "/")
    view.page.wait_for_url("**/book/index.html")
    article = view.page.get_by_role("article")
    article.get_by_role("link", name="Attention by hand").first.click()
    assert view.page.locator("article h1").inner_text().startswith("Attention by hand")
    assert not view.take_faults()


def test_search_finds_the_chapters(watched):
    view = watched()
    view.open("search.html?q=softmax")
    first = view.page.locator("#search-results li a").first
    first.wait_for(timeout=10_000)
    links = view.page.locator("#search-results li a").all_inner_texts()
    assert any("NumPy" in text for text in links)
    assert not view.take_faults()


def test_a_hint_opens_with_the_keyboard(watched):
    view = watched()
    view.open("notebooks/02-by-hand.html")
    hint = view.page.locator("article details:not(.hide)").first
    hint.locator("summary").focus()
    view.page.keyboard.press("Enter")
    assert hint.evaluate("details => details.open")


def test_reads_without_javascript(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/notebooks/03-numpy.html")
    assert "Attention in NumPy" in page.locator("article h1").inner_text()
    assert page.locator(".cell_input").count() > 20
    context.close()


def test_a_page_shows_its_reader_no_build_paths(site: Path, root: Path):
    for path in pages_of(site):
        assert str(root) not in (site / path).read_text(encoding="utf-8"), path
