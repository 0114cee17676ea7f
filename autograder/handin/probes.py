"""What ``autograder doctor`` tries of the process that reads what was handed in."""

import os
import time
from collections.abc import Iterator

from autograder.checking.bounds import time_limit
from autograder.handin.reader import MIB, NoReader, look
from autograder.notebooks.read import UnreadableNotebook

MUCH = 8 << 30  # bytes: more than the reader may have, and never written to
MOMENT = 0.02  # seconds


Said = tuple[bool, str] | tuple[bool, str, bool]


def probes() -> Iterator[Said]:
    """Whether each promise about reading hand-ins holds here, what it says, and whether
    something escaped that should be stopped."""
    try:
        own = look("A hand-in", _who) != os.getpid()
    except (NoReader, UnreadableNotebook) as problem:
        yield False, str(problem)
        return
    yield own, "what is handed in is read by a process of its own"
    for work, who, what in (
        (_take_much, "reading one hand-in", f"take more than {MIB} MiB"),
        (_go_on, "reading one hand-in", "take time without end"),
        (_leave, "a hand-in that ends its reader", "end the run"),
    ):
        is_stopped = _ends_in_a_sentence(work)
        yield (
            is_stopped,
            f"{who} {'cannot' if is_stopped else 'CAN'} {what}",
            not is_stopped,
        )


def _ends_in_a_sentence(work: object) -> bool:
    """Whether this is said of one hand-in, and the next one is read."""
    try:
        look("A hand-in", work)  # type: ignore[arg-type]
    except UnreadableNotebook:
        return bool(look("The next hand-in", _who))
    return False


def _who() -> int:
    return os.getpid()


def _take_much() -> int:
    return len(bytearray(MUCH))


def _go_on() -> None:
    """As long as the alarm is not heard that bounds each look, set to a moment here."""
    until = time.process_time() + 100 * MOMENT
    with time_limit(MOMENT, of_work=True):
        while time.process_time() < until:
            pass


def _leave() -> None:
    os._exit(0)
