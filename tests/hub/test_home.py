"""A student's files over a server that may answer anything: it is the student's own."""

import asyncio
import base64
import json

import pytest
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application, RequestHandler

from autograder.handin.own_modules import MAX_BYTES as MODULE_BYTES
from autograder.hub.home import Home, HomeProblem, NoServer


def asked(answers: dict[str, object], what):
    """What `what(home)` gives, where the server answers so by path, or with a status."""

    class Answer(RequestHandler):
        def get(self, path: str) -> None:
            assert self.request.headers["Authorization"] == "token hers"
            said = answers.get(path, 404)
            if isinstance(said, int):
                self.set_status(said)
            else:
                self.finish(said if isinstance(said, bytes) else json.dumps(said))

    async def run():
        listening, port = bind_unused_port()
        server = HTTPServer(Application([(r"/user/ada/api/contents/(.*)", Answer)]))
        server.add_sockets([listening])
        try:
            return await what(Home(f"http://127.0.0.1:{port}/user/ada/", "hers", "notes"))
        finally:
            server.stop()

    return asyncio.run(run())


def listed(*names: str) -> dict:
    entries = [
        {"name": name, "type": "file", "last_modified": "2026-03-01T20:10:00Z"}
        for name in names
    ]
    return {"content": entries}


def as_file(data: bytes) -> dict:
    return {"content": base64.b64encode(data).decode()}


def test_a_file_comes_byte_for_byte():
    data = bytes(range(256))
    assert asked({"notes/a.ipynb": as_file(data)}, lambda h: h.read("a.ipynb")) == data


def test_a_name_with_marks_is_one_name():
    found = asked({"notes/a?b#c.ipynb": as_file(b"1")}, lambda h: h.read("a?b#c.ipynb"))
    assert found == b"1"


@pytest.mark.parametrize("status", [302, 403, 424, 503])
def test_a_server_that_does_not_run_is_told_from_one_without_the_course(status: int):
    with pytest.raises(NoServer):
        asked({"notes": status}, lambda home: home.listing())
    with pytest.raises(HomeProblem, match="There is no notes on your server"):
        asked({}, lambda home: home.listing())


@pytest.mark.parametrize(
    "said",
    [b"<html>", b"[" * 100_000, b"[]", b"null", b"\xff", 500, 201, {"content": "abc"}, {}],
)
def test_whatever_a_server_says_in_place_of_a_file_is_one_sentence(said):
    with pytest.raises(HomeProblem, match=r"did not give (notes/)?a\.ipynb"):
        asked({"notes/a.ipynb": said}, lambda home: home.read("a.ipynb"))


def test_a_file_of_120_mb_is_one_sentence():
    large = {"notes/a.ipynb": as_file(b"1" * (120 << 20))}
    with pytest.raises(HomeProblem, match=r"more than 50 MB. Clear the outputs"):
        asked(large, lambda home: home.read("a.ipynb"))


def test_a_server_that_is_not_there_is_one_sentence():
    listening, port = bind_unused_port()
    listening.close()
    home = Home(f"http://127.0.0.1:{port}/user/ada/", "hers", "notes")
    with pytest.raises(HomeProblem, match="did not give notes"):
        asyncio.run(home.listing())


@pytest.mark.parametrize(
    "said", [{"content": 1}, {"content": [1, {"type": "directory", "name": "d"}]}, {}]
)
def test_a_listing_of_something_else_has_no_files(said):
    assert asked({"notes": said}, lambda home: home.listing()) == {}


def test_a_time_that_is_none_is_not_known():
    said = {"content": [{"name": "a", "type": "file", "last_modified": "yesterday"}]}
    assert asked({"notes": said}, lambda home: home.listing()) == {"a": None}


def test_own_modules_come_as_far_as_the_grader_takes_them():
    files = {"a.py": b"a", "b.py": b"b" * MODULE_BYTES, "c.py": b"c", "no module.py": b"n"}
    answers = {f"notes/{name}": as_file(data) for name, data in files.items()}
    found = asked(answers, lambda home: home.modules([*files, "d.ipynb"]))
    assert set(found) == {"a.py", "c.py"}
