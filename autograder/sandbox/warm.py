"""The warm process: imports once, then forks a child for every submission.

Started as ``python -P -m autograder.sandbox.warm FD SETTINGS``.  The grader sends
the limits and a socket for each child it wants; the answer is the child's
process id.  It may ask how long a child has waited for a processor.  When a
child ends, its id and wait status are reported.
"""

import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from autograder import frameworks
from autograder.sandbox import child, confine, privileges, syscalls, wire

# NumPy imports some of its parts at first use: once here, not in every child.
NUMPY = ("numpy", "numpy.random", "numpy.linalg", "numpy.fft")


def main(argv: list[str]) -> None:
    """Serve the control socket ``argv[0]`` with the settings ``argv[1]``."""
    control = socket.socket(fileno=int(argv[0]))
    settings = json.loads(argv[1])
    framework = frameworks.get(settings["framework"])
    for name in (*NUMPY, *framework.libraries):
        importlib.import_module(name)
    framework.warm_up()
    rules = syscalls.build() if settings["tier"] != "none" else None
    if settings["tier"] == "namespaces":
        confine.show_stand_ins()
    if settings["nobody"]:
        privileges.become_nobody(reads_all=bool(settings["kept"]))
    if threading.active_count() != 1:
        raise SystemExit("The warm process must have one thread before it forks.")
    gc.collect()
    gc.freeze()
    _send(control, {"ready": True})
    _Forks(control, settings, rules).serve()


class _Forks:
    """The loop that forks on request and reports who has ended."""

    def __init__(
        self, control: socket.socket, settings: dict[str, Any], rules: Any
    ) -> None:
        self.control, self.settings, self.rules = control, settings, rules
        self.ids = os.geteuid(), os.getegid()
        self.alive: set[int] = set()  # children that have not been waited for
        self.woken, waker = os.pipe()
        for end in (self.woken, waker):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)

    def serve(self) -> None:
        """Serve requests until the grader closes the socket."""
        events = selectors.DefaultSelector()
        events.register(self.control, selectors.EVENT_READ)
        events.register(self.woken, selectors.EVENT_READ)
        while True:
            for key, _ in events.select():
                if key.fileobj is not self.control:
                    self._report()
                elif not self._start():
                    return

    def _start(self) -> bool:
        message, handles, _, _ = socket.recv_fds(self.control, 4096, 1)
        if not message:
            return False
        request = json.loads(message)
        if "kill" in request:
            self._kill(request["kill"])
            return True
        if "waited" in request:
            _send(self.control, {"waited": _waited(request["waited"])})
            return True
        pid = self._fork(handles[0], request)
        os.close(handles[0])
        _send(self.control, {"started": pid})
        return True

    def _kill(self, pid: int) -> None:
        # The child leads its own group; in its own namespace all go with it.
        if pid not in self.alive:
            return  # it ended by itself, and its id may be another's by now
        try:
            os.killpg(pid, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(pid, signal.SIGKILL)

    def _fork(self, handle: int, limits: dict[str, int]) -> int:
        pid = confine.fork(self.settings["tier"])
        if pid:
            self.alive.add(pid)
            return pid
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            channel = socket.socket(fileno=handle)
            self._become_child(channel, limits)
        finally:
            os._exit(0)

    def _become_child(self, channel: socket.socket, limits: dict[str, int]) -> None:
        tier, readable, kept = (self.settings[n] for n in ("tier", "readable", "kept"))
        try:
            confine.confine(tier, channel, limits, readable, self.rules, self.ids, kept)
        except (confine.ConfineFailed, OSError, ValueError, RuntimeError) as error:
            wire.send(channel, {"op": "failed", "failed": str(error)})
            return
        wire.send(channel, {"op": "ready"})
        child.serve(channel)

    def _report(self) -> None:
        try:
            os.read(self.woken, 4096)
        except BlockingIOError:
            return
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            self.alive.discard(pid)
            _send(self.control, {"ended": pid, "status": status})


def _waited(pid: int) -> float:
    """Seconds for which the thread that waited longest was kept from running.

    The kernel counts them: Documentation/scheduler/sched-stats.rst, "schedstat".
    """
    waited = [0]  # nanoseconds
    with contextlib.suppress(OSError):  # it has ended, or this kernel does not count
        for task in Path(f"/proc/{pid}/task").iterdir():
            waited.append(int((task / "schedstat").read_text().split()[1]))
    return max(waited) / 1e9


def _send(control: socket.socket, message: dict[str, Any]) -> None:
    control.sendall(json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
