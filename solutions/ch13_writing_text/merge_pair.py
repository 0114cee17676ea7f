"""``write.merge_pair``: one merge of byte-pair encoding, in one word."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def merge_pair(word: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    """Join a pair of neighbouring pieces wherever it stands in a word.

    word: its pieces in order, none at all or more.
    pair: the pieces (left, right).
    Returns the pieces with every occurrence joined, found from left to right:
    what has been joined takes no part in another.
    """
    merged: list[str] = []
    place = 0
    while place < len(word):
        here = tuple(word[place : place + 2])
        found = here == pair
        merged.append("".join(here) if found else word[place])
        place += 2 if found else 1
    return tuple(merged)


def _word(pieces: list[str], length: int, pair: tuple[str, str]) -> Draw:
    """Random pieces into which the pair is put twice."""

    def draw(rng: np.random.Generator) -> tuple:
        word = rng.choice(pieces, size=length).tolist()
        for _ in range(2 if length else 0):
            at = int(rng.integers(len(word) + 1))
            word[at:at] = pair
        return tuple(word), pair

    return draw


def _doubled(rng: np.random.Generator) -> tuple:
    """Three and five of one piece in a row."""
    return ("b", *["a"] * 3, "c", *["a"] * 5, str(rng.choice(["a", "d"]))), ("a", "a")


def _touching(rng: np.random.Generator) -> tuple:
    """Pieces that end and begin as the pair does, and are not it."""
    word = ["xa", "b", "a", "by", "a", "b", "xa", "by", "c"]
    rng.shuffle(word)
    return ("xa", "b", *word), ("a", "b")


def _spelt(rng: np.random.Generator) -> tuple:
    """Neighbours that spell what the pair spells, cut elsewhere."""
    word = [("t", "he"), ("th", "e"), ("th", "e"), ("t", "he"), ("n",)]
    rng.shuffle(word)
    return tuple(piece for part in word for piece in part), ("th", "e")


def _absent(rng: np.random.Generator) -> tuple:
    return tuple(rng.choice(["e", "r", "s"], size=5).tolist()), ("t", "h")


EXERCISE = Exercise(
    id="write.merge_pair",
    order=20,
    title="Join a pair",
    reference=merge_pair,
    points=2,
    minutes=10,
    difficulty=2,
    section="13-writing-text#pieces-of-words",
    cases=(
        Case("letters", _word(["t", "h", "e", "a"], 5, ("h", "e")), calls=4),
        thrice("pieces of several letters", _word(["th", "e", "n", "the"], 4, ("th", "e"))),
        Case("both ends", lambda rng: (("i", "n", "g", "i", "n"), ("i", "n")), calls=1),
        Case("one piece, twice in the pair", _doubled),
        thrice("pieces that end or begin like it", _touching),
        Case("the same text, cut elsewhere", _spelt),
        Case("the pair is not there", _absent, easy=True),
        Case("one piece", lambda rng: (("q",), ("q", "u")), calls=1, easy=True),
        Case("no piece", lambda rng: ((), ("q", "u")), calls=1, easy=True),
        thrice("spaces and line breaks", _word(["\n", " ", "  ", "a"], 4, (" ", "a"))),
        thrice("a point in the pair", _word([".", "a", "x"], 5, (".", "a"))),
        thrice("a bracket in the pair", _word(["(", "a", "+"], 5, ("(", "a"))),
        thrice("a backslash in the pair", _word(["\\", "n", "a"], 5, ("\\", "n"))),
        thrice("signs in pieces", _word(["*", "_", "#", "-", "><", "]["], 8, ("a", "b"))),
        thrice("signs that may part pieces", _word(["|", "\t", ",", "a"], 8, ("a", "b"))),
        Case("a long word", _word(["a", "b", "ab"], 60, ("a", "b"))),
    ),
    properties=(
        Property(
            "the result is a tuple",
            "Your result is no tuple. The chapter's words are keys of a dict, which a list "
            "cannot be: return a tuple.",
            lambda answer, output, *given: isinstance(output, tuple),
        ),
        Property(
            "joined, the pieces give the word",
            "Joined to one text, your pieces are not the word they came from.",
            lambda answer, output, word, pair: "".join(output) == "".join(word),
        ),
    ),
    **cells_beside(__file__),
)
