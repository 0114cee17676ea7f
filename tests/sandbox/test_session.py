"""A student's process: what it is asked, how it may end, and that nobody else is harmed."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import psutil
import pytest

from autograder.sandbox.pool import Limits
from autograder.sandbox.session import Session, SessionEnded

LIMITS = Limits(submission_seconds=30.0, call_seconds=20.0, memory_mb=200)
HASTY = Limits(submission_seconds=1.5, call_seconds=0.5, memory_mb=200)
HONEST = "def f(x):\n    return x + 1"
# Find the end of the channel that the student's process owns.
CHANNEL = """
import json, os, socket, struct

def channel():
    for fd in range(3, 4096):
        try:
            return socket.socket(fileno=fd)
        except OSError:
            pass

def send(header, lengths=None, payload=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    lengths = lengths or (len(text), len(payload))
    found = channel()
    found.sendall(struct.pack("<II", *lengths) + text + payload)
    found.detach()
"""


@pytest.fixture
def start(warm):
    """Start students' processes; afterwards they are gone and the next one is well."""
    process = psutil.Process(warm._process.pid)
    before = {child.pid for child in process.children(recursive=True)}
    ours = psutil.Process().num_fds()
    made: list[Session] = []

    def start_one(limits: Limits = LIMITS) -> Session:
        made.append(Session(warm, limits))
        return made[-1]

    yield start_one
    for session in made:
        session.close()
    until = time.monotonic() + 60
    while {c.pid for c in process.children(recursive=True)} - before:
        assert time.monotonic() < until, "a process is left behind"
        time.sleep(0.01)
    assert psutil.Process().num_fds() == ours
    neighbour = Session(warm, LIMITS)
    assert asked(neighbour, HONEST, 1.0).value == 2.0
    neighbour.close()


@pytest.fixture
def session(start):
    """One process with time to spare."""
    return start()


@pytest.fixture
def hasty(start):
    """One process that is given little time."""
    return start(HASTY)


def run(session: Session, *sources: str, **more) -> str:
    """Run cells; what was raised."""
    cells = [(f"<code cell {n}>", source) for n, source in enumerate(sources, 1)]
    return session.run(cells, **more)


def asked(session: Session, source: str, *arguments, **more):
    """The outcome of running a cell and calling its ``f``."""
    try:
        run(session, source, **more)
    except SessionEnded as ended:
        return ended.outcome
    return session.asker("f")(arguments)


# --- honest answers ----------------------------------------------------------


def test_an_array_goes_in_and_comes_back(session):
    outcome = asked(session, HONEST, np.arange(3.0))
    assert (outcome.status, outcome.value.tolist()) == ("returned", [1, 2, 3])


def test_one_process_answers_many_calls(session):
    run(session, "calls = []", "def f(x):\n    calls.append(x)\n    return len(calls)")
    assert [session.asker("f")((1,)).value for _ in range(3)] == [1, 2, 3]


def test_a_value_is_read(session):
    run(session, "answer = (1, [2.5, 'x'])")
    assert session.value_asker("answer")(()).value == (1, [2.5, "x"])


def test_the_first_optimizer_imports_nothing_in_a_students_process(warm_processes):
    """It would import a compiler otherwise, on the time of the student's call."""
    pytest.importorskip("torch")
    source = (
        "import sys, torch\ndef f(x):\n    known = set(sys.modules)\n"
        "    torch.optim.AdamW([torch.ones(2, requires_grad=True)], lr=x)\n"
        "    return len(set(sys.modules) - known)"
    )
    session = Session(warm_processes.get("torch"), LIMITS)
    assert asked(session, source, 0.1).value == 0
    session.close()


@pytest.mark.parametrize("source", ["", "f = None", "f = ..."])
def test_a_value_that_is_not_there_is_not_attempted(session, source):
    run(session, source)
    assert session.value_asker("f")(()).status == "not_attempted"


@pytest.mark.parametrize("source", ["", "def f(x): raise NotImplementedError"])
def test_a_function_that_is_not_there_is_not_attempted(session, source):
    assert asked(session, source, 1).status == "not_attempted"


def test_an_error_comes_back_in_words(session):
    outcome = asked(session, "def f(x):\n    raise ValueError('no ' + str(x))", 3)
    assert (outcome.status, outcome.raised) == ("raised", "ValueError: no 3")


def test_an_error_while_running_says_in_which_cell(session):
    assert run(session, "a = 1", "a.b", "c = 1") == (
        "AttributeError: 'int' object has no attribute 'b' (in code cell 2)"
    )
    assert session.value_asker("c")(()).status == "not_attempted"


def test_a_tolerant_run_goes_on_with_the_next_statement(session):
    raised = run(session, "1 / 0\na = 1", "def f(x):\n    return a", tolerant=True)
    assert raised.startswith("ZeroDivisionError")
    assert session.asker("f")((0,)).value == 1


def test_what_is_printed_comes_back_cut(session):
    outcome = asked(session, "def f(x):\n    for _ in range(10**5): print('x' * 100)", 1)
    assert outcome.printed.startswith("xxx")
    assert len(outcome.printed) <= 2_000


def test_a_changed_argument_is_reported(session):
    outcome = asked(session, "def f(a, b):\n    b += 1", np.zeros(2), np.zeros(2))
    assert outcome.mutated == (1,)


def test_the_next_exercise_starts_with_nothing(session):
    run(session, "a = 1")
    assert asked(session, "def f(x):\n    return a", 1).raised.startswith("NameError")


def test_student_code_can_read_its_own_source(session):
    cell = "import inspect\n\ndef f(x):\n    return inspect.getsource(f)\n\ndef g(): pass\n"
    assert asked(session, cell, 1).value == "def f(x):\n    return inspect.getsource(f)\n"


def test_a_name_can_be_lent_and_a_value_given(session):
    cell = "def f(x):\n    return double(x, twice=True) + zero"
    references = {"double": lambda x, twice: 2 * x if twice else x}
    given = {"zero": np.array([0.5])}
    outcome = asked(session, cell, np.array([3.0]), references=references, given=given)
    assert outcome.value.tolist() == [6.5]


def test_a_lent_function_raises_on_the_students_side(session):
    def refuses(_):
        raise ValueError("too cold")

    outcome = asked(session, "def f(x):\n    return g(x)", 1, references={"g": refuses})
    assert outcome.raised == "ValueError: ValueError: too cold"


@pytest.mark.parametrize(
    "source",
    ["import autograder", "from autograder import check", "from autograder import *"],
)
def test_a_notebooks_import_of_check_does_nothing(session, source):
    cell = f"{source}\ndef f(x):\n    return x"
    assert asked(session, cell, 1).value == 1


# --- endings -----------------------------------------------------------------

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
    "a read": "import os; r, w = os.pipe(); os.read(r, 1)",
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
    "a map": "import mmap; mmap.mmap(-1, 1 << 34)[:]",
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


# --- forged frames -----------------------------------------------------------

ANSWER = {
    "op": "outcome",
    "status": "returned",
    "value": 1,
    "raised": "",
    "mutated": [],
    "printed": "",
}
HUGE = [1 << 26] * 8
CALL = {"op": "call_reference", "name": "g"}
REFUSED = {
    "garbage": b"not a frame at all",
    "an HTTP request": b"GET / HTTP/1.1\r\n\r\n",
    "a frame that claims 4 GB": (b"{}", (0xFFFFFFFF, 0xFFFFFFFF)),
    "a list": (b"[]", None),
    "deep nesting": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, None),
    "another operation": {**ANSWER, "op": "verdict"},
    "no operation": {"score": 100},
    "a status of its own": {**ANSWER, "status": "passed"},
    "a status that is a list": {**ANSWER, "status": ["returned"]},
    "a status that is an object": {**ANSWER, "status": {}},
    "an ending of its own": {**ANSWER, "status": "infrastructure_error"},
    "bytes nobody claims": ({**ANSWER}, None, b"left over"),
    "a negative shape": {**ANSWER, "value": {"array": ["<f8", [-1]]}},
    "a shape hidden by a zero": {**ANSWER, "value": {"array": ["<f8", [0, *HUGE]]}},
    "an object array": {**ANSWER, "value": {"array": ["|O", [1]]}},
    "a value of no form": {**ANSWER, "value": [1]},
    "changes that are no list": {**ANSWER, "mutated": {"0": 1}},
    "more changes than arguments": {**ANSWER, "mutated": [0, 0]},
    "a function that is no reference": {**CALL, "name": "eval", "arguments": [{}, {}, {}]},
    "a call without a name": {**CALL, "name": ["g"], "arguments": []},
    "a call without arguments": CALL,
    "a call with odd arguments": {**CALL, "arguments": [1, 2]},
    "a call with arguments of no form": {**CALL, "arguments": [{}, {}, {}]},
}


