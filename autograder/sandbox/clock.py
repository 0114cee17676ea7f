"""How long a student's code may run, on a machine that may be busy with others."""

import time
from collections.abc import Callable
from dataclasses import dataclass

# Code that waits for a processor for less than this is not slowed by the machine.
SLOWED = 0.01
# Code that has taken this long in sum is worth the question how long it had to wait.
LONG = 1.0


@dataclass
class TimeSpent:
    """Seconds that a student's code has taken so far, over all its processes.

    Only the time it is waited for: what the grader needs for itself, such as
    the start of a library, is not the student's, and neither is the time in
    which a loaded machine had no processor for it.
    """

    seconds: float = 0.0


class Clock:
    """The clock of one process: it runs while an answer is waited for.

    ``most`` are the seconds for all answers together, ``waited`` says how long
    the process has been kept from running since it began.
    """

    def __init__(self, most: float, spent: TimeSpent, waited: Callable[[], float]) -> None:
        self._most, self._spent, self._waited = most, spent, waited
        self._excused: float | None = None  # of what the process waited: not counted

    def start(self, seconds: float) -> None:
        """Begin to wait for an answer, for ``seconds`` or what is left for all."""
        if self._excused is None:  # what it waited until now was none of its code
            self._excused = self._waited()
        self._limit, self._left = seconds, self._most - self._spent.seconds
        self._began = time.monotonic()

    @property
    def deadline(self) -> float:
        """When the answer has to be here, by ``time.monotonic``."""
        return self._began + min(self._limit, self._left)

    def is_over(self) -> bool:
        """Whether the deadline holds; it moves by what the process had to wait."""
        if (wait := self._newly_waited()) > SLOWED:
            self._began += wait
            return False
        return True

    def stop(self) -> None:
        """The answer is here, or is waited for no longer."""
        self._spent.seconds += time.monotonic() - self._began

    def end(self) -> None:
        """Before the process ends: do not count the time for which it had to wait."""
        if self._excused is not None and self._spent.seconds > LONG:
            self._spent.seconds = max(0.0, self._spent.seconds - self._newly_waited())

    def timeout_message(self) -> str:
        """The sentence for code that was still running at the deadline."""
        every = self._left <= self._limit
        limit = self._most if every else self._limit
        what = "all exercises together" if every else "one call"
        return f"Your code was still running after {limit:g} seconds for {what}."

    def _newly_waited(self) -> float:
        before, self._excused = self._excused or 0.0, self._waited()
        return max(0.0, self._excused - before)
