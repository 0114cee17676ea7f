"""``write.encode``: cut a word into pieces with merges learnt before."""

from itertools import pairwise

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch13_writing_text._shared import pair_totals, random_counts, random_words
from solutions.ch13_writing_text.merge_pair import merge_pair
from solutions.draws import Draw, thrice


def encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Cut a word into the pieces that learnt merges leave of it.

    word: text, perhaps with characters that no merge has, perhaps empty.
    merges: pairs of pieces, all different, in the order in which they were
    learnt from words: each comes after those that made its two pieces.
    It begins with single characters.  Of all pairs of neighbours that are
    merges, the one learnt earliest is joined wherever it stands, and so on
    until none is left.
    Returns the pieces in order, a list or a tuple; joined they are the word.
    Changes no argument.
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    pieces = tuple(word)
    while present := [pair for pair in pairwise(pieces) if pair in ranks]:
        first = min(present, key=ranks.__getitem__)
        pieces = merge_pair(pieces, first)
    return list(pieces)


def _learnt(rng: np.random.Generator, letters: str, count: int) -> list[tuple[str, str]]:
    """Merges as they are learnt from random words."""
    words = random_counts(rng, random_words(rng, 12, letters, 8), 9)
    merges: list[tuple[str, str]] = []
    while len(merges) < count and (totals := pair_totals(words)):
        merges.append(max(totals, key=totals.__getitem__))
        words = {merge_pair(word, merges[-1]): n for word, n in words.items()}
    return merges


def _task(letters: str, merges: int, length: int, more: str = "") -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        word = rng.choice(list(letters + more), size=length)
        return "".join(word), _learnt(rng, letters, merges)

    return draw


def _two_ways(rng: np.random.Generator) -> tuple:
    """A text that a merge gives, and other pieces beside each other give, too."""
    a, b, c = rng.permutation(list("aent"))[:3]
    return f"{a}{b}{c}{a}{b}", [(b, c), (a, b), (f"{a}{b}", c)]


EXERCISE = Exercise(
    id="write.encode",
    order=30,
    title="Encode a word",
    reference=encode,
    points=3,
    minutes=15,
    difficulty=2,
    section="13-writing-text#a-new-word",
    cases=(
        Case("a few merges", _task("aent", 5, 9), calls=4),
        Case("many merges", _task("aeinrst", 30, 12), calls=4),
        Case("a long word", _task("abc", 30, 60), calls=8),
        thrice("doubled letters", _task("lo", 6, 11)),
        Case("one text, two ways to it", _two_ways, calls=3),
        thrice("unknown characters", _task("ae .", 8, 30, more="Q\n|\t,_-")),
        Case(
            "nothing to join",
            lambda rng: ("xyz", _learnt(rng, "aent", 4)),
            calls=1,
            easy=True,
        ),
        Case("one character", _task("aent", 6, 1), calls=1, easy=True),
        Case(
            "the empty word", lambda rng: ("", _learnt(rng, "aent", 3)), calls=1, easy=True
        ),
        Case("no merges yet", lambda rng: ("tea", []), calls=1, easy=True),
    ),
    properties=(
        Property(
            "the pieces give the word",
            "Joined, your pieces are not the word.",
            lambda answer, output, word, merges: "".join(output) == word,
        ),
    ),
    **cells_beside(__file__),
)
