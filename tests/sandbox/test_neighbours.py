"""What a student's process leaves behind or kills reaches nobody else."""

from __future__ import annotations

import pytest

from sandbox.asking import HONEST, asked, run

LEFT_BEHIND = {
    "a child": "pid = os.fork()\n    if pid == 0: time.sleep(60)",
    "a child that ignores the hangup": (
        "pid = os.fork()\n    if pid == 0:\n"
        "        signal.signal(signal.SIGHUP, signal.SIG_IGN)\n        time.sleep(60)"
    ),
    "many children": "for _ in range(20):\n        if os.fork() == 0: time.sleep(60)",
    "a program": "subprocess.Popen(['sleep', '60'])",
    "a thread": "threading.Thread(target=time.sleep, args=(60,)).start()",
}


@pytest.mark.parametrize("name", LEFT_BEHIND)
def test_a_process_left_behind_is_ended_with_the_session(session, tier, name):
    """Where isolation forbids it to start, it raises; else it is gone afterwards."""
    if tier == "none":
        pytest.skip("this machine isolates nothing")
    imports = "import os, signal, subprocess, threading, time"
    cell = f"{imports}\ndef f(x):\n    {LEFT_BEHIND[name]}\n    return x"
    assert asked(session, cell, 1).status in {"returned", "raised"}


def test_killing_its_own_group_reaches_nobody_else(session):
    cell = "import os\ndef f(x):\n    os.kill(0, 9)\n    return x"
    assert asked(session, cell, 1).status in {"crashed", "raised", "returned"}


def test_killing_everybody_reaches_nobody_else(session, tier):
    if tier != "namespaces":
        pytest.skip("this would end your own processes")
    cell = "import os\ndef f(x):\n    os.kill(-1, 9)\n    return x"
    assert asked(session, cell, 1).status in {"crashed", "raised", "returned"}


def test_sessions_side_by_side_do_not_see_each_other(start):
    one, other = start(), start()
    run(one, "import builtins\nbuiltins.leak = 1")
    assert asked(other, "def f(x):\n    return leak", 1).raised.startswith("NameError")


def test_the_end_of_one_session_is_not_the_end_of_another(start):
    one, other = start(), start()
    asked(one, "def f(x):\n    import os; os._exit(0)", 1)
    assert asked(other, HONEST, 1.0).value == 2.0
