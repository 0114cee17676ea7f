"""Right answers that an answer can be compared with, but that cannot be read.

What a student works out by hand, or chooses, is itself the answer.  A student's
copy therefore holds salted digests of it, one for each entry: enough to say which
entries are right.  Each was made with a number that nobody kept, and that has to be
found again by trying all: a moment for who checks an answer, and as long for each guess.
That keeps honest eyes from an answer.  It is no vault: whoever tries four letters, or
all small numbers, finds them, and earns nothing by it that asking a neighbour would not
give.  The grader never uses these.
"""

import hashlib
import math
import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from autograder.checking.compare import not_an_array
from autograder.checking.outcome import Difference
from autograder.exercise.values import Hidden

ROUNDS = 2_000  # of a digest: a millisecond
TRIES = 512  # of an answer: half a second for all of its entries
BYTES, KEY_BYTES = 12, 32


@dataclass(frozen=True)
class SaltedDigest(Hidden):
    """An array, or a word, as digests of its entries."""

    salt: bytes
    shape: tuple[int, ...] | None  # () for a number, None for a word
    step: float  # of the grid of numbers: each lies in one of two cells
    tries: int  # how many numbers are tried for an entry
    digests: tuple[tuple[bytes, bytes], ...]  # of each entry's two cells, in no order
    key: bytes = b""  # what else the right word opens

    def difference(self, got: Any) -> Difference | None:
        """Which entries are not right, and nothing of what they should be."""
        wrong = self.wrong(got)
        if wrong is None and self.shape is None:
            return Difference("type", not_an_array(got, "a letter in quotes"))
        if wrong is None:
            if isinstance(got, np.ndarray) and got.shape != self.shape:
                sentence = f"The shape should be {self.shape}; yours is {got.shape}."
                return Difference("shape", sentence)
            return Difference("type", not_an_array(got))
        if not wrong:
            return None
        total = len(self.digests)
        indices = np.unravel_index(wrong[0], self.shape) if self.shape else ()
        where = tuple(int(i) for i in indices)
        are = "is" if len(wrong) == 1 else "are"
        sentence = f"{len(wrong)} of {total} entries {are} not right."
        return Difference("value", sentence, where, len(wrong), total)

    def wrong(self, got: Any) -> list[int] | None:
        """Which entries of ``got`` are not right; ``None`` if it has another form."""
        if self.shape is None:
            if not isinstance(got, str):
                return None
            return [] if self._is_one_of(0, got) else [0]
        if isinstance(got, (bool, str)) or not isinstance(got, (int, float, np.ndarray)):
            return None
        array = np.asarray(got)
        if array.shape != self.shape or array.dtype.kind not in "fiu":
            return None
        return [
            entry_number
            for entry_number, entry in enumerate(array.ravel().tolist())
            if not math.isfinite(entry)
            or not self._is_one_of(entry_number, _cell(entry, self.step))
        ]

    def opened(self, got: Any, sealed: bytes) -> str:
        """What was sealed with the key; "" for who has not the right word."""
        known = _digests(self.salt, self.tries, 0, got) if isinstance(got, str) else {}
        keys = [known[each] for each in self.digests[0] if each in known]
        return _mixed(keys[0], sealed).decode() if keys else ""

    def sealed(self, text: str) -> bytes:
        """A text that only the right word opens; for who has made this."""
        return _mixed(self.key, text.encode())

    def _is_one_of(self, entry_number: int, cell: str) -> bool:
        known = _digests(self.salt, self.tries, entry_number, cell)
        return any(each in known for each in self.digests[entry_number])


def salted_digest(right: Any, tolerance: float, salt: bytes = b"") -> SaltedDigest:
    """Digest a number, an array or a word; numbers are right within ``tolerance``.

    With one ``salt`` an answer is compared with many at the price of one.
    """
    salt = salt or secrets.token_bytes(16)
    if isinstance(right, str):
        shape, step, cells = None, 0.0, [(right, right)]
    else:
        array = np.asarray(right)
        shape, step = array.shape, 2 * tolerance
        cells = [
            (_cell(entry - tolerance, step), _cell(entry + tolerance, step))
            for entry in array.ravel().tolist()
        ]
    tries = max(1, TRIES // max(1, len(cells)))
    made, key = [], b""
    for place, pair in enumerate(cells):
        (one, key), (other, _) = (
            _digest(salt, place, cell, secrets.randbelow(tries)) for cell in pair
        )
        # A number that lies in one cell alone has a second digest that nothing has.
        other = secrets.token_bytes(BYTES) if len({*pair}) == 1 else other
        made.append((min(one, other), max(one, other)))
    return SaltedDigest(salt, shape, step, tries, tuple(made), key)


def _digest(salt: bytes, place: int, cell: str, number: int) -> tuple[bytes, bytes]:
    """A cell's digest with one of the numbers, and the key that goes with it."""
    text = f"{place}/{number}/{cell}".encode()
    made = hashlib.pbkdf2_hmac("sha256", text, salt, ROUNDS, BYTES + KEY_BYTES)
    return made[:BYTES], made[BYTES:]


@lru_cache(maxsize=256)  # the same for all that an answer is compared with
def _digests(salt: bytes, tries: int, place: int, cell: str) -> dict[bytes, bytes]:
    """The digests of a cell with every number, and their keys."""
    return dict(_digest(salt, place, cell, number) for number in range(tries))


def _mixed(key: bytes, text: bytes) -> bytes:
    """A text with a key's stream: sealed, or open again."""
    stream = hashlib.shake_256(key).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, stream, strict=True))


def _cell(entry: float, step: float) -> str:
    return str(math.floor(entry / step) if step else float(entry))
