"""A student's files, read over the student's own server with the student's own token.

So this works wherever the hub starts servers, in containers too, and can read nothing
that the student could not.  What comes back was made by the student's server: it is
bounded, checked, and kept as bytes.
"""

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.simple_httpclient import SimpleAsyncHTTPClient

from autograder.handin.own_modules import MAX_BYTES as MODULE_BYTES
from autograder.handin.own_modules import MOST as MOST_MODULES
from autograder.handin.own_modules import module_name
from autograder.notebooks.read import MAX_BYTES

ANSWER_BYTES = 2 * MAX_BYTES  # base64 takes 4 bytes for 3
SECONDS = 60
NO_SERVER = (302, 403, 424, 502, 503)  # what the hub says in the server's place


class HomeProblem(Exception):
    """Files cannot be had from the server; the text says what the student can do."""


class NoServer(HomeProblem):
    """The student's server does not run."""


@dataclass(frozen=True)
class Home:
    """The folder of notebooks on the server of one student."""

    server: str  # its address, as the hub's proxy has it
    token: str  # the student's
    folder: str  # below the server's root

    async def listing(self) -> dict[str, datetime | None]:
        """When each file of the folder was saved, by name; None where that is not said."""
        answer = await self._ask(self.folder, "type=directory")
        entries = answer.get("content")
        files = [
            entry
            for entry in (entries if isinstance(entries, list) else [])
            if isinstance(entry, dict) and entry.get("type") != "directory"
        ]
        return {str(e.get("name")): _moment(e.get("last_modified")) for e in files}

    async def read(self, name: str) -> bytes:
        """A file's bytes, unless it is too large for the grader."""
        answer = await self._ask(f"{self.folder}/{name}", "type=file&format=base64")
        try:
            data = base64.b64decode(answer["content"])
        except (KeyError, TypeError, ValueError, binascii.Error):
            raise HomeProblem(f"Your server did not give {name} as a file.") from None
        if len(data) > MAX_BYTES:
            raise HomeProblem(
                f"{name} has more than {MAX_BYTES >> 20} MB. Clear the outputs, save it, "
                "and hand it in again."
            )
        return data

    async def modules(self, names: list[str]) -> dict[str, bytes]:
        """The student's own modules beside the notebooks, as many as the grader takes."""
        sources: dict[str, bytes] = {}
        for name in sorted(name for name in names if module_name(name))[:MOST_MODULES]:
            data = await self.read(name)
            if sum(map(len, sources.values())) + len(data) <= MODULE_BYTES:
                sources[name] = data
        return sources

    async def _ask(self, path: str, query: str) -> dict[str, Any]:
        request = HTTPRequest(
            f"{self.server}api/contents/{quote(path)}?{query}",
            headers={"Authorization": f"token {self.token}"},
            follow_redirects=False,
            request_timeout=SECONDS,
        )
        client = SimpleAsyncHTTPClient(force_instance=True, max_body_size=ANSWER_BYTES)
        try:
            answer = await client.fetch(request, raise_error=False)
        except (HTTPClientError, OSError):  # no answer, or one that is too large
            raise HomeProblem(
                f"Your server did not give {path} within {SECONDS} seconds, or it has more "
                f"than {MAX_BYTES >> 20} MB. Clear the outputs, save it, and try again."
            ) from None
        finally:
            client.close()
        if answer.code == 404:
            raise HomeProblem(
                f"There is no {path} on your server: take the course there first."
            )
        if answer.code in NO_SERVER:
            raise NoServer("Your server does not run.")
        try:
            content = json.loads(answer.body) if answer.code == 200 else None
        except (ValueError, RecursionError):
            content = None
        if not isinstance(content, dict):
            raise HomeProblem(
                f"Your server did not give {path} (status {answer.code}). Save your work, "
                "start the server again, and try once more."
            )
        return content


def _moment(text: object) -> datetime | None:
    """A moment with a zone; None for whatever else a server says."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment if moment.tzinfo else None
