"""LTI 1.3: members from, and scores to, a learning system's own services.

Nobody launches anything: the list of members says who has which id.  The tool signs for
itself and gets a token (OAuth 2.0 with a JWT); Names and Role Provisioning Services 2.0
list the members; Assignment and Grade Services 2.0 take a score of one column.
"""

from __future__ import annotations

import json
import re
import secrets
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from autograder.export.files import Export, ExportProblem, table
from autograder.export.people import roster_value, unique
from autograder.gradebook.final import FinalGrade
from autograder.pages.cells import number, one_line, plain_id

LTI = "https://purl.imsglobal.org/spec"
MEMBERS_SCOPE = f"{LTI}/lti-nrps/scope/contextmembership.readonly"
SCORE_SCOPE = f"{LTI}/lti-ags/scope/score"
MEMBERS_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
LEARNER = "membership#Learner"
SECONDS, PAGES, MAX_BYTES = 30.0, 1_000, 20 << 20
ANSWER_SECONDS, PART = 120.0, 1 << 16  # of a whole answer, which may come in parts
LOCAL = ("localhost", "127.0.0.1")
UNAUTHORIZED = 401
OF_ONE = (404, 409, 422)  # what a platform answers where one user can have no score
CLOCK_SECONDS = 60
LATER = "Try again later: what is sent again is written over."


class Platform(msgspec.Struct, forbid_unknown_fields=True):
    """What the learning system's administrator gives: the lines of ``lti.toml``."""

    client_id: str
    token: str
    key_file: str  # the tool's private key
    members: str
    column: str = ""  # the line item of the assignment
    audience: str = ""  # whom a signature is for, where not the address of tokens


class _NoRedirects(HTTPRedirectHandler):
    """A token is sent to the address that was asked for, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


class Refused(ExportProblem):
    """The learning system did not do what it was asked for; the text says what to do."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass
class Sent:
    """Whose scores were written, whose were refused and why, and what ended it early."""

    students: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    problem: str = ""


@dataclass
class Service:
    """A learning system's services, asked with a token for each scope."""

    platform: Platform
    key: str

    @classmethod
    def of(cls, path: Path) -> Service:
        """The one that a file describes."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            platform = msgspec.convert(data, Platform)
            key = (path.parent / platform.key_file).read_text(encoding="ascii")
        except (OSError, ValueError, msgspec.ValidationError) as error:
            raise ExportProblem(f"{path} cannot be used: {error}.") from None
        for address in filter(None, (platform.token, platform.members, platform.column)):
            parts = urlsplit(address)
            if parts.scheme != "https" and parts.hostname not in LOCAL:
                raise ExportProblem(f"{path}: {address!r} must begin with https://.")
        return cls(platform, key)

    def members(self) -> list[dict[str, Any]]:
        """Who is an active learner in the course, page by page."""
        ask, address = self._asker(MEMBERS_SCOPE), self.platform.members
        learners: list[dict[str, Any]] = []
        for _ in range(PAGES):
            page, link = ask(Request(address, headers={"Accept": MEMBERS_TYPE}))
            if not isinstance(page.get("members"), list):
                raise ExportProblem(f"{address} lists no members. Is the address right?")
            learners += [m for m in page["members"] if _is_learner(m)]
            following = re.search(r'<([^>]+)>\s*;\s*rel="?next"?', link)
            if not following:
                return learners
            if urlsplit(following[1])[:2] != urlsplit(self.platform.members)[:2]:
                raise ExportProblem("The list of members goes on at another server.")
            address = following[1]
        raise ExportProblem(f"The list of members has more than {PAGES} pages.")

    def send(self, scores: Mapping[str, dict[str, Any]]) -> Sent:
        """Write students' scores into the column, one by one, as far as it goes."""
        if not self.platform.column:
            raise ExportProblem("lti.toml names no column: the address of a line item.")
        parts, sent = urlsplit(self.platform.column), Sent()
        address = urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/scores"))
        ask = self._asker(SCORE_SCOPE)
        for student, score in scores.items():
            headers = {"Accept": "*/*", "Content-Type": SCORE_TYPE}
            try:
                ask(Request(address, json.dumps(score).encode(), headers))
            except Refused as problem:
                if problem.status not in OF_ONE:
                    return replace(sent, problem=str(problem))
                sent.refused[student] = f"status {problem.status}"
            else:
                sent.students.append(student)
        return sent

    def _asker(self, scope: str) -> Callable[[Request], tuple[dict[str, Any], str]]:
        """Ask with a token, and with a new one where it ran out while it was in use."""
        token, has_worked = self._token(scope), False

        def ask(request: Request) -> tuple[dict[str, Any], str]:
            nonlocal token, has_worked
            request.add_header("Authorization", f"Bearer {token}")
            try:
                answer = _ask(request)
            except Refused as problem:
                if problem.status != UNAUTHORIZED or not has_worked:
                    raise
                token, has_worked = self._token(scope), False
                return ask(request)
            has_worked = True
            return answer

        return ask

    def _token(self, scope: str) -> str:
        try:
            import jwt
        except ImportError:
            raise ExportProblem("LTI needs PyJWT: pip install 'pyjwt[crypto]'.") from None
        now, client = int(time.time()), self.platform.client_id
        claims = {
            **{"iss": client, "sub": client, "iat": now, "exp": now + 300},
            **{"aud": self.platform.audience or self.platform.token},
            "jti": secrets.token_urlsafe(16),
        }
        try:
            signed = jwt.encode(claims, self.key, algorithm="RS256")
        except (ValueError, TypeError, jwt.PyJWTError) as error:
            raise ExportProblem(f"The key of lti.toml signs nothing: {error}.") from None
        form = {
            "grant_type": "client_credentials",
            "client_assertion_type": ASSERTION,
            "client_assertion": signed,
            "scope": scope,
        }
        answer, _ = _ask(Request(self.platform.token, urlencode(form).encode()))
        if not answer.get("access_token"):
            raise ExportProblem(
                f"{self.platform.token} gave no token. Is that the address?"
            )
        return str(answer["access_token"])


