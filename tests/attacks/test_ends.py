"""Attacks that end the process early, or leave something running behind it."""

import pytest

from attacks.harness import ENDED, JUDGED, MARK, Attack, Ground, withstand

ANY = (*JUDGED, *ENDED)
CRASHED, ERROR = ("crashed",), ("error",)
EARLY = tuple(
    Attack("ends early", f"{name}, in a {when}", code, ends=ends, when=when)
    for name, code, ends in (
        ("os._exit(0)", "import os\ndef attack():\n    os._exit(0)", CRASHED),
        ("SystemExit", "def attack():\n    raise SystemExit(0)", ERROR),
        ("sys.exit", "import sys\ndef attack():\n    sys.exit()", ERROR),
        (
            "an error that is no Exception",
            "class Gone(BaseException): pass\ndef attack():\n    raise Gone",
            (*ERROR, *CRASHED),
        ),
        ("KeyboardInterrupt", "def attack():\n    raise KeyboardInterrupt", CRASHED),
        ("abort", "import os\ndef attack():\n    os.abort()", CRASHED),
        ("a segfault", "import ctypes\ndef attack():\n    ctypes.string_at(0)", CRASHED),
    )
    for when in ("cell", "call")
)
LEAVING = tuple(
    Attack("leaves behind", name, code, ends=ends)
    for name, ends, code in (
        (
            "a daemon thread",
            JUDGED,
            """
            import threading, time
            def attack():
                threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
            """,
        ),
        (
            "a thread that is waited for",
            JUDGED,
            """
            import threading, time
            def attack():
                threading.Thread(target=time.sleep, args=(3600,)).start()
            """,
        ),
        (
            "something for the exit",
            JUDGED,
            f"""
            import atexit, os
            def attack():
                atexit.register(lambda: open("/tmp/{MARK}", "w"))
            """,
        ),
        (
            "a daemon, by forking twice",
            JUDGED,
            """
            import os, time
            def attack():
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        time.sleep(3600)
                return True
            """,
        ),
        (
            "a session of its own",
            JUDGED,
            """
            import ctypes, os
            def attack():
                libc = ctypes.CDLL(None)
                return libc.setsid() > 0 or libc.setpgid(0, 0) == 0
            """,
        ),
        (
            "itself, stopped",
            ANY,
            """
            import ctypes, os, signal
            def attack():
                ctypes.CDLL(None).syscall(234, os.getpid(), os.getpid(), signal.SIGSTOP)
            """,
        ),
        (
            "a signal to itself",
            ANY,
            """
            import ctypes, os
            def attack():
                ctypes.CDLL(None).syscall(234, os.getpid(), os.getpid(), 9)
            """,
        ),
        (
            "an alarm",
            ANY,
            """
            import signal, time
            def attack():
                signal.setitimer(signal.ITIMER_REAL, 0.01)
                time.sleep(0.05)
            """,
        ),
        (
            "files in the scratch space",
            JUDGED,
            f"""
            import os
            def attack():
                for place in (".", "/tmp", "/dev/shm", "/var/tmp"):
                    try:
                        open(f"{{place}}/{MARK}", "w").write("the answer is c")
                    except OSError:
                        pass
            """,
        ),
    )
)
# A process that ends just as it is to be ended must not take the warm one along.
RACES = tuple(
    Attack(
        "ends early",
        f"{milliseconds} ms after it was asked",
        "import os, time\ndef attack():\n"
        f"    time.sleep({milliseconds} / 1000)\n    os._exit(0)",
        ends=("crashed", "timeout"),
    )
    for milliseconds in (490, 499, 500, 503)
)


@pytest.mark.parametrize("attack", [*EARLY, *RACES], ids=str)
def test_an_early_end_earns_nothing(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)


@pytest.mark.parametrize("attack", LEAVING, ids=str)
def test_nothing_is_left_behind(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)
