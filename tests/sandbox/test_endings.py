"""How a student's process may end: by time, by a crash, by memory."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace

import psutil
import pytest

from autograder.sandbox.session import Session, SessionEnded
from sandbox.asking import HASTY, LIMITS, asked, run

ENDLESS = {
    "a loop": "while True: pass",
    "sleep": "import time; time.sleep(1000)",
    "a lock": "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "a regular expression": "import re; re.match('(a+)+$', 'a' * 60 + 'b')",
    "a large power": "3 ** 3 ** 17",
    "a loop that ignores errors": (
        "import time\nwhile True:\n    try:\n        while True: time.sleep(0.01)\n"
        "    except BaseException: pass"
    ),
    "a loop that ignores signals": (
        "import signal\nfor n in set(signal.valid_signals()) - {9, 19}:\n"
        "    try: signal.signal(n, signal.SIG_IGN)\n    except OSError: pass\n"
        "while True: pass"
    ),
    "a thread that holds on": (
        "import threading, time\n"
        "threading.Thread(target=time.sleep, args=(1000,)).start()\ntime.sleep(1000)"
    ),
    "a wait": "import select; select.select([], [], [])",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_call_that_does_not_end_is_ended(hasty, name):
    body = ENDLESS[name].replace("\n", "\n    ")
    assert asked(hasty, f"def f(x):\n    {body}", 1).status == "timeout"


def test_the_words_of_a_timeout_name_the_limit(hasty):
    outcome = asked(hasty, "def f(x):\n    while True: pass", 1)
    assert outcome.raised == "Your code was still running after 0.5 seconds for one call."


def test_a_cell_that_does_not_end_costs_the_submissions_time(hasty):
    with pytest.raises(SessionEnded) as ended:
        run(hasty, "while True: pass")
    assert ended.value.outcome.raised == (
        "Your code was still running after 1.5 seconds for all exercises together."
    )


@pytest.fixture
def crowded(warm):
    """One process that is given little time, and shares its processor with four."""
    student = set(psutil.Process(warm._process.pid).children(recursive=True))
    session = Session(warm, HASTY)
    (student,) = set(psutil.Process(warm._process.pid).children(recursive=True)) - student
    processor = psutil.Process().cpu_affinity()[:1]
    student.cpu_affinity(processor)
    busy = f"import os; os.sched_setaffinity(0, {processor})\nwhile True: pass"
    others = [subprocess.Popen([sys.executable, "-c", busy]) for _ in range(4)]
    yield session
    session.close()
    for other in others:
        other.kill()
        other.wait()


def test_time_in_which_no_processor_was_free_is_not_the_students(crowded):
    """An answer of .3 s of work, five times as long in such a crowd; .5 s are allowed."""
    work = "import time\ndef f(x):\n    while time.process_time() < 0.3: pass\n    return x"
    assert asked(crowded, work, 1).value == 1


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(60)"])
def test_a_call_that_does_not_end_is_ended_in_a_crowd_too(crowded, body):
    outcome = asked(crowded, f"def f(x):\n    {body}", 1)
    assert outcome.raised == "Your code was still running after 0.5 seconds for one call."


def test_many_short_calls_have_one_time_limit_together(hasty):
    run(hasty, "import time\ndef f(x):\n    time.sleep(0.3)")
    statuses = [hasty.asker("f")((1,)).status for _ in range(10)]
    assert statuses.count("timeout") >= 5


def test_what_the_grader_does_meanwhile_is_not_the_students_time(hasty):
    """It may be starting a library, or computing references."""
    run(hasty, "def f(x):\n    return x + 1")
    time.sleep(HASTY.submission_seconds + 0.2)
    assert hasty.asker("f")((1,)).value == 2


CRASHES = {
    "os._exit": "import os; os._exit(0)",
    "abort": "import os; os.abort()",
    "a null pointer": "import ctypes; ctypes.string_at(0)",
    "keyboard interrupt": "raise KeyboardInterrupt",
    "a thread that exits": (
        "import os, threading\nt = threading.Thread(target=os._exit, args=(0,))\n"
        "t.start(); t.join()"
    ),
    "all files closed": "import os; os.closerange(0, 4096)",
}


@pytest.mark.parametrize("name", CRASHES)
def test_a_process_that_ends_is_a_crash(session, name):
    body = CRASHES[name].replace("\n", "\n    ")
    outcome = asked(session, f"def f(x):\n    {body}", 1)
    assert outcome.status == "crashed"
    assert outcome.raised


def test_a_session_that_has_ended_gives_the_same_answer_again(session):
    first = asked(session, "def f(x):\n    import os; os._exit(0)", 1)
    assert session.over
    assert session.asker("f")((1,)) == first


@pytest.mark.parametrize("error", ["SystemExit(0)", "GeneratorExit()", "RecursionError()"])
def test_an_exit_that_can_be_caught_is_only_an_error(session, error):
    assert asked(session, f"def f(x):\n    raise {error}", 1).status == "raised"


def test_recursion_is_only_an_error(session):
    outcome = asked(session, "def f(x):\n    return f(x)", 1)
    assert (outcome.status, outcome.raised[:14]) == ("raised", "RecursionError")


MEMORY = {
    "an array": "np.ones(10**9)",
    "text": "'x' * 10**10",
    "a list that grows": "a = [0]\n    while True: a += a * 9",
    "a product": "np.ones((10**5, 1)) @ np.ones((1, 10**5))",
    "a map": "import mmap; mmap.mmap(-1, 1 << 34, mmap.MAP_PRIVATE)[:]",
}


@pytest.mark.parametrize("name", MEMORY)
def test_too_much_memory_is_refused(session, name):
    outcome = asked(session, f"import numpy as np\ndef f(x):\n    {MEMORY[name]}", 1)
    assert outcome.status in {"out_of_memory", "raised"}
    assert outcome.status == "out_of_memory" or "memory" in outcome.raised


def test_an_answer_too_large_to_send_is_an_error(start):
    session = start(replace(LIMITS, memory_mb=1024))
    cell = "import numpy as np\ndef f(x):\n    return np.ones(20 * 10**6)"
    assert "too large" in asked(session, cell, 1).raised


CLOSED = {
    "input": ("return input()", "EOFError"),
    "stdin read": ("import sys; return sys.stdin.read()", None),
    "stdout closed": ("import sys; sys.stdout.close(); sys.__stdout__.close()", None),
    "descriptors closed": ("import os; [os.close(n) for n in (0, 1, 2)]", None),
    "a flood past the redirection": (
        "import os; [os.write(1, b'x' * 10**6) for _ in range(99)]",
        None,
    ),
}


@pytest.mark.parametrize("name", CLOSED)
def test_standard_streams_lead_nowhere(session, name):
    body, error = CLOSED[name]
    outcome = asked(session, f"def f(x):\n    {body}", 1)
    assert outcome.status == ("raised" if error else "returned"), outcome
    assert outcome.raised.startswith(error or "")