def _ask(request: Request) -> tuple[dict[str, Any], str]:
    """The answer, as JSON has it, and where the next page is."""

    def refuse(why: object, advice: str, status: int = 0, did: str = "refused") -> NoReturn:
        where = request.full_url.partition("?")[0]
        sentence = f"The learning system {did} {where}: {why}. {advice}"
        raise Refused(sentence, status) from None

    try:
        with build_opener(_NoRedirects).open(request, timeout=SECONDS) as answer:
            data, link = _body(answer), answer.headers.get("Link", "")
        content = json.loads(data) if data.strip() else {}
    except HTTPError as error:
        with error:
            why = f"status {error.code}{_reason(error)}"
        refuse(why, _advice(error), error.code)
    except (URLError, OSError, HTTPException) as error:
        cause = getattr(error, "reason", "") or error
        if isinstance(cause, TimeoutError):
            refuse(f"it takes more than {SECONDS:g} s", LATER, did="does not answer")
        why = str(cause) or type(cause).__name__
        refuse(why, "Can it be reached from here?", did="cannot be asked for")
    except (ValueError, RecursionError):
        refuse("its answer is no JSON", "Is the address right?")
    return (content if isinstance(content, dict) else {}), link


def _body(answer: HTTPResponse) -> bytes:
    """What is answered; ``TimeoutError`` where it comes in parts and does not end."""
    begun, parts, size = time.monotonic(), list[bytes](), 0
    while size < MAX_BYTES and (part := answer.read1(PART)):
        parts.append(part)
        size += len(part)
        if time.monotonic() - begun > ANSWER_SECONDS:
            raise TimeoutError
    return b"".join(parts)


def _reason(error: HTTPError) -> str:
    """What OAuth calls it, such as ``(invalid_scope)``."""
    try:
        name = json.loads(error.read(MAX_BYTES))["error"]
    except (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError):
        return ""
    return f" ({name})" if isinstance(name, str) and re.fullmatch(r"\w{1,60}", name) else ""


def _advice(error: HTTPError) -> str:
    """What to do about a status."""
    if error.code >= 500 or error.code == 429:
        return LATER
    if error.code < 400 or error.code in (404, 405, 410):
        return "Is the address right?"
    return f"Is the tool registered for it?{_clock(error.headers.get('Date', ''))}"


