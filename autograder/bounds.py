"""Bounds of time and memory on a block of our own code."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator


class TooLong(BaseException):
    """Raised by the alarm; not an Exception, so ``except Exception`` misses it."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupt the block after ``seconds`` where the platform has alarms."""
    can = hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM")
    if not can or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def memory_limit(mib: int) -> Iterator[None]:
    """Let the block take ``mib`` more than is in use; then ``MemoryError`` is raised.

    Only where the system says how much is in use, which Linux does.
    """
    try:
        import resource

        with open("/proc/self/statm") as statm:
            used = int(statm.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = used + (mib << 20)
    if before != resource.RLIM_INFINITY:
        wanted = min(wanted, before)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
