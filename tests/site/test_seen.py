"""What stands on a page is seen, on a phone and at a desk, in light and dark."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from quickly import quickly

from tests.site.reader import Reader
from tests.site.view import turn

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = [f"notebooks/{path.stem}" for path in (ROOT / "notebooks").glob("*.ipynb")]
OTHERS = [f"book/{path.stem}" for path in (ROOT / "book").glob("*.md")]
QUICK = (
    "book/index",
    "book/benchmarks",
    "notebooks/02-by-hand",
)
PAGES = quickly(sorted(CHAPTERS + OTHERS), QUICK)
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
SMALLEST = 11  # pixels
LEAST_CONTRAST = 4.5
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => fold.open = true)"
# By then the page's scripts have heard of new sizes.
DRAWN_TWICE = """
() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
# The smallest letters of each figure on the page, with a word that is set in them.
LETTERS = """
() => [...document.querySelectorAll("figure.book-figure svg")].map((figure) => {
  const sizes = [...figure.querySelectorAll("text")]
    .filter((text) => text.textContent.trim() && text.getScreenCTM())
    .map((text) => {
      const { a, b } = text.getScreenCTM();
      return [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b),
              text.textContent.trim()];
    });
  return sizes.sort(([one], [other]) => one - other)[0] ?? [99, ""];
})
"""
# Words of tables that begin on one line and end on another.
BROKEN = """
() => [...document.querySelectorAll("article table.table :is(td, th)")].flatMap((cell) => {
  const found = [];
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.data.matchAll(/\\w+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const rows = [...range.getClientRects()].filter(({ width }) => width > 1);
      const last = rows.at(-1);
      if (last && last.top > rows[0].top + rows[0].height / 2) found.push(word);
    }
  return found;
})
"""
# Boxes with more than they show: what is in them, whether the keyboard reaches them,
# whether they fade where they go on.  A figure's fill the page, and its edge cuts them.
SCROLLING = """
() => [...document.querySelectorAll("article :is(math, table, pre, figure, .math, div)")]
  .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1
    && /auto|scroll/.test(getComputedStyle(box).overflowX)
    && !box.matches(".cm-scroller, [role=dialog] *"))
  .map((box) => ({
    kind: box.localName,
    said: box.textContent.trim().replace(/\\s+/g, " ").slice(0, 60),
    reached: box.tabIndex === 0 || Boolean(box.querySelector("a, button, input")),
    shown: getComputedStyle(box).backgroundImage !== "none" || box.localName === "figure",
  }))
"""
# Words of a figure in the place of other words, or outside of it; a slanted word's box
# says little, nor does a single sign, which is a mark.
DISPLACED = """
() => [...document.querySelectorAll("article figure.book-figure svg")].flatMap((figure) => {
  if (!figure.checkVisibility()) return [];
  const found = [];
  const { top, bottom, ...frame } = figure.getBoundingClientRect().toJSON();
  for (let e = figure.parentElement; e; e = e.parentElement)
    if (/hidden|clip/.test(getComputedStyle(e).overflowX)) {  // what it cuts is not seen
      const { left, right } = e.getBoundingClientRect();
      frame.left = Math.max(frame.left, left);
      frame.right = Math.min(frame.right, right);
    }
  const slanted = (text) => {
    const { a, b } = text.getScreenCTM();
    return Math.abs(a * b) > 0.01;
  };
  const words = [...figure.querySelectorAll("text")]
    .filter((text) => !slanted(text))
    .map((text) => ({ said: text.textContent.trim(), box: text.getBoundingClientRect() }))
    .filter(({ said }) => said.length > 1);
  for (const [i, { said, box }] of words.entries()) {
    if (box.left < frame.left - 1 || box.right > frame.right + 1
        || box.top < top - 2 || box.bottom > bottom + 2)
      found.push(`outside: ${said}`);
    for (const other of words.slice(0, i)) {
      const [a, b] = [box, other.box];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 0.3 * Math.min(a.height, b.height))
        found.push(`${other.said} | ${said}`);
    }
  }
  return found;
})
"""
# Words of a figure that are pale on what is drawn under their middle; axe-core asks this
# of HTML alone.
PALE = """
(least) => {
  const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const paint = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], a: a / 255 };
  };
  const over = ({ rgb, a }, under) => rgb.map((x, i) => x * a + under[i] * (1 - a));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((x) =>
      x <= 10.31 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
  };
  const filled = (shape, figure) => {
    const { fill, fillOpacity } = getComputedStyle(shape);
    const made = paint(fill);
    made.a *= parseFloat(fillOpacity);
    for (let e = shape; e && e !== figure; e = e.parentElement)
      made.a *= parseFloat(getComputedStyle(e).opacity);
    return made;
  };
  const paper = paint(getComputedStyle(document.documentElement)
    .getPropertyValue("--paper")).rgb;
  const found = [];
  for (const figure of document.querySelectorAll("article figure.book-figure svg")) {
    if (!figure.checkVisibility()) continue;
    const shapes = [...figure.querySelectorAll("rect, path, circle, polygon, ellipse")]
      .filter((shape) => !shape.closest("defs, clipPath, marker, pattern, mask")
        && !/^(none|url)/.test(getComputedStyle(shape).fill));
    for (const text of figure.querySelectorAll("text")) {
      if (!text.textContent.trim()) continue;
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const middle = new DOMPoint((left + right) / 2, (top + bottom) / 2);
      let ground = paper;
      for (const shape of shapes) {
        const order = text.compareDocumentPosition(shape);
        if (!(order & Node.DOCUMENT_POSITION_PRECEDING)) continue;
        const at = middle.matrixTransform(shape.getScreenCTM().inverse());
        if (shape.isPointInFill(at)) ground = over(filled(shape, figure), ground);
      }
      for (const part of [text, ...text.querySelectorAll("tspan")]) {
        if (![...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
        const ratio = contrast(over(filled(part, figure), ground), ground);
        if (ratio < least) found.push(`${part.textContent.trim()}: ${ratio.toFixed(2)}`);
      }
    }
  }
  return found;
}
"""
# What paper could not give: a title without what is folded under it, a shade that says
# "go on"; and cards that a page's end may cut.
ON_PAPER = """
() => {
  const every = [...document.querySelectorAll("article *")];
  for (const fold of every) if (fold.localName === "details") fold.open = false;
  const seen = every.filter((e) => e.checkVisibility());
  const found = (kind, some) => seen.filter(some)
    .map((e) => `${kind}: ${e.textContent.trim().slice(0, 60)}`);
  const style = (e) => getComputedStyle(e);
  return [
    ...found("shaded", (e) => style(e).backgroundImage.includes("gradient")
      && style(e).backgroundAttachment.includes("local")),
    ...found("folded", (e) => e.matches("details > summary")
      && ![...e.parentElement.children].slice(1).some((held) => held.checkVisibility())),
    ...found("cut", (e) => e.matches(".exercise") && style(e).breakInside !== "avoid"),
  ];
}
"""


