"""A part of a class: for batch systems that run the same command many times."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass


class ShardProblem(ValueError):
    """Not a part of anything; the text says how to write one."""


@dataclass(frozen=True)
class Shard:
    """The ``index``-th of ``count`` parts, counted from 1.

    Who is in it is told from the student's name alone: whatever the order or
    the layout of the files, every student is in exactly one part.
    """

    index: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """``"3/8"``.

        Raises
        ------
        ShardProblem
            When that is no part of a whole.
        """
        match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text.strip())
        if not match or not 1 <= int(match[1]) <= int(match[2]):
            raise ShardProblem(
                f"--shard is i/n with i from 1 to n, such as 3/8, not {text!r}."
            )
        return cls(int(match[1]), int(match[2]))

    def holds(self, student: str) -> bool:
        """Whether this student is in this part."""
        found = hashlib.sha256(student.encode(errors="surrogatepass")).digest()
        return int.from_bytes(found[:8]) % self.count == self.index - 1

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"
