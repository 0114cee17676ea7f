"""A zip that a student handed in: its notebooks, and the modules beside them."""

import io
import stat
import struct
import zipfile
from pathlib import PurePosixPath

from autograder.handin.members import (
    MAX_DEPTH,
    SHOWN_NAME,
    SKIPPED,
    ending,
    inside_of,
    is_notebook,
    is_read,
    numbered,
)
from autograder.handin.safe_open import open_zip
from autograder.handin.submission import MAX_INNER_ZIP, StoredFile
from autograder.notebooks.read import UnreadableNotebook

MAX_MEMBERS = 1_000  # notebooks
MODULE = ".py"


def notebooks_in(
    outer: StoredFile, name: str
) -> tuple[list[tuple[PurePosixPath, StoredFile]], str]:
    """The notebooks and modules in a student's zip, and what is to be said of it.

    Raises ``UnreadableNotebook`` when it cannot be opened.
    """
    try:
        members, unread = _members(outer)
    except (zipfile.BadZipFile, ValueError, RuntimeError, OSError, struct.error) as error:
        raise UnreadableNotebook(f"{name} cannot be opened as a zip ({error}).") from None
    notebooks = [(at, member) for at, member in members if is_notebook(at, member)]
    sentence = ""
    if len(notebooks) > MAX_MEMBERS:  # any of them may be the one that counts
        most = f"{len(notebooks):,} notebooks, more than the {MAX_MEMBERS:,} that are read"
        raise UnreadableNotebook(f"{name} holds {most}: hand in those that count.")
    if not notebooks:
        zips = any(ending(at.name) == ".zip" for at, _ in members)
        more = ", only another zip, which is not opened" if zips else unread
        sentence = f"{name} holds no notebook{more}."
    modules = [(at, member) for at, member in members if ending(at.name) == MODULE]
    return [*notebooks, *modules[:MAX_MEMBERS]], sentence


def _members(outer: StoredFile) -> tuple[list[tuple[PurePosixPath, StoredFile]], str]:
    """What may be read, and words about a notebook that may not."""
    found, unread = [], ""
    with open_zip(_file_of(outer)) as archive:
        for info, number in numbered(archive.infolist()):
            inside = inside_of(info)  # of a name that is none, zipfile cannot tell the kind
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            if is_read(inside) and not info.is_dir() and not is_link:
                found.append((inside, _member(outer, info.filename, number)))
            elif ending(inside.name) == ".ipynb" and not SKIPPED & {*inside.parts}:
                outside = inside.is_absolute() or ".." in inside.parts
                why = (
                    "outside of the zip" if outside else f"deeper than {MAX_DEPTH} folders"
                )
                why = "a link" if is_link else why
                unread = f" that is read: {str(inside)[-SHOWN_NAME:]} is {why}"
    return found, unread


def _member(outer: StoredFile, name: str, number: int) -> StoredFile:
    if not outer.member:
        return StoredFile(outer.path, name, numbers=(number, 0))
    return StoredFile(outer.path, outer.member, name, (outer.numbers[0], number))


def _file_of(outer: StoredFile) -> str | io.BytesIO:
    if not outer.member:
        return outer.path
    data = outer.read(MAX_INNER_ZIP)
    if len(data) > MAX_INNER_ZIP:
        raise ValueError(f"it has more than {MAX_INNER_ZIP >> 20} MB")
    return io.BytesIO(data)
