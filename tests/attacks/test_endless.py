"""Attacks on time: code that does not end, in Python, in C, in threads."""

from dataclasses import replace

import pytest

from attacks.harness import LIMITS, Attack, Ground, withstand

SHORT = replace(LIMITS, submission_seconds=0.8, call_seconds=0.2)  # it is all used up

TIME = tuple(
    Attack("endless", name, code, ends=("timeout",), when=when)
    for name, when, code in (
        ("a loop", "call", "def attack():\n    while True: pass"),
        ("a loop in a cell", "cell", "def attack():\n    while True: pass"),
        ("a huge power", "call", "def attack():\n    return 10 ** 10 ** 8"),
        ("a sum in C", "call", "def attack():\n    return sum(range(10 ** 12))"),
        (
            "a regular expression",
            "call",
            "import re\ndef attack():\n    return re.match('(a|aa)+$', 'a' * 64 + 'b')",
        ),
        (
            "NumPy",
            "call",
            """
            import numpy as np
            def attack():
                m = np.ones((1500, 1500))
                for _ in range(10_000):
                    m = m @ m
            """,
        ),
        ("sleep", "call", "import time\ndef attack():\n    time.sleep(3600)"),
        (
            "a lock taken twice",
            "call",
            """
            import threading
            def attack():
                lock = threading.Lock()
                lock.acquire()
                lock.acquire()
            """,
        ),
        (
            "every signal ignored",
            "call",
            """
            import signal
            def attack():
                for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
                    signal.signal(number, signal.SIG_IGN)
                while True: pass
            """,
        ),
        (
            "every error caught",
            "call",
            """
            def attack():
                while True:
                    try:
                        while True: pass
                    except BaseException:
                        pass
            """,
        ),
        (
            "waiting for nothing",
            "call",
            "import select\ndef attack():\n    return select.select([], [], [])",
        ),
        (
            "a destructor",
            "call",
            """
            class Long:
                def __del__(self):
                    while True: pass
            def attack():
                Long()
            """,
        ),
        (
            "a generator for an answer",
            "call",
            """
            class Rows(list):
                def __iter__(self):
                    while True: yield 1
            def attack():
                return max(Rows())
            """,
        ),
        (
            "a thread that keeps the interpreter's lock",
            "call",
            """
            import ctypes, threading
            def attack():
                ctypes.PyDLL(None).sleep(3600)
            """,
        ),
    )
)


@pytest.mark.parametrize("attack", TIME, ids=str)
def test_a_time_limit_ends_it(attack: Attack, ground: Ground) -> None:
    attacked = withstand(attack, ground, SHORT)
    assert "still running" in attacked.message or "processor time" in attacked.message
