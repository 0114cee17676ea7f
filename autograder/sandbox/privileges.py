"""The user who runs students' code: never root, whom the kernel allows too much.

Root owns the machine's settings in ``/proc/sys``, in any namespace, and is exempt
from limits.  So the warm process imports what it needs and becomes nobody.
"""

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

NOBODY = 65534
CAP_DAC_READ_SEARCH = 2
PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_CAPBSET_DROP = 4, 8, 24
CAPSET_NUMBERS = {"x86_64": 126, "aarch64": 91}
CAPABILITY_VERSION = 0x20080522
MNT_DETACH = 2
# What bubblewrap covers for root; a fresh /proc needs the first one to be whole.
COVERED = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus")
_libc = ctypes.PyDLL(None, use_errno=True)


def is_root() -> bool:
    """Whether this is the machine's root, or a container's with users of its own.

    Root of a namespace that has no other user is an ordinary user by another name.
    """
    if os.geteuid():
        return False
    lines = Path("/proc/self/uid_map").read_text().splitlines()
    ranges = ([int(n) for n in line.split()] for line in lines)
    return any(first <= NOBODY < first + count for first, _, count in ranges)


def closed(paths: Iterable[str]) -> bool:
    """Whether one of these lies in a folder that others than its owner cannot enter.

    A process's own part of ``/proc`` is closed to others, and open to itself.
    """
    on_disk = [path for path in paths if not path.startswith("/proc/")]
    places = {place for path in on_disk for place in (path, *map(str, Path(path).parents))}
    return any(not os.stat(place).st_mode & 1 for place in places if os.path.isdir(place))


def become_nobody(*, reads_all: bool) -> None:
    """Give root up for good.

    With ``reads_all`` nobody may read what file modes close: for Landlock, which
    allows Python's own files alone and whose paths may lead through ``/root``.
    """
    for place in COVERED:
        _libc.umount2(place.encode(), MNT_DETACH)
    _libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
    _empty_bounds()
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    drop_capabilities(1 << CAP_DAC_READ_SEARCH if reads_all else 0)
    _libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)  # else /proc/self would be root's


def drop_capabilities(kept: int = 0) -> None:
    """Give up all capabilities but those of the mask ``kept``, where they are there.

    A container's root has but some of them, and cannot keep what it has not.

    Raises ``OSError`` when the kernel refuses.
    """
    _empty_bounds()
    header = struct.pack("=Ii", CAPABILITY_VERSION, 0)
    kept = kept and kept & _permitted()
    wanted = struct.pack("=6I", kept, kept, 0, 0, 0, 0)
    if _libc.syscall(CAPSET_NUMBERS[os.uname().machine], header, wanted):
        raise OSError(
            f"Capabilities could not be dropped: {os.strerror(ctypes.get_errno())}"
        )


def _empty_bounds() -> None:
    for capability in range(64):
        _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def _permitted() -> int:
    """The mask of the capabilities that this process may have."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("CapPrm:")[2].split()[0], 16)
