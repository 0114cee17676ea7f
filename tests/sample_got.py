"""How an exercise of the sample class ends."""

from __future__ import annotations

from dataclasses import dataclass

INPUTS = "inputs left as they were"


@dataclass(frozen=True)
class Got:
    """How an exercise ends that is not simply right.

    ``right`` or ``wrong_in`` names its case groups, with "; " between them: those
    that are right alone, or those that alone are wrong. Neither: all are wrong.
    Inputs stay as they were unless ``wrong_in`` says otherwise.
    ``keeps`` is the share of the points that a broken rule leaves.
    """

    status: str
    misconceptions: tuple[str, ...] = ()
    right: str | None = None
    wrong_in: str | None = None
    keeps: float = 1.0

    def is_right(self, group: str) -> bool:
        """Whether the cases of this group pass."""
        if self.wrong_in is not None:
            return group not in self.wrong_in.split("; ")
        return self.right is not None and group in (INPUTS, *self.right.split("; "))


def wrong(*misconceptions: str) -> Got:
    """Wrong in every group."""
    return Got("failed", misconceptions)


def partly(*misconceptions: str, right: str | None = None, wrong_in: str | None = None):
    """Right in some groups only."""
    return Got("partial", misconceptions, right, wrong_in)


# All right, but written as a loop where the task asks for none.
LOOP = Got("partial", wrong_in="", keeps=0.5)
IDLE = Got("not_attempted")
UNREADABLE = "unreadable"
