"""Kernels of notebooks, forked from a process that has imported what takes long to import.

Twenty notebooks would each import PyTorch and Matplotlib, and four of them TensorFlow, for
one CPU second to five.  One process does it for all workers.  A fork brings modules and no
names, so a cell must still import what it uses.  The engine and the course are imported by
the notebook itself.
"""

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

# The fourth is what the first optimizer of a process imports.
IMPORTED = (
    "ipykernel.kernelapp",
    "matplotlib.pyplot",
    "torch",
    "torch._dynamo",
    "tensorflow",
)
SERVER = "FORKED_KERNELS"  # the variable that says where it listens


TOOK: dict[int, float] = {}  # CPU seconds of kernels that have ended; 0 of those that go on


def start_server() -> Callable[[], object]:
    """Start the process that workers ask for kernels, and return what ends it."""
    pipe = subprocess.PIPE
    server = subprocess.Popen(
        [sys.executable, "-P", __file__], stdin=pipe, stdout=pipe, text=True
    )
    os.environ[SERVER] = server.stdout.readline().strip()
    return server.communicate


class ForkedKernel:
    """A kernel as ``Popen`` would start it."""

    stdin = stdout = stderr = None

    def __init__(self, command: list[str], cwd: str, env: dict[str, str], **_: Any) -> None:
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(os.environ[SERVER])
        self.lines, self.returncode = self.connection.makefile("rw"), None
        asked = {"arguments": command[2:], "cwd": cwd, "env": env}
        print(json.dumps(asked), file=self.lines, flush=True)
        self.pid = int(self.lines.readline())
        TOOK[self.pid] = 0.0

    def poll(self) -> int | None:
        """Its exit status if it has ended."""
        if self.returncode is None and select.select([self.connection], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self) -> int:
        """Its exit status once it has ended."""
        if self.returncode is None:
            with self.connection, self.lines:
                self.returncode, TOOK[self.pid] = json.loads(self.lines.readline())
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _serve() -> None:
    """Say where, then fork for each connection, until stdin is closed."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(path := str(Path(folder, "kernels")))
        server.listen()
        print(path, flush=True)
        while server in select.select([server, sys.stdin], [], [])[0]:
            connection = server.accept()[0]
            _import()
            if not os.fork():
                _start_kernel(connection.makefile("rw"))
            connection.close()


@cache
def _import() -> None:
    from autograder.exercise.quiet import no_log_lines

    with no_log_lines():
        for name in IMPORTED:
            importlib.import_module(name)
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # what is forked ends by itself


def _start_kernel(lines: Any) -> None:
    """Fork a kernel as a line asks for it, and say how it ended."""
    os.close(1)  # it is the server's, who must be able to end before its kernels
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    asked = json.loads(lines.readline())
    pid = os.fork()
    if not pid:
        os.setsid()  # before its number is told: signals go to a kernel's whole group
        print(os.getpid(), file=lines, flush=True)
        _become_kernel(**asked)
    _, status, used = os.wait4(pid, 0)
    took = used.ru_utime + used.ru_stime
    print(json.dumps([os.waitstatus_to_exitcode(status), took]), file=lines, flush=True)
    os._exit(0)


def _become_kernel(arguments: list[str], cwd: str, env: dict[str, str]) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = arguments
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()
    os._exit(0)


if __name__ == "__main__":
    _serve()
