"""What a phone shows: letters that can be read, and words in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.reader import Reader

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = [f"notebooks/{path.stem}" for path in (ROOT / "notebooks").glob("*.ipynb")]
OTHERS = [f"book/{path.stem}" for path in (ROOT / "book").glob("*.md")]
PAGES = sorted(CHAPTERS + OTHERS)
SMALLEST = 11  # pixels
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


@pytest.fixture(scope="module")
def reader(browser, address) -> Iterator[Reader]:
    phone: dict[str, Any] = {"width": 390, "height": 844}
    opened = Reader(browser, address, viewport=phone, is_mobile=True, has_touch=True)
    yield opened
    opened.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_read_without_a_glass(reader: Reader, page: str):
    reader.open(f"{page}.html")
    small = [found for found in reader.page.evaluate(LETTERS) if found[0] < SMALLEST]
    assert not small
    assert reader.page.evaluate(BROKEN) == []
    assert reader.page.evaluate("document.documentElement.scrollWidth") == 390
    said = reader.page.locator("article").inner_text()
    assert "press Tab" not in said
    assert "with Tab" not in said
