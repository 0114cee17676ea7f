"""Names as people and programs write them, made comparable."""

import re
import unicodedata

# Letters that are no base letter with an accent on it.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


def simplified(text: str) -> str:
    """Case, accents and forms of the same letter taken away: ``Zoë`` is ``zoe``."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    kept = "".join(c for c in parts if not unicodedata.combining(c))
    return unicodedata.normalize("NFKC", kept.casefold())


def without_zeros(text: str) -> str:
    """A number without the zeros before it, which spreadsheets take away."""
    return (text.lstrip("0") or "0") if text.isdecimal() else text


def first_name_first(name: str) -> str:
    """``Lovelace, Ada`` as ``Ada Lovelace``; every other name as it is."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and "," not in first else name


def called(name: str) -> str:
    """A name as settings find their student by it: first name first, without case."""
    return first_name_first(name.strip()).casefold()


def words(name: str) -> tuple[str, ...]:
    """The words of a name, plain, in their order."""
    return tuple(re.findall(r"[^\W_]+", simplified(name)))


def same_words(name: str) -> str:
    """Equal for two names that have the same words in any order."""
    return " ".join(sorted(words(name)))


def accented_words(name: str) -> str:
    """Equal for two names that have the same words, accents and all, in any order."""
    whole = unicodedata.normalize("NFC", name).casefold()
    return " ".join(sorted(re.findall(r"[^\W_]+", whole)))


def run_together(name: str) -> frozenset[str]:
    """A name written without spaces, begun at each of its words.

    Canvas writes ``Lovelace, Ada King`` as ``lovelaceadaking`` in file names.
    """
    parts = words(name)
    return frozenset("".join(parts[i:] + parts[:i]) for i in range(len(parts)))
