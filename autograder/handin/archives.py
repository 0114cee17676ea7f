"""List what lies in a folder or zip: notebooks, also those in zips handed in.

Nothing is unpacked to disk, links are not followed, and names that climb out of
their zip are left alone.
"""

from __future__ import annotations

import contextlib
import io
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
from autograder.handin.reader import look
from autograder.handin.safe_open import MAX_CLASS_LIST, member_time, open_zip
from autograder.handin.submission import MAX_INNER_ZIP, StoredFile
from autograder.notebooks.read import UnreadableNotebook

SKIPPED = {".ipynb_checkpoints", "__MACOSX", ".git", "__pycache__", ".venv"}
MAX_DEPTH, MAX_SEEN = 6, 30  # folders: that are read, and of which names are looked at
SHOWN_NAME = 200  # characters of a longer one
MAX_NAME = 2_000  # characters of a path: on no disk is there a longer one so deep
MAX_MEMBERS = 200  # notebooks in a zip that a student handed in
METADATA = "submission_metadata.yml"  # Gradescope's: whose each folder is
MAX_TEXT = 400  # bytes of a text that a system laid beside a hand-in
# What a system says itself: nbgrader's time, and Blackboard's "Name: Ada (login)".
SAID_BESIDE = re.compile(r"timestamp\.txt|(?:(?!_attempt_).)+_attempt_[\d-]{19}\.txt")
MODULE = ".py"
SNIFFED = ("", ".txt", ".json")  # a notebook may be called so
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


def is_notebook(inside: PurePosixPath, stored: StoredFile) -> bool:
    """Whether a file is one: by its ending, also before another, or by how it begins."""
    endings = inside.name.lower().split(".")[1:]  # of "...ipynb", too
    if any(ending.startswith("ipynb") for ending in endings):
        return True
    if ending(inside.name) not in SNIFFED or inside.name.startswith("."):
        return False
    try:
        start = stored.read(MAX_TEXT).lstrip(b"\xef\xbb\xbf \t\r\n")
    except UnreadableNotebook:
        return False
    return start.startswith(b"{") and any(
        word in start for word in (b'"cells"', b'"nbformat"', b'"worksheets"')
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
    """Everything in a folder."""
    listing = Listing()
    for where, folders, files in os.walk(folder):
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

    Raises
    ------
    CannotOpen
        When it is none, or is damaged.
    """
    listing = Listing(is_zip=True)
    try:
        with open_zip(source, MAX_CLASS_LIST) as archive:
            for info in sorted(archive.infolist(), key=lambda info: info.filename):
                inside = _inside(info)
                if len(info.filename) > MAX_NAME:
                    inside = PurePosixPath(str(inside)[:SHOWN_NAME])
                if not inside.parts:
                    continue
                with _of_one(listing, inside):
                    _member(listing, source, info, inside, zone)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, struct.error) as error:
        raise CannotOpen(str(error)) from None
    return listing


def _member(
    listing: Listing,
    source: Path,
    info: zipfile.ZipInfo,
    inside: PurePosixPath,
    zone: tzinfo | None,
) -> None:
    if ".git" in inside.parts and not inside.is_absolute():
        clone = PurePosixPath(*inside.parts[: inside.parts.index(".git")])
        listing.clones.setdefault(clone, 0.0)
    if not _wanted(inside):
        _too_deep(listing, inside)
        return
    if len(info.filename) > MAX_NAME:
        raise ValueError
    changed, stored = member_time(info, zone), StoredFile(str(source), info.filename)
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


def _inside(info: zipfile.ZipInfo) -> PurePosixPath:
    """Where a member lies.  macOS writes UTF-8 without saying so."""
    name = info.filename
    if not info.flag_bits & 0x800:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    return PurePosixPath(readable(name.replace("\\", "/")))


def _too_deep(listing: Listing, inside: PurePosixPath) -> None:
    """Say of a notebook, and of nothing else, that it lies too deep."""
    start, is_deep = PurePosixPath(*inside.parts[:MAX_DEPTH]), not _wanted(inside)
    if ending(inside.name) == ".ipynb" and is_deep and _leads_inside(inside):
        words = f"{inside} is deeper than {MAX_DEPTH} folders, and was not read."
        listing.found.append(Found(start, 0.0, None, words))


def _leads_inside(inside: PurePosixPath) -> bool:
    return not (inside.is_absolute() or {"..", *SKIPPED} & {*inside.parts})


def _wanted(inside: PurePosixPath) -> bool:
    return 0 < len(inside.parts) <= MAX_DEPTH and _leads_inside(inside)


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


def notebooks_in(
    outer: StoredFile, name: str
) -> tuple[list[tuple[PurePosixPath, StoredFile]], str]:
    """The notebooks and modules in a student's zip, and what is to be said of it.

    Parameters
    ----------
    outer
        The zip.
    name
        What a sentence calls it.

    Raises
    ------
    UnreadableNotebook
        When it cannot be opened.
    """
    try:
        members, unread = _members(outer)
    except (zipfile.BadZipFile, ValueError, RuntimeError, OSError, struct.error) as error:
        raise UnreadableNotebook(f"{name} cannot be opened as a zip ({error}).") from None
    stored = [
        (at, StoredFile(outer.path, *filter(None, (outer.member, member))))
        for member, at in members
    ]
    notebooks = [(at, one) for at, one in stored if is_notebook(at, one)]
    words = ""
    if len(notebooks) > MAX_MEMBERS:
        words = f"{name} holds {len(notebooks)} notebooks; the first {MAX_MEMBERS} count."
    if not notebooks:
        zips = any(ending(at.name) == ".zip" for _, at in members)
        more = ", only another zip, which is not opened" if zips else unread
        words = f"{name} holds no notebook{more}."
    modules = [(at, one) for at, one in stored if ending(at.name) == MODULE]
    return [*notebooks[:MAX_MEMBERS], *modules[:MAX_MEMBERS]], words


def _members(outer: StoredFile) -> tuple[list[tuple[str, PurePosixPath]], str]:
    """What may be read, and words about a notebook that may not."""
    found, unread = [], ""
    with open_zip(_file_of(outer)) as archive:
        for info in archive.infolist():
            inside = _inside(info)  # of a name that is none, zipfile cannot tell the kind
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            if _wanted(inside) and not info.is_dir() and not is_link:
                found.append((info.filename, inside))
            elif ending(inside.name) == ".ipynb" and not SKIPPED & {*inside.parts}:
                outside = inside.is_absolute() or ".." in inside.parts
                why = (
                    "outside of the zip" if outside else f"deeper than {MAX_DEPTH} folders"
                )
                why = "a link" if is_link else why
                unread = f" that is read: {str(inside)[-SHOWN_NAME:]} is {why}"
    return found, unread


def _file_of(outer: StoredFile) -> str | io.BytesIO:
    if not outer.member:
        return outer.path
    data = outer.read(MAX_INNER_ZIP)
    if len(data) > MAX_INNER_ZIP:
        raise ValueError(f"it has more than {MAX_INNER_ZIP >> 20} MB")
    return io.BytesIO(data)
