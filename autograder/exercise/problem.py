"""What went wrong where a person can mend it."""

import difflib
from collections.abc import Iterable


class Problem(Exception):
    """Ends a command: the text is one sentence that says what happened, and what to do."""


def raised(error: Exception) -> str:
    """What code that an author wrote has raised, as a sentence."""
    return f"{type(error).__name__}: {error}".rstrip(".: ") + "."


def did_you_mean(word: str, known: Iterable[str], near: float = 0.5) -> str:
    """A sentence that names what may be meant, with a space before it; else ""."""
    names = list(known)
    longer = [name for name in names if word and name.startswith(word)]
    close = longer or difflib.get_close_matches(word, names, 1, near)
    return f" Did you mean {close[0]!r}?" if close else ""


def or_all(word: str, known: Iterable[str]) -> str:
    """The same; where nothing is near, what there is."""
    names = list(known)
    return did_you_mean(word, names) or f" It has: {', '.join(names) or 'none'}."
