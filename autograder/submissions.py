"""Collect what a class handed in: a folder or a zip of notebooks.

Known layouts: ``<student>.ipynb``, ``<student>/<notebook>.ipynb`` and
``<student>/<assignment>/<notebook>.ipynb``.  Links are not followed and
nothing is unpacked to disk.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from autograder.grade import Handed
from autograder.notebook import MAX_BYTES

SKIPPED = {".ipynb_checkpoints", "__MACOSX", ".git", "__pycache__"}
MAX_DEPTH = 6


class SubmissionsProblem(ValueError):
    """The submissions as a whole cannot be read; the text says what to do."""


def collect(source: Path) -> list[Handed]:
    """Every student's files, students in alphabetical order.

    Raises
    ------
    SubmissionsProblem
        When there is no such folder or zip, or no notebook in it.
    """
    if source.is_dir():
        found = _in_folder(source)
    elif source.suffix == ".zip" and source.is_file():
        found = _in_zip(source)
    elif source.suffix == ".ipynb" and source.is_file():
        found = iter([(PurePosixPath(source.name), source.stat().st_mtime, _read(source))])
    elif source.exists():
        raise SubmissionsProblem(f"{source} is neither a folder, a zip nor a notebook.")
    else:
        raise SubmissionsProblem(f"There is no folder or zip {source}. Check the path.")
    handed = _by_student(found)
    if not handed:
        raise SubmissionsProblem(
            f"No notebooks (*.ipynb) were found in {source}. "
            "Expected <student>.ipynb or <student>/<notebook>.ipynb."
        )
    return handed


File = tuple[PurePosixPath, float, "bytes | str"]


def _in_folder(folder: Path) -> Iterator[File]:
    for path in sorted(folder.rglob("*.ipynb")):
        inside = PurePosixPath(path.relative_to(folder).as_posix())
        if _wanted(inside):
            if path.is_symlink() or any(p.is_symlink() for p in _between(path, folder)):
                yield inside, 0.0, f"{inside} is a link, and links are not followed."
            elif path.is_file():
                yield inside, path.stat().st_mtime, _read(path)
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.suffix != ".ipynb" and path.name not in SKIPPED:
            if path.is_symlink():
                words = f"{path.name} is a link, and links are not followed."
                yield PurePosixPath(path.name, "-"), 0.0, words
            elif not any(path.rglob("*.ipynb")):
                words = f"The folder {path.name} holds no notebook."
                yield PurePosixPath(path.name, "-"), 0.0, words


def _between(path: Path, folder: Path) -> Iterable[Path]:
    return [parent for parent in path.parents if folder in parent.parents]


def _read(path: Path) -> bytes | str:
    try:
        if path.stat().st_size > MAX_BYTES:
            return b" " * (MAX_BYTES + 1)
        return path.read_bytes()
    except OSError as error:
        return f"{path.name} cannot be read: {error.strerror}."


def _in_zip(source: Path) -> Iterator[File]:
    try:
        with zipfile.ZipFile(source) as archive:
            infos = sorted(archive.infolist(), key=lambda info: info.filename)
            for info in infos:
                inside = PurePosixPath(info.filename.replace("\\", "/"))
                if info.is_dir() or inside.suffix != ".ipynb" or not _wanted(inside):
                    continue
                changed = float("{:04}{:02}{:02}{:02}{:02}{:02}".format(*info.date_time))
                yield inside, changed, _unzip(archive, info)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise SubmissionsProblem(
            f"{source} cannot be opened as a zip ({error}). Download it again."
        ) from None


def _unzip(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | str:
    if stat.S_ISLNK(info.external_attr >> 16):
        return f"{info.filename} is a link, and links are not followed."
    try:
        with archive.open(info) as member:
            return member.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError) as error:
        return f"{info.filename} cannot be taken out of the zip: {error}."


def _wanted(inside: PurePosixPath) -> bool:
    parts = inside.parts
    climbs = inside.is_absolute() or ".." in parts
    return not climbs and len(parts) <= MAX_DEPTH and not SKIPPED & set(parts)


def _by_student(found: Iterable[File]) -> list[Handed]:
    files: dict[str, list[tuple[float, str, bytes]]] = defaultdict(list)
    problems: dict[str, list[str]] = defaultdict(list)
    for inside, changed, data in found:
        parts = inside.parts
        student = _readable(parts[0] if len(parts) > 1 else inside.stem)
        if isinstance(data, str):
            problems[student].append(_readable(data))
        else:
            files[student].append((changed, _readable(inside.name), data))
    return [
        Handed(
            student,
            tuple((name, data) for _, name, data in sorted(files[student])),
            " ".join(problems[student]),
        )
        for student in sorted({*files, *problems})
    ]


def _readable(name: str) -> str:
    """A file's name may be any bytes; what is no text is spelled out."""
    return os.fsencode(name).decode(errors="backslashreplace")
