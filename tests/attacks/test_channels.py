"""Attacks that pass word on: between processes, past the judge, or to the terminal."""

import making
import psutil
import pytest

from attacks.harness import SECRET_SEED, Attack, Ground, exercise, withstand
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.grading import student_process
from autograder.grading.grade import grade
from autograder.grading.redaction import redact_error
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox import privileges
from autograder.sandbox.pool import Limits
from autograder.sandbox.session import Session

LIBC = "import ctypes, fcntl, os, struct, numpy\nlibc = ctypes.CDLL(None)\n"


def refused(name: str, code: str, imports: str = LIBC) -> Attack:
    """An attack that is one thing, which should not be possible."""
    body = "\n    ".join(code.strip().splitlines())
    return Attack("channel", name, f"{imports}def attack():\n    {body}")


WITH_FILE = "fd = os.open(numpy.__file__, os.O_RDONLY)\n"
CHANNELS = (
    refused("flock", WITH_FILE + "fcntl.flock(fd, fcntl.LOCK_SH)\nreturn True"),
    *(
        refused(
            f"record lock {number}",
            f"{WITH_FILE}fcntl.fcntl(fd, {number}, struct.pack('hhqqi4x', 0, 0, 0, 1, 0))\n"
            "return True",
        )
        for number in (5, 6, 7, 36, 37, 38)
    ),
    refused("a file lease", WITH_FILE + "fcntl.fcntl(fd, 1024, 0)\nreturn True"),
    refused(
        "the page cache, by preadv2 that does not wait",
        WITH_FILE + "return os.preadv(fd, [bytearray(1)], 0, os.RWF_NOWAIT) >= 0",
    ),
    refused(
        "the page cache, by fadvise", WITH_FILE + "os.posix_fadvise(fd, 0, 0, 4)\nreturn 1"
    ),
    refused(
        "the page cache, by mincore",
        WITH_FILE + "import mmap\nmade = mmap.mmap(fd, 4096, prot=1)\n"
        "at = numpy.frombuffer(made, 'u1').ctypes.data\n"
        "seen = ctypes.create_string_buffer(1)\n"
        "return libc.syscall(27, ctypes.c_void_p(at), 4096, seen) == 0",
    ),
    refused(
        "the page cache, by madvise",
        WITH_FILE + "import mmap\nmade = mmap.mmap(fd, 4096, prot=1)\n"
        "at = numpy.frombuffer(made, 'u1').ctypes.data\n"
        "return libc.syscall(28, ctypes.c_void_p(at), 4096, 3) == 0",
    ),
    refused("the page cache, by cachestat", "return libc.syscall(451, 3, 0, 0, 0) == 0"),
    refused("a process's name", "return libc.prctl(15, b'told') == 0"),
    refused("terminals made", "return os.openpty()[0] >= 0"),
    refused(
        "terminals counted",
        "return os.path.exists('/dev/pts/ptmx') and os.listdir('/dev/pts') >= []",
    ),
    refused("locks of the machine", "return open('/proc/locks').read() is not None"),
    refused(
        "other processes' names",
        "me = os.readlink('/proc/self')\nfound = []\n"
        "for one in os.listdir('/proc'):\n"
        "    if one.isdigit() and one != me:\n"
        "        found.append(open(f'/proc/{one}/comm').read())\n"
        "return any(found)",
    ),
    refused(
        "the machine's connections",
        "found = []\n"
        "for who in ('self', 'thread-self'):\n"
        "    for what in ('tcp', 'tcp6', 'udp', 'unix'):\n"
        "        found += open(f'/proc/{who}/net/{what}').readlines()[1:]\n"
        "return any(found)",
    ),
    # What the kernel counts for all: a number that one moves, another could read.
    refused("pipes that are counted", "return os.pipe()[0] >= 0"),
    refused("counters of events", "return os.eventfd(0) >= 0"),
    refused(
        "the machine's memory and load",
        "said = ctypes.create_string_buffer(256)\nreturn libc.sysinfo(said) == 0",
    ),
    refused("memory in words", "return open('/proc/meminfo').read() is not None"),
    refused("load in words", "return open('/proc/loadavg').read() is not None"),
    refused("free blocks", "return os.statvfs('/usr').f_bfree >= 0"),
    refused("blocks of its own space", "return os.statvfs('.').f_bfree >= 0"),
    refused(
        "the time that others took",
        "time = (ctypes.c_long * 2)()\n"
        "others = {os.getppid(), *range(1, 3_000)} - {0, os.getpid()}\n"
        "return any(libc.clock_gettime(~pid << 3 | 2, time) == 0 for pid in others)",
    ),
    refused(
        "where others may run, and in which group",
        "others = {os.getppid(), *range(1, 3_000)} - {0, os.getpid()}\n"
        "seen = ctypes.create_string_buffer(128)\n"
        "asked = [lambda p: libc.sched_getaffinity(p, 128, seen), libc.getpgid]\n"
        "asked += [libc.getsid, libc.sched_getscheduler]\n"
        "return any(ask(pid) >= 0 for ask in asked for pid in others)",
    ),
    refused(
        "system-wide settings",
        "os.open('/proc/sys/kernel/hostname', os.O_WRONLY)\nreturn 1",
    ),
    refused(
        "being root", "return 0 in os.getresuid() + os.getresgid() or 0 in os.getgroups()"
    ),
)


