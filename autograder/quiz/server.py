"""The classroom page: a link for each student, a time limit, and what was ticked kept."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tornado.web import Application, HTTPError

from autograder.pages.render import render
from autograder.questions.draft import LETTERS
from autograder.quiz.papers import Quiz, write_letters
from autograder.review.guard import Closed

LATE_SECONDS = 15  # that a page may take to be sent once its time is over
BODY_BYTES = 1 << 16


class Room:
    """Who was given which link, when they opened it, and what they ticked."""

    def __init__(self, folder: Path, quizzes: Sequence[Quiz], minutes: float) -> None:
        self.folder, self.seconds = folder, minutes * 60
        self.quizzes = {secrets.token_urlsafe(16): q for q in quizzes if q.questions}
        self.opened: dict[str, float] = {}
        self.letters: dict[str, str] = {}

    def left(self, token: str) -> float:
        """Seconds that are left to whoever has a link; opening it begins them."""
        begun = self.opened.setdefault(token, time.monotonic())
        return self.seconds - (time.monotonic() - begun)

    def keep(self, token: str, ticked: Sequence[str]) -> None:
        """Keep what was ticked, once and in time, or raise ``ExportProblem``."""
        if token not in self.letters and self.left(token) > -LATE_SECONDS:
            self.letters[token] = "".join(ticked)
            given = [(q.student, self.letters.get(t, "")) for t, q in self.quizzes.items()]
            write_letters(self.folder, given)


class Sheet(Closed):
    """One student's questions, by the link that only they were given."""

    def initialize(self, room: Room) -> None:
        """``room`` knows everybody's."""
        self.room = room

    def prepare(self) -> None:
        """Refuse a link that nobody was given."""
        if self.path_args[0] not in self.room.quizzes:
            raise HTTPError(404, reason="There is no such sheet")

    def get(self, token: str) -> None:
        """Answer with the questions, or that it is over."""
        left, quiz = self.room.left(token), self.room.quizzes[token]
        done, xsrf = token in self.room.letters or left <= 0, self.xsrf_token.decode()
        about = {"minutes": max(1, round(left / 60)), "done": done, "xsrf": xsrf}
        self.finish(render("quiz/room.html.j2", quiz=quiz, letters=LETTERS, **about))

    def post(self, token: str) -> None:
        """Keep what was ticked."""
        asked = range(len(self.room.quizzes[token].questions))
        ticked = [self.get_body_argument(f"q{i}", "-") for i in asked]
        if not {*ticked} <= {"-", *LETTERS}:
            raise HTTPError(400)
        self.room.keep(token, ticked)
        self.redirect(self.request.path, status=303)


def application(room: Room) -> Application:
    """The pages: one for each link."""
    cookies = {"httponly": True, "samesite": "Strict"}
    pages = [(r"/([\w-]+)", Sheet, {"room": room})]
    return Application(
        pages, xsrf_cookies=True, xsrf_cookie_kwargs=cookies, log_function=lambda _: None
    )


async def serve(room: Room, address: str, port: int, said: Callable[[str], None]) -> None:
    """Serve until it is stopped, and say each link; ``OSError`` says a port is taken."""
    application(room).listen(port, address, max_body_size=BODY_BYTES)
    for token, quiz in room.quizzes.items():
        said(f"{quiz.name or quiz.student}: http://{address}:{port}/{token}")
    await asyncio.Event().wait()
