"""What a student handed in, read only when it is its turn."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from autograder.exercise.problem import Problem
from autograder.handin.safe_open import MAX_CLASS_LIST, Zip, open_regular, open_zip
from autograder.notebooks.read import MAX_BYTES, UnreadableNotebook

MAX_INNER_ZIP = 100 << 20  # bytes of a zip that a student handed in
ENCRYPTED = 1  # of a member's flags
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class SubmissionsProblem(Problem):
    """The submissions as a whole cannot be read; the text says what to do."""


@dataclass(frozen=True)
class StoredFile:
    """A file on disk, or a member of a zip: a class need not fit in memory.

    ``inner`` is a member of the zip that ``member`` is: a student handed in a zip,
    and the class was downloaded as one.  ``numbers`` say which of the members of these
    names: a zip can hold two of one name.
    """

    path: str
    member: str = ""
    inner: str = ""
    numbers: tuple[int, int] = (0, 0)

    def read(self, most: int = MAX_BYTES) -> bytes:
        """Its bytes, one more than ``most`` at most.

        Raises ``UnreadableNotebook`` when it has gone, is not ours to read, or is damaged
        in its zip.
        """
        try:
            if not self.member:
                with open_regular(self.path) as file:
                    return file.read(most + 1)
            archive, number = _archive(self.path), self.numbers[0]
            if self.inner:
                archive = _inner_archive(self.path, self.member, number)
                number = self.numbers[1]
            info = archive.member(self.inner or self.member, number)
            if info.flag_bits & ENCRYPTED:
                raise zipfile.BadZipFile("it is encrypted; hand it in without a password")
            if info.compress_type not in PACKED:  # zipfile would unpack it whole
                raise zipfile.BadZipFile("it is packed in a way that is not opened")
            with archive.open(info) as file:
                return file.read(most + 1)
        except OSError as error:
            name = self.member or self.path.rpartition("/")[2]
            raise UnreadableNotebook(
                f"{name} cannot be read: {error.strerror or error}."
            ) from None
        except Exception as error:  # whatever a zip holds
            if isinstance(error, UnreadableNotebook):
                raise
            raise UnreadableNotebook(
                f"{self.inner or self.member} cannot be taken out of the zip: {error}."
            ) from None


@lru_cache(maxsize=2)
def _archive(path: str) -> Zip:
    return open_zip(path, MAX_CLASS_LIST)


@lru_cache(maxsize=2)
def _inner_archive(path: str, member: str, number: int) -> Zip:
    """A zip in a zip, in memory: nothing is unpacked to disk."""
    data = StoredFile(path, member, numbers=(number, 0)).read(MAX_INNER_ZIP)
    if len(data) > MAX_INNER_ZIP:
        raise UnreadableNotebook(
            f"{member} has more than {MAX_INNER_ZIP >> 20} MB and is not opened."
        )
    return open_zip(io.BytesIO(data))


@dataclass(frozen=True)
class Submission:
    """What one student handed in: file names and contents, oldest first.

    ``handed_in`` is when the last of them was, ``times`` when each: ISO 8601 with a
    zone, or empty when that is not known.  Equal ``ranks`` are ordered by their names
    alone.  Of several answers to a chapter ``attempts`` says which counts; ``due`` has
    this student's dates by chapter, for "last on time".  Where the best counts,
    ``shares`` has how much of its points a file that came late keeps: chapter, file name,
    and a number from 0 to 1; ``points`` has what exercises are worth in this course,
    where that is not what the key says.  ``draw`` says which hidden inputs it meets.
    ``modules`` are files that notebooks beside them import, by name, oldest first.
    """

    student: str
    files: tuple[tuple[str, bytes | StoredFile], ...]
    problem: str = ""  # why nothing could be read, when nothing could
    handed_in: str = ""
    chapters: tuple[str, ...] = ()  # grade these only; none: as the run's settings say
    times: tuple[str, ...] = ()
    ranks: tuple[int, ...] = ()
    attempts: str = "last"
    due: tuple[tuple[str, str], ...] = ()
    shares: tuple[tuple[str, str, float], ...] = ()
    points: tuple[tuple[str, float], ...] = ()
    draw: int = 0
    modules: tuple[tuple[str, bytes | StoredFile], ...] = ()

    def contents(
        self, *, modules: bool = False
    ) -> Iterator[tuple[str, bytes | UnreadableNotebook]]:
        """Each notebook's name and bytes, or why it cannot be read; with ``modules``
        those of what they import, too."""
        for name, file in (*self.files, *(self.modules if modules else ())):
            try:
                yield name, file.read() if isinstance(file, StoredFile) else file
            except UnreadableNotebook as problem:
                yield name, problem

    def digest(self) -> str:
        """A hash of all that was handed in, names included."""
        found = hashlib.sha256(self.problem.encode(errors="replace"))
        for name, data in self.contents(modules=True):
            data = data if isinstance(data, bytes) else str(data).encode()
            found.update(f"{name}\0{len(data)}\0".encode(errors="replace"))
            found.update(data)
        return found.hexdigest()