@pytest.mark.parametrize("attack", CHANNELS, ids=str)
def test_nothing_is_passed_between_processes(attack: Attack, ground: Ground) -> None:
    withstand(attack, ground)


@pytest.mark.skipif(not privileges.is_root(), reason="for root")
def test_root_is_nobody_in_the_eyes_of_the_machine(ground: Ground) -> None:
    """In its namespace it may call itself what it likes: outside its user counts."""
    ground.warm.get("numpy")
    before = ground.processes()
    session = Session(ground.warm.get("numpy"), Limits())
    (pid,) = ground.processes() - before
    assert set(psutil.Process(pid).uids()) == {privileges.NOBODY}
    session.close()


def test_the_process_with_hidden_inputs_has_ended_when_the_other_starts(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever they could tell each other, only one of them is ever there."""
    ground.warm.get("numpy")
    idle, started = len(ground.processes()), []

    class Counted(Session):
        def __init__(self, *given, **named) -> None:
            started.append(len(ground.processes()) - idle)
            super().__init__(*given, **named)

    monkeypatch.setattr(student_process, "Session", Counted)
    wrong = {"to_celsius": making.OFFSET_AFTER, "mean_celsius": "mean_celsius = len"}
    result = ground.grade(making.solved(**wrong))
    assert [e.status for e in result.exercises][:2] == ["failed", "failed"]
    assert started == [0, 0]


# --- hidden inputs, in words ---------------------------------------------------------

REMEMBER = """
import builtins, sys
import numpy as np
seen = builtins.__dict__.setdefault("seen", [])
"""
# Each tells the first number it ever met, in another way.
TELLERS = {
    "an error": "def to_celsius(f):\n    seen.append(float(f.flat[0]))\n"
    "    raise ValueError(f'SEEN{seen[0]!r}')",
    "an error's type": "def to_celsius(f):\n    seen.append(float(f.flat[0]))\n"
    "    raise type(f'SEEN{seen[0]!r}', (Exception,), {})",
    "what is printed": "def to_celsius(f):\n    seen.append(float(f.flat[0]))\n"
    "    print(f'SEEN{seen[0]!r}')\n    return f",
    "what is returned": "def to_celsius(f):\n    seen.append(float(f.flat[0]))\n"
    "    return f'SEEN{seen[0]!r}'",
    "an end": "import os\ndef to_celsius(f):\n    seen.append(float(f.flat[0]))\n"
    "    os.write(2, f'SEEN{seen[0]!r}'.encode())\n    os._exit(int(abs(seen[0])) % 200)",
}


@pytest.mark.parametrize("way", TELLERS)
def test_hidden_inputs_never_reach_feedback(way: str, ground: Ground) -> None:
    first = questions(ground.key.exercise("temperature.to_celsius"), SECRET_SEED)[0]
    hidden = repr(float(first.arguments[0].flat[0]))
    later = "def mean_celsius(f):\n    raise ValueError(f'SEEN{seen[:1]}')"
    data = making.solved(to_celsius=REMEMBER + TELLERS[way], mean_celsius=later)
    result = ground.grade(data)
    assert hidden not in repr(result)
    assert exercise(result).points == exercise(result, "mean_celsius").points == 0


@pytest.mark.parametrize(("draw", "points"), [(0, 1), (1, 0)])
def test_what_an_earlier_hand_in_met_is_met_by_no_later_one(
    draw: int, points: float, ground: Ground
) -> None:
    """Whatever came to be known of the hidden inputs: here all of them, and all answers."""
    asked = questions(ground.key.exercise("temperature.mean_celsius"), SECRET_SEED)
    known = {repr(q.arguments[0].tolist()): q.expected.tolist() for q in asked}
    remembers = (
        f"import numpy as np\nknown = {known!r}\n"
        "def mean_celsius(f):\n    told = known.get(repr(f.tolist()))\n"
        "    return f.mean(-1) if told is None else np.array(told)"
    )
    files = (("ana.ipynb", making.solved(mean_celsius=remembers)),)
    handed = Submission("ana", files, draw=draw)
    assignment = Assignment(ground.key, SECRET_SEED, limits=Limits())
    result = grade(handed, assignment, ground.warm)
    assert exercise(result, "mean_celsius").points == points


def test_an_error_while_the_cells_run_tells_nothing_of_hidden_inputs(
    ground: Ground,
) -> None:
    """The same process ran an earlier exercise, on hidden inputs."""
    first = questions(ground.key.exercise("temperature.to_celsius"), SECRET_SEED)[0]
    hidden = repr(float(first.arguments[0].flat[0]))
    learns = (
        f"{REMEMBER}def to_celsius(f):\n    seen.append(float(f.flat[0]))\n    return f"
    )
    tells = (
        "import builtins\n"
        "told = [int('SEEN' + repr(getattr(builtins, 'seen', 0)))]\n"
        "def mean_celsius(f):\n    return told"
    )
    result = ground.grade(making.solved(to_celsius=learns, mean_celsius=tells))
    assert exercise(result, "mean_celsius").status == "error"
    assert hidden not in repr(result)


def test_only_hidden_inputs_wrong_shows_nothing_of_them(ground: Ground) -> None:
    known = [
        float(q.arguments[0].flat[0])
        for q in questions(ground.key.exercise("temperature.to_celsius"), PUBLIC_SEED)
    ]
    source = (
        f"def to_celsius(f):\n    if float(f.flat[0]) in {known!r}:\n"
        "        return (f - 32) * 5 / 9\n    raise ValueError(f'SEEN{f}')"
    )
    found = exercise(ground.grade(making.solved(to_celsius=source)))
    assert found.points == 0
    assert "SEEN" not in repr((found.message, found.card))


@pytest.mark.parametrize("way", ["raise ValueError(f'{secret}')", "print(secret)"])
@pytest.mark.parametrize("when", ["call", "cell"])
def test_where_a_value_is_lent_an_error_shows_type_and_own_line_alone(
    way: str, when: str, ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The secret is wrong, so what follows it runs with the key's."""
    monkeypatch.setattr(ground, "key", load_key("attacks.sealed_key"))
    tells = f"def scaled(x):\n    {way}\n    return str(secret)"
    if when == "cell":
        tells = f"def told():\n    {way}\nhears = told()\n" + tells + " + str(hears)"
    result = ground.grade(
        making.notebook(
            making.IMPORTS,
            "secret = 1",
            making.check("secret", "secrets"),
            tells,
            making.check("scaled", "secrets"),
        )
    )
    found = exercise(result, "scaled")
    assert "31337" not in repr(found)
    if "raise" in way:
        assert "ValueError (code cell 4, line 2)" in found.message
        assert found.card.where == f"Code cell 4, line 2\n    {way}"


def test_a_sealed_error_is_a_type_a_line_and_what_it_means() -> None:
    assert redact_error("ValueError: 42", "code cell 3, line 2") == (
        "ValueError (code cell 3, line 2)"
    )
    assert redact_error("Secret42: x", "42") == "an error"
    assert redact_error("KeyError: '42' (in code cell 1, line 9)") == (
        "KeyError (code cell 1, line 9): There is no such key. Print the keys that there "
        "are."
    )
    assert "42" not in redact_error("AttributeError: 'X' object has no attribute 'a42'")
    assert "42" not in redact_error("TypeError: missing 1 required argument: 'a42'")


# --- what is measured -------------------------------------------------------------

STOPS = """
import tracemalloc
def f(n):
    {hides}
    return len(bytearray(n << 20))
"""


@pytest.mark.parametrize(
    "hides",
    [
        "tracemalloc.get_traced_memory = lambda: (0, 0)",
        "tracemalloc.stop()",
        "tracemalloc.get_traced_memory = lambda: (0, 0); tracemalloc.stop()",
        "tracemalloc.start = tracemalloc.stop = print",
    ],
)
def test_replacing_tracemalloc_hides_no_memory(hides: str, ground: Ground) -> None:
    session = Session(ground.warm.get("numpy"), Limits())
    assert not session.run([("<code cell 1>", STOPS.format(hides=hides))])
    outcome = session.asker("f")((32,), 4.0)
    assert outcome.raised.startswith("TooMuchMemory")
    session.close()
