"""LTI 1.3 against a platform: signed for, members listed, scores written to one column."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from autograder.export import lti
from autograder.export.files import ExportProblem
from autograder.gradebook.database import Gradebook
from autograder.gradebook.roster_file import read_roster
from export.class_of_five import cells
from export.test_command import export
from export.test_command import results as results

LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
NO_HTTP, SILENT, DRIPPING = 0, -1, -2
SHORT = 0.5  # seconds
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def member(user: str, role: str = LEARNER, **more: str) -> dict:
    return {"user_id": user, "status": "Active", "roles": [role], **more}


class Platform(ThreadingHTTPServer):
    """The learning system's side, as the standards have it."""

    def __init__(self, members: list[dict]) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.members, self.scores, self.scopes = members, [], []
        self.fails: dict[str, tuple[int, object]] = {}  # what it answers at a path instead
        self.date = ""
        self.seen: set[str] = set()  # of signatures, each of which is good for once
        self.lasts = self.left = 1_000  # requests that a token is good for
        self.url = f"http://127.0.0.1:{self.server_port}"


class Asked(BaseHTTPRequestHandler):
    server: Platform

    def log_message(self, *_: object) -> None:
        pass

    def say(self, data: object, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def date_time_string(self, timestamp: float | None = None) -> str:
        return self.server.date or super().date_time_string(timestamp)

    def failed(self, where: str) -> bool:
        """Whether it was to fail there, and did."""
        if where not in self.server.fails:
            return False
        status, data = self.server.fails[where]
        if status == NO_HTTP:
            self.wfile.write(b"Nonsense\r\n\r\n")
        elif status == SILENT:
            time.sleep(3 * SHORT)
        elif status == DRIPPING:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):  # who asked has gone
                for _ in range(200):
                    self.wfile.write(b" ")
                    time.sleep(SHORT / 10)
        else:
            self.say(data, status)
        return True

    def ran_out(self) -> bool:
        """Whether the token is good no more, which is then said."""
        self.server.left -= 1
        if self.server.left < 0:
            self.say({"error": "invalid_token"}, 401)
        return self.server.left < 0

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.failed(self.path.partition("?")[0]):
            return None
        if self.path == "/token":
            form = {name: values[0] for name, values in parse_qs(body).items()}
            assertion = form["client_assertion"]
            try:
                said = jwt.decode(
                    *(assertion, KEY.public_key(), ["RS256"]),
                    audience=f"{self.server.url}/token",
                )
            except jwt.PyJWTError:
                return self.say({"error": "invalid_client"}, 401)
            assert said["iss"] == said["sub"] == "tool-7"
            assert 0 < said["exp"] - time.time() <= 300
            if said["jti"] in self.server.seen:
                return self.say({"error": "invalid_request"}, 400)
            self.server.seen.add(said["jti"])
            self.server.left = self.server.lasts
            self.server.scopes.append(form["scope"])
            return self.say({"access_token": f"for {form['scope']}"})
        if self.headers["Authorization"] != f"Bearer for {lti.SCORE_SCOPE}":
            return self.say({}, 403)
        if self.ran_out():
            return None
        assert self.path == "/items/3/scores?type=x"
        assert self.headers["Content-Type"] == lti.SCORE_TYPE
        if self.failed(json.loads(body)["userId"]):
            return None
        self.server.scores.append(json.loads(body))
        return self.say(None)

    def do_GET(self) -> None:
        if self.failed(self.path.partition("?")[0]):
            return
        if self.ran_out():
            return
        assert self.headers["Authorization"] == f"Bearer for {lti.MEMBERS_SCOPE}"
        first = "page" not in self.path
        here = self.server.members[:2] if first else self.server.members[2:]
        more = {"Link": f'<{self.server.url}/members?page=2>; rel="next"'} if first else {}
        self.say({"members": here}, **more)


