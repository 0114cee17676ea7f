"""A site that has Python for its pages, and readers who use it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.desk import with_python
from tests.site.page_exercises.first_page import PAGE, start
from tests.site.reader import Reader


@pytest.fixture(scope="module")
def site(site: Path) -> Path:
    """The built site: NumPy is part of it, so that no other machine is asked."""
    return with_python(site)


@pytest.fixture(scope="module")
def reader(browser, address) -> Iterator[Reader]:
    """One whose Python is loaded once, for tests that only use it."""
    started = start(browser, address, PAGE)
    yield started
    started.close()
    assert not started.faults
