"""Which files of a folder or zip are notebooks, and which members of a zip are read."""

import os
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from autograder.handin.submission import StoredFile
from autograder.notebooks.read import UnreadableNotebook

SKIPPED = {".ipynb_checkpoints", "__MACOSX", ".git", "__pycache__", ".venv"}
MAX_DEPTH = 6  # folders that are read
MAX_TEXT = 400  # bytes of a text that a system laid beside a hand-in
SHOWN_NAME = 200  # characters of a longer one
SNIFFED = ("", ".txt", ".json")  # a notebook may be called so


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


def numbered(members: Iterable[zipfile.ZipInfo]) -> Iterator[tuple[zipfile.ZipInfo, int]]:
    """Members, each with how many of its name were before it."""
    seen: Counter[str] = Counter()
    for info in members:
        yield info, seen[info.filename]
        seen[info.filename] += 1


def inside_of(info: zipfile.ZipInfo) -> PurePosixPath:
    """Where a member lies.  macOS writes UTF-8 without saying so."""
    name = info.filename
    if not info.flag_bits & 0x800:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    return PurePosixPath(readable(name.replace("\\", "/")))


def leads_inside(inside: PurePosixPath) -> bool:
    """Whether a member's path stays in the archive, and is none that programs leave."""
    return not (inside.is_absolute() or {"..", *SKIPPED} & {*inside.parts})


def is_read(inside: PurePosixPath) -> bool:
    """Whether a member of this path is looked at."""
    return 0 < len(inside.parts) <= MAX_DEPTH and leads_inside(inside)


def readable(name: str) -> str:
    """A name that any file can hold: bytes and half characters are spelled out."""
    try:
        return os.fsencode(name).decode(errors="backslashreplace")
    except UnicodeEncodeError:  # half a surrogate pair, which is no byte either
        return name.encode(errors="backslashreplace").decode()


def ending(name: str) -> str:
    """A name's ending with its dot, in small letters; "" for ``.zip`` and ``a.``."""
    stem, dot, end = name.rpartition(".")
    return f"{dot}{end.lower()}" if stem and end else ""


def without_ending(name: str) -> str:
    """The name before its ending, where that is a name: ``..zip`` stays whole."""
    stem = name[: len(name) - len(ending(name))]
    return stem if stem.strip(".") else name


# Archives that are not opened: whoever hands in one has handed in.
UNOPENED = frozenset(
    {".7z", ".rar", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".tzst"}
)
