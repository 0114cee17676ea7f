"""The service that JupyterHub starts: who asks is what the hub says, and nothing else."""

import asyncio
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlsplit

from jupyterhub.services.auth import HubOAuthCallbackHandler, HubOAuthenticated
from tornado.httpserver import HTTPServer
from tornado.web import Application, HTTPError, RequestHandler, authenticated

from autograder.gradebook.course import Course, TermAssignment
from autograder.gradebook.dates import zone
from autograder.hub.home import Home, HomeProblem, NoServer
from autograder.hub.store import HandIn, Store, StoreProblem, Turns
from autograder.pages.render import POLICY, render

Saved = Mapping[str, "datetime | None"]  # when each file was saved, by its name
SAID = {"taken": "It is handed in."}  # an address cannot put other words on the page
BODY_BYTES = 1 << 16  # of a form with two short fields
HEADERS = {
    "Content-Security-Policy": POLICY.replace("form-action 'none'", "form-action 'self'")
    + "; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class ServiceSettings:
    """What the service works with."""

    course: Callable[[], Course]  # reads the course file as it is now
    names: Callable[[str], list[str]]  # what else a student is called, for extensions
    store: Store
    notebooks: str  # the folder in every student's home
    proxy: str  # the hub's own address, to ask students' servers by
    turns: Turns = field(default_factory=Turns)


@dataclass(frozen=True)
class AssignmentRow:
    """One assignment, as its student sees it: ``chapters`` with when each was saved."""

    assignment: TermAssignment
    due: str
    is_past: bool
    chapters: Mapping[str, str]
    handed_in: list[tuple[str, HandIn]]
    has_feedback: bool


class HubPage(HubOAuthenticated, RequestHandler):  # type: ignore[misc]
    """What the pages share: who asks, and what a page says."""

    def initialize(self, settings: ServiceSettings) -> None:
        """``settings`` are the service's."""
        self._with = settings

    def set_default_headers(self) -> None:
        """The same for every answer, errors included."""
        for name, value in HEADERS.items():
            self.set_header(name, value)

    @property
    def student(self) -> str:
        """The hub's name of who asks; a service has no work to hand in."""
        who = self.current_user
        if not isinstance(who, dict) or who.get("kind") != "user":
            raise HTTPError(403, reason="This page is for students")
        return str(who["name"])

    def home(self) -> Home:
        """The folder of the student's notebooks."""
        base = os.environ.get("JUPYTERHUB_BASE_URL", "/")
        server = f"{self._with.proxy.rstrip('/')}{base}user/{quote(self.student)}/"
        return Home(server, str(self.hub_auth.get_token(self)), self._with.notebooks)

    def assignment(self, course: Course) -> TermAssignment:
        """The one that is asked for."""
        wanted = self.get_argument("assignment")
        for assignment in course.assignments:
            if assignment.name == wanted:
                return assignment
        raise HTTPError(404, reason="There is no such assignment")

    async def show(self, said: str = "", problem: str = "", status: int = 200) -> None:
        """Answer with the page of all assignments."""
        course, student = self._with.course(), self.student
        saved: Saved = {}
        home_problem, no_server = "", False
        try:
            saved = await self.home().listing()
        except NoServer as trouble:
            home_problem, no_server = str(trouble), True
        except HomeProblem as trouble:
            home_problem = str(trouble)
        rows = await self._with.turns.do(student, self._rows, course, student, saved)
        self.set_status(status)
        self.finish(
            render(
                "hub/hand_in.html.j2",
                title=course.title,
                student=student,
                rows=rows,
                said=said,
                problem=problem or home_problem,
                no_server=no_server and not problem,
                base=os.environ.get("JUPYTERHUB_BASE_URL", "/"),
                xsrf=self.xsrf_token.decode(),
            )
        )

    def _rows(self, course: Course, student: str, saved: Saved) -> list[AssignmentRow]:
        return [
            self._row(assignment, course, student, saved)
            for assignment in course.assignments
        ]

    def _row(
        self,
        assignment: TermAssignment,
        course: Course,
        student: str,
        saved: Saved,
    ) -> AssignmentRow:
        store, names = self._with.store, self._with.names(student)
        alone = course.for_assignment(assignment.name)
        dues = {alone.due_for(prefix, names) for prefix in assignment.prefixes}
        moments = sorted(filter(None, dues))
        due = " and ".join(in_words(moment, course.timezone) for moment in moments)
        is_past = any(moment < datetime.now(UTC) for moment in moments)
        files = [f"{chapter}.ipynb" for chapter in assignment.chapters]
        here = {
            name: in_words(moment, course.timezone) if (moment := saved[name]) else ""
            for name in files
            if name in saved
        }
        times = [
            (in_words(each.at, course.timezone), each)
            for each in reversed(store.hand_ins(assignment.name, student))
        ]
        has_feedback = store.page(assignment.name, student) is not None
        return AssignmentRow(assignment, due, is_past, here, times, has_feedback)


class HandInPage(HubPage):
    """All assignments: what can be handed in, what was, and what came back."""

    @authenticated
    async def get(self) -> None:
        """Answer with the page."""
        await self.show(SAID.get(self.get_argument("said", ""), ""))

    @authenticated
    async def post(self) -> None:
        """Take what the student saved last."""
        assignment = self.assignment(self._with.course())
        home = self.home()
        try:
            saved = await home.listing()
            wanted = [
                f"{name}.ipynb" for name in assignment.chapters if f"{name}.ipynb" in saved
            ]
            if not wanted:
                files = " and ".join(f"{name}.ipynb" for name in assignment.chapters)
                where = self._with.notebooks
                raise HomeProblem(f"Nothing was handed in: there is no {files} in {where}.")
            files_of = {name: await home.read(name) for name in wanted}
            files_of |= await home.modules(list(saved))
            take, student = self._with.store.take, self.student
            await self._with.turns.do(student, take, assignment.name, student, files_of)
        except (HomeProblem, StoreProblem) as problem:
            await self.show(problem=str(problem), status=409)
            return
        self.redirect("./?said=taken", status=303)


class Feedback(HubPage):
    """A student's own feedback page."""

    @authenticated
    def get(self) -> None:
        """Answer with it."""
        assignment = self.assignment(self._with.course())
        page = self._with.store.page(assignment.name, self.student)
        if page is None:
            raise HTTPError(404, reason="There is no feedback yet")
        self.finish(page)


def in_words(moment: datetime, timezone: str) -> str:
    """A moment as the course's clock shows it."""
    return (
        f"{moment.astimezone(zone(timezone or 'UTC')):%Y-%m-%d %H:%M} {timezone or 'UTC'}"
    )


def application(settings: ServiceSettings) -> Application:
    """The pages and their addresses, below the prefix that the hub gives the service."""
    prefix = os.environ["JUPYTERHUB_SERVICE_PREFIX"]
    own = {"settings": settings}
    return Application(
        [
            (prefix, HandInPage, own),
            (f"{prefix}feedback", Feedback, own),
            (f"{prefix}oauth_callback", HubOAuthCallbackHandler),
        ],
        cookie_secret=secrets.token_bytes(32),
        xsrf_cookies=True,
    )


def serve(settings: ServiceSettings) -> None:
    """Serve where the hub said; ``KeyError`` where no hub started this."""
    settings.store.open()
    where = urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])
    pages = application(settings)

    async def run() -> Any:
        server = HTTPServer(pages, max_body_size=BODY_BYTES)
        server.listen(where.port or 80, where.hostname or "127.0.0.1")
        await asyncio.Event().wait()

    asyncio.run(run())
