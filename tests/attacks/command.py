"""The command run over what attacks it, with bounded memory."""

import os
import resource
from functools import partial
from pathlib import Path

from forked import forked

TESTS = Path(__file__).parents[1]


def command(*arguments: object, memory_mib: int = 6_000) -> tuple[int, str]:
    """Run ``autograder`` as a person would, with bounded memory."""
    own = {"PYTHONPATH": f"{TESTS}:{TESTS.parent}", "PYTHONWARNINGS": "always"}
    env = {**os.environ, **own}
    limits = (resource.RLIMIT_DATA, (memory_mib << 20,) * 2)
    done = forked(arguments, Path.cwd(), env, partial(resource.setrlimit, *limits))
    return done.returncode, done.stdout + done.stderr
