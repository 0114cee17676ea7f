"""How a command ends: its exit statuses, and what it does where it is stopped."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING

from autograder.sandbox.processes import starts_a_worker, terminate_workers

if TYPE_CHECKING:
    from autograder.commands.common import Stop

INTERRUPTED, TERMINATED = 128 + signal.SIGINT, 128 + signal.SIGTERM
AGAIN_SECONDS = 0.05  # then SIGTERM is tried again
NOTHING_IS_LOST = "Nothing is lost: the same command goes on from here."
ALL_DONE = {
    "grade": "everything was graded",
    "verify": "every exercise is sound",
    "doctor": "nothing escaped the isolation",
}
SOME = {
    "grade": "graded, and some of it could not be: it is listed, and is no zero",
    "verify": "an exercise is not sound",
    "doctor": "something escaped the isolation",
}
WRONG = {"doctor": "there is no isolation here"}


class Terminated(KeyboardInterrupt):
    """The command is asked to end, by SIGTERM."""


def stopped(how: KeyboardInterrupt, more: str = "") -> Stop:
    """What ends a command that Ctrl-C or SIGTERM stopped, with the status of that."""
    from autograder.commands.common import Stop  # `autograder --help` does without

    status = TERMINATED if isinstance(how, Terminated) else INTERRUPTED
    return Stop(f"Stopped. {more}".strip(), status)


@contextlib.contextmanager
def serving(page: str, kept: str) -> Iterator[None]:
    """Serve a page: how that ends, and what is ``kept`` then, is said in a sentence."""
    from autograder.commands.common import Stop

    try:
        yield
    except ImportError:
        raise Stop(f"The {page} needs Tornado: pip install tornado.") from None
    except KeyboardInterrupt as how:
        raise stopped(how, kept) from None
    except OSError as error:
        raise Stop(f"The page cannot be served ({error}). Choose another --port.") from None


def exit_statuses(verb: str) -> str:
    """The paragraph of a command's help about how it ends."""
    some = f"1: {SOME[verb]}. " if verb in SOME else ""
    return (
        f"Exit status: 0: {ALL_DONE.get(verb, 'done')}. {some}"
        f"2: {WRONG.get(verb, 'the command is wrong, or cannot be done')}. "
        f"{INTERRUPTED}: stopped by Ctrl-C. {TERMINATED}: ended by SIGTERM."
    )


def end_in_order_when_terminated() -> None:
    """Let SIGTERM end the command as Ctrl-C does, and its worker processes at once.

    Without it only this process would go, and whatever it started would stay.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> None:
    if starts_a_worker(frame):  # half started it would say so, and nobody would end it
        threading.Timer(AGAIN_SECONDS, os.kill, (os.getpid(), number)).start()
        return
    signal.signal(number, signal.SIG_DFL)  # who asks twice does not wait
    threading.excepthook = lambda _: None  # that their workers have gone is no news
    terminate_workers()
    raise Terminated
