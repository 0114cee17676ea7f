"""Who may ask the review page, and what a student's words can do on it: nothing."""

import http.client
import re
import select
import socket
import socketserver
from contextlib import closing
from html import unescape
from http.cookiejar import CookieJar
from threading import Thread
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest


def ask(served, path: str = "/", method: str = "GET", body: str = "", **headers: str):
    """Ask as any program can; the answer and its text."""
    port, here = urlsplit(served.address).port, urlsplit(served.address).path
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(connection):
        connection.request(
            method, here.rstrip("/") + path, body=body or None, headers=names
        )
        answer = connection.getresponse()
        return answer, answer.read().decode()


def signed_in(served) -> str:
    """The cookies that the link gives, of which a browser sends both."""
    answer, _ = ask(served, f"/?token={served.token}")
    here = urlsplit(served.address).path
    assert (answer.status, answer.getheader("Location")) == (302, f"{here}next")
    return answer.getheader("Set-Cookie").partition(";")[0]


def test_a_link_that_was_printed_opens_the_page(served):
    answer, page = ask(served, Cookie=signed_in(served))
    assert (answer.status, "3 groups of answers to read" in page) == (200, True)


REFUSED = {
    "nobody": {},
    "a wrong token": {"path": "/?token=guess"},
    "a wrong cookie": {"Cookie": "review=guess"},
    "another host's name": {"Cookie": "{cookie}", "Host": "evil.example:{port}"},
    "another port": {"Cookie": "{cookie}", "Host": "127.0.0.1:1"},
    "another page": {"Cookie": "{cookie}", "Origin": "http://evil.example"},
    "a file": {"Cookie": "{cookie}", "Origin": "null"},
    "a style without a cookie": {"path": "/review.css"},
    "an answer without a cookie": {"path": "/answer.py?exercise=a&answers=b"},
}


@pytest.mark.parametrize("who", REFUSED)
def test_nobody_else_reads_it(served, who):
    known = {"port": urlsplit(served.address).port, "cookie": signed_in(served)}
    asked = {name: value.format(**known) for name, value in REFUSED[who].items()}
    answer, page = ask(served, **asked)
    assert answer.status == 403
    assert page.startswith("403: ")
    assert "to_celsius" not in page


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "{own}"},  # its own page, without the token that is in the form
    ],
)
def test_nobody_else_writes(served, headers):
    wanted = urlencode({"comment": "Owned.", "seen": 0})
    sent = {
        name: value.format(own=served.address.rsplit("/", 2)[0])
        for name, value in headers.items()
    }
    answer, _ = ask(
        *(served, "/group?exercise=temperature.to_celsius&answers=named:offset-after"),
        *("POST", wanted),
        Cookie=signed_in(served),
        Content_Type="application/x-www-form-urlencoded",
        **sent,
    )
    assert answer.status == 403


def test_every_answer_says_that_nothing_else_may_run(served):
    cookie = signed_in(served)
    for path in ("/", "/review.js", "/nowhere", "/?token=guess"):
        answer, _ = ask(served, path, Cookie=cookie)
        policy = answer.getheader("Content-Security-Policy")
        assert "default-src 'none'; script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert answer.getheader("Cache-Control") == "no-store"


def test_the_cookie_is_for_this_page_alone(served):
    answer, _ = ask(served, f"/?token={served.token}")
    cookie = answer.getheader("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert f"Path={urlsplit(served.address).path};" in cookie


def test_another_server_of_this_machine_gets_no_cookie(served):
    """A browser sends cookies to every port of a host, and below their path alone."""
    jar = CookieJar()
    build_opener(HTTPCookieProcessor(jar)).open(f"{served.address}?token={served.token}")
    assert len(jar) == 2  # who reads, and what a form must send along
    elsewhere = [Request(f"http://127.0.0.1:9{path}") for path in ("/", "/group", "/a/b/")]
    for request in elsewhere:
        jar.add_cookie_header(request)
    assert not any(request.has_header("Cookie") for request in elsewhere)
    here = Request(served.address)
    jar.add_cookie_header(here)
    assert here.has_header("Cookie")


def test_only_this_machine_is_listened_to(served):
    assert served.address.startswith("http://127.0.0.1:")


class Tunnel(socketserver.BaseRequestHandler):
    """What ``ssh -L`` does: bytes from another address of a machine to the page's own."""

    def handle(self) -> None:
        with socket.create_connection(
            ("127.0.0.1", self.server.server_address[1])
        ) as there:
            both = {self.request: there, there: self.request}
            while True:
                for ready in select.select([*both], [], [])[0]:
                    if not (data := ready.recv(65536)):
                        return
                    both[ready].sendall(data)


def test_an_assistant_opens_the_link_through_a_tunnel_to_the_same_port(served):
    port = urlsplit(served.address).port
    tunnel = socketserver.ThreadingTCPServer(("127.0.0.2", port), Tunnel)
    tunnel.daemon_threads = True
    Thread(target=tunnel.serve_forever, daemon=True).start()
    connection = http.client.HTTPConnection("127.0.0.2", port, timeout=30)
    with closing(connection):
        # A browser on the other machine has 127.0.0.1 in its address, as the link has.
        headers = {"Host": f"127.0.0.1:{port}", "Cookie": signed_in(served)}
        connection.request("GET", urlsplit(served.address).path, headers=headers)
        answer = connection.getresponse()
        page = answer.read().decode()
    tunnel.shutdown()
    tunnel.server_close()
    assert (answer.status, "3 groups of answers to read" in page) == (200, True)


def test_the_notebook_as_handed_in_is_given_where_names_are_shown(served, graded):
    cookie = signed_in(served)
    _, overview = ask(served, Cookie=cookie)
    where = unescape(re.findall(r'href="(group\?[^"]+)"', overview)[0])
    page = f"/{where.replace('group', 'notebook', 1)}&student=s1"
    assert ask(served, page, Cookie=cookie)[0].status == 404
    named = f"{cookie}; names=shown"
    answer, text = ask(served, page, Cookie=named)
    assert text == (graded / "class" / "s1.ipynb").read_text()
    assert "attachment" in answer.getheader("Content-Disposition")
    assert ask(served, page.replace("=s1", "=s8"), Cookie=named)[0].status == 404
