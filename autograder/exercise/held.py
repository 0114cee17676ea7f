"""A bound on what a call may hold in memory at once."""

import contextlib
from collections.abc import Iterator

# By their own names: what a call puts into the module in their place is not called.
from tracemalloc import get_traced_memory, is_tracing, start, stop


class TooMuchMemory(MemoryError):
    """A call held more at once than its exercise allows."""


@contextlib.contextmanager
def held_at_most(peak_mb: float) -> Iterator[None]:
    """Raise after the block when it held more than ``peak_mb`` MiB at once; 0: no limit."""
    if not peak_mb:
        yield
        return
    start()
    try:
        yield
        watched, held = is_tracing(), get_traced_memory()[1] / (1 << 20)
    finally:
        stop()
    if not watched:
        raise TooMuchMemory(
            "Your code stopped tracemalloc, which watches how much it holds."
        )
    if held > peak_mb:
        with_given = f"{held:.2g} MiB at once, with what it was given"
        words = f"Your code held {with_given}; {peak_mb:g} MiB are enough."
        raise TooMuchMemory(words)
