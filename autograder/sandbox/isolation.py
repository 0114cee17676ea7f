"""Which isolation this machine can give, found by trying it.

``namespaces``: bubblewrap gives the warm process a file system of its own
(interpreter and libraries, read-only; no home, no submissions, no key) and no
network; each child gets its own processes, IPC, users and empty scratch space
besides.  ``landlock``: where user namespaces are closed, Landlock lets a child
read the interpreter and libraries alone.  Both add seccomp and rlimits.
``none``: nothing but rlimits; never chosen, only asked for.
"""

import importlib.util
import os
import platform
import sys
import sysconfig
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from autograder.exercise.problem import Problem
from autograder.sandbox import landlock, privileges, processes

Tier = Literal["namespaces", "landlock", "none"]
TIERS: tuple[Tier, ...] = ("namespaces", "landlock")
SCRATCH = "/scratch"  # the one place a student's process can write to
SYSTEM_PATHS = (
    "/usr",
    "/lib",
    "/lib64",
    "/bin",
    "/sbin",
    "/etc/ld.so.cache",
    "/etc/alternatives",
)
# What libraries read about the machine: nothing about its people, and nothing that moves
# with what others do.
PROCESSORS = tuple(
    f"/sys/devices/system/cpu/{name}" for name in ("online", "possible", "present")
)
MACHINE_PATHS = ("/proc/self/cmdline", *PROCESSORS)
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")
# What root may do until the warm process has its libraries.
ROOT_KEEPS = ("CAP_SETUID", "CAP_SETGID", "CAP_SYS_ADMIN")


class NoIsolation(Problem):
    """No isolation tier works here; the text says what to install or do."""


@dataclass(frozen=True)
class TierCheck:
    """Whether a tier works on this machine, and why not."""

    tier: Tier
    works: bool
    why: str = ""


@lru_cache(maxsize=1)
def tier_checks() -> tuple[TierCheck, ...]:
    """Try every tier once."""
    if sys.platform != "linux":
        words = f"{platform.system()} has neither namespaces nor Landlock"
        return tuple(TierCheck(tier, False, words) for tier in TIERS)
    return (_try_namespaces(), _try_landlock())


def choose() -> Tier:
    """The strongest tier that works. Raises ``NoIsolation`` when none does."""
    for check in tier_checks():
        if check.works:
            return check.tier
    reasons = "; ".join(f"{check.tier}: {check.why}" for check in tier_checks())
    raise NoIsolation(
        "This machine cannot isolate students' code, so nothing was graded "
        f"({reasons}). Install bubblewrap and libseccomp (Debian, Ubuntu: apt-get install "
        "bubblewrap libseccomp2), use WSL2 or a Linux container, or, for files you "
        "trust as your own, add --unsafe-no-sandbox."
    )


_DROP = (
    "import os, sys; sys.path.append(sys.argv.pop(1)); "
    "from autograder.sandbox.privileges import become_nobody; "
    "become_nobody(reads_all=False); os.execv(sys.argv[1], sys.argv[1:])"
)


_NO_BWRAP = "bubblewrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)"


def _try_namespaces() -> TierCheck:
    bwrap = processes.program("bwrap")
    if not bwrap:
        return TierCheck("namespaces", False, _NO_BWRAP)
    if missing := _seccomp_missing():
        return TierCheck("namespaces", False, missing)
    command = [*_unshared(), "--ro-bind", "/", "/", "--proc", "/proc", "--"]
    if privileges.is_root():
        root = str(Path(__file__).parents[2])
        command += [sys.executable, "-IS", "-c", _DROP, root]
    inner = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--proc", "/proc"]
    try:
        # Twice: children make namespaces of their own inside.
        done = processes.run(
            [*command, bwrap, *inner, "true"], capture_output=True, timeout=20, text=True
        )
    except (OSError, processes.Unfinished) as error:
        return TierCheck("namespaces", False, f"bubblewrap does not run ({error})")
    if done.returncode == 0:
        return TierCheck("namespaces", True)
    said = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    return TierCheck("namespaces", False, f"the kernel refuses user namespaces ({said})")


