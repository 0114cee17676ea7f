"""Confine the process this runs in, after the fork and before any answer.

Each step can only be taken once and never be taken back: by the time the
student's code runs there is nothing left to undo it with.
"""

import contextlib
import ctypes
import os
import resource
import signal
import socket
from pathlib import Path
from typing import Any

from autograder.sandbox import isolation, landlock, privileges, syscalls

NEW_USER, NEW_PID, NEW_MOUNT, NEW_IPC = 0x10000000, 0x20000000, 0x00020000, 0x08000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 1, 2, 4, 32
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
PR_SET_PDEATHSIG = 1
CLONE_NUMBERS = {"x86_64": 56, "aarch64": 220}
SCRATCH_LIMITS = "size=16m,nr_inodes=256,mode=700"
MAX_FILE = 16 << 20  # bytes
MAX_OPEN = 64
MAX_THREADS = 200
STAND_INS = f"{isolation.SCRATCH}/stand-ins"  # hidden by a child's own scratch space
INSIDE_ID = 1000  # what the student's process calls its user

# Holding the interpreter's lock: no other thread may run while this forks.
_libc = ctypes.PyDLL(None, use_errno=True)


class ConfineFailed(RuntimeError):
    """A step of the confinement was refused; nothing of the student's ran."""


def fork(tier: str) -> int:
    """Fork; with ``namespaces`` into new users, processes, mounts and IPC."""
    machine = os.uname().machine
    if tier != "namespaces":
        return os.fork()
    python = ctypes.pythonapi
    flags = NEW_USER | NEW_PID | NEW_MOUNT | NEW_IPC | signal.SIGCHLD
    python.PyOS_BeforeFork()
    pid: int = _libc.syscall(CLONE_NUMBERS[machine], flags, 0, 0, 0, 0)
    if pid == 0:
        python.PyOS_AfterFork_Child()
        return 0
    python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise ConfineFailed(f"New namespaces were refused ({_error()}).")
    return pid


def confine(
    tier: str,
    channel: socket.socket,
    limits: dict[str, int],
    readable: list[str],
    rules: Any,
    outer_ids: tuple[int, int],
    kept: int = 0,
) -> None:
    """Take every step of ``tier`` in this process.

    ``kept`` is the mask of capabilities that are not dropped.

    Raises ``ConfineFailed`` when one was refused.
    """
    os.setsid()  # kill(0, 9) reaches nobody else
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _close_all_but(channel.fileno())
    mapped = _mapped_now()  # while /proc says so
    if tier == "namespaces":
        _map_ids(*outer_ids)
        _mounts()
    if tier != "none":
        privileges.drop_capabilities(kept)
    if tier == "landlock":
        try:
            landlock.restrict(readable)
        except OSError as error:
            raise ConfineFailed(str(error)) from None
    _limit(tier, limits, mapped)
    if tier != "none":
        # A crash would leave its memory to the machine's collector of such, whatever
        # RLIMIT_CORE says.
        _prctl(privileges.PR_SET_DUMPABLE, 0)
        syscalls.apply(rules)


def _close_all_but(kept: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.closerange(3, kept)
    os.closerange(kept + 1, 4096)


def _map_ids(user: int, group: int) -> None:
    """One user inside, which is the one outside and owns nothing else."""
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{INSIDE_ID} {user} 1"),
        ("gid_map", f"{INSIDE_ID} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(line)


def show_stand_ins() -> None:
    """Write, before anything is forked, what stands for the kernel's pages afterwards.

    They are what libraries ask for: processes that see the kernel's own could exchange
    messages by its counts, of processes, files, pages, faults.
    """
    os.umask(0o022)  # who was root is nobody when these are read
    own = Path(f"{STAND_INS}/proc/self")
    own.mkdir(parents=True)
    (own / "cmdline").write_bytes(Path("/proc/self/cmdline").read_bytes())
    (own / "exe").symlink_to(os.readlink("/proc/self/exe"))
    for page in isolation.PROCESSORS:
        stand_in = Path(STAND_INS + page)
        stand_in.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):  # a machine without it
            stand_in.write_bytes(Path(page).read_bytes())


def _mounts() -> None:
    """An empty space of 16 MB and 256 files, and stand-ins for the kernel's pages."""
    if _libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None):
        raise ConfineFailed(f"Mounts could not be made private ({_error()}).")
    for place in ("/proc", "/sys"):
        stand_in = (STAND_INS + place).encode()
        fixed = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV
        if not os.path.isdir(place):
            continue
        if _libc.mount(stand_in, place.encode(), None, MS_BIND, None) or _libc.mount(
            None, place.encode(), None, fixed, None
        ):
            raise ConfineFailed(f"Stand-ins for {place} were refused ({_error()}).")
    flags, place = MS_NOSUID | MS_NODEV, isolation.SCRATCH
    if _libc.mount(b"tmpfs", place.encode(), b"tmpfs", flags, SCRATCH_LIMITS.encode()):
        raise ConfineFailed(f"The scratch space was refused ({_error()}).")
    os.chdir(place)


def _limit(tier: str, limits: dict[str, int], mapped: int) -> None:
    """Hard limits; the address space counts from what is ``mapped`` already."""
    memory = mapped + limits["memory_mb"] * (1 << 20)
    seconds = limits["cpu_seconds"]
    wanted = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: MAX_FILE if tier != "none" else 1 << 20,
        resource.RLIMIT_NOFILE: MAX_OPEN,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_SIGPENDING: 0,  # which the kernel counts for the user
    }
    if tier == "namespaces":  # counted for this namespace's user alone
        wanted[resource.RLIMIT_NPROC] = MAX_THREADS
    for name, most in wanted.items():
        with contextlib.suppress(ValueError):  # a lower one is in force already
            resource.setrlimit(name, (most, most))


def _mapped_now() -> int:
    try:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 1 << 30


def _prctl(option: int, value: int) -> None:
    if hasattr(_libc, "prctl"):
        _libc.prctl(option, int(value), 0, 0, 0)


def _error() -> str:
    return os.strerror(ctypes.get_errno())
