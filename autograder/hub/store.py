"""What students handed in on a hub, in a folder that its owner alone can read.

``FOLDER/week-1/ada/2026-03-01T201000.123456Z/02-by-hand.ipynb``: the assignment, the
hub's name of the student, and when it came.  `autograder grade FOLDER/week-1` reads it as
it is.  Nothing is ever written over: handing in again makes another folder.
"""

import asyncio
import hashlib
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from autograder.exercise.problem import Problem
from autograder.gradebook.private_files import private_folder
from autograder.pages.file_names import LOGIN

MOST_TIMES = 200  # hand-ins of one student for one assignment
MOST_BYTES = 500 << 20  # of all of them
ARRIVING = ".arriving"  # beside the assignments, on the same disk
STAMP = "%Y-%m-%dT%H%M%S.%fZ"
T = TypeVar("T")


class StoreProblem(Problem):
    """A hand-in cannot be kept, or the folder not used; the text says what to do."""


@dataclass(frozen=True)
class HandIn:
    """What was handed in at one time: the SHA-256 of each file by its name."""

    at: datetime
    files: Mapping[str, str]


class Turns:
    """Of one student one thing at a time, in a thread beside the server's loop."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def do(self, student: str, work: Callable[..., T], *given: Any) -> T:
        """What ``work(*given)`` gives, when it is this student's turn."""
        async with self._locks[student]:
            return await asyncio.to_thread(work, *given)


@dataclass(frozen=True)
class Store:
    """Hand-ins in ``folder``, and in ``feedback`` the pages that students may read.

    ``feedback/week-1/ada.html`` is ada's, as ``autograder export --format hub`` writes it.
    """

    folder: Path
    feedback: Path

    def open(self) -> None:
        """Make the folders, for this account alone."""
        for folder in (self.folder, self.feedback):
            try:
                if not folder.is_dir():
                    private_folder(folder)
                mode = folder.stat().st_mode & 0o777
            except OSError as error:
                raise StoreProblem(f"{folder} cannot be made ({error.strerror}).") from None
            if mode & 0o077:
                raise StoreProblem(
                    f"Others may use {folder} (mode {mode:o}), and students' work would "
                    f"lie open. Close it: chmod 700 {folder}"
                )

    def take(self, assignment: str, user: str, files: Mapping[str, bytes]) -> HandIn:
        """Keep what a student handed in; the same again is kept once, with its first
        time.
        """
        before = self.hand_ins(assignment, user)
        hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        if before and before[-1].files == hashes:
            return before[-1]
        if len(before) >= MOST_TIMES or self._size(assignment, user) > MOST_BYTES:
            raise StoreProblem(
                "You have handed in so often or so much that there is no more room. What "
                "is listed here is kept. Ask your teacher to take the new one another way."
            )
        try:
            return HandIn(self._write(assignment, user, files), hashes)
        except OSError as error:
            raise StoreProblem(
                f"It could not be kept ({error.strerror}). Nothing was handed in: tell "
                "your teacher, and try again later."
            ) from None

    def _write(self, assignment: str, user: str, files: Mapping[str, bytes]) -> datetime:
        """Write all of it beside, and then move it into its place at once."""
        beside = self.folder / ARRIVING
        beside.mkdir(mode=0o700, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=beside))
        try:
            for name, data in files.items():
                with open(part / name, "xb", opener=_own) as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            own = self._place(assignment, user)
            for folder in (own.parent, own):
                folder.mkdir(mode=0o700, exist_ok=True)
            at = datetime.now(UTC)
            for name in files:  # the grader takes a file's date for the time of hand-in
                os.utime(part / name, (at.timestamp(), at.timestamp()))
            part.rename(own / at.strftime(STAMP))
        except OSError:
            shutil.rmtree(part, ignore_errors=True)
            raise
        return at

    def hand_ins(self, assignment: str, user: str) -> list[HandIn]:
        """What a student handed in, the earliest first."""
        folder = self._place(assignment, user)
        folders = sorted(folder.iterdir()) if folder.is_dir() else []
        return [
            HandIn(
                datetime.strptime(folder.name, STAMP).replace(tzinfo=UTC),
                {file.name: _hash_of(file) for file in sorted(folder.iterdir())},
            )
            for folder in folders
        ]

    def page(self, assignment: str, user: str) -> bytes | None:
        """A student's feedback; None while there is none."""
        self._place(assignment, user)
        try:
            return (self.feedback / assignment / f"{user}.html").read_bytes()
        except OSError:
            return None

    def _size(self, assignment: str, user: str) -> int:
        files = self._place(assignment, user).glob("*/*")
        return sum(file.stat().st_size for file in files)

    def _place(self, assignment: str, user: str) -> Path:
        if not LOGIN.fullmatch(user):
            raise StoreProblem(
                f"Your name on this hub, {user!r}, can be no folder's. Tell your teacher."
            )
        return self.folder / assignment / user


def _hash_of(file: Path) -> str:
    """The SHA-256 of a file, read once as long as it does not change."""
    stat = file.stat()
    return _read_hash(file, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=1 << 16)
def _read_hash(file: Path, _size: int, _changed: int) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _own(path: str, flags: int) -> int:
    """Open a file that is this account's alone."""
    return os.open(path, flags, 0o600)
