"""What a student handed in, read only when it is its turn."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from autograder.notebook import MAX_BYTES, UnreadableNotebook


@dataclass(frozen=True)
class Stored:
    """A file on disk, or a member of a zip: a class need not fit in memory."""

    path: str
    member: str = ""

    def read(self) -> bytes:
        """Its bytes, one more than is allowed at most.

        Raises
        ------
        UnreadableNotebook
            When it has gone, is not ours to read, or is damaged in its zip.
        """
        try:
            if not self.member:
                with open(self.path, "rb") as file:
                    return file.read(MAX_BYTES + 1)
            with _archive(self.path).open(self.member) as file:
                return file.read(MAX_BYTES + 1)
        except OSError as error:
            name = self.member or self.path.rpartition("/")[2]
            raise UnreadableNotebook(
                f"{name} cannot be read: {error.strerror or error}."
            ) from None
        except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, KeyError) as error:
            raise UnreadableNotebook(
                f"{self.member} cannot be taken out of the zip: {error}."
            ) from None


@lru_cache(maxsize=2)
def _archive(path: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(path)


@dataclass(frozen=True)
class Handed:
    """What one student handed in: file names and contents, oldest first."""

    student: str
    files: tuple[tuple[str, bytes | Stored], ...]
    problem: str = ""  # why nothing could be read, when nothing could

    def contents(self) -> Iterator[tuple[str, bytes | UnreadableNotebook]]:
        """Each file's name and bytes, or why it cannot be read."""
        for name, file in self.files:
            try:
                yield name, file.read() if isinstance(file, Stored) else file
            except UnreadableNotebook as problem:
                yield name, problem

    def digest(self) -> str:
        """A hash of all that was handed in, names included."""
        found = hashlib.sha256(self.problem.encode(errors="replace"))
        for name, data in self.contents():
            data = data if isinstance(data, bytes) else str(data).encode()
            found.update(f"{name}\0{len(data)}\0".encode(errors="replace"))
            found.update(data)
        return found.hexdigest()
