"""The book's frame by keyboard alone: what is pressed or closed leaves a place to go on."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.site.reader import PREPARED

pytestmark = pytest.mark.browser

PAGE = "book/index.html"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 800}
FARTHEST = 60  # presses of Tab to anything around the page


@pytest.fixture(scope="module")
def page_at(browser, address) -> Callable[[dict[str, int]], Any]:
    """The first page, opened once for each size; the keyboard begins at its top."""
    opened: dict[int, Any] = {}

    def start(viewport: dict[str, int]) -> Any:
        width = viewport["width"]
        if width not in opened:
            opened[width] = browser.new_page(viewport=viewport, service_workers="block")
            opened[width].goto(f"{address}/{PAGE}")
            opened[width].locator(PREPARED).wait_for(state="attached")
        opened[width].mouse.click(1, 1)
        return opened[width]

    return start


def tab_to(page, selector: str, key: str = "Tab") -> None:
    for _ in range(FARTHEST):
        page.keyboard.press(key)
        if is_at(page, selector):
            return
    raise AssertionError(f"{key} does not reach {selector}")


def is_at(page, selector: str) -> bool:
    """Whether the focus is there, and shown."""
    return page.evaluate(
        "(one) => document.activeElement.matches(`:is(${one}):focus-visible`)", selector
    )


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "narrow"])
def test_who_changes_the_colours_keeps_the_place(page_at, viewport):
    page = page_at(viewport)
    tab_to(page, ".theme-switch-button")
    modes = set()
    for key in ("Enter", "Space", "Enter"):
        page.keyboard.press(key)
        modes.add(page.evaluate("document.documentElement.dataset.mode"))
        assert is_at(page, ".theme-switch-button")
    assert modes == {"auto", "dark", "light"}


def test_a_closed_menu_gives_the_focus_back(page_at):
    page = page_at(PHONE)
    tab_to(page, ".primary-toggle")
    page.keyboard.press("Enter")
    tab_to(page, "dialog[open] a.chapter-link")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog[open]')")
    assert is_at(page, ".primary-toggle")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "narrow"])
def test_escape_closes_the_search_from_an_answer(page_at, viewport):
    page = page_at(viewport)
    tab_to(page, ".search-button__button")
    page.keyboard.press("Enter")
    page.keyboard.type("softmax")
    page.locator(".search-answers li a").first.wait_for()
    tab_to(page, ".search-answers li a")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog[open]')")
    assert is_at(page, ".search-button__button")
