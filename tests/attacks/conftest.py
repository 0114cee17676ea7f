"""The tiers to attack, each with warm processes that its attacks share."""

import faulthandler
from collections.abc import Iterator

import pytest
from quickly import quickly

from attacks.harness import Ground
from autograder.exercise.key import load_key
from autograder.sandbox import isolation

SECONDS = 600.0  # for one attack and the neighbour after it
REFUSED = """
import errno, os, socket
def f():
    try:
        socket.socket()
    except PermissionError:
        return True
    return False
"""


@pytest.fixture(autouse=True)
def _limited() -> Iterator[None]:
    """A grader that hangs is a finding too: say where, and end."""
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


STRONGEST = next((t.tier for t in isolation.tier_checks() if t.works), isolation.TIERS[0])


@pytest.fixture(scope="module", params=quickly(isolation.TIERS, [STRONGEST]))
def ground(request: pytest.FixtureRequest) -> Iterator[Ground]:
    """A tier that works here and proves, by a harmless probe, that it is on.

    There is no tier "none" here: nothing would stop an attack in it. Those below the
    strongest are attacked in the slow tests.
    """
    trial = next(t for t in isolation.tier_checks() if t.tier == request.param)
    if not trial.works:
        pytest.skip(f"{trial.tier}: {trial.why}")
    made = Ground(trial.tier, load_key("toy_key"))
    try:
        if made.ask(REFUSED).value is not True:
            pytest.exit(f"{trial.tier}: seccomp is not active; no attack was run.")
        yield made
    finally:
        made.warm.close()
