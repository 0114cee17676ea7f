"""Files with people's grades and work: their owner's alone, from their first byte.

Whatever the umask says.  A group that is to read and write them, too, is asked for:
``share`` marks a folder as its own, and what is made in such a folder is the group's.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path

from autograder.exercise.problem import Problem

OWN_FOLDER, OWN_FILE = 0o700, 0o600
# A folder that a group shares: it hands its group on to what is made in it.
SHARED_FOLDER, SHARED_FILE = 0o2770, 0o660


class NoGroup(Problem):
    """Files cannot be given to a group; the text says why."""


def open_mode(folder: Path) -> int:
    """The mode of a folder into which others can look unasked; else 0."""
    mode = stat.S_IMODE(folder.stat().st_mode) if folder.is_dir() else 0
    return mode if mode & 0o077 and mode != SHARED_FOLDER else 0


def private_folder(path: Path) -> None:
    """Make a folder, and those above it; one that is there is closed to others."""
    if path.is_dir():
        with contextlib.suppress(PermissionError):  # somebody else's, who decides
            if open_mode(path):
                path.chmod(OWN_FOLDER)
        return
    if not path.parent.is_dir():
        private_folder(path.parent)
    with contextlib.suppress(FileExistsError):  # since
        path.mkdir(OWN_FOLDER)
        path.chmod(SHARED_FOLDER if _is_shared(path.parent) else OWN_FOLDER)


def private_file(path: Path) -> None:
    """Make a file that is empty, or close one that is there to others; no link.

    One that is there is not opened: whoever closes it again ends, for the whole process,
    the locks by which SQLite holds it.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
    try:
        handle = os.open(path, flags, OWN_FILE)
    except FileExistsError:
        if path.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
        with contextlib.suppress(PermissionError):  # somebody else's, who decides
            path.chmod(_file_mode(path))
        return
    with os.fdopen(handle):
        _close(handle, path)


def write_private(path: Path, data: bytes) -> None:
    """Write a file whole, or leave what was there: a reader never meets half of one."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN_FILE)
        with os.fdopen(handle, "wb") as file:
            _close(handle, path)
            file.write(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def share(path: Path, group: str) -> None:
    """Give a file, or a folder with all that is and will be in it, to a group, too."""
    try:
        from grp import getgrnam

        number = getgrnam(group).gr_gid
    except (ImportError, KeyError):
        raise NoGroup(f"--group {group}: there is no such group here.") from None
    try:
        for each in (path, *(path.rglob("*") if path.is_dir() else ())):
            if not each.is_symlink():
                os.chown(each, -1, number)
                each.chmod(SHARED_FOLDER if each.is_dir() else SHARED_FILE)
    except OSError as error:
        sentence = f"{path} cannot be given to the group {group} ({error.strerror})."
        raise NoGroup(f"{sentence} Are you one of it?") from None


def _close(handle: int, path: Path) -> None:
    if hasattr(os, "fchmod"):
        os.fchmod(handle, _file_mode(path))


def _file_mode(path: Path) -> int:
    return SHARED_FILE if _is_shared(path.parent) else OWN_FILE


def _is_shared(folder: Path) -> bool:
    return stat.S_IMODE(folder.stat().st_mode) == SHARED_FOLDER
