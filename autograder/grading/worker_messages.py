"""Submissions and results as bytes, for workers that share no files with us.

A message is one line of JSON.  Notebooks are in it as base64 of the bytes that
were handed in: nobody on the way looks into them.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, fields
from typing import Any

from autograder.gradebook.records import SubmissionResult
from autograder.handin.submission import StoredFile, Submission
from autograder.notebooks.read import MAX_BYTES, UnreadableNotebook


@dataclass(frozen=True)
class UnreadableFile(StoredFile):
    """A file that could not be read where it was; ``path`` holds the reason."""

    def read(self, most: int = MAX_BYTES) -> bytes:
        """Raises ``UnreadableNotebook``, as reading it there did."""
        raise UnreadableNotebook(self.path)


def encode_submission(submission: Submission) -> bytes:
    """A submission with the contents of its files."""
    data = {f.name: getattr(submission, f.name) for f in fields(submission)}
    contents = [(n, _encoded(file)) for n, file in submission.contents(modules=True)]
    notebooks = len(submission.files)
    data |= {"files": contents[:notebooks], "modules": contents[notebooks:]}
    return json.dumps(data).encode()


def _encoded(file: bytes | UnreadableNotebook) -> dict[str, str]:
    if isinstance(file, bytes):
        return {"bytes": base64.b64encode(file).decode()}
    return {"unread": str(file)}


def decode_submission(message: bytes) -> Submission:
    """The submission again."""
    data: dict[str, Any] = json.loads(message)
    for kind in ("files", "modules"):
        data[kind] = tuple((name, _decoded(file)) for name, file in data[kind])
    return Submission(**{n: _frozen(v) for n, v in data.items()})


def _decoded(file: dict[str, str]) -> bytes | StoredFile:
    if "unread" in file:
        return UnreadableFile(file["unread"])
    return base64.b64decode(file["bytes"])


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def encode_result(result: SubmissionResult) -> bytes:
    """A result in the form in which it is stored."""
    return json.dumps(result.to_dict()).encode()


def decode_result(message: bytes) -> SubmissionResult:
    """The result again."""
    return SubmissionResult.from_dict(json.loads(message))
