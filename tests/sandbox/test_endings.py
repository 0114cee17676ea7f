"""How a student's process may end; other ways to the same ends are in tests/attacks."""

import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import psutil
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder.exercise.questions import questions
from autograder.sandbox.session import Session, SessionEnded
from sandbox.asking import HASTY, LIMITS, asked, run


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


def test_a_session_that_has_ended_gives_the_same_answer_again(session):
    first = asked(session, "def f(x):\n    import os; os._exit(0)", 1)
    assert first.status == "crashed"
    assert session.over
    assert session.asker("f")((1,)) == first


def test_too_much_memory_is_refused(session):
    outcome = asked(session, "import numpy as np\ndef f(x):\n    return np.ones(10**9)", 1)
    assert outcome.status == "out_of_memory"


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


def test_a_value_that_is_tried_has_the_time_of_one_call(hasty):
    run(hasty, "def f(x):\n    y = x - 1\n    while y != 1:\n        pass\n    return y")
    ask, question = hasty.asker("f"), replace(questions(TO_CELSIUS, 0)[0], arguments=(2,))
    values = [event.value for event in ask.record(question).events]
    put = values.index(np.array(1)), np.array(5)
    assert ask.retried(question, [put] * 3, (0, -1)) == [None]
    assert ask((2,)).raised.endswith("0.5 seconds for one call.")