MEMBERS = [
    member("ada"),  # a user's number there, which is another's id here
    member("u-1", email="ADA@example.org"),
    member("u-2", lis_person_sourcedid="grace", name="Grace"),
    member("u-3", email="bob@example.org"),
    member("u-4", name="Emmy Noether"),  # a name alone is nobody's
    member("u-9", role="membership#Instructor", email="emmy@example.org"),
]


@pytest.fixture
def platform() -> Iterator[Platform]:
    server = Platform(MEMBERS)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def write_platform(folder: Path, url: str, key: rsa.RSAPrivateKey = KEY) -> Path:
    pem = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "key.pem").write_bytes(key.private_bytes(*pem, serialization.NoEncryption()))
    (folder / "lti.toml").write_text(
        f'client_id = "tool-7"\ntoken = "{url}/token"\nkey_file = "key.pem"\n'
        f'members = "{url}/members"\ncolumn = "{url}/items/3?type=x"\n'
    )
    return folder / "lti.toml"


def test_scores_reach_their_members_and_what_is_not_known_is_not_sent(
    results, tmp_path, platform
):
    lti_toml = write_platform(tmp_path, platform.url)
    done = export(results, "--format", "lti", "--platform", lti_toml)
    assert done.exit_code == 0, done.stderr
    grades = {row[0]: row for row in cells(export(results, "--format", "csv").stdout_bytes)}
    place = grades["student"].index("score")
    sent = {score["userId"]: score for score in platform.scores}
    assert {user: score["scoreGiven"] for user, score in sent.items()} == {
        "u-1": float(grades["ada"][place]),
        "u-2": float(grades["grace"][place]),
    }
    assert {score["gradingProgress"] for score in sent.values()} == {"FullyGraded"}
    for words in ("Not known, so not sent: 1.", "nobody of this class: 2.", "sent: 2."):
        assert words in done.stderr
    assert "Of this class, and no members: 1." in done.stderr
    assert platform.scopes == [lti.MEMBERS_SCOPE, lti.SCORE_SCOPE]


def test_into_a_file_nothing_is_sent(results, tmp_path, platform):
    lti_toml = write_platform(tmp_path, platform.url)
    done = export(results, "--format", "lti", "--platform", lti_toml, "-o", tmp_path / "t")
    assert "Nothing was sent" in done.stderr
    assert [row[0] for row in cells((tmp_path / "t").read_bytes())[1:]] == ["u-1", "u-2"]
    assert platform.scores == []


def test_members_are_a_roster_that_grade_reads(tmp_path, platform):
    lti_toml, file = write_platform(tmp_path, platform.url), tmp_path / "roster.csv"
    done = export("--format", "lti-members", "--platform", lti_toml, "-o", file)
    assert done.exit_code == 0, done.stderr
    keys = [student.key for student in read_roster(file).students]
    assert keys == ["ada", "ADA@example.org", "grace", "bob@example.org", "u-4"]


def test_a_platform_that_does_not_know_the_key_is_one_sentence(results, tmp_path, platform):
    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    lti_toml = write_platform(tmp_path, platform.url, other)
    done = export(results, "--format", "lti", "--platform", lti_toml)
    assert (done.exit_code, platform.scores) == (2, [])
    assert (
        "/token: status 401 (invalid_client). Is the tool registered for it?" in done.stderr
    )


def test_a_token_goes_over_no_open_line(tmp_path):
    lti_toml = write_platform(tmp_path, "http://moodle.example")
    with pytest.raises(ExportProblem, match="must begin with https"):
        lti.Service.of(lti_toml)


