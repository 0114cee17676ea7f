"""Landlock: let this process read given paths and nothing else (Linux 5.13).

Three system calls that no kept Python library wraps; see the kernel's
``Documentation/userspace-api/landlock.rst``.
"""

import contextlib
import ctypes
import os
import stat
import struct
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every CPU
VERSION_FLAG = 1
PATH_BENEATH = 1
PR_SET_NO_NEW_PRIVS = 38
# File system rights, by the version of Landlock that brought them.
EXECUTE, READ_FILE, READ_DIR = 1 << 0, 1 << 2, 1 << 3
RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # number of rights a version handles
NETWORK_RIGHTS = 0b11  # bind and connect, since version 4
SCOPES = 0b11  # abstract sockets and signals, since version 6


def version() -> int:
    """The version of Landlock the kernel offers; 0 where there is none."""
    try:
        found = _call(CREATE_RULESET, None, 0, VERSION_FLAG)
    except (OSError, AttributeError):
        return 0
    return max(found, 0)


def restrict(readable: Iterable[str]) -> None:
    """Allow this process and its children to read ``readable`` and no more.

    Raises ``OSError`` when the kernel refuses.
    """
    offered = version()
    count = max(n for since, n in RIGHTS.items() if since <= offered)
    handled = [(1 << count) - 1]
    if offered >= 4:
        handled.append(NETWORK_RIGHTS)
    if offered >= 6:
        handled.append(SCOPES)
    attributes = struct.pack(f"={len(handled)}Q", *handled)
    ruleset = _call(CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        raise OSError("Landlock refused its rules.")
    for path in readable:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            _allow(ruleset, path)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or _call(RESTRICT_SELF, ruleset, 0):
        raise OSError("Landlock could not be applied.")
    os.close(ruleset)


def _allow(ruleset: int, path: str) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        folder = stat.S_ISDIR(os.fstat(place).st_mode)
        rights = EXECUTE | READ_FILE | (READ_DIR if folder else 0)
        rule = struct.pack("=Qi", rights, place)
        if _call(ADD_RULE, ruleset, PATH_BENEATH, rule, 0):
            raise OSError(f"Landlock refused the path {path}.")
    finally:
        os.close(place)


def _call(number: int, *arguments: object) -> int:
    return int(ctypes.CDLL(None, use_errno=True).syscall(number, *arguments))
