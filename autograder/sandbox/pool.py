"""Start warm processes, isolated as this machine allows, and fork from them."""

import contextlib
import json
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.exercise.problem import Problem
from autograder.sandbox import isolation, privileges, processes
from autograder.sandbox.isolation import Tier

START_SECONDS = 120.0
END_SECONDS = 120.0  # a busy machine takes its time to end a large process
CLOSE_SECONDS = 2.0
MESSAGE = 1 << 16  # bytes; a message is one packet
# One thread: a child forked from several would hang in the first product.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "TRITON_INTERPRET": "1",  # kernels run without a GPU; read at Triton's first import
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
    "KERAS_HOME": isolation.SCRATCH,
    "KERAS_BACKEND": "tensorflow",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": isolation.SCRATCH,
    "HOME": isolation.SCRATCH,
    "TMPDIR": isolation.SCRATCH,
    "LANG": "C.UTF-8",
    "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
}


@dataclass(frozen=True)
class Limits:
    """What one notebook's code may use; times in seconds, memory in MiB."""

    submission_seconds: float = 10.0
    call_seconds: float = 2.0
    memory_mb: int = 1024


class WarmProcessFailed(Problem):
    """The warm process did not start or has died; not the student's fault."""


class WarmProcess:
    """A process that has imported libraries, in isolation, and forks on request.

    ``hidden``: folders that they must not be able to read, such as the answer key's.
    ``paths``: folders that are searched for modules besides the installed ones. Raises
    ``WarmProcessFailed`` when it does not start.
    """

    def __init__(
        self,
        framework: str = "numpy",
        tier: Tier = "none",
        hidden: tuple[str, ...] = (),
        paths: tuple[str, ...] = (),
    ) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        readable = isolation.readable_paths(hidden) if tier == "landlock" else []
        nobody = tier != "none" and privileges.is_root()
        reads = nobody and privileges.closed(readable)
        settings = {
            **{"framework": framework, "tier": tier, "readable": readable},
            **{"nobody": nobody, "kept": int(reads) << privileges.CAP_DAC_READ_SEARCH},
        }
        command = [os.path.abspath(sys.executable), "-m", "autograder.sandbox.warm"]
        inside = isolation.bubblewrap(hidden) if tier == "namespaces" else []
        root = str(Path(__file__).resolve().parents[2])
        self._process = processes.start(
            [*inside, *command, str(theirs.fileno()), json.dumps(settings)],
            {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join((root, *paths))},
            pass_fds=[theirs.fileno()],
            stdin=processes.DEVNULL,
            stdout=processes.DEVNULL,
            stderr=processes.PIPE,
            cwd="/",
            start_new_session=True,
        )
        theirs.close()
        ours.settimeout(START_SECONDS)
        self._control = ours
        self._ended: dict[int, int] = {}
        self._message()

    def fork(self, limits: Limits) -> tuple[int, socket.socket]:
        """Start a child; return its process id and our end of the channel."""
        ours, theirs = socket.socketpair()
        cpu_seconds = max(1, round(limits.submission_seconds) + 1)
        message = {"memory_mb": limits.memory_mb, "cpu_seconds": cpu_seconds}
        self._send(message, [theirs.fileno()])
        theirs.close()
        return self._answer("started"), ours

    def waited(self, pid: int) -> float:
        """Seconds in which a child could have run and no processor was free for it.

        0 where the kernel does not count them.
        """
        self._send({"waited": pid}, [])
        return float(self._answer("waited"))

    def end(self, pid: int, *, grace: float = 0.0) -> tuple[int, bool]:
        """End a child, after ``grace`` seconds to do so by itself.

        Returns its wait status, and whether it had to be killed.

        The process id is the warm process's name for it, so that is who kills.
        """
        if pid not in self._ended and grace:
            self._control.settimeout(grace)
            with contextlib.suppress(TimeoutError):
                self._collect(pid)
        killed = pid not in self._ended
        if killed:
            self._send({"kill": pid}, [])
            self._control.settimeout(END_SECONDS)
            try:
                self._collect(pid)
            except TimeoutError:
                raise WarmProcessFailed("A student's process could not be ended.") from None
        self._control.settimeout(START_SECONDS)
        return self._ended.pop(pid), killed

    def close(self) -> None:
        """End the warm process, and with it every child."""
        self._control.close()  # which it takes as the sign to end
        try:
            self._process.wait(timeout=CLOSE_SECONDS)
        except processes.Unfinished:
            self._process.kill()
            self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()

    def _answer(self, word: str) -> Any:
        """The warm process's reply to a request; reports of ended children are kept."""
        while word not in (answer := self._message()):
            self._ended[answer["ended"]] = answer["status"]
        return answer[word]

    def _collect(self, pid: int) -> None:
        while pid not in self._ended:
            answer = self._message()
            self._ended[answer["ended"]] = answer["status"]

    def _send(self, message: dict[str, Any], handles: list[int]) -> None:
        try:
            socket.send_fds(self._control, [json.dumps(message).encode()], handles)
        except OSError:
            raise WarmProcessFailed(self._why()) from None

    def _message(self) -> dict[str, Any]:
        try:
            packet = self._control.recv(MESSAGE)
        except ConnectionError:
            packet = b""
        if not packet:
            raise WarmProcessFailed(self._why())
        message: dict[str, Any] = json.loads(packet)
        return message

    def _why(self) -> str:
        self._process.kill()
        _, errors = self._process.communicate()
        last = (errors or b"").decode(errors="replace").strip().splitlines()[-1:]
        reason = f": {last[0]}" if last else "."
        return f"The process that runs students' code did not start{reason}"


class WarmProcesses:
    """A warm process for each library, started when an exercise first needs it."""

    def __init__(self, tier: Tier = "none", hidden: tuple[str, ...] = ()) -> None:
        self._tier, self._hidden = tier, hidden
        self._started: dict[str, WarmProcess] = {}

    def get(self, framework: str) -> WarmProcess:
        """The warm process that has imported what ``framework`` needs."""
        if framework not in self._started:
            self._started[framework] = WarmProcess(framework, self._tier, self._hidden)
        return self._started[framework]

    def close(self) -> None:
        """End them all."""
        for warm in self._started.values():
            warm.close()
        self._started.clear()


def hidden_folders(key_name: str) -> tuple[str, ...]:
    """The folders of an answer key, which no student's process may read."""
    folder = isolation.package_folder(key_name.partition(".")[0])
    return (os.path.realpath(folder),) if folder else ()
