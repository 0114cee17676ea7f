"""Right answers that an answer can be compared with, but that cannot be read.

What a student works out by hand, or chooses, is itself the answer.  A student's
copy therefore holds salted digests of it, one for each entry: enough to say which
entries are right.  That keeps honest eyes from an answer.  It is no vault: whoever
tries all small numbers finds them, and earns nothing by it that asking a neighbour
would not give.  The grader never uses these.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograder.checking.compare import not_an_array
from autograder.checking.outcome import Difference
from autograder.exercise.values import Hidden

ROUNDS = 2_000  # of the digest: a millisecond an entry
BYTES = 12


@dataclass(frozen=True)
class SaltedDigest(Hidden):
    """An array, or a word, as digests of its entries.

    Parameters
    ----------
    shape
        The array's; ``()`` for a number.  ``None`` for a word.
    step
        The width of the grid that numbers are rounded to before they are
        digested: twice the tolerance, so that each lies in one of two cells.
    digests
        For each entry the digests of its two cells, in no order.
    """

    salt: bytes
    shape: tuple[int, ...] | None
    step: float
    digests: tuple[tuple[bytes, bytes], ...]

    def difference(self, got: Any) -> Difference | None:
        """Which entries are not right, and nothing of what they should be."""
        wrong = self.wrong(got)
        if wrong is None and self.shape is None:
            return Difference("type", not_an_array(got, "a letter in quotes"))
        if wrong is None:
            if isinstance(got, np.ndarray) and got.shape != self.shape:
                words = f"The shape should be {self.shape}; yours is {got.shape}."
                return Difference("shape", words)
            return Difference("type", not_an_array(got))
        if not wrong:
            return None
        total = len(self.digests)
        place = np.unravel_index(wrong[0], self.shape) if self.shape else ()
        where = tuple(int(i) for i in place)
        words = f"{len(wrong)} of {total} entries are not right."
        return Difference("value", words, where, None, len(wrong), total)

    def wrong(self, got: Any) -> list[int] | None:
        """Which entries of ``got`` are not right; ``None`` if it has another form."""
        if self.shape is None:
            if not isinstance(got, str):
                return None
            return [] if self._digest(0, got) in self.digests[0] else [0]
        if isinstance(got, (bool, str)) or not isinstance(got, (int, float, np.ndarray)):
            return None
        array = np.asarray(got)
        if array.shape != self.shape or array.dtype.kind not in "fiu":
            return None
        return [
            place
            for place, entry in enumerate(array.ravel().tolist())
            if not math.isfinite(entry)
            or self._digest(place, _cell(entry, self.step)) not in self.digests[place]
        ]

    def _digest(self, place: int, cell: str) -> bytes:
        said = f"{place}/{cell}".encode()
        return hashlib.pbkdf2_hmac("sha256", said, self.salt, ROUNDS)[:BYTES]


def salted_digest(right: Any, tolerance: float) -> SaltedDigest:
    """Digest a number, an array or a word; numbers are right within ``tolerance``."""
    salt = secrets.token_bytes(16)
    if isinstance(right, str):
        cells = [(right, "")]
        shape, step = None, 0.0
    else:
        array = np.asarray(right)
        shape, step = array.shape, 2 * tolerance
        cells = [
            (_cell(entry - tolerance, step), _cell(entry + tolerance, step))
            for entry in array.ravel().tolist()
        ]
    empty = SaltedDigest(salt, shape, step, ())
    made = []
    for place, (low, high) in enumerate(cells):
        one = empty._digest(place, low)
        other = empty._digest(place, high) if high != low else secrets.token_bytes(BYTES)
        made.append((min(one, other), max(one, other)))
    return SaltedDigest(salt, shape, step, tuple(made))


def _cell(entry: float, step: float) -> str:
    return str(math.floor(entry / step) if step else float(entry))
