"""List what lies in a folder or zip: notebooks, also those in zips handed in.

Nothing is unpacked to disk, links are not followed, and names that climb out of
their zip are left alone.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from pathlib import Path, PurePosixPath

from autograder.handin.endings import ending, readable, without_ending
from autograder.handin.git_dates import last_commit
from autograder.handin.members import (
    MAX_DEPTH,
    MAX_TEXT,
    SHOWN_NAME,
    SKIPPED,
    inside_of,
    is_notebook,
    is_read,
    leads_inside,
    numbered,
)
from autograder.handin.reader import look
from autograder.handin.safe_open import MAX_CLASS_LIST, member_time, open_zip
from autograder.handin.students_zips import MODULE, notebooks_in
from autograder.handin.submission import StoredFile
from autograder.notebooks.read import UnreadableNotebook

MAX_SEEN = 30  # folders, of which names are looked at
MAX_NAME = 2_000  # characters of a path: on no disk is there a longer one so deep
METADATA = "submission_metadata.yml"  # Gradescope's: whose each folder is
# What a system says itself: nbgrader's time, and Blackboard's "Name: Ada (login)".
SAID_BESIDE = re.compile(r"timestamp\.txt|(?:(?!_attempt_).)+_attempt_[\d-]{19}\.txt")
NOT_FOLLOWED = "is a link, and links are not followed."


class CannotOpen(ValueError):
    """The zip as a whole cannot be opened; the text says why."""


@dataclass(frozen=True)
class Found:
    """A notebook, or why one cannot be read.  ``changed`` is in seconds since 1970."""

    inside: PurePosixPath
    changed: float
    data: StoredFile | None = None
    problem: str = ""


@dataclass
class Listing:
    """What was found.

    ``others`` are files that are no notebooks, ``folders`` all folders, ``texts``
    how the files of ``SAID_BESIDE`` begin, ``tables`` those called ``METADATA``, ``clones``
    the times of the last commit by folder (0 where it cannot be told).
    """

    found: list[Found] = field(default_factory=list)
    others: list[Found] = field(default_factory=list)
    folders: dict[PurePosixPath, None] = field(default_factory=dict)
    texts: dict[PurePosixPath, str] = field(default_factory=dict)
    tables: dict[PurePosixPath, StoredFile] = field(default_factory=dict)
    clones: dict[PurePosixPath, float] = field(default_factory=dict)
    is_zip: bool = False

    def below(self, folder: PurePosixPath) -> Listing:
        """The same, as seen from one of its folders."""

        def there(path: PurePosixPath) -> bool:
            return folder in path.parents

        def seen(path: PurePosixPath) -> PurePosixPath:
            return path.relative_to(folder)

        def moved(files: list[Found]) -> list[Found]:
            below = (each for each in files if there(each.inside))
            return [replace(each, inside=seen(each.inside)) for each in below]

        return Listing(
            moved(self.found),
            moved(self.others),
            {seen(path): None for path in self.folders if there(path)},
            {seen(path): text for path, text in self.texts.items() if there(path)},
            {seen(path): table for path, table in self.tables.items() if there(path)},
            {seen(path): time for path, time in self.clones.items() if there(path)},
            self.is_zip,
        )


@contextlib.contextmanager
def _of_one(listing: Listing, inside: PurePosixPath) -> Iterator[None]:
    """What fails in here is said of one file, and the class goes on."""
    try:
        yield
    except Exception as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        words = f"{inside} cannot be read: {why}."
        listing.found.append(Found(inside, 0.0, None, words))


# --- folders -----------------------------------------------------------------


def list_folder(folder: Path) -> Listing:
    """Everything in a folder.

    Raises ``OSError`` when it cannot be read; of a folder in it that is said.
    """
    listing = Listing()

    def unread(error: OSError) -> None:
        if error.filename == str(folder):
            raise error
        inside = readable(Path(error.filename).relative_to(folder).as_posix())
        words = f"{inside} cannot be read: {error.strerror}."
        listing.found.append(Found(PurePosixPath(inside, "-"), 0.0, None, words))

    for where, folders, files in os.walk(folder, onerror=unread):
        here = Path(where)
        inside = PurePosixPath(readable(here.relative_to(folder).as_posix()))
        if ".git" in folders or ".git" in files:
            listing.clones[inside] = last_commit(here / ".git")
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in folders:
            with _of_one(listing, inside / readable(name)):
                _folder(listing, here / name, inside / readable(name))
        folders[:] = () if len(inside.parts) >= MAX_SEEN else folders
        for name in sorted(files):
            with _of_one(listing, inside / readable(name)):
                _file(listing, here / name, inside / readable(name))
    return listing


def _folder(listing: Listing, path: Path, inside: PurePosixPath) -> None:
    if not path.is_symlink():
        listing.folders[inside] = None
    elif len(inside.parts) == 1 or ending(inside.name) == ".ipynb":
        listing.found.append(Found(inside / "-", 0.0, None, f"{inside} {NOT_FOLLOWED}"))


def _file(listing: Listing, path: Path, inside: PurePosixPath) -> None:
    kind, stored = ending(inside.name), StoredFile(str(path))
    if len(inside.parts) > MAX_DEPTH:
        _too_deep(listing, inside)
    elif kind in (".ipynb", ".zip") and path.is_symlink():
        words = f"{inside} {NOT_FOLLOWED}"
        listing.found.append(Found(inside, 0.0, None, words))
    elif not path.is_file() or path.is_symlink():
        if kind in (".ipynb", ".zip"):
            words = f"{inside} is no file that can be opened, and was not read."
            listing.found.append(Found(inside, 0.0, None, words))
    elif kind == ".zip":
        _inner(listing, stored, inside, path.stat().st_mtime)
    else:
        _plain(listing, stored, inside, path.stat().st_mtime)


def _plain(listing: Listing, stored: StoredFile, inside: PurePosixPath, at: float) -> None:
    """A notebook, a text that a system laid beside it, or something else."""
    if inside.name == METADATA:
        listing.tables[inside] = stored
    elif SAID_BESIDE.fullmatch(inside.name):
        # Damaged or encrypted: then it says nothing.
        with contextlib.suppress(UnreadableNotebook):
            text = stored.read(MAX_TEXT).decode("utf-8-sig", errors="replace")
            listing.texts[inside] = text
    elif is_notebook(inside, stored):
        listing.found.append(Found(inside, at, stored))
        return
    if inside.name not in ("timestamp.txt", METADATA):
        listing.others.append(Found(inside, at, stored))


# --- zips --------------------------------------------------------------------


def list_zip(source: Path, zone: tzinfo | None = None) -> Listing:
    """Everything in a zip; ``zone`` is that of its members' dates.

    Raises ``CannotOpen`` when it is none, or is damaged.
    """
    listing = Listing(is_zip=True)
    try:
        with open_zip(source, MAX_CLASS_LIST) as archive:
            members = sorted(archive.infolist(), key=lambda info: info.filename)
            for info, number in numbered(members):
                inside = inside_of(info)
                if len(info.filename) > MAX_NAME:
                    inside = PurePosixPath(str(inside)[:SHOWN_NAME])
                if not inside.parts:
                    continue
                with _of_one(listing, inside):
                    stored = StoredFile(str(source), info.filename, numbers=(number, 0))
                    _member(listing, stored, info, inside, member_time(info, zone))
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, struct.error) as error:
        raise CannotOpen(str(error)) from None
    return listing


def _member(
    listing: Listing,
    stored: StoredFile,
    info: zipfile.ZipInfo,
    inside: PurePosixPath,
    changed: float,
) -> None:
    if ".git" in inside.parts and not inside.is_absolute():
        clone = PurePosixPath(*inside.parts[: inside.parts.index(".git")])
        listing.clones.setdefault(clone, 0.0)
    if not is_read(inside):
        _too_deep(listing, inside)
        return
    if len(info.filename) > MAX_NAME:
        raise ValueError
    listing.folders.update((p, None) for p in inside.parents if p.name)
    if info.is_dir():
        listing.folders[inside] = None
    elif stat.S_ISLNK(info.external_attr >> 16):
        words = f"{inside} {NOT_FOLLOWED}"
        listing.found.append(Found(inside, changed, None, words))
    elif ending(inside.name) == ".zip":
        _inner(listing, stored, inside, changed)
    else:
        _plain(listing, stored, inside, changed)


def _too_deep(listing: Listing, inside: PurePosixPath) -> None:
    """Say of a notebook, and of nothing else, that it lies too deep."""
    start, is_deep = PurePosixPath(*inside.parts[:MAX_DEPTH]), not is_read(inside)
    if ending(inside.name) == ".ipynb" and is_deep and leads_inside(inside):
        words = f"{inside} is deeper than {MAX_DEPTH} folders, and was not read."
        listing.found.append(Found(start, 0.0, None, words))


# --- zips that students handed in --------------------------------------------


def _inner(
    listing: Listing, outer: StoredFile, inside: PurePosixPath, changed: float
) -> None:
    """The notebooks in a student's zip lie where the zip lies, in a folder of its name."""
    folder = inside.with_name(without_ending(inside.name))
    listing.folders[folder] = None
    try:
        files, words = look(str(inside), notebooks_in, outer, str(inside))
    except UnreadableNotebook as problem:
        files, words = [], str(problem)
    for at, one in files:
        kind = listing.others if ending(at.name) == MODULE else listing.found
        kind.append(Found(folder / at, changed, one))
    if words:
        listing.found.append(Found(folder / "-", changed, None, words))
