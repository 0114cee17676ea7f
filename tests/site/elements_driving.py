"""Opening the things to touch in Chromium, and driving them by mouse and keyboard.

A plugin of the tests that name it in ``pytest_plugins``.
"""

import re
from typing import Any

import pytest
from elements_reference import PAGE

from tests.site.reader import PREPARED


class Touched:
    """One element on its page."""

    def __init__(self, page, name: str) -> None:
        self.page, self.root = page, page.locator(name)

    def text(self) -> str:
        return self.root.locator(".touch-sentence").inner_text()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def radio(self, legend: str, option: str) -> None:
        """Choose with the mouse."""
        group = self.root.get_by_role("group", name=legend, exact=True)
        group.get_by_role("radio", name=option, exact=True).click()

    def slide(self, label: str, *keys: str) -> None:
        self.root.get_by_role("slider", name=re.compile(rf"^{re.escape(label)}\b")).focus()
        self.press(*keys)

    def cell(self, name: str, row: int, column: int):
        """A number of the eight steps, rows and columns counted from 1."""
        return self.root.locator(f'[data-cell="{name}:{row - 1}:{column - 1}"]')


@pytest.fixture(scope="module")
def pages(browser, address):
    """Pages, opened once for each path and width, and what they complain of."""
    opened: dict[tuple[str, int], Any] = {}
    contexts: dict[int, Any] = {}
    faults: list[str] = []

    def heard(said) -> None:
        if said.type == "error":
            faults.append(said.text)

    def context_of(width: int):
        if width not in contexts:
            contexts[width] = browser.new_context(
                viewport={"width": width, "height": 900},
                has_touch=width < 500,
                service_workers="block",
            )
        return contexts[width]

    def page_at(path: str, width: int):
        if (path, width) not in opened:
            page = context_of(width).new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", heard)
            page.goto(f"{address}/{path}")
            page.locator(PREPARED).wait_for(state="attached")
            page.set_default_timeout(10_000)
            opened[path, width] = page
        return opened[path, width]

    return page_at, faults


@pytest.fixture
def touch(pages):
    """An element as its page brings it; at the end nothing may have gone wrong."""
    page_at, faults = pages

    def start(name: str, path: str = PAGE, width: int = 1280) -> Touched:
        one = Touched(page_at(path, width), name)
        one.root.locator(".touch-sentence").wait_for()
        if name == "attention-heatmap":
            one.root.locator(".touch-token").first.wait_for()  # its model has arrived
        one.root.get_by_role("button", name="Reset").click()
        return one

    yield start
    heard, faults[:] = list(faults), []
    assert not heard
