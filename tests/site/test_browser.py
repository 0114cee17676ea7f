"""The built site in a real browser: every page, wide and narrow, light and dark.

Skipped where there is no Chromium; ``CHROMIUM`` names one in an odd place.
"""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from quickly import quickly

from attention_site.elements import NAMES
from autograder.exercise.key import load_key
from tests.site.reader import serving
from tests.site.view import LIGHTEN, SWATCHES, View, pages_of

pytestmark = pytest.mark.browser

LARGEST_PHONE_HEADING = 34  # pixels
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 900}
FIRST_PAGE = 300_000  # bytes, compressed
HEAVIEST = 1_400_000  # bytes that a page loads before its reader acts; compressed, a third
COMPRESSED = (".woff", ".woff2", ".png", ".jpg")
SCROLLING = "scrollable-region-focusable"
BY_LOOK = (  # axe-core's rules whose answer depends on colours or on width
    "color-contrast",
    "link-in-text-block",
    SCROLLING,
    "target-size",
    "label-content-name-mismatch",
)
SOME = (  # a page of each sort; the slow tests open every one
    "book/index.html",
    "book/my-progress.html",
    "notebooks/03-numpy.html",
    "book/things-to-touch.html",
    "notebooks/14-real-model.html",
)
CODE_PAGE = "notebooks/03-numpy.html"
SMALL_PAGE = "book/cite.html"

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
    if (!formula.querySelector("math annotation"))
      faults.push(`formula not set: ${formula.textContent.slice(0, 40)}`);
  const loaded = ["navigation", "resource"].flatMap((kind) =>
    performance.getEntriesByType(kind));
  const bytes = loaded.reduce((sum, entry) => sum + entry.decodedBodySize, 0);
  if (bytes > HEAVIEST) faults.push(`loads ${bytes} bytes`);
  const headings = document.querySelectorAll("article h1");
  if (headings.length !== 1) faults.push(`${headings.length} headings of level 1`);
  const size = parseFloat(getComputedStyle(headings[0]).fontSize);
  if (innerWidth < 500 && size > LARGEST) faults.push(`a heading of ${size} pixels`);
  return faults;
}
""".replace("HEAVIEST", str(HEAVIEST)).replace("LARGEST", str(LARGEST_PHONE_HEADING))
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
# In how many pauses of the browser a page prepares 20 elements; each takes milliseconds.
PAUSES = """
async ([module, milliseconds]) => {
  const { inTurn } = await import(module);
  const { requestIdleCallback } = window;
  let pauses = 0;
  window.requestIdleCallback = (call) => requestIdleCallback(() => (pauses++, call()));
  const elements = Array.from({ length: 20 }, () => document.createElement("i"));
  let left = elements.length;
  await new Promise((done) => inTurn(elements, () => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    if (!--left) done();
  }));
  return pauses;
}
"""


@pytest.fixture
def watched(browser, address) -> Iterator:
    """Open watched pages, and close them at the end."""
    opened: list[View] = []

    def start(width: int = 1280, scheme: str = "light") -> View:
        opened.append(View(browser, address, width, scheme))
        return opened[-1]

    yield start
    for view in opened:
        view.context.close()


# axe-core asks everything once, and again what colours and width can change.
@pytest.mark.parametrize("path", quickly(SOME, SOME[1:3]))
def test_a_page_of_each_sort_is_well_at_a_desk_and_on_a_phone(watched, path: str):
    view = watched()
    view.open(path)
    faults = view.page.evaluate(FAULTS)
    view.page.set_viewport_size(PHONE)
    faults += view.page.evaluate(FAULTS)
    view.page.set_viewport_size(DESK)
    view.page.evaluate(LIGHTEN)
    faults += view.grave_faults()
    view.turn("dark")
    view.page.set_viewport_size(PHONE)
    # Code is no longer cut into lines that wrap: test_seen asks what scrolls.
    rules = [rule for rule in BY_LOOK if rule != SCROLLING]
    faults += view.grave_faults(rules) + view.page.evaluate(GLARE)
    assert faults + view.take_faults() == []


# Loaded light and wide, loaded dark and narrow; each is then turned to the other.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "scheme", "turned", "rules"),
    [(1280, "light", "dark", ()), (390, "dark", "light", BY_LOOK)],
    ids=["wide", "narrow"],
)
def test_every_page_opens_well(
    watched, site: Path, width: int, scheme: str, turned: str, rules: tuple[str, ...]
):
    view = watched(width, scheme)
    wrong = []
    for path in pages_of(site):
        view.open(path)
        faults = []
        if path not in ("genindex.html", "search.html"):
            faults += view.page.evaluate(FAULTS)
        view.page.evaluate(LIGHTEN)
        faults += view.grave_faults(rules) + _glare(view, scheme)
        view.turn(turned)
        faults += _glare(view, turned) + view.take_faults()
        view.page.emulate_media(color_scheme=scheme)
        wrong += [f"{path}: {fault}" for fault in faults]
    assert not wrong, "\n".join(wrong)


def _glare(view: View, scheme: str) -> list[str]:
    if scheme == "light":
        return []
    return [f"light panel in dark mode: {e}" for e in view.page.evaluate(GLARE)]


def test_the_colours_of_code_are_legible(watched):
    view = watched()
    view.open(CODE_PAGE)
    assert view.page.evaluate(SWATCHES) > 10
    for scheme in ("light", "dark"):
        view.turn(scheme)
        assert view.grave_faults(["color-contrast"]) == []


@pytest.mark.parametrize(("milliseconds", "least", "most"), [(0, 1, 5), (20, 20, 20)])
def test_what_a_page_prepares_costs_no_drawing_for_each_and_keeps_no_reader_waiting(
    watched, milliseconds: int, least: int, most: int
):
    view = watched()
    view.open(SMALL_PAGE)
    module = f"{view.address}/_static/look/in_turn.js"
    assert least <= view.page.evaluate(PAUSES, [module, milliseconds]) <= most


def test_the_first_page_leads_to_the_book(watched):
    view = watched()
    view.page.goto(view.address + "/")
    view.page.wait_for_url("**/book/index.html")
    article = view.page.get_by_role("article")
    article.get_by_role("link", name="Attention by hand").first.click()
    view.wait_for("article h1:text('Attention by hand')")
    assert not view.take_faults()


def test_search_finds_the_chapters(watched):
    view = watched()
    view.open("search.html?q=softmax")
    first = view.page.locator("#search-results li a").first
    first.wait_for(timeout=120_000)
    links = view.page.locator("#search-results li a").all_inner_texts()
    assert any("NumPy" in text for text in links)
    assert not view.take_faults()


def test_search_finds_a_formula_by_what_one_calls_it(watched, site: Path):
    view = watched()
    view.open("search.html?q=divide+by+sqrt")
    links = view.page.locator("#search-results li a")
    links.first.wait_for()
    found = links.all_inner_texts()
    assert any(text.startswith("Scaling and scores: ") for text in found)
    assert all(re.search("root|√|sqrt", text) for text in found[:5])
    passages = json.loads((site / "_static" / "passages.json").read_text(encoding="utf-8"))
    texts = [text for page in passages for _, _, text, *_ in page["passages"]]
    assert sum("√" in text for text in texts) > 5
    assert not [text for text in texts if "sqrtd" in text]


def test_search_answers_while_a_reader_types_and_forgives_a_mistake(watched):
    view = watched()
    fetched: list[str] = []
    view.page.on("request", lambda request: fetched.append(request.url))
    view.open("book/changelog.html")
    assert not [url for url in fetched if "passages" in url or "minisearch" in url]
    view.page.keyboard.press("Control+k")
    view.page.keyboard.type("sofmax overflo")
    answer = view.page.locator("dialog .search-answers li a").first
    answer.locator("mark", has_text="overflow").first.wait_for()
    assert len(answer.locator(".search-sentence").inner_text()) > 40
    view.page.keyboard.press("ArrowDown")
    view.page.keyboard.press("Enter")
    view.page.wait_for_url(lambda url: "changelog" not in url)
    assert not view.take_faults()


def test_reads_without_javascript(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{CODE_PAGE}")
    assert "Attention in NumPy" in page.locator("article h1").inner_text()
    assert page.locator(".cell_input").count() > 20
    # A choice: its options and its cells.
    options = page.locator("#options-numpy-predict-shift")
    assert options.inner_text().startswith("(a) they all grow")
    assert page.locator(".quiz-stub-numpy-predict-shift").is_visible()
    # An exercise: its stub, and where else it can be done.
    section = page.locator('[data-exercise="numpy.softmax"]')
    assert "raise NotImplementedError" in section.locator(".exercise-stub").inner_text()
    assert section.get_by_role("link", name="download the notebook").is_visible()
    page.goto(f"{address}/book/my-progress.html")
    links = page.locator("#exercise-progress a")
    assert links.count() == len(load_key().chapters)
    assert links.nth(2).get_attribute("href") == f"../{CODE_PAGE}"
    page.goto(f"{address}/book/index.html")
    assert page.locator("model-heads figure svg").is_visible()
    page.goto(f"{address}/book/things-to-touch.html")
    for element in page.locator(", ".join(NAMES)).all():
        assert "needs JavaScript" in element.inner_text()
    context.close()


def test_a_page_shows_its_reader_no_build_paths(site: Path, root: Path):
    for path in pages_of(site):
        assert str(root) not in (site / path).read_text(encoding="utf-8"), path


def test_works_from_a_plain_server_at_its_root(browser, site: Path):
    with serving(site) as root:
        view = View(browser, root, 1280, "light")
        view.page.goto(view.address + "/")
        view.page.wait_for_url("**/book/index.html")
        assert not view.take_faults()
        view.context.close()


def test_the_first_page_is_light(watched, record_property):
    view = watched()
    sizes: dict[str, int] = {}
    view.page.on("response", lambda answer: sizes.update({answer.url: _weight(answer)}))
    view.page.goto(f"{view.address}/book/index.html", wait_until="networkidle")
    paint = view.page.evaluate(
        "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    )
    heaviest = sorted(((n, url.rpartition("/")[2]) for url, n in sizes.items()))[-5:]
    total = sum(sizes.values())
    print(f"first page: {total / 1000:.0f} kB compressed, text after {paint:.0f} ms")
    record_property("first_page_bytes", total)
    record_property("text_visible_ms", paint)
    assert total < FIRST_PAGE, heaviest


def _weight(answer) -> int:
    """What a server that compresses would send."""
    body = answer.body()
    packed = answer.url.partition("?")[0].endswith(COMPRESSED)
    return len(body if packed else gzip.compress(body))
