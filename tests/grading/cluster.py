"""A Dask cluster of real processes on this machine's loopback."""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

START_SECONDS = 300.0


class Cluster:
    """A scheduler, and workers of one thread each, with no folder in common.

    Workers run in a folder of their own: the paths that the coordinator knows
    lead nowhere there.
    """

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder, self.environment = folder, dict(environment)
        self.processes: list[subprocess.Popen] = []
        folder.mkdir(parents=True)
        contact = folder / "scheduler.json"
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.scheduler = self._start("scheduler", *words, "--scheduler-file", contact)
        deadline = time.monotonic() + START_SECONDS
        while not (contact.exists() and contact.read_text().endswith("}")):
            assert time.monotonic() < deadline, self.said("scheduler")
            time.sleep(0.05)
        self.address: str = json.loads(contact.read_text())["address"]

    def worker(self, *more: str, **environment: str) -> subprocess.Popen:
        """Start a worker; it is killed with the first signal, nobody restarts it."""
        words = (self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard")
        return self._start("worker", *words, *more, **environment)

    def wait_for_workers(self, count: int) -> None:
        """Return when the scheduler knows this many workers."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=START_SECONDS)

    def _start(self, kind: str, *words: object, **environment: str) -> subprocess.Popen:
        place = self.folder / f"{kind}-{len(self.processes)}"
        place.mkdir()
        with (self.folder / f"{kind}.log").open("a") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *map(str, words)],
                cwd=place,
                env={**self.environment, **environment},
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def said(self, kind: str) -> str:
        """What processes of a kind have logged."""
        return (self.folder / f"{kind}.log").read_text()

    def close(self) -> None:
        """End every process."""
        for process in reversed(self.processes):
            with contextlib.suppress(OSError):
                process.terminate()
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