@pytest.fixture(scope="module")
def reader(browser, address) -> Iterator[Reader]:
    opened = Reader(browser, address, viewport=PHONE, is_mobile=True, has_touch=True)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def desk(browser, address) -> Iterator[Reader]:
    opened = Reader(browser, address, viewport=DESK)
    yield opened
    opened.close()


@pytest.fixture(scope="module", params=PAGES)
def page(reader: Reader, request: pytest.FixtureRequest) -> Any:
    """A page, opened once for all that is asked of it."""
    reader.page.set_viewport_size(PHONE)
    reader.open(f"{request.param}.html")
    reader.page.wait_for_load_state("load")
    open_folds(reader.page)
    return reader.page


def open_folds(page: Any) -> None:
    """With its letters, and every fold open."""
    page.evaluate("() => document.fonts.ready.then(() => {})")
    page.evaluate(OPEN_ALL)
    page.evaluate(DRAWN_TWICE)


def test_on_a_phone_it_is_read_without_a_glass(page):
    small = [found for found in page.evaluate(LETTERS) if found[0] < SMALLEST]
    assert not small
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(SIDEWAYS) == 0
    said = page.locator("article").inner_text()
    assert "press Tab" not in said
    assert "with Tab" not in said


def test_on_a_phone_what_goes_on_sideways_shows_it_and_is_reached(page):
    boxes = page.evaluate(SCROLLING)
    assert [box for box in boxes if not (box["shown"] and box["reached"])] == []


def test_the_words_of_its_figures_stand_apart_and_inside(page):
    assert page.evaluate(DISPLACED) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_words_of_its_figures_are_not_pale(page, scheme: str):
    turn(page, scheme)
    assert page.evaluate(PALE, LEAST_CONTRAST) == []


@pytest.mark.parametrize("name", PAGES)
def test_at_a_desk_only_formulas_go_on_sideways(desk, name: str):
    desk.open(f"{name}.html")
    desk.page.wait_for_load_state("load")
    open_folds(desk.page)
    wide = desk.page.evaluate(SCROLLING)
    assert [box for box in wide if box["kind"] != "div"] == []


def test_on_paper_everything_is_open_and_whole(page):
    page.set_viewport_size(DESK)
    page.emulate_media(media="print")
    found = page.evaluate(ON_PAPER)
    page.emulate_media(media="screen")
    assert found == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ('<text x="5" y="20">one</text><text x="10" y="24">two</text>', "one | two"),
        ('<text x="95" y="20">beyond</text>', "outside: beyond"),
    ],
)
def test_words_that_are_displaced_are_seen(browser, words: str, found: str):
    new = browser.new_page(service_workers="block")
    new.set_content(drawn(words))
    assert new.evaluate(DISPLACED) == [found]
    new.close()


def test_words_that_a_fold_cuts_are_seen(browser):
    style = "<style>article { overflow: hidden } figure { margin-inline: -20px }</style>"
    new = browser.new_page(service_workers="block")
    new.set_content(style + drawn('<text x="2" y="20">cut</text>'))
    assert new.evaluate(DISPLACED) == ["outside: cut"]
    new.close()


def test_pale_words_are_seen(browser):
    ground = '<rect width="100" height="40" fill="#888"/>'
    words = (
        f'{ground}<text x="5" y="20" fill="#666">pale</text><text x="5" y="35">well</text>'
    )
    new = browser.new_page(service_workers="block")
    new.set_content(drawn(ground + words))
    assert [said.partition(":")[0] for said in new.evaluate(PALE, 4.5)] == ["pale"]
    new.close()


def drawn(inside: str) -> str:
    """A page with one figure."""
    svg = f'<svg width="100" height="40" viewBox="0 0 100 40">{inside}</svg>'
    style = "<style>:root { --paper: #fff }</style>"
    return f'{style}<article><figure class="book-figure">{svg}</figure></article>'
