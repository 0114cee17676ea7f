"""Say what isolation this machine gives, and prove it by trying to break out."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.exercise.key import Key
from autograder.exercise.status import Status
from autograder.sandbox import isolation, privileges
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits, WarmProcess, WarmProcessFailed, hidden_folders
from autograder.sandbox.session import Session

# Harmless even where nothing stops it: each either reads, or asks and gives back.
PROBES = (
    ("read this machine's users", "open('/etc/passwd').read()"),
    ("read the answer key", "open({key!r}).read()"),
    ("write to the interpreter", "open(__import__('os').__file__, 'r+b')"),
    ("open a network socket", "__import__('socket').socket()"),
    ("run a program", "__import__('subprocess').run(['true'])"),
    ("signal other processes", "__import__('os').kill(__import__('os').getppid(), 0)"),
    ("change the machine's settings", "__import__('os').open({sysctl!r}, 1)"),
    ("make a terminal, which others can count", "__import__('os').openpty()"),
    ("count the pipes of others", "__import__('os').pipe()"),
    (
        "count its page faults, which others can change",
        "__import__('resource').getrusage(0)",
    ),
    ("queue signals, which others can count", "{queue}"),
    ("see how much memory others take", "open('/proc/meminfo').read()"),
    ("see how much others wrote", "__import__('os').statvfs({interpreter!r})"),
    ("see how long the grader took", "__import__('time').clock_gettime(~{pid} << 3 | 2)"),
    ("be root", "__import__('os').getresuid().index(0)"),
    ("see the grader's environment", "__import__('os').environ[{secret!r}]"),
)
QUEUE = "(s := __import__('signal')).pthread_sigmask(0, [40]), s.raise_signal(40)"
SYSCTL = "/proc/sys/kernel/hostname"
SECRET = "AUTOGRADER_DOCTOR_SECRET"
AS_ROOT = (
    "you are root: students' code runs as nobody, but a gap in the kernel would cost you "
    "more. Better grade as an ordinary user"
)
ATTEMPT = """
def attempt():
    try:
        {code}
    except BaseException as error:
        return type(error).__name__
    return "allowed"
"""


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report."""

    good: bool
    words: str
    escaped: bool = False  # what should be stopped was not


def examine(key: Key) -> Iterator[Finding]:
    """Report each tier, then what a student's process may not do in the best one."""
    for check in isolation.tier_checks():
        state = "works here" if check.works else f"does not work: {check.why}"
        yield Finding(check.works, f"isolation by {check.tier} {state}")
    try:
        tier = isolation.choose()
    except isolation.NoIsolation as problem:
        yield Finding(False, str(problem))
        return
    yield Finding(True, f"students' code will run in the tier {tier!r}")
    if privileges.is_root():
        yield Finding(False, AS_ROOT)
    try:
        yield from _break_out(tier, key)
    except WarmProcessFailed as problem:
        yield Finding(False, str(problem))


def _break_out(tier: Tier, key: Key) -> Iterator[Finding]:
    hidden = hidden_folders(key.name)
    told = {"key": f"{hidden[0]}/__init__.py", "secret": SECRET, "sysctl": SYSCTL}
    told |= {"interpreter": sys.prefix, "pid": str(os.getpid()), "queue": QUEUE}
    os.environ[SECRET] = "for the grader alone"
    warm = WarmProcess(tier=tier, hidden=hidden)
    try:
        for what, code in PROBES:
            code = code.format(**told)
            session = Session(warm, Limits(submission_seconds=5))
            session.run([("<probe>", ATTEMPT.format(code=code))])
            outcome = session.asker("attempt")(())
            session.close()
            refused = outcome.status != Status.RETURNED or outcome.value != "allowed"
            verb = "cannot" if refused else "CAN"
            words = f"a student's process {verb} {what}"
            yield Finding(refused, words, escaped=not refused)
    finally:
        del os.environ[SECRET]
        warm.close()
