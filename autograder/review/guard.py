"""Who may ask the review page: whoever was given its link, from a page of its own."""

import hmac
from collections.abc import Mapping

from tornado.web import HTTPError, RequestHandler

POLICY = (  # cards have styles of their own; no script but ours runs
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
COOKIE, NAMES_COOKIE = "review", "names"
NOT_SENT = "The form holds what its page does not send. Open the page again"


class Closed(RequestHandler):
    """Answers so that nothing but its own page runs, and nothing is stored elsewhere."""

    def set_default_headers(self) -> None:
        """The same for every answer, errors included."""
        for name, value in HEADERS.items():
            self.set_header(name, value)
        self.clear_header("Server")

    def write_error(self, status_code: int, **_: object) -> None:
        """One sentence as plain text: nothing of the request is repeated."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        why = NOT_SENT if status_code == 400 else self._reason
        self.finish(f"{status_code}: {why}.\n")


class Guarded(Closed):
    """Answers only a request by this machine's name, with a token that was given out.

    A page elsewhere that has its own name point here is refused by ``Host``; one that
    sends a form here by ``Origin``, and by the cookie that its browser does not send along.
    Cookies know no ports, so another server of this machine would get them: they are for a
    path that nobody else knows.  (A name under ``.localhost`` would do, but in Safari.)
    """

    reader: str = ""  # who asks, by their token

    def initialize(self, tokens: Mapping[str, str], port: int, path: str) -> None:
        """``tokens`` say who has each; ``port`` and ``path`` are the server's."""
        self._tokens, self._port, self._path = tokens, port, path

    def prepare(self) -> None:
        """Refuse whoever may not ask."""
        hosts = {f"{name}:{self._port}" for name in ("127.0.0.1", "localhost")}
        if self.request.host not in hosts:
            raise HTTPError(403, reason="Not this machine's own address")
        origin = self.request.headers.get("Origin")
        own = {f"http://{self.request.host}"}
        if origin not in own and (origin is not None or self.request.method == "POST"):
            raise HTTPError(403, reason="Sent from another page")
        if self.request.path == self._path and (
            token := self.get_query_argument("token", "")
        ):
            if not self._known(token):
                raise HTTPError(403, reason="This link is not from this session")
            self.keep(COOKIE, token)
            self.redirect(f"{self._path}next")  # so that the token is in no history
            return
        self.reader = self._known(self.get_cookie(COOKIE) or "")
        if not self.reader:
            raise HTTPError(403, reason="Open the link that the command printed")

    def keep(self, name: str, value: str) -> None:
        """Let the browser keep something, for this page alone."""
        self.set_cookie(name, value, path=self._path, httponly=True, samesite="Strict")

    def _known(self, token: str) -> str:
        """Who has this token; every one is compared, and in constant time."""
        known = ""
        for known_token, name in self._tokens.items():
            if hmac.compare_digest(known_token.encode(), token.encode(errors="replace")):
                known = name
        return known
