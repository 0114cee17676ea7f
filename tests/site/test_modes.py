"""Pages in the reader's own colours, from right to left, and in letters twice as large."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from tests.site.reader import PREPARED, Reader
from tests.site.view import pages_of, turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FRONT, CHAPTER = "book/index.html", "notebooks/03-numpy.html"
VALUES = "notebooks/01-why-attention.html"
FORMULAS = "notebooks/06-scaling-and-scores.html"
WIDTHS = [390, 1280]
SCHEMES = ["light", "dark"]
NOTICEABLE = 60  # of 255, between two colours

LEFT_TO_RIGHT = """
() => [...document.querySelectorAll("pre, code, math, svg, textarea, .touch, .cm-editor")]
  .filter((each) => getComputedStyle(each).direction !== "ltr")
  .map((each) => each.outerHTML.slice(0, 80))
"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What large letters would make stick out of the page, or be cut off in their box.
TOO_LARGE = """
() => {
  const scrolls = (each) => each && each !== document.body &&
    (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
  return [...document.querySelectorAll("article *, .bd-header-article *, .navbar-brand *")]
  .filter((each) => !each.closest("svg, math, pre, .touch-hidden, .visually-hidden"))
  .filter((each) => {
    const { right, width } = each.getBoundingClientRect();
    return width > 1 && right > document.documentElement.clientWidth + 1 && !scrolls(each);
  })
  .map((each) => each.outerHTML.slice(0, 80));
}
"""


def colours(place: Any) -> Image.Image:
    return Image.open(io.BytesIO(place.screenshot())).convert("RGB")


def is_seen(place: Any) -> bool:
    """Whether what is drawn in a place differs from its ground."""
    return any(high - low > NOTICEABLE for low, high in colours(place).getextrema())


def ground(place: Any) -> tuple[int, ...]:
    """The colour of a place over its letters, in the middle."""
    seen = colours(place)
    return seen.getpixel((seen.width // 2, 5))


def differ(one: Any, other: Any) -> bool:
    """Whether two places have other grounds."""
    pairs = zip(ground(one), ground(other), strict=True)
    return any(abs(a - b) > NOTICEABLE for a, b in pairs)


def at_both_widths(reader: Reader) -> Iterator[Any]:
    """A page on a phone, and then at a desk."""
    for width in WIDTHS:
        reader.page.set_viewport_size({"width": width, "height": 900})
        yield reader.page


@pytest.fixture(scope="module")
def forced(browser) -> Any:
    """A page in a system's own colours."""
    return browser.new_page(forced_colors="active", service_workers="block")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_in_forced_colours_everything_is_seen_and_what_is_chosen(forced, address, scheme):
    if not forced.url.endswith(FRONT):
        forced.goto(f"{address}/{FRONT}", wait_until="networkidle")  # its signs are there
    turn(forced, scheme)
    choice = forced.locator("model-heads .touch-choice").first
    choice.wait_for()
    assert differ(
        choice.locator("input:checked + span"), choice.locator("input:not(:checked) + span")
    )
    words = forced.locator("model-heads .heads-word")
    assert differ(
        words.and_(forced.locator("[aria-pressed=true]")),
        words.and_(forced.locator("[aria-pressed=false]")).nth(2),
    )
    for width in WIDTHS:
        forced.set_viewport_size({"width": width, "height": 900})
        turn(forced, scheme)  # nothing is on its way to its place
        buttons = forced.locator(
            ".bd-header-article button:visible, .search-button__button:visible"
        )
        assert buttons.count() >= 2
        assert all(map(is_seen, buttons.all()))
        first = forced.get_by_role("link", name="Begin with attention by hand")
        assert is_seen(first)
        assert differ(first, forced.locator("article h1"))


def test_in_forced_colours_the_tabs_say_which_is_open(forced, address):
    forced.goto(f"{address}/notebooks/08-multi-head.html")
    forced.locator(PREPARED).wait_for(state="attached")  # what grows above moves it
    tabs = forced.locator(".sd-tab-set").first
    tabs.scroll_into_view_if_needed()
    for scheme in SCHEMES:
        forced.emulate_media(color_scheme=scheme)
        assert differ(
            tabs.locator("input:checked + label"),
            tabs.locator("input:not(:checked) + label").first,
        )


@pytest.mark.parametrize("path", [FRONT, CHAPTER, FORMULAS])
def test_from_right_to_left_code_and_outputs_stay_as_they_are(open_reader, path: str):
    for page in at_both_widths(open_reader(path)):
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert page.evaluate(LEFT_TO_RIGHT) == []
        assert page.evaluate(SIDEWAYS) == 0
        page.evaluate("document.documentElement.dir = 'ltr'")


def sticks_out(reader: Reader) -> list[str]:
    """What stands wider than the page in letters twice as large."""
    found = []
    for page in at_both_widths(reader):
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.wait_for_timeout(300)  # until what a script lays out has its places
        found += page.evaluate(TOO_LARGE)
        if wider := page.evaluate(SIDEWAYS):
            found.append(f"{wider} pixels")
    return found


@pytest.mark.parametrize("path", [FRONT, CHAPTER, VALUES])
def test_letters_twice_as_large_fit_their_page(open_reader, path: str):
    assert sticks_out(open_reader(path)) == []


def test_letters_twice_as_large_fit_every_page(profile, site):
    found = {}
    for path in pages_of(site):
        profile.open(path)
        found[path] = sticks_out(profile)
    assert not {path: said for path, said in found.items() if said}
