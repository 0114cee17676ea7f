"""Measure a whole command: the processor time of every process it starts.

What a process used is known to the process that waits for it.  A command may
leave children behind that nobody waits for (bubblewrap's are such), so this
process adopts them (``PR_SET_CHILD_SUBREAPER``, Linux) and waits for all.
"""

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUBREAPER = 36
LINGER_SECONDS = 60.0
# One thread for each process: what is compared is work, not cores.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
}


class CommandFailed(RuntimeError):
    """A measured command did not do its work; the text ends with what it said."""


@dataclass(frozen=True)
class Cost:
    """What a command and all its descendants used; times in seconds.

    ``peak`` is the command's own largest resident size in bytes, without its children.
    """

    user: float
    system: float
    wall: float
    peak: int

    @property
    def cpu(self) -> float:
        """User and system time together."""
        return self.user + self.system


def adopt_orphans() -> bool:
    """Become the one who waits for orphans; whether this system can."""
    if sys.platform != "linux":
        return False
    return ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0) == 0


def measure(command: Sequence[str | Path], *, cwd: Path = ROOT) -> Cost:
    """Run ``command`` to its end, and to the end of all it started.

    Raises ``CommandFailed`` when its exit status is not 0, or something of it stays.
    """
    adopt_orphans()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen(
            list(map(str, command)),
            cwd=cwd,
            env={**os.environ, **ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        _, status, own = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        _wait_for_all()
        if process.returncode:
            said.seek(0)
            words = said.read().decode(errors="replace").strip()[-2_000:]
            raise CommandFailed(f"{command[0]} ended with {process.returncode}: {words}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(
        after.ru_utime - before.ru_utime,
        after.ru_stime - before.ru_stime,
        wall,
        _bytes(own.ru_maxrss),
    )


def _wait_for_all() -> None:
    """Collect every process that was left behind."""
    deadline = time.monotonic() + LINGER_SECONDS
    while time.monotonic() < deadline:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            time.sleep(0.01)
    raise CommandFailed("A measured command left a process behind that does not end.")


def _bytes(maxrss: int) -> int:
    return maxrss if sys.platform == "darwin" else maxrss * 1024
