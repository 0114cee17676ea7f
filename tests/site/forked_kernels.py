"""Kernels of notebooks, forked from a process that has imported what takes long to import.

Twenty notebooks would each import PyTorch and Matplotlib, for one CPU second to three.  A
fork brings modules and no names, so a cell must still import what it uses.  The engine and
the course are imported by the notebook itself.
"""

import gc
import importlib
import json
import os
import select
import subprocess
import sys
from functools import cache
from typing import Any

# The last is what the first optimizer of a process imports.
IMPORTED = ("ipykernel.kernelapp", "matplotlib.pyplot", "torch", "torch._dynamo")


@cache
def _server() -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-P", __file__], stdin=pipe, stdout=pipe, text=True
    )


class ForkedKernel:
    """A kernel as ``Popen`` would start it, one at a time."""

    stdin = stdout = stderr = None

    def __init__(self, command: list[str], cwd: str, env: dict[str, str], **_: Any) -> None:
        self.server, self.returncode = _server(), None
        asked = {"arguments": command[2:], "cwd": cwd, "env": env}
        print(json.dumps(asked), file=self.server.stdin, flush=True)
        self.pid = int(self.server.stdout.readline())

    def poll(self) -> int | None:
        """Its exit status if it has ended."""
        has_ended = select.select([self.server.stdout], [], [], 0)[0]
        return self.wait() if has_ended else self.returncode

    def wait(self) -> int:
        """Its exit status once it has ended."""
        if self.returncode is None:
            self.returncode = int(self.server.stdout.readline())
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def _serve() -> None:
    """Fork a kernel for each line of stdin, wait for it, and print how it ended."""
    for name in IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            _become_kernel(**json.loads(line))
        status = os.waitpid(pid, 0)[1]
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become_kernel(arguments: list[str], cwd: str, env: dict[str, str]) -> None:
    os.setsid()
    print(os.getpid(), flush=True)
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
