"""A class whose answers are to be read, and the real command that serves the page."""

import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from making import OFFSET_AFTER, autograder, command, environment, hand_in, solved

WRONG = "def to_celsius(fahrenheit):\n    return fahrenheit * 3 - 7"
HOSTILE = """def to_celsius(fahrenheit):
    # </code></pre><script>document.title = "owned"</script><img src=x onerror=alert(1)>
    tripled = 3 * fahrenheit
    return tripled - 7"""
OTHER = "def to_celsius(fahrenheit):\n    return fahrenheit + 1"
PEOPLE = {
    "s1": ("Ada Lovelace", WRONG),
    "s2": ("Ben <img src=x onerror=alert(1)>", HOSTILE),
    "s3": ("Cleo Marsh", WRONG),
    "s4": ("Dee Park", OFFSET_AFTER),
    "s5": ("Ezra Quist", OFFSET_AFTER),
    "s6": ("Fay Reed", OFFSET_AFTER),
    "s7": ("Gil Stone", OFFSET_AFTER),
    "s8": ("Hal Tern", OTHER),
}


@pytest.fixture(scope="session")
def graded(tmp_path_factory, unsafe) -> Path:
    """A graded class: two unnamed groups, of three and of one, and a named one of four."""
    folder = tmp_path_factory.mktemp("review")
    lines = [f'{key},"{name}"' for key, (name, _) in PEOPLE.items()]
    (folder / "roster.csv").write_text("\n".join(["id,name", *lines]))
    hand_in(folder / "class", **{k: solved(to_celsius=a) for k, (_, a) in PEOPLE.items()})
    wanted = ("--key", "toy_key", "--roster", "roster.csv", "--jobs", 1, *unsafe)
    autograder(folder, "grade", "class", "--out", "out", *wanted, status=0)
    return folder


def served_to(folder: Path, *readers: str, results: str = "out") -> "Served":
    """The page of these results, for these readers."""
    by = [word for reader in readers for word in ("--by", reader)]
    return Served(folder, ("review", results, *by), len(readers))


class Served:
    """The running command: a link for each reader, until it is stopped."""

    def __init__(self, folder: Path, words: Sequence[str], links: int = 1) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            command(*words),
            cwd=folder,
            env={**environment(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        self.said, found = "", []
        while len(found) < links:
            self.said += (line := self._process.stdout.readline())
            assert line, (self.said, self._process.poll())
            found += re.findall(r"((http://[\d.:]+/[\w-]+/)\?token=(\S+))", line)
        self.links = [link for link, _, _ in found]
        _, self.address, self.token = found[0]

    def ended(self) -> str:
        """What was said after the link, until it ended by itself."""
        said, notes = self._process.communicate(timeout=60)
        assert self._process.returncode == 0
        return said + notes

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C; the exit status, and what was said on stderr."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        try:
            _, said = self._process.communicate(timeout=60)
        except ValueError:  # its end was waited for
            said = ""
        return self._process.returncode, said


@pytest.fixture(scope="session")
def served(tmp_path_factory, graded) -> Iterator[Served]:
    """The page for tests that change nothing."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copytree(graded, folder, dirs_exist_ok=True)
    running = served_to(folder, "Emmy")
    yield running
    running.stop()


@pytest.fixture
def serve(tmp_path, graded) -> Iterator[Callable[..., Served]]:
    """Serve a copy of the graded class."""
    running: list[Served] = []
    shutil.copytree(graded, tmp_path, dirs_exist_ok=True)

    def start(*readers: str) -> Served:
        running.append(served_to(tmp_path, *(readers or ("Emmy",))))
        return running[-1]

    yield start
    for one in running:
        one.stop()