REGISTERED, LATER = "Is the tool registered for it?", "Try again later"
FAILURES = {
    "an unknown deployment": ("/token", 400, {"error": "invalid_scope"}, "(invalid_scope)"),
    "no right": ("/members", 403, {"errors": {"message": "no"}}, REGISTERED),
    "broken": ("/items/3/scores", 500, "<html>", f"status 500. {LATER}"),
    "too busy": ("/items/3/scores", 429, {}, LATER),
    "moved": ("/members", 302, {}, "status 302. Is the address right?"),
    "a page to sign in": ("/token", 200, "<html>", "gave no token"),
    "no list": ("/members", 200, {"members": None}, "lists no members"),
    "no HTTP": ("/members", NO_HTTP, None, "Can it be reached from here?"),
    "silent": ("/members", SILENT, None, f"it takes more than {SHORT} s. {LATER}"),
    "slow": ("/items/3/scores", DRIPPING, None, f"it takes more than {SHORT} s. {LATER}"),
    "a token that is no good": ("/members", 401, {"error": "invalid_token"}, REGISTERED),
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_platform_that_fails_is_one_sentence_with_what_to_do(
    results, tmp_path, platform, how, monkeypatch
):
    monkeypatch.setattr(lti, "SECONDS", SHORT)
    monkeypatch.setattr(lti, "ANSWER_SECONDS", SHORT)
    where, status, data, says = FAILURES[how]
    platform.fails[where] = (status, data)
    lti_toml = write_platform(tmp_path, platform.url)
    done = export(results, "--format", "lti", "--platform", lti_toml)
    assert (done.exit_code, platform.scores) == (2, [])
    assert says in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("lasts", [1, 2])
def test_a_token_that_runs_out_on_the_way_is_renewed(results, tmp_path, platform, lasts):
    platform.lasts = lasts
    lti_toml = write_platform(tmp_path, platform.url)
    done = export(results, "--format", "lti", "--platform", lti_toml)
    assert done.exit_code == 0, done.stderr
    assert [score["userId"] for score in platform.scores] == ["u-1", "u-2"]
    assert len(platform.seen) == len(platform.scopes) == 4 // lasts


def test_a_platform_that_gives_tokens_good_for_nothing_is_asked_no_more(
    results, tmp_path, platform
):
    platform.lasts = 0
    lti_toml = write_platform(tmp_path, platform.url)
    done = export(results, "--format", "lti", "--platform", lti_toml)
    assert "status 401 (invalid_token). Is the tool registered for it?" in done.stderr
    assert (done.exit_code, len(platform.scopes)) == (2, 1)


def test_a_wrong_clock_is_told_where_a_signature_is_refused(tmp_path, platform):
    platform.date = formatdate(time.time() + 1200, usegmt=True)
    platform.fails["/token"] = (401, {"error": "invalid_client"})
    lti_toml = write_platform(tmp_path, platform.url)
    done = export("--format", "lti-members", "--platform", lti_toml)
    assert "This machine's clock is 20 min behind the learning system's" in done.stderr


def sent(results: Path) -> dict[str, int]:
    """How many exports each student was in."""
    with Gradebook(results, create=False) as book:
        return {who: len(book.journal.exports_of(who)) for who in ("ada", "grace", "emmy")}


def test_one_who_can_have_no_score_keeps_nobody_else_from_theirs(
    results, tmp_path, platform
):
    platform.fails["u-1"] = (422, {})
    lti_toml = write_platform(tmp_path, platform.url)
    done = export(results, "--format", "lti", "--platform", lti_toml)
    assert done.exit_code == 2
    assert "Refused, the score of ada: status 422." in done.stderr
    assert [score["userId"] for score in platform.scores] == ["u-2"]
    assert sent(results) == {"ada": 0, "grace": 1, "emmy": 0}


def test_what_was_only_looked_at_is_not_kept_as_sent(results, tmp_path, platform):
    lti_toml = write_platform(tmp_path, platform.url)
    export(results, "--format", "lti", "--platform", lti_toml, "-o", tmp_path / "t")
    assert sent(results) == {"ada": 0, "grace": 0, "emmy": 0}


def test_a_member_with_the_parts_of_a_name_alone_has_a_name():
    said = member("u-1", given_name="小林", family_name="Müller")
    rows = cells(lti.roster([said | {"name": None}]).data)
    assert rows[1] == ["u-1", "小林 Müller", "", "u-1"]
