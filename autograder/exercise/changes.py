"""A change to a text of Python: old text and new text, each old one found once.

A mistake is right code with something changed in it, and so are most answers that a
key collects.  Text is what a teacher sees and writes, and it says where it stands.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from itertools import pairwise

# A change is as long as the tokens in which it differs: one name, number or sign.
TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)


class ChangeProblem(ValueError):
    """A change that does not fit a text; the sentence says which and why."""


@dataclass(frozen=True)
class Change:
    """Texts to exchange, all at once; ``change(...) + change(...)`` makes one of two.

    ``where`` is the file and line that made it, for who has to mend it.
    """

    edits: tuple[tuple[str, str], ...]
    where: str = field(default="", compare=False)

    def __add__(self, other: Change) -> Change:
        return Change(self.edits + other.edits, self.where)

    def applied(self, source: str) -> str:
        """The text with every edit made.

        Raises ``ChangeProblem`` when an old text is not there, or more than once, or two of
        them overlap.
        """
        places = self.places(source)
        for before, after in pairwise(places):
            if _touch(before[:2], after[:2]):
                raise ChangeProblem(f"Two edits change the same text: {self.edits}.")
        for start, stop, new in reversed(places):
            source = source[:start] + new + source[stop:]
        return source

    def places(self, source: str) -> list[tuple[int, int, str]]:
        """Where the text differs: start, end, and what stands there instead, in order.

        Raises ``ChangeProblem`` when an old text is not there, or more than once.
        """
        return sorted(_place(source, old, new) for old, new in self.edits)


def change(old: str, new: str) -> Change:
    """Exchange a text of Python for another.

    Parameters
    ----------
    old
        Enough of the text to be found nowhere else in it, with its line ends and
        indentation.
    new
        What stands there instead.

    Returns
    -------
    The change; ``+`` joins it with others.
    """
    caller = sys._getframe(1)
    return Change(((old, new),), f"{caller.f_code.co_filename}:{caller.f_lineno}")


def _place(source: str, old: str, new: str) -> tuple[int, int, str]:
    count = source.count(old)
    if not old or count != 1:
        problem = "is not there" if count == 0 else f"stands there {count} times, not once"
        raise ChangeProblem(
            f"The text to change {problem}: {old!r}. Write as much as stands there once."
        )
    was, becomes = TOKEN.findall(old), TOKEN.findall(new)
    start = source.index(old)
    while was and becomes and was[0] == becomes[0]:
        start += len(was.pop(0))
        del becomes[0]
    while was and becomes and was[-1] == becomes[-1]:
        del was[-1], becomes[-1]
    return start, start + len("".join(was)), "".join(becomes)


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two stretches share text, or one only adds text at an end of the other."""
    if one[0] == one[1] or other[0] == other[1]:
        return one[0] <= other[1] and other[0] <= one[1]
    return one[0] < other[1] and other[0] < one[1]
