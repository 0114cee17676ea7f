"""Sessions of student processes, for tests of them in several modules."""

import time

import psutil
import pytest

from autograder.sandbox.pool import Limits
from autograder.sandbox.session import Session
from sandbox.asking import HASTY, HONEST, LIMITS, asked


@pytest.fixture
def start(warm):
    """Start students' processes; afterwards they are gone and the next one is well."""
    process = psutil.Process(warm._process.pid)
    before = {child.pid for child in process.children(recursive=True)}
    ours = psutil.Process().num_fds()
    made: list[Session] = []

    def start_one(limits: Limits = LIMITS) -> Session:
        made.append(Session(warm, limits))
        return made[-1]

    yield start_one
    for session in made:
        session.close()
    until = time.monotonic() + 60
    while {c.pid for c in process.children(recursive=True)} - before:
        assert time.monotonic() < until, "a process is left behind"
        time.sleep(0.01)
    assert psutil.Process().num_fds() == ours
    neighbour = Session(warm, LIMITS)
    assert asked(neighbour, HONEST, 1.0).value == 2.0
    neighbour.close()


@pytest.fixture
def session(start):
    """One process with time to spare."""
    return start()


@pytest.fixture
def hasty(start):
    """One process that is given little time."""
    return start(HASTY)
