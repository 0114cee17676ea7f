"""Open what was handed in: regular files alone, and zips of a bounded list."""

from __future__ import annotations

import os
import stat
import zipfile
from collections import defaultdict
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

MAX_LIST = 2 << 20  # bytes of the list of a zip that a student handed in
MAX_CLASS_LIST = 32 << 20  # of the one that a class was downloaded as
_FLAGS = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")


def open_regular(path: str | Path) -> BinaryIO:
    """A file to read; a link, a pipe or a device is none, and nothing waits for it.

    Raises ``OSError`` when it is no regular file, has gone, or is not ours to read.
    """
    flags = os.O_RDONLY
    for name in _FLAGS:
        flags |= getattr(os, name, 0)
    handle = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(f"{Path(path).name} is no regular file")
    return os.fdopen(handle, "rb")


def open_zip(source: str | Path | BinaryIO, most: int = MAX_LIST) -> Zip:
    """A zip whose list of names has ``most`` bytes at most: it is read at once.

    Raises ``OSError`` as ``open_regular``; ``zipfile.BadZipFile`` when it is none, is
    damaged, or lists more.
    """
    file = open_regular(source) if isinstance(source, (str, Path)) else source
    try:
        # Where zipfile finds the list itself; another search could find another one.
        end = zipfile._EndRecData(file)  # type: ignore[attr-defined]
        if end and end[zipfile._ECD_SIZE] > most:  # type: ignore[attr-defined]
            raise zipfile.BadZipFile("it lists more files than are looked at")
        return Zip(file)
    except BaseException:
        file.close()
        raise


class Zip(zipfile.ZipFile):
    """A zip that closes its file with itself: who opens one sees no other handle."""

    def member(self, name: str, number: int) -> zipfile.ZipInfo:
        """A member, counted from 0 among those of its name: two can have one.

        Raises ``KeyError`` when there is none.
        """
        return dict(enumerate(self._by_name[name]))[number]

    @cached_property
    def _by_name(self) -> dict[str, list[zipfile.ZipInfo]]:
        found = defaultdict(list)
        for info in self.infolist():
            found[info.filename].append(info)
        return found

    def close(self) -> None:
        """Close the archive, and the file that it was opened from."""
        file = self.fp
        super().close()
        if file:
            file.close()


def member_time(info: zipfile.ZipInfo, zone: tzinfo | None) -> float:
    """A member's date: in UTC where the zip has it so, else in ``zone``."""
    extra, at = info.extra, 0
    while len(extra) >= at + 4:
        kind, size = (int.from_bytes(extra[at + i : at + i + 2], "little") for i in (0, 2))
        stamped = kind == 0x5455 and size >= 5 and len(extra) >= at + 9
        if stamped and extra[at + 4] & 1:  # "extended timestamp"
            return float(int.from_bytes(extra[at + 5 : at + 9], "little", signed=True))
        at += 4 + size
    try:
        return datetime(*info.date_time, tzinfo=zone).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0
