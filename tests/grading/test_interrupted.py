"""What ends while a class is graded: the command, a worker, a student's process."""

import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from making import IMPORTS, autograder, check, command, environment, hand_in, notebook

from grading.outputs import OUTPUTS, rows

SLOW = "import time\nSLEPT = time.sleep(0.4)\nto_celsius = lambda f: SLEPT or (f-32) / 1.8"
SLOWER = SLOW.replace("0.4", "3")
STOPPED = "Stopped. Nothing is lost: the same command goes on from here.\n"


@pytest.fixture
def slow_class(tmp_path):
    """Six students; when two are graded the others go on for seconds, on any machine."""
    slow, slower = (notebook(IMPORTS, each, check("to_celsius")) for each in (SLOW, SLOWER))
    first = {f"student{n}": slow for n in range(2)}
    hand_in(tmp_path / "class", **first, **{f"student{n}": slower for n in range(2, 6)})
    return tmp_path


def begun(folder: Path, unsafe: tuple[str, ...], *, jobs: int = 2) -> subprocess.Popen:
    """The command, running, with at least two results stored."""
    wanted = ("grade", "class", "--out", "out", "--key", "toy_key", "--jobs", jobs, *unsafe)
    program = subprocess.Popen(
        command(*wanted),
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 300
    while time.monotonic() < until and program.poll() is None:
        if (folder / "out" / "gradebook.sqlite").exists():
            try:
                if len(rows(folder)) >= 2:
                    return program
            except sqlite3.Error:
                pass  # not created whole yet
        time.sleep(0.05)
    raise AssertionError(f"nothing was graded: {program.communicate()}")


def everything_graded(folder: Path, done: subprocess.CompletedProcess, kept: int) -> None:
    assert done.returncode == 0, done.stderr
    assert "6 of 6 submissions graded" in done.stdout
    assert int(done.stdout.partition("(")[2].partition(" ")[0]) >= kept
    assert len(rows(folder)) == 6
    assert {path.name for path in (folder / "out").iterdir()} == OUTPUTS


def command_line(process: psutil.Process) -> str:
    """What it was started with; nothing of one that has ended since it was listed."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:  # of which ZombieProcess is one kind
        return ""


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=60)
    return not alive


def test_a_killed_coordinator_loses_nothing_and_leaves_nothing(slow_class, grade, unsafe):
    program = begun(slow_class, unsafe)
    children = psutil.Process(program.pid).children(recursive=True)
    program.send_signal(signal.SIGKILL)
    program.communicate()
    stored = len(rows(slow_class))
    assert gone(children)
    everything_graded(slow_class, grade(slow_class, jobs=2), stored)


@pytest.mark.slow
def test_ctrl_c_loses_nothing(slow_class, grade, unsafe):
    program = begun(slow_class, unsafe)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=1200)
    assert (program.returncode, said) == (130, STOPPED)
    stored = len(rows(slow_class))
    everything_graded(slow_class, grade(slow_class, jobs=2), stored)


@pytest.mark.slow
def test_ctrl_c_in_a_terminal_reaches_every_process_and_is_one_sentence(slow_class, unsafe):
    program = begun(slow_class, unsafe)
    children = psutil.Process(program.pid).children(recursive=True)
    os.killpg(program.pid, signal.SIGINT)
    _, said = program.communicate(timeout=1200)
    assert said == STOPPED
    assert gone(children)


def test_sigterm_while_grading_leaves_no_process_and_loses_nothing(slow_class, unsafe):
    program = begun(slow_class, unsafe)
    children = psutil.Process(program.pid).children(recursive=True)
    assert any("spawn_main" in command_line(child) for child in children)
    program.terminate()
    _, said = program.communicate(timeout=1200)
    assert (program.returncode, said) == (143, STOPPED)
    assert gone(children)
    assert len(rows(slow_class)) >= 2


PROOF_ENDED = (
    ("SIGTERM", 0, 143, "Stopped.\n"),
    ("SIGTERM", 0.5, 143, "Stopped.\n"),
    ("SIGKILL", 0.5, -9, ""),
)


@pytest.mark.parametrize(("name", "seconds", "status", "words"), PROOF_ENDED)
def test_a_proof_that_is_ended_leaves_no_process(name, seconds, status, words):
    wanted = command("verify", "byhand", "numpy", "masks", "--key", "solutions")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    program = subprocess.Popen(wanted, cwd=Path(__file__).parents[2], **pipes)
    children: list[psutil.Process] = []
    while len(children) < 2 and program.poll() is None:  # its workers are being started
        time.sleep(0.05)
        children = psutil.Process(program.pid).children(recursive=True)
    time.sleep(seconds)
    children = psutil.Process(program.pid).children(recursive=True)
    program.send_signal(getattr(signal, name))
    said = program.communicate(timeout=600)
    assert gone(children)
    assert program.returncode == status
    assert words in said[1]  # who is killed says nothing; what multiprocessing leaves may


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(slow_class, unsafe):
    program = begun(slow_class, unsafe)
    workers = [
        child
        for child in psutil.Process(program.pid).children()
        if "spawn_main" in " ".join(child.cmdline())
    ]
    workers[0].kill()
    said, errors = program.communicate(timeout=600)
    assert program.returncode == 0, errors
    assert "6 of 6 submissions graded." in said
    assert len(rows(slow_class)) == 6


FRAGILE_KEY = '''
"""A key whose reference ends the process that computes it, when asked for nothing."""
import os
import numpy as np
from autograder import Case, Chapter, Exercise

CHAPTERS = (Chapter("fragile", "Fragile", "fragile", "fragile_key"),)

def halve(x):
    """Halve."""
    if len(x) == 0:
        os._exit(9)
    return x / 2

def quarter(x):
    """Halve twice."""
    return halve(halve(x))

def exercise(reference):
    case = Case("numbers", lambda rng: (rng.normal(size=3),))
    return Exercise(
        id="fragile." + reference.__name__, title="t", reference=reference, points=1,
        minutes=1, difficulty=1, cases=(case,), hints=("Divide.",),
    )

EXERCISES = (exercise(halve), exercise(quarter))
'''


@pytest.mark.slow
def test_a_submission_that_ends_its_worker_twice_is_reported_and_alone(tmp_path, unsafe):
    (tmp_path / "fragile_key.py").write_text(FRAGILE_KEY)
    cell = "def quarter(x):\n    return halve(halve(x))"
    honest = notebook(cell, check("quarter", "fragile"))
    deadly = notebook(cell.replace("x))", "x[:0]))"), check("quarter", "fragile"))
    class_ = {f"student{n}": honest for n in range(5)} | {"student2": deadly}
    hand_in(tmp_path / "class", **class_)
    wanted = ("grade", "class", "--out", "out", "--key", "fragile_key", "--jobs", 2)
    done = autograder(tmp_path, *wanted, *unsafe, status=1)
    assert "4 of 5 submissions graded." in done.stdout
    assert "student2: infrastructure_error: The worker grading this ended 2" in done.stdout
