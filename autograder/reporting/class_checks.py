"""Whether an exercise discriminates between students: item-rest correlation.

An item's correlation is taken with the rest of the points, not with the total,
which has the item in it.  A small class says little, and so does this module.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

ENOUGH = 30  # answers; below, a correlation may be anything
ENOUGH_FOR_NOBODY = 5  # nobody right is worth a look much sooner
WEAK = 0.2  # what even the upper end of the interval stays below
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Discrimination:
    """An exercise that may not discriminate between students, and the evidence.

    ``correlation`` with the rest of the points, and the 95% interval of it by
    Fisher's transformation, which is rough for points as coarse as these.
    """

    kind: Literal["all", "none", "weak", "backwards"]
    answers: int
    correlation: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass
class ItemTally:
    """Sums over a class of ``x``, the share of an item's points, and ``r``, of the rest."""

    answers: int = 0
    right: int = 0
    with_rest: int = 0
    x: float = 0.0
    r: float = 0.0
    xx: float = 0.0
    rr: float = 0.0
    xr: float = 0.0

    def add(self, share: float, rest: float | None) -> None:
        """Count one answer; ``rest`` is None for who has no other exercise."""
        self.answers += 1
        self.right += share >= 1 - 1e-9
        if rest is None:
            return
        self.with_rest += 1
        self.x += share
        self.r += rest
        self.xx += share * share
        self.rr += rest * rest
        self.xr += share * rest

    def correlation(self) -> float | None:
        """Pearson's, or None where either is the same for everybody."""
        n = self.with_rest
        if n < 2:
            return None
        spread_x = self.xx - self.x * self.x / n
        spread_r = self.rr - self.r * self.r / n
        if min(spread_x, spread_r) <= 1e-9 * n:
            return None
        together = self.xr - self.x * self.r / n
        return max(-1.0, min(1.0, together / math.sqrt(spread_x * spread_r)))

    def judge(self) -> Discrimination | None:
        """What is to be said about this exercise; None for nothing."""
        if self.answers >= ENOUGH_FOR_NOBODY and not self.right:
            return Discrimination("none", self.answers)
        if self.answers < ENOUGH:
            return None
        if self.right == self.answers:
            return Discrimination("all", self.answers)
        r = self.correlation()
        if r is None or self.with_rest < ENOUGH:
            return None
        low, high = interval(r, self.with_rest)
        if high >= WEAK:
            return None
        kind: Literal["backwards", "weak"] = "backwards" if high < 0 else "weak"
        return Discrimination(kind, self.with_rest, r, low, high)


def interval(r: float, n: int) -> tuple[float, float]:
    """The 95% interval of a correlation of ``n`` pairs, by Fisher's transformation."""
    r = max(-1 + 1e-12, min(1 - 1e-12, r))
    middle, half = math.atanh(r), Z95 / math.sqrt(n - 3)
    return math.tanh(middle - half), math.tanh(middle + half)
