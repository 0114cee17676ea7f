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
from typing import TypeVar

from autograder.handin.members import (
    MAX_DEPTH,
    MAX_TEXT,
    SHOWN_NAME,
    SKIPPED,
    ending,
    inside_of,
    is_notebook,
    is_read,
    leads_inside,
    numbered,
    readable,
    without_ending,
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
NO_FILE = "is no file that can be opened, and was not read."
T = TypeVar("T")


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
    the folders of git's repositories.
    """

    found: list[Found] = field(default_factory=list)
    others: list[Found] = field(default_factory=list)
    folders: dict[PurePosixPath, None] = field(default_factory=dict)
    texts: dict[PurePosixPath, str] = field(default_factory=dict)
    tables: dict[PurePosixPath, StoredFile] = field(default_factory=dict)
    clones: dict[PurePosixPath, None] = field(default_factory=dict)
    is_zip: bool = False

    def below(self, folder: PurePosixPath) -> Listing:
        """The same, as seen from one of its folders."""

        def moved(files: list[Found]) -> list[Found]:
            below = (each for each in files if folder in each.inside.parents)
            return [replace(each, inside=each.inside.relative_to(folder)) for each in below]

        def seen(by_path: dict[PurePosixPath, T]) -> dict[PurePosixPath, T]:
            below = ((p, each) for p, each in by_path.items() if folder in p.parents)
            return {path.relative_to(folder): each for path, each in below}

        return Listing(
            moved(self.found),
            moved(self.others),
            seen(self.folders),
            seen(self.texts),
            seen(self.tables),
            seen(self.clones),
            self.is_zip,
        )

    def say(self, inside: PurePosixPath, why: str, at: float = 0.0) -> None:
        """Say why a file is not read: whose it is has handed in."""
        self.found.append(Found(inside, at, None, why))


@contextlib.contextmanager
def _of_one(listing: Listing, inside: PurePosixPath) -> Iterator[None]:
    """What fails in here is said of one file, and the class goes on."""
    try:
        yield
    except Exception as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        listing.say(inside, f"{inside} cannot be read: {why}.")


def list_folder(folder: Path) -> Listing:
    """Everything in a folder.

    Raises ``OSError`` when it cannot be read; of a folder in it that is said.
    """
    listing = Listing()

    def unread(error: OSError) -> None:
        if error.filename == str(folder):
            raise error
        inside = readable(Path(error.filename).relative_to(folder).as_posix())
        sentence = f"{inside} cannot be read: {error.strerror}."
        listing.say(PurePosixPath(inside, "-"), sentence)

    for where, folders, files in os.walk(folder, onerror=unread):
        here = Path(where)
        inside = PurePosixPath(readable(here.relative_to(folder).as_posix()))
        if ".git" in folders or ".git" in files:
            listing.clones[inside] = None
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        for name in folders:
            with _of_one(listing, inside / readable(name)):
                _folder(listing, here / name, inside / readable(name))
        folders[:] = () if len(inside.parts) >= MAX_SEEN else folders
        for name in sorted(files):
            path, its = here / name, inside / readable(name)
            with _of_one(listing, its):
                is_file = path.is_file() and not path.is_symlink()
                at = path.stat().st_mtime if is_file else 0.0
                odd = NOT_FOLLOWED if path.is_symlink() else "" if is_file else NO_FILE
                _file(listing, StoredFile(str(path)), its, at, odd)
    return listing


def _folder(listing: Listing, path: Path, inside: PurePosixPath) -> None:
    if not path.is_symlink():
        listing.folders[inside] = None
    elif len(inside.parts) == 1 or ending(inside.name) == ".ipynb":
        listing.say(inside / "-", f"{inside} {NOT_FOLLOWED}")


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
        listing.clones[clone] = None
    if is_read(inside):
        if len(info.filename) > MAX_NAME:
            raise ValueError
        listing.folders.update((p, None) for p in inside.parents if p.name)
    if is_read(inside) and info.is_dir():
        listing.folders[inside] = None
    else:
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        _file(listing, stored, inside, changed, NOT_FOLLOWED if is_link else "")


def _file(
    listing: Listing, stored: StoredFile, inside: PurePosixPath, at: float, odd: str
) -> None:
    """A notebook, a zip of them, a text that a system laid beside it, or something else.

    ``odd`` says why it is no file like others.
    """
    kind = ending(inside.name)
    if not is_read(inside):
        if kind == ".ipynb" and leads_inside(inside):
            start = PurePosixPath(*inside.parts[:MAX_DEPTH])
            sentence = f"{inside} is deeper than {MAX_DEPTH} folders, and was not read."
            listing.say(start, sentence)
    elif odd:
        if kind in (".ipynb", ".zip"):
            listing.say(inside, f"{inside} {odd}", at)
    elif kind == ".zip":
        _inner(listing, stored, inside, at)
    elif inside.name == METADATA:
        listing.tables[inside] = stored
    elif is_notebook(inside, stored) and not SAID_BESIDE.fullmatch(inside.name):
        listing.found.append(Found(inside, at, stored))
    else:
        if SAID_BESIDE.fullmatch(inside.name):
            # Damaged or encrypted: then it says nothing.
            with contextlib.suppress(UnreadableNotebook):
                text = stored.read(MAX_TEXT).decode("utf-8-sig", errors="replace")
                listing.texts[inside] = text
        if inside.name != "timestamp.txt":
            listing.others.append(Found(inside, at, stored))


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
    for at, file in files:
        kind = listing.others if ending(at.name) == MODULE else listing.found
        kind.append(Found(folder / at, changed, file))
    if words:
        listing.say(folder / "-", words, changed)
