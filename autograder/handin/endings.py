"""What a file's name ends with: told the same way by every Python, as pathlib does not."""

from __future__ import annotations

import os


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