def forging(frame) -> str:
    """A cell whose ``f`` writes this to the channel and then waits."""
    if isinstance(frame, bytes):
        send = f"found = channel(); found.sendall({frame!r}); found.shutdown(1)"
    else:
        frame = frame if isinstance(frame, tuple) else (frame,)
        send = f"send{frame!r}".replace(",)", ")")
    return f"{CHANNEL}\ndef f(x):\n    {send}\n    import time; time.sleep(60)"


@pytest.mark.parametrize("name", REFUSED)
def test_a_forged_frame_ends_its_own_session_only(session, name):
    outcome = asked(session, forging(REFUSED[name]), 1, references={"g": abs})
    assert outcome.status == "crashed"
    assert session.over


ACCEPTED = {
    "an answer written by hand": ({}, 1),
    "an opaque without a name": ({"value": {"opaque": ""}}, None),
    "text where none belongs": ({"raised": ["x"], "printed": {"y": 1}}, 1),
    "a change that is no place": ({"mutated": ["0"]}, 1),
    "a very long print": ({"printed": "x" * 10**6}, 1),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_forged_answer_is_only_an_answer(session, name):
    changes, value = ACCEPTED[name]
    outcome = asked(session, forging({**ANSWER, **changes}), 1)
    assert outcome.status == "returned"
    assert value is None or outcome.value == value
    assert len(outcome.raised) + len(outcome.printed) < 5_000


def test_answers_sent_ahead_are_answers_to_other_questions(session):
    """Whoever answers twice has answered the next call before hearing it."""
    cell = f"{CHANNEL}\ndef f(x):\n    send({ANSWER!r})\n    return x"
    run(session, cell)
    assert [session.asker("f")((n,)).value for n in (5, 6, 7)] == [1, 5, 1]


def test_half_a_frame_is_waited_for_no_longer_than_the_limit(hasty):
    outcome = asked(hasty, forging((b"{", (1000, 0))), 1)
    assert outcome.status == "timeout"


def test_calling_references_without_end_is_ended(hasty):
    cell = "def f(x):\n    while True: g(1)"
    assert asked(hasty, cell, 1, references={"g": abs}).status in {"timeout", "crashed"}


def test_a_student_cannot_make_the_grader_compute_something_huge(session):
    """The outer product of two thin matrices would take 12 GB here, not there."""
    cell = (
        "import numpy as np\ndef f(x):\n"
        "    return g(np.ones((40_000, 1)), np.ones((1, 40_000))).shape"
    )
    outcome = asked(session, cell, 1, references={"g": np.matmul})
    assert "too large" in outcome.raised


def test_a_question_that_is_not_read_is_given_up(hasty):
    cell = f"{CHANNEL}\nimport time\nfound = channel()\ntime.sleep(60)"
    with pytest.raises(SessionEnded):
        run(hasty, cell, given={"big": np.ones(10**6)})


# --- processes ---------------------------------------------------------------

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
