"""Collect what a class handed in: a folder or a zip of notebooks.

Known layouts: ``<student>.ipynb``, ``<student>/<notebook>.ipynb`` and
``<student>/<assignment>/<notebook>.ipynb``.  Links are not followed and
nothing is unpacked to disk.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from autograder.handed import Handed, Stored

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
        only = PurePosixPath(source.name), source.stat().st_mtime, Stored(str(source))
        found = iter([only])
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


File = tuple[PurePosixPath, float, "Stored | str"]


def _in_folder(folder: Path) -> Iterator[File]:
    for path in sorted(folder.rglob("*.ipynb")):
        inside = PurePosixPath(path.relative_to(folder).as_posix())
        if _wanted(inside):
            if path.is_symlink() or any(p.is_symlink() for p in _between(path, folder)):
                yield inside, 0.0, f"{inside} is a link, and links are not followed."
            elif path.is_file():
                yield inside, path.stat().st_mtime, Stored(str(path))
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


def _in_zip(source: Path) -> Iterator[File]:
    try:
        with zipfile.ZipFile(source) as archive:
            infos = sorted(archive.infolist(), key=lambda info: info.filename)
            for info in infos:
                inside = PurePosixPath(info.filename.replace("\\", "/"))
                if info.is_dir() or inside.suffix != ".ipynb" or not _wanted(inside):
                    continue
                changed = float("{:04}{:02}{:02}{:02}{:02}{:02}".format(*info.date_time))
                if stat.S_ISLNK(info.external_attr >> 16):
                    words = f"{info.filename} is a link, and links are not followed."
                    yield inside, changed, words
                else:
                    yield inside, changed, Stored(str(source), info.filename)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise SubmissionsProblem(
            f"{source} cannot be opened as a zip ({error}). Download it again."
        ) from None


def _wanted(inside: PurePosixPath) -> bool:
    parts = inside.parts
    climbs = inside.is_absolute() or ".." in parts
    return not climbs and len(parts) <= MAX_DEPTH and not SKIPPED & set(parts)


def _by_student(found: Iterable[File]) -> list[Handed]:
    files: dict[str, list[tuple[float, str, Stored]]] = defaultdict(list)
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
            tuple((name, data) for _, name, data in _oldest_first(files[student])),
            " ".join(problems[student]),
        )
        for student in sorted({*files, *problems})
    ]


def _oldest_first(files: list[tuple[float, str, Stored]]) -> list:
    return sorted(files, key=lambda file: (*file[:2], file[2].path, file[2].member))


def _readable(name: str) -> str:
    """A file's name may be any bytes; what is no text is spelled out."""
    return os.fsencode(name).decode(errors="backslashreplace")
