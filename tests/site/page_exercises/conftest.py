"""A site that has Python for its pages, and readers who use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.desk import with_python
from tests.site.page_exercises.first_page import PAGE, start
from tests.site.reader import Reader


@pytest.fixture(scope="module")
def site(site: Path) -> Path:
    """The built site: NumPy is part of it, so that no other machine is asked."""
    return with_python(site)


@pytest.fixture
def new_reader(browser, address) -> Iterator[Callable[..., Reader]]:
    """Open readers, and find at the end that nothing broke under them."""
    opened: list[Reader] = []

    def begin(path: str = PAGE, **settings: Any) -> Reader:
        opened.append(start(browser, address, path, **settings))
        return opened[-1]

    yield begin
    faults = [fault for each in opened for fault in each.faults]
    for each in opened:
        each.close()
    assert not faults


@pytest.fixture(scope="module")
def reader(browser, address) -> Iterator[Reader]:
    """One whose Python is loaded once, for tests that only use it."""
    started = start(browser, address, PAGE)
    yield started
    started.close()
    assert not started.faults