def _try_landlock() -> TierCheck:
    if landlock.version() < 1:
        return TierCheck(
            "landlock", False, "the kernel has no Landlock (Linux 5.13 or later)"
        )
    if missing := _seccomp_missing():
        return TierCheck("landlock", False, missing)
    return TierCheck("landlock", True)


def _seccomp_missing() -> str:
    try:
        import pyseccomp  # noqa: F401 - loads libseccomp
    except (ImportError, OSError, RuntimeError):
        return "libseccomp and the package pyseccomp are not installed"
    return ""


def package_folder(name: str) -> Path | None:
    """Where a package's files are."""
    spec = importlib.util.find_spec(name)
    places = list(spec.submodule_search_locations or []) if spec else []
    return Path(places[0]).resolve() if places else None


def interpreter_paths() -> list[str]:
    """What Python and its libraries need to be read, without duplicates."""
    purelib = sysconfig.get_paths()["purelib"]
    places = [sys.prefix, sys.base_prefix, purelib, *SYSTEM_PATHS]
    places.append(str(package_folder("autograder")))
    real = [*places, os.path.realpath(sys.executable), os.path.realpath(sys.prefix)]
    wanted = dict.fromkeys(p for p in real if os.path.exists(p))
    return [p for p in wanted if not any(_inside(p, o) for o in wanted if o != p)]


def _inside(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip("/") + "/") and not os.path.islink(path)


def _unshared() -> list[str]:
    """Bubblewrap with namespaces of every kind.

    Root needs no new users, and could become nobody else among them.
    """
    bwrap = processes.program("bwrap") or "bwrap"
    if not privileges.is_root():
        return [bwrap, "--unshare-all"]
    kinds = ("ipc", "pid", "net", "uts", "cgroup-try")
    kept = [word for name in ROOT_KEEPS for word in ("--cap-add", name)]
    return [bwrap, *(f"--unshare-{kind}" for kind in kinds), *kept]


def bubblewrap(hidden: tuple[str, ...]) -> list[str]:
    """The command prefix that gives the warm process its own file system."""
    command = [*_unshared(), "--die-with-parent"]
    above = {folder for path in interpreter_paths() for folder in Path(path).parents}
    for folder in sorted(above)[1:]:  # root's would be closed to nobody
        command += ["--perms", "0755", "--dir", str(folder)]
    for path in sorted(interpreter_paths()):
        if os.path.islink(path):
            command += ["--symlink", os.readlink(path), path]
        else:
            command += ["--ro-bind", path, path]
    covered: list[str] = []
    for path in hidden:
        if any(_inside(path, shown) for shown in interpreter_paths()):
            command += ["--tmpfs", path]
            covered += ["--remount-ro", path]
    command += ["--proc", "/proc", "--tmpfs", "/dev", "--tmpfs", SCRATCH]
    for device in DEVICES:  # no terminals: how many there are could tell something
        command += ["--dev-bind", device, device]
    # The interpreter itself may lie in /tmp: a new one must not hide it.
    if not any(_inside(path, "/tmp") for path in interpreter_paths()):
        command += ["--symlink", SCRATCH, "/tmp"]
    command += ["--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu"]
    # Nothing may be left for the next student: all but the scratch is read-only.
    command += ["--remount-ro", "/dev", *covered, "--remount-ro", "/"]
    return [*command, "--chdir", SCRATCH, "--"]


def readable_paths(hidden: tuple[str, ...]) -> list[str]:
    """What Landlock lets a child read: everything needed, nothing hidden."""
    found = [path for path in (*MACHINE_PATHS, *DEVICES) if os.path.exists(path)]
    # Landlock follows links: a "lib64" beside the hidden folder's "lib" would show it.
    pending = [os.path.realpath(path) for path in interpreter_paths()]
    while pending:
        path = pending.pop()
        if path in hidden:
            continue
        if any(_inside(secret, path) for secret in hidden):
            pending += [entry.path for entry in os.scandir(path) if not entry.is_symlink()]
        else:
            found.append(path)
    return sorted(set(found))
