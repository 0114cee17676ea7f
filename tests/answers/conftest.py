"""One warm process a library for the whole corpus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import WarmProcesses, hidden_folders


@pytest.fixture(scope="session")
def course_processes(tier: Tier) -> Iterator[WarmProcesses]:
    """Processes that may not read the course's key."""
    processes = WarmProcesses(tier, hidden_folders("solutions"))
    yield processes
    processes.close()
