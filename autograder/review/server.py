"""The server of the review page: on this machine alone, for whoever has the link."""

import asyncio
import re
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from autograder.gradebook.database import Gradebook
from autograder.gradebook.lock import Busy, alone
from autograder.pages.render import count
from autograder.reporting.outputs import write_outputs
from autograder.review.groups import groups_of, to_read
from autograder.review.pages import (
    STATIC,
    AnswerFile,
    HandedIn,
    Names,
    NoSuchPage,
    OneGroup,
    Static,
)
from autograder.review.sheet import AllGroups, Next, Sheet

ADDRESS = "127.0.0.1"
QUIET_SECONDS = 2.0  # after the last review, before feedback is written
LAST_SECONDS = 2.0  # after all is read, so that the last page gets its style
BODY_BYTES = 1 << 20


class Writer:
    """Writes the pages of those whose answers were reviewed, when it is quiet a while.

    It runs beside the server, so that nobody waits for a class of hundreds.  Reviews are
    in the gradebook before that: if this never runs, ``autograder grade`` writes them.
    """

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self._folder, self._say = folder, say
        self._waiting: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._thread = ThreadPoolExecutor(1)
        self._loop: asyncio.AbstractEventLoop | None = None

    def changed(self, students: Sequence[str]) -> None:
        """Write the pages of these students soon."""
        self._waiting.update(students)
        if self._timer:
            self._timer.cancel()
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(QUIET_SECONDS, self._submit)

    def _submit(self) -> None:
        students, self._waiting = frozenset(self._waiting), set()
        if students:
            self._thread.submit(self._write, students)

    def _write(self, students: frozenset[str]) -> None:
        try:
            with (
                Gradebook(self._folder, create=False) as book,
                alone(self._folder),
            ):
                write_outputs(book, self._folder, only=students)
        except Exception as error:  # whatever a disk or a late policy can raise
            if isinstance(error, Busy) and self._loop:
                # A run, which may have read the reviews before these.
                self._loop.call_soon_threadsafe(self.changed, [*students])
                return
            self._say(
                f"Feedback could not be written ({error}). The reviews are kept; "
                "`autograder grade` writes it."
            )

    def finish(self) -> None:
        """Write what waits, and end."""
        if self._timer:
            self._timer.cancel()
        self._loop = None
        self._submit()
        self._thread.shutdown(wait=True)
        self._thread = ThreadPoolExecutor(1)  # a last page is open a moment longer


def serve(
    folder: Path,
    readers: Sequence[str],
    port: int,
    say: Callable[[str], None],
    then: Callable[[], Sequence[str]],
) -> None:
    """Serve the review page, with a link for each reader, until it is stopped.

    With one reader it ends by itself when all that waited to be read is read, and
    feedback is written; the last page says what ``then`` gives.
    """
    with Gradebook(folder, create=False) as book:
        asyncio.run(_serve(book, folder, readers, port, say, then))


async def _serve(
    book: Gradebook,
    folder: Path,
    readers: Sequence[str],
    port: int,
    say: Callable[[str], None],
    then: Callable[[], Sequence[str]],
) -> None:
    sockets = bind_sockets(port, ADDRESS)
    port = sockets[0].getsockname()[1]
    tokens = {secrets.token_urlsafe(32): reader for reader in readers}
    writer = Writer(folder, say)
    path = f"/{secrets.token_urlsafe(16)}/"
    waiting, all_read = to_read(groups_of(book)), asyncio.Event()
    loop = asyncio.get_running_loop()

    def end() -> Sequence[str]:
        loop.call_later(LAST_SECONDS, all_read.set)
        writer.finish()
        return then()

    ends = end if waiting and len(readers) == 1 else None
    pages = application(book, tokens, port, path, writer.changed, ends)
    server = HTTPServer(pages, max_body_size=BODY_BYTES)
    server.add_sockets(sockets)
    if waiting:
        say(f"{count(waiting, 'answer')} to read.")
    for token, reader in tokens.items():
        who = reader if len(tokens) > 1 else "Open"
        say(f"{who}: http://{ADDRESS}:{port}{path}?token={token}")
    try:
        await all_read.wait()
    finally:
        server.stop()
        writer.finish()


def application(
    book: Gradebook,
    tokens: dict[str, str],
    port: int,
    path: str,
    changed: Callable[[Sequence[str]], None],
    end: Callable[[], Sequence[str]] | None,
) -> Application:
    """The pages and their addresses, below a path that is this server's own."""
    guard = {"tokens": tokens, "port": port, "path": path}
    more = {**guard, "book": book, "changed": changed, "end": end}
    return Application(
        [
            (re.escape(path), AllGroups, more),
            (re.escape(f"{path}group"), OneGroup, more),
            (re.escape(f"{path}sheet"), Sheet, more),
            (re.escape(f"{path}next"), Next, more),
            (re.escape(f"{path}names"), Names, more),
            (re.escape(f"{path}answer.py"), AnswerFile, more),
            (re.escape(f"{path}notebook"), HandedIn, more),
            *((re.escape(f"{path}{name}"), Static, guard) for name in STATIC),
        ],
        xsrf_cookies=True,
        xsrf_cookie_kwargs={"httponly": True, "samesite": "Strict", "path": path},
        default_handler_class=NoSuchPage,
        default_handler_args=guard,
        log_function=lambda _: None,  # what went wrong is on the page that was asked for
    )
