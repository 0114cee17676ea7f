"""Bounds of time and memory on a block of our own code."""

import contextlib
import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType

AGAIN = 0.05  # seconds
IMPORTING = "<frozen importlib._bootstrap>"
LIBRARY = os.path.dirname(os.__file__)
CALLED_BACK = {os.path.join(LIBRARY, name) for name in ("weakref.py", "_weakrefset.py")}

SOON = 0.001  # seconds


class TooLong(BaseException):
    """Raised by the alarm; not an Exception, so ``except Exception`` misses it."""


@contextlib.contextmanager
def time_limit(
    seconds: float, *, of_work: bool = False, patience: float = 0.0
) -> Iterator[None]:
    """Interrupt the block, where the platform has alarms.

    ``of_work``: whether to count only the time in which this process works, so that a busy
    machine changes nothing. ``patience``: for how long the block may go on by the clock
    while this process has worked less than ``seconds``: the machine is busy, or the block
    sleeps. Raises ``TooLong`` in the block, when its time is over.
    """
    names = ("SIGPROF", "ITIMER_PROF") if of_work else ("SIGALRM", "ITIMER_REAL")
    if not seconds or not _has_alarms(*names):
        yield
        return
    alarm, timer, set_timer = *(getattr(signal, name) for name in names), signal.setitimer

    def ring(_: int, frame: FrameType | None) -> None:
        unworked = seconds - (time.process_time() - working)
        if _must_go_on(frame):
            set_timer(timer, AGAIN)
        elif unworked > 0 and clock() - started < patience:
            set_timer(timer, max(unworked, AGAIN))
        else:
            if any(each.f_code.co_name == "__del__" for each in _callers(frame)):
                set_timer(timer, AGAIN)  # what is raised there nobody hears
            raise TooLong

    clock = time.process_time if of_work else time.monotonic
    before, started = signal.signal(alarm, ring), clock()
    working = time.process_time()
    left, _ = set_timer(timer, seconds)
    if left and left < seconds:  # a bound around this one, which comes first
        set_timer(timer, left)
    try:
        yield
    finally:
        set_timer(timer, 0)
        signal.signal(alarm, before)
        if left:
            set_timer(timer, max(left - (clock() - started), SOON))


def _has_alarms(*names: str) -> bool:
    """Whether the platform has these names of ``signal``, and this thread may use them."""
    in_main = threading.current_thread() is threading.main_thread()
    return in_main and all(hasattr(signal, name) for name in (*names, "setitimer"))


def _must_go_on(frame: FrameType | None) -> bool:
    """Whether a module would stay cut off for good, or nobody would hear of the end."""
    if frame is not None and frame.f_code.co_filename in CALLED_BACK:
        return True  # perhaps as something ends, and what is raised then is lost
    heard_by_nobody = {getattr(each, "__code__", None) for each in gc.callbacks}
    for code in (each.f_code for each in _callers(frame)):
        is_finalizer = code.co_name == "__del__" and code.co_filename.startswith(LIBRARY)
        if is_finalizer or code.co_filename == IMPORTING or code in heard_by_nobody:
            return True
    return False


def _callers(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


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


@contextlib.contextmanager
def work_limit(seconds: float) -> Iterator[None]:
    """End this process when the block works for ``seconds``, whatever it does.

    For what no alarm can interrupt: a loop in a library's own code.  Who started the
    process sees it gone, as if the machine had killed it.
    """
    if not _has_alarms("SIGVTALRM", "ITIMER_VIRTUAL"):
        yield
        return
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