def _clock(there: str) -> str:
    """What is said of a clock that makes signatures too old, or not yet valid."""
    try:
        ahead = (datetime.now(UTC) - parsedate_to_datetime(there)).total_seconds()
    except (ValueError, TypeError):  # no date, or one without a zone
        return ""
    if abs(ahead) < CLOCK_SECONDS:
        return ""
    way = "ahead of" if ahead > 0 else "behind"
    minutes = round(abs(ahead) / 60)
    return f" This machine's clock is {minutes} min {way} the learning system's: set it."


def _is_learner(member: Any) -> bool:
    if not isinstance(member, dict) or member.get("status", "Active") != "Active":
        return False
    roles = member.get("roles") or ()
    roles = [roles] if isinstance(roles, str) else roles
    return any(str(role).endswith((LEARNER, "Learner")) for role in roles)


def roster(members: Iterable[dict[str, Any]]) -> Export:
    """The members as the roster that ``grade`` reads."""
    rows = [["id", "name", "email", "LTI user"]]
    for each in members:
        fields = {name: str(each.get(name) or "") for name in FIELDS}
        key = fields["lis_person_sourcedid"] or fields["email"] or fields["user_id"]
        parts = (str(each.get(part) or "") for part in ("given_name", "family_name"))
        name = fields["name"] or " ".join(filter(None, parts))
        who = (plain_id(key), one_line(name), plain_id(fields["email"]))
        rows.append([*who, plain_id(fields["user_id"])])
    return Export(table(rows), (f"Members: {len(rows) - 1}.",))


FIELDS = ("lis_person_sourcedid", "name", "email", "user_id")


def scores(
    grades: Sequence[FinalGrade], members: Sequence[dict[str, Any]]
) -> tuple[dict[str, dict[str, Any]], tuple[str, ...]]:
    """What to send of each, and what to say of it: a score that is not known is not sent.

    A member is found by an id or an address that is one student's alone, never by a name.
    """
    known = unique((word, grade) for grade in grades for word in _known_as(grade))
    when = datetime.now(UTC).isoformat(timespec="milliseconds")
    made, open_, strangers, seen = dict[str, dict[str, Any]](), 0, 0, set[str]()
    for member in members:
        words = (_word(name, str(member.get(name) or "")) for name in KNOWN_BY)
        grade = next((known[word] for word in words if word in known), None)
        if grade is None or grade.student in seen:
            strangers += 1
            continue
        seen.add(grade.student)
        if grade.score is None or not grade.max_points:
            open_ += 1
            continue
        made[grade.student] = {
            "userId": str(member.get("user_id")),
            "scoreGiven": grade.score,
            "scoreMaximum": grade.max_points,
            "activityProgress": "Completed",
            "gradingProgress": "FullyGraded",
            "timestamp": when,
        }
    absent = sum(grade.student not in seen for grade in grades)
    notes = [f"Scores: {len(made)}."]
    notes += [f"Not known, so not sent: {open_}."] if open_ else []
    notes += [f"Members who are nobody of this class: {strangers}."] if strangers else []
    notes += [f"Of this class, and no members: {absent}."] if absent else []
    return made, tuple(notes)


# By what a member is known, and the roster's columns that may say so.  A user's number
# in the learning system is no other number: 7 there may be another student's 7 here.
KNOWN_BY = {
    "user_id": ("LTI user",),
    "lis_person_sourcedid": ("SIS User ID", "ID number", "SIS Login ID"),
    "email": (),
}


def _known_as(grade: FinalGrade) -> Iterator[str]:
    for name, titles in KNOWN_BY.items():
        yield from (_word(name, roster_value(grade, title)) for title in titles)
    yield _word("lis_person_sourcedid", grade.student)
    yield from (_word("email", address) for address in (grade.email, grade.student))


def _word(name: str, value: str) -> str:
    return f"{name} {value.casefold()}" if value else ""


def shown(made: Iterable[dict[str, Any]]) -> bytes:
    """What would be sent, as a table to look at first."""
    rows = [["LTI user", "score", "maximum"]]
    rows += [
        [plain_id(s["userId"]), number(s["scoreGiven"]), number(s["scoreMaximum"])]
        for s in made
    ]
    return table(rows)
