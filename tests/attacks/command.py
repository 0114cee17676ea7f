"""The command run over what attacks it, with bounded memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
RUN = "from autograder.cli import main; main()"


def command(*arguments: object, memory_mib: int = 6_000) -> tuple[int, str]:
    """Run ``autograder`` as a person would, with bounded memory."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory_mib << 20,) * 2)

    done = subprocess.run(
        [sys.executable, "-c", RUN, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}"},
        capture_output=True,
        preexec_fn=bounded,
        timeout=600,
    )
    return done.returncode, (done.stdout + done.stderr).decode(errors="surrogateescape")
