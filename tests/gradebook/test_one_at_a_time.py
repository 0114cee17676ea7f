"""One command at a time writes to a folder of results; the lock dies with its process."""

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from making import autograder, command, environment, hand_in, solved

from autograder.gradebook.lock import LOCK, Busy, alone

SLOW = "def to_celsius(fahrenheit):\n    while True:\n        pass"


@pytest.fixture
def running(tmp_path, unsafe) -> Iterator[subprocess.Popen]:
    """A run that has begun, and waits for an answer that does not end by itself."""
    hand_in(tmp_path / "class", ada=solved(to_celsius=SLOW))
    words = ("--key", "toy_key", "--jobs", 1, "--timeout", 600, "--call-timeout", 600)
    process = subprocess.Popen(
        command("grade", "class", "--out", "out", *words, *unsafe),
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not (tmp_path / "out" / LOCK).exists():
        assert process.poll() is None
        time.sleep(0.05)
    yield process
    process.kill()
    process.wait()


def held(folder: Path) -> bool:
    try:
        with alone(folder):
            return False
    except Busy:
        return True


OVERRIDE = ("override", "out", "ada", "--points", 1, "--reason", "It came on paper.")


@pytest.mark.parametrize("words", [("grade", "class", "--out", "out"), OVERRIDE])
def test_another_one_says_that_it_has_to_wait(tmp_path, running, words):
    key = ("--key", "toy_key") if words[0] == "grade" else ()
    done = autograder(tmp_path, *words, *key)
    said = "Another command is writing to out. When it has ended, run this again.\n"
    assert (done.returncode, done.stderr) == (2, said)
    assert running.poll() is None


def test_a_run_that_was_killed_leaves_no_lock(tmp_path, running):
    assert held(tmp_path / "out")
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not held(tmp_path / "out")
