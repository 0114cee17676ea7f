"""Hints, and what each is about: who has that right already is not told it."""

from __future__ import annotations

from collections.abc import Container, Sequence


class Hint(str):
    """A hint on one thing that an exercise asks for.

    Parameters
    ----------
    text
        What the student reads.
    about
        The names of cases, properties and rules that it helps with.  A plain text is
        about the task as a whole.
    """

    about: tuple[str, ...]

    def __new__(cls, text: str, *about: str) -> Hint:
        """Make a hint."""
        made = super().__new__(cls, text)
        made.about = about
        return made

    def __reduce__(self) -> tuple[type[Hint], tuple[str, ...]]:
        """So that a copy, and another process, keeps what it is about."""
        return Hint, (str(self), *self.about)


def about(hint: str) -> tuple[str, ...]:
    """What a hint is about; nothing for one on the whole task."""
    return hint.about if isinstance(hint, Hint) else ()


def still_needed(hints: Sequence[str], right: Container[str]) -> tuple[str, ...]:
    """The hints that say something new.

    Returns those about the whole task, or about something that is not right yet.
    """
    return tuple(
        hint
        for hint in hints
        if not about(hint) or not all(name in right for name in about(hint))
    )


def begins_anew(hints: Sequence[str], first: str, right: Container[str]) -> str:
    """The first hint that would be given, where it is needless.

    Returns a hint on the whole task, for somebody who has the first case right and so has
    begun; ``""`` for any other, and none.
    """
    left = still_needed(hints, right)
    needless = bool(left) and first in right and left[0] == hints[0] and not about(left[0])
    return str(left[0]) if needless else ""
