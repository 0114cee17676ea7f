"""The first page: what its first screen says, and that it keeps still."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser
pytest_plugins = ["elements_driving"]

FRONT = "book/index.html"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_screen_says_what_this_is_and_where_to_begin_then_comes_the_model(
    touch, width: int
):
    one = touch("model-heads", FRONT, width)
    one.page.evaluate("scrollTo(0, 0)")
    pitch = one.page.locator("article h1 + p")
    assert pitch.inner_text().startswith("A free course on attention")
    begin = one.page.get_by_role("link", name="Begin with chapter 01")
    words = one.root.locator(".heads-word").first
    places = [each.bounding_box()["y"] for each in (pitch, begin, one.root, words)]
    assert places == sorted(places)
    assert places[1] < 400  # of the 844 that a phone shows
    assert places[2] < 500


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_first_page_keeps_its_place_while_it_loads(browser, address, width: int):
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.add_init_script(SHIFTS)
    page.goto(f"{address}/{FRONT}", wait_until="load")
    page.locator(".heads-strong").first.wait_for(state="attached")
    page.evaluate(
        "() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))"
    )
    assert page.evaluate("window.shifted") < 0.02
    page.close()


def test_on_a_phone_the_sentence_stays_in_sight_over_the_lowest_word(touch):
    one = touch("model-heads", FRONT, 390)
    one.root.locator(".heads-word").last.scroll_into_view_if_needed()
    one.root.locator(".heads-word", has_text="tired").tap()
    sentence = one.root.locator(".touch-sentence")
    assert "“tired” gives" in sentence.inner_text()
    assert 0 <= sentence.bounding_box()["y"] < one.page.viewport_size["height"] - 60
    assert sentence.evaluate(
        """(p) => { const { left, top } = p.getBoundingClientRect();
          return document.elementFromPoint(left + 40, top + 8) === p; }"""
    )
