"""Whether an exercise discriminates between students: item-rest correlation.

An item's correlation is taken with the rest of the points, not with the total,
which has the item in it.  A small class says little, and so does this module.
"""

import math
from dataclasses import dataclass, field
from statistics import StatisticsError, correlation
from typing import Literal

ENOUGH = 30  # answers; below, a correlation may be anything
ENOUGH_FOR_NOBODY = 5  # nobody right is worth a look much sooner
WEAK = 0.2  # what even the upper end of the interval stays below
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Discrimination:
    """An exercise that may not discriminate between students, and the evidence."""

    kind: Literal["all", "none", "weak", "backwards"]
    answers: int
    correlation: float | None = None  # with the rest of the points
    low: float | None = None  # of the 95% interval, which is rough for points as coarse
    high: float | None = None


@dataclass
class ItemTally:
    """Each answer's share of an item's points, with the share of all the others."""

    answers: int = 0
    right: int = 0
    shares: list[float] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)

    def add(self, share: float, rest: float | None) -> None:
        """Count one answer; ``rest`` is None for who has no other exercise."""
        self.answers += 1
        self.right += share >= 1 - 1e-9
        if rest is not None:
            self.shares.append(round(share, 9))  # as if summed exactly
            self.rests.append(round(rest, 9))

    def correlation(self) -> float | None:
        """Pearson's, or None where either is the same for everybody."""
        try:
            return correlation(self.shares, self.rests)
        except StatisticsError:
            return None

    def judge(self) -> Discrimination | None:
        """What is to be said about this exercise; None for nothing."""
        if self.answers >= ENOUGH_FOR_NOBODY and not self.right:
            return Discrimination("none", self.answers)
        if self.answers < ENOUGH:
            return None
        if self.right == self.answers:
            return Discrimination("all", self.answers)
        r = self.correlation()
        if r is None or len(self.rests) < ENOUGH:
            return None
        low, high = interval(r, len(self.rests))
        if high >= WEAK:
            return None
        kind: Literal["backwards", "weak"] = "backwards" if high < 0 else "weak"
        return Discrimination(kind, len(self.rests), r, low, high)


def interval(r: float, n: int) -> tuple[float, float]:
    """The 95% interval of a correlation of ``n`` pairs, by Fisher's transformation."""
    r = max(-1 + 1e-12, min(1 - 1e-12, r))
    middle, half = math.atanh(r), Z95 / math.sqrt(n - 3)
    return math.tanh(middle - half), math.tanh(middle + half)
