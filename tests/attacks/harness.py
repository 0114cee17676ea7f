"""What an attack is, and what must be true after it.

An attack is student code with a function ``attack()`` that returns true when
it got through.  The exercise's answer is right just then, so that no points
means that the attack failed.  A bomb is bounded: a hole must not take the
machine down with it.
"""

import os
import re
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import making
import psutil

from autograder.exercise.key import Key
from autograder.gradebook.records import ExerciseResult, SubmissionResult
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits, WarmProcesses, hidden_folders
from autograder.sandbox.session import Session

LIMITS = Limits(submission_seconds=2.0, call_seconds=0.5, memory_mb=256)
SECRET_SEED = 20_240_229
JUDGED = ("failed", "error")
ENDED = ("timeout", "crashed", "out_of_memory")
MARK = "left-by-an-attack"  # in the name of whatever an attack tries to leave
PATIENCE = 60.0  # seconds for what happens at once, on a machine that is not busy
SHARED_PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/run")


@dataclass(frozen=True)
class Attack:
    """One attack.

    ``when`` it strikes: while the ``cell`` runs or in each ``call``;
    ``ends`` are the statuses that the exercise may have.
    """

    family: str
    name: str
    code: str
    ends: tuple[str, ...] = JUDGED
    when: str = "call"
    tiers: tuple[Tier, ...] = ("namespaces", "landlock")

    def __str__(self) -> str:
        return re.sub(r"\W+", "-", f"{self.family} {self.name}")

    @property
    def source(self) -> str:
        """The cell of a student who tries this."""
        code = textwrap.dedent(self.code).strip()
        right = "(fahrenheit - 32) * 5 / 9"
        if "def to_celsius" in code:
            return code
        if self.when == "cell":
            return (
                f"{code}\ngot = attack()\n"
                f"def to_celsius(fahrenheit):\n    return {right} if got else got"
            )
        return (
            f"{code}\ndef to_celsius(fahrenheit):\n    return {right} if attack() else None"
        )


@dataclass
class Ground:
    """A tier, its warm processes, and who grades in it."""

    tier: Tier
    key: Key
    warm: WarmProcesses = field(init=False)

    def __post_init__(self) -> None:
        self.warm = WarmProcesses(self.tier, hidden_folders(self.key.name))

    def grade(
        self, data: bytes, *, seed: int = SECRET_SEED, limits: Limits = LIMITS
    ) -> SubmissionResult:
        """Grade one notebook as a student's."""
        handed = Submission("student", (("notebook.ipynb", data),))
        return grade(handed, Assignment(self.key, seed, limits), self.warm)

    def ask(self, source: str, *arguments: object) -> object:
        """What a function ``f`` gives in a process of its own."""
        session = Session(self.warm.get("numpy"), LIMITS)
        try:
            raised = session.run([("<code cell 1>", source)])
            return raised or session.asker("f")(arguments)
        finally:
            session.close()

    def processes(self) -> set[int]:
        """The warm process and all below it, as the machine sees them."""
        top = psutil.Process(self.warm.get("numpy")._process.pid)
        return {top.pid, *(child.pid for child in top.children(recursive=True))}


def exercise(result: SubmissionResult, name: str = "to_celsius") -> ExerciseResult:
    """The result of the exercise that was attacked."""
    return next(e for e in result.exercises if e.id.endswith("." + name))


def wait_until(true: Callable[[], bool], else_say: str) -> None:
    """Wait for what should come soon, however busy the machine is."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, else_say
        time.sleep(0.02)


def nothing_is_left(ground: Ground, before: set[int], handles: int) -> None:
    """No process, file or socket of an attack is there afterwards."""
    says = "a process is left behind, or the warm process was harmed"
    wait_until(lambda: ground.processes() == before, says)
    assert psutil.Process().num_fds() == handles, "a socket or file is left open"
    for place in SHARED_PLACES:
        left = [name for name in os.listdir(place) if MARK in name]
        assert not left, f"{place} holds {left}"


SCRATCH = """
import os, sys
def f():
    found = []
    for place in (".", "/tmp", "/var/tmp", "/dev/shm"):
        if place == "." and os.getcwd() == "/":
            continue
        try:
            names = os.listdir(place)
        except OSError:
            continue
        # The interpreter may lie there, read-only.
        found += [n for n in names if not sys.prefix.startswith(f"{place}/{n}")]
    return ",".join(found)
"""


def neighbour_is_well(ground: Ground) -> None:
    """The next student gets full marks, in an empty place."""
    result = ground.grade(making.solved())
    assert result.status == "graded"
    assert [e.status for e in result.exercises] == ["passed"] * 4
    assert result.score == result.max_score
    outcome = ground.ask(SCRATCH)
    assert outcome.value == "", "the scratch space is not empty for the next student"


def withstand(attack: Attack, ground: Ground, limits: Limits = LIMITS) -> ExerciseResult:
    """Grade the attack; assert all that is promised; return what it got."""
    before, handles = ground.processes(), psutil.Process().num_fds()
    result = ground.grade(making.solved(to_celsius=attack.source), limits=limits)
    attacked = exercise(result)
    assert result.status == "graded"
    assert attacked.points == 0, f"it got through: {attacked.message}"
    assert attacked.status in attack.ends, f"{attacked.status}: {attacked.message}"
    nothing_is_left(ground, before, handles)
    neighbour_is_well(ground)
    nothing_is_left(ground, before, handles)
    return attacked
