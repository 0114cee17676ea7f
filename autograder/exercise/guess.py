"""What may be meant by a word that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def guess(word: str, known: Iterable[str], likeness: float = 0.5) -> str:
    """``Did you mean 'softmax'?``; ``""`` where nothing is near."""
    close = difflib.get_close_matches(word, list(known), 1, likeness)
    return f"Did you mean {close[0]!r}?" if close else ""


def guess_or_all(word: str, known: Iterable[str]) -> str:
    """The same; where nothing is near, all that is known, or what begins with the word."""
    names = list(known)
    begins = [name for name in names if word and name.startswith(word)]
    return guess(word, begins or names, 0.0 if begins else 0.5) or (
        f"It has: {', '.join(names)}."
    )
