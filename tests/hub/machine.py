"""A machine of its own for a hub: accounts, homes and processes that end with the test.

The hub must start each server as its own account, so it runs as root; accounts are made in
a mount namespace, where `/etc/passwd` is another file: nothing of this machine is changed.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST_UID = 61_000
ACCOUNTS = ("teacher", "ada", "ben")
NAMESPACE = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")


def why_not() -> str:
    """Why no hub can be tried here; "" where one can."""
    if os.geteuid() != 0:
        return "A hub starts each server as its own account, so this test needs root."
    if not proxy():
        return "There is no configurable-http-proxy: make hub installs it."
    if shutil.which("git") is None:
        return "There is no git, which nbgitpuller uses."
    tried = subprocess.run([*NAMESPACE, "true"], capture_output=True)
    return "" if tried.returncode == 0 else "This machine lets nobody make namespaces."


def proxy() -> str:
    """Where the hub's proxy is."""
    own = ROOT / ".build" / "hub" / "node_modules" / ".bin" / "configurable-http-proxy"
    return str(own) if own.exists() else shutil.which("configurable-http-proxy") or ""


def free_ports(many: int) -> list[int]:
    """So many ports that nobody listens on."""
    sockets = [socket.socket() for _ in range(many)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Machine:
    """Accounts with homes in ``folder``, and commands that run as one of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        lines = Path("/etc/passwd").read_text().splitlines()
        for number, name in enumerate(ACCOUNTS, FIRST_UID):
            home = self.home(name)
            home.mkdir(parents=True, mode=0o700)
            os.chown(home, number, number)
            lines.append(f"{name}:x:{number}:{number}::{home}:/bin/sh")
        (folder / "passwd").write_text("\n".join(lines) + "\n")
        (folder / "enter.sh").write_text("\n".join(self._entering()) + "\n")
        folder.chmod(0o711)  # accounts may go through it, and list nothing

    def home(self, name: str) -> Path:
        """The home of an account."""
        return self.folder / "home" / name

    def _entering(self) -> Iterator[str]:
        """A script: put the accounts in place, and what runs here where all can see it."""
        yield "set -eu"
        closed = [p for p in self._seen() if _closed_above(p)]
        for number, path in enumerate(closed):
            stash = self.folder / f"stash-{number}"
            stash.mkdir()
            yield f"mount --rbind '{path}' '{stash}'"
        for above in sorted({_closed_above(path) for path in closed}):
            yield f"mount -t tmpfs -o mode=755 tmpfs '{above}'"
        for number, path in enumerate(closed):
            stash = self.folder / f"stash-{number}"
            yield f"mkdir -p '{path}'; mount --rbind '{stash}' '{path}'"
        yield f"mount --bind '{self.folder / 'passwd'}' /etc/passwd"
        yield 'exec "$@"'

    def _seen(self) -> list[Path]:
        """The folders that students' servers need: Python, its packages, this project."""
        found = {Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), ROOT}
        return sorted(found)

    def command(self, *words: object, user: str = "") -> list[str]:
        """A command, entered into this machine; as an account, or else as root."""
        number = FIRST_UID + ACCOUNTS.index(user) if user else 0
        become = ("--reuid", number, "--regid", number, "--clear-groups")
        as_whom = ("setpriv", *become, "--") if user else ()
        inside = ("sh", self.folder / "enter.sh", *as_whom, *words)
        return [str(word) for word in (*NAMESPACE, *inside)]

    def run(self, *words: object, user: str, **more: object) -> subprocess.CompletedProcess:
        """Run a command as an account, to its end."""
        return subprocess.run(
            self.command(*words, user=user),
            capture_output=True,
            text=True,
            env={**os.environ, "HOME": str(self.home(user)), **dict(more.get("env") or {})},
            cwd=more.get("cwd") or self.home(user),
        )

    def give(self, user: str, *paths: Path) -> None:
        """Make files and folders an account's."""
        number = FIRST_UID + ACCOUNTS.index(user)
        for path in paths:
            for each in (path, *path.rglob("*")):
                os.chown(each, number, number, follow_symlinks=False)


def _closed_above(path: Path) -> str:
    """The topmost folder on the way to a path that others may not pass; "" if none."""
    for parent in reversed(path.parents):
        if not parent.stat().st_mode & 0o001:
            return str(parent)
    return ""
