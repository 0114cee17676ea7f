"""What the tests share: the toy key and one warm process for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from autograder.key import Key, load_key
from autograder.sandbox.pool import WarmProcess

# The same examples every time: a failure is one that everybody sees.
settings.register_profile("suite", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def toy() -> Key:
    """The answer key of another course."""
    return load_key("toy_key")


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmProcess]:
    """A process that children are forked from; every test leaves it usable."""
    process = WarmProcess()
    yield process
    process.close()
