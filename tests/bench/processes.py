"""Who is who among a command's processes, and how much memory each took."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

INTERVAL = 0.05  # seconds; the kernel keeps each peak, so none is missed
COORDINATOR, WORKER = "coordinator", "worker"
WARM, STUDENT = "warm process", "student's process"


class PeakMemory:
    """Sample the peak resident size of a command and its descendants."""

    def __init__(self, pid: int, wanted: bool) -> None:
        self.peaks: dict[str, int] = {}
        self._pid, self._done = pid, threading.Event()
        can = wanted and Path("/proc/self/status").exists()
        self._thread = threading.Thread(target=self._sample) if can else None

    def __enter__(self) -> PeakMemory:
        if self._thread:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self._thread:
            self._thread.join()

    def _sample(self) -> None:
        while not self._done.wait(INTERVAL):
            for pid, role in roles(self._pid).items():
                peak = _peak(pid)
                self.peaks[role] = max(self.peaks.get(role, 0), peak)


def roles(root: int) -> dict[int, str]:
    """What each descendant of the process ``root`` is to the grader."""
    parents = _parents()
    found = {root: COORDINATOR}
    pending = [root]
    while pending:
        parent = pending.pop()
        for pid in (p for p, its in parents.items() if its == parent):
            pending.append(pid)
            role = _role(pid, found.get(parent, ""))
            if role:
                found[pid] = role
    return found


def descendants(root: int, word: str) -> set[int]:
    """The processes below ``root`` whose command holds ``word``, and all below those."""
    parents = _parents()

    def line(pid: int) -> Iterator[int]:
        while pid and pid != root:
            yield pid
            pid = parents.get(pid, 0)

    named = {pid for pid in parents if word in _command(pid)}
    return {pid for pid in parents if not named.isdisjoint(line(pid))}


def _role(pid: int, parent_role: str) -> str:
    words = _command(pid)
    if "bwrap" in words.partition(" ")[0]:
        return ""
    if "autograder.sandbox.warm" in words:
        return STUDENT if parent_role in (WARM, STUDENT) else WARM
    if "spawn_main" in words:
        return WORKER
    return ""


def _parents() -> dict[int, int]:
    """Every process and its parent."""
    found = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                # The name in brackets may hold anything, brackets too.
                after = (place / "stat").read_text().rpartition(")")[2]
                found[int(place.name)] = int(after.split()[1])
    return found


def _command(pid: int) -> str:
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return raw.decode(errors="replace").replace("\0", " ")


def _peak(pid: int) -> int:
    """The largest resident size so far, in bytes."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0
