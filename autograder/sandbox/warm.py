"""The warm process: imports once, then forks a child for every submission.

Started as ``python -m autograder.sandbox.warm FD LIBRARIES``.  The grader sends
one byte and a socket for each child it wants; the answer is the child's
process id.  When a child ends, its id and wait status are reported.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import resource
import selectors
import signal
import socket
import sys
import threading
from typing import Any

ADDRESS_SPACE_FLOOR = 1 << 30  # bytes that libraries already map


def main(argv: list[str]) -> None:
    """Serve the control socket ``argv[0]`` after importing ``argv[1:]``."""
    control = socket.socket(fileno=int(argv[0]))
    for name in argv[1:]:
        importlib.import_module(name)
    from autograder.sandbox import child

    if threading.active_count() != 1:
        raise SystemExit("The warm process must have one thread before it forks.")
    gc.collect()
    gc.freeze()
    control.sendall(b'{"ready":true}\n')
    _serve(control, child)


def _serve(control: socket.socket, child: Any) -> None:
    woken, waker = os.pipe()
    for end in (woken, waker):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    events = selectors.DefaultSelector()
    events.register(control, selectors.EVENT_READ)
    events.register(woken, selectors.EVENT_READ)
    while True:
        for key, _ in events.select():
            if key.fileobj is control:
                message, handles, _, _ = socket.recv_fds(control, 4096, 1)
                if not message:
                    return
                limits = json.loads(message)
                pid = _fork(handles[0], limits, child)
                os.close(handles[0])
                _tell(control, {"started": pid})
            else:
                with _ignore_empty():
                    os.read(woken, 4096)
                for pid, status in _ended():
                    _tell(control, {"ended": pid, "status": status})


def _fork(handle: int, limits: dict[str, int], child: Any) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        # A session of its own: kill(0, 9) must not reach anybody else.
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        channel = socket.socket(fileno=handle)
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nothing, standard)
        for fd in range(3, 256):
            if fd != handle:
                with _ignore_empty():
                    os.close(fd)
        _limit(limits)
        child.serve(channel)
    finally:
        os._exit(0)


def _limit(limits: dict[str, int]) -> None:
    """Hard limits on memory, CPU seconds, file size, open files and core dumps."""
    used = _mapped_now()
    memory = limits["memory_mb"] * (1 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    seconds = limits["cpu_seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _mapped_now() -> int:
    try:
        with open("/proc/self/statm") as statm:
            pages = int(statm.read().split()[0])
        return pages * resource.getpagesize()
    except OSError:
        return ADDRESS_SPACE_FLOOR


def _ended() -> list[tuple[int, int]]:
    found = []
    with _ignore_empty():
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            found.append((pid, status))
    return found


def _tell(control: socket.socket, message: dict[str, Any]) -> None:
    control.sendall(json.dumps(message).encode() + b"\n")


class _ignore_empty:  # noqa: N801 - reads as a statement
    """Nothing to read, nobody to wait for, nothing to close: all fine."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type | None, error: object, trace: object) -> bool:
        return kind is not None and issubclass(kind, OSError)


if __name__ == "__main__":
    main(sys.argv[1:])
