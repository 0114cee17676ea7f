"""Chromium for tests: one for all files that follow each other with it in a process.

It ends before a file without it: Playwright's loop of events is that of its thread, in
which no other can run then.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from browser import MISSING, find_browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # WebAssembly is made fast where it runs long, as a model does, and nowhere else.
    "--js-flags=--wasm-tiering-budget=1300000000",
]


@cache
def _started() -> tuple[Any, Any]:
    """Playwright and its Chromium; a test is skipped where there is none."""
    path = find_browser()
    if path is None:
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    playwright = sync_playwright().start()
    return playwright, playwright.chromium.launch(executable_path=path, args=FLAGS)


def _end() -> None:
    if _started.cache_info().currsize:
        playwright, chromium = _started()
        chromium.close()
        playwright.stop()
        _started.cache_clear()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; what a file's tests have left open in it is closed at the file's end."""
    _, chromium = _started()
    if not chromium.is_connected():  # it died under an earlier file
        _end()
        _, chromium = _started()
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Any:
    """End Chromium once the next file needs none."""
    done = yield
    if nextitem is None or (
        nextitem.path != item.path
        and "browser" not in getattr(nextitem, "fixturenames", ())
    ):
        _end()
    return done
