"""What a late hand-in still counts: built-in rules, or a plain function of yours."""

import hashlib
import math
import runpy
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from autograder.exercise.problem import Problem, raised
from autograder.gradebook.course_lines import LateLines

DAY = 86_400.0
BUILT_IN = ("none", "per_day")

# (points, seconds late) -> the points that still count
LateRule = Callable[[float, float], float]


class LateProblem(Problem):
    """The late policy cannot be used; the text says what to do."""


class Late(LateLines, frozen=True):
    """A late policy; where it is a function, the hash of its file is ``sha256``."""

    sha256: str = ""

    def days(self, seconds_late: float) -> int:
        """The days begun, of what is late."""
        is_late = seconds_late > self.grace_minutes * 60
        return math.ceil(seconds_late / DAY) if is_late else 0

    def counts(self, points: float, seconds_late: float, free: int = 0) -> float:
        """How many of these points still count, so late, with so many days ``free``."""
        days = self.days(seconds_late)
        if days <= free or self.policy == "none":
            return points
        seconds_late -= free * DAY
        if self.policy == "per_day":
            share = min(self.rate * (days - free), self.cap)
            return round(points * (1 - share), 4)
        return self._ask(points, seconds_late)

    def check(self) -> None:
        """Refuse a settings file that has gone or changed."""
        if self.policy not in BUILT_IN:
            _unchanged(self.policy, self.sha256)

    def _ask(self, points: float, seconds_late: float) -> float:
        try:
            left = _rule(self.policy, self.sha256)(points, seconds_late)
        except LateProblem:
            raise
        except Exception as error:  # whatever a function of theirs can raise
            raise LateProblem(
                f"The late policy {self.policy} failed for {points:g} points, "
                f"{seconds_late:g} seconds late: {raised(error)} Mend it."
            ) from None
        is_number = isinstance(left, (int, float)) and not isinstance(left, bool)
        if not is_number or not 0 <= left <= points:
            raise LateProblem(
                f"The late policy {self.policy} gave {left!r} for {points:g} points, "
                f"{seconds_late:g} seconds late. It must return the points that still "
                f"count: a number from 0 to {points:g}."
            )
        return round(float(left), 4)


def policy_file(policy: str, folder: Path) -> tuple[str, str]:
    """A policy ``FILE:FUNCTION`` with its file's full path, and the file's hash."""
    name, _, function = policy.rpartition(":")
    if not name or not function.isidentifier():
        raise LateProblem(
            f"The late policy {policy!r} is not known. Write none, per_day, or a file "
            'and a function in it: policy = "policy.py:late".'
        )
    path = (folder / name).resolve()
    full, sha256 = f"{path}:{function}", _hash(path)
    _rule(full, sha256)
    return full, sha256


def _hash(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise LateProblem(
            f"The late policy's file {path} cannot be read: {error.strerror or error}. "
            "Put it back, or name the settings again with --course."
        ) from None


def _unchanged(policy: str, sha256: str) -> Path:
    path = Path(policy.rpartition(":")[0])
    if _hash(path) != sha256:
        raise LateProblem(
            f"The late policy's file {path} has changed since these settings were "
            "stored. Name them again with --course to use it as it is now."
        )
    return path


@lru_cache(maxsize=8)
def _rule(policy: str, sha256: str) -> LateRule:
    """The function; the file is run once, and only as the settings knew it."""
    path, function = _unchanged(policy, sha256), policy.rpartition(":")[2]
    try:
        rule: LateRule | None = runpy.run_path(str(path)).get(function)
    except Exception as error:  # whatever running a file of theirs can raise
        raise LateProblem(
            f"The late policy's file {path} cannot be run: {raised(error)} Mend it."
        ) from None
    if not callable(rule):
        raise LateProblem(
            f"{path} has no function {function}. Write in it: "
            f"def {function}(points, seconds_late): ..."
        )
    return rule
