"""When a clone's last commit was made, read from its files.

Git itself is not run: a repository that came from a student can name programs
for it to start.  Loose objects and packs are read; where the commit is stored as
a difference to another, or anything is unusual, the answer is "not known".
"""

from __future__ import annotations

import re
import zlib
from itertools import islice
from pathlib import Path

from autograder.handin.safe_open import open_regular

MAX_COMMIT = 1 << 16  # bytes of a commit that are looked at
MAX_TEXT = 1 << 20  # bytes of a file of references
MAX_LINKS = 5
MAX_PACKS = 100
_COMMIT = 1  # the type of a commit in a pack


def last_commit(git: Path) -> float:
    """The committer's time at HEAD, in seconds since 1970; 0 when not known."""
    try:
        if git.is_symlink() or not git.is_dir():
            return 0.0
        sha1 = _resolve(git)
        data = (_loose(git, sha1) or _packed(git, sha1)) if sha1 else b""
        said = re.search(rb"^committer [^\n]*> (\d{1,12}) [+-]\d{4}$", data, re.MULTILINE)
        return float(said[1]) if said else 0.0
    except Exception:  # whatever a student wrote there
        return 0.0


def _resolve(git: Path) -> str:
    name = "HEAD"
    for _ in range(MAX_LINKS):
        text = _text(git, name)
        if not text:
            packed = _text(git, "packed-refs")
            said = re.search(rf"^([0-9a-f]{{40}}) {re.escape(name)}$", packed, re.MULTILINE)
            return said[1] if said else ""
        if re.fullmatch(r"[0-9a-f]{40}", text):
            return text
        said = re.fullmatch(r"ref: (refs/[\w./ -]+)", text)
        if not said or ".." in said[1]:
            return ""
        name = said[1]
    return ""


def _text(git: Path, name: str) -> str:
    path = git / name
    if path.is_symlink() or not path.is_file():
        return ""
    with open_regular(path) as file:
        return file.read(MAX_TEXT).decode(errors="replace").strip()


def _loose(git: Path, sha1: str) -> bytes:
    path = git / "objects" / sha1[:2] / sha1[2:]
    if path.is_symlink() or not path.is_file():
        return b""
    with open_regular(path) as file:
        data = zlib.decompressobj().decompress(file.read(MAX_COMMIT), MAX_COMMIT)
    return data if data.startswith(b"commit ") else b""


def _packed(git: Path, sha1: str) -> bytes:
    packs = (git / "objects" / "pack").glob("pack-*.idx")
    for index in sorted(islice(packs, MAX_PACKS)):
        pack = index.with_suffix(".pack")
        if index.is_symlink() or pack.is_symlink():
            continue
        if (place := _place(index, bytes.fromhex(sha1))) is not None:
            return _object(pack, place)
    return b""


def _place(index: Path, sha1: bytes) -> int | None:
    """Where an object begins in the pack, by an index of version 2."""
    with open_regular(index) as file:

        def number(at: int, size: int = 4) -> int:
            file.seek(at)
            return int.from_bytes(file.read(size), "big")

        file.seek(0)
        if file.read(8) != b"\xfftOc\x00\x00\x00\x02":
            return None
        fan = 8
        low = number(fan + 4 * (sha1[0] - 1)) if sha1[0] else 0
        high, total = number(fan + 4 * sha1[0]), number(fan + 4 * 255)
        names = fan + 4 * 256
        while low < high:
            middle = (low + high) // 2
            file.seek(names + 20 * middle)
            found = file.read(20)
            if found == sha1:
                offsets = names + 24 * total  # after the names and their checksums
                place = number(offsets + 4 * middle)
                if place >> 31:
                    place = number(offsets + 4 * total + 8 * (place & 0x7FFFFFFF), 8)
                return place
            low, high = (middle + 1, high) if found < sha1 else (low, middle)
    return None


def _object(pack: Path, place: int) -> bytes:
    with open_regular(pack) as file:
        file.seek(place)
        data = file.read(MAX_COMMIT)
    if data[0] >> 4 & 7 != _COMMIT:
        return b""  # stored as a difference to another object
    start = next(i for i, byte in enumerate(data) if byte < 0x80) + 1
    return zlib.decompressobj().decompress(data[start:], MAX_COMMIT)
