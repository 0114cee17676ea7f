"""``write.most_frequent_pair``: the pair that byte-pair encoding joins next.

Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with
Subword Units", section 3.2.
"""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch13_writing_text._shared import pair_totals, random_counts, random_words
from solutions.draws import Draw, thrice


def most_frequent_pair(
    words: Mapping[tuple[str, ...], int],
) -> tuple[str, str]:
    """The two neighbouring pieces that come most often in a text.

    words: each word, a tuple of its pieces, with how often it comes.
    Neighbours stand in the same word; "aaa" has the pair ("a", "a") twice.
    Some word has two pieces or more.
    Returns the pair (left, right); of pairs that come equally often, the one
    that is met first when the words are read in their order.
    Changes no argument.
    """
    totals: dict[tuple[str, str], int] = {}
    for word, count in words.items():
        for pair in pairwise(word):
            totals[pair] = totals.get(pair, 0) + count
    best = max(totals, key=totals.__getitem__)
    return best


def _words(pieces: str | list[str], count: int = 7, high: int = 9, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        longest = options.get("longest", 7)
        drawn = random_words(rng, count, pieces, longest)
        return (random_counts(rng, drawn, high),)

    return draw


def _tied(rng: np.random.Generator) -> tuple:
    """Words all of one count, of which several pairs come most often."""
    while True:
        words = random_counts(rng, random_words(rng, 6, "gnu", 4), 1)
        totals = pair_totals(words)
        if list(totals.values()).count(max(totals.values())) > 2:
            return (words,)


def _alike(rng: np.random.Generator) -> tuple:
    """Two pairs that read alike once they are joined, and one that comes more often."""
    count = int(rng.integers(3, 9))
    words = [(("g", "nu"), count), (("gn", "u"), count), (("n", "g"), count + 1)]
    return (dict(words[i] for i in rng.permutation(3)),)


def _late_and_early(rng: np.random.Generator) -> tuple:
    """A tie between a pair of one frequent word and one of two rare words around it."""
    a, b, c, d = rng.permutation(list("gnus")).tolist()
    if rng.integers(2):
        return ({(a, b): 1, (b, c): 2, (d, a, b): 1},)
    return ({(c, d): 2, (a, b): 1, (d, a, b): 1},)


EXERCISE = Exercise(
    id="write.most_frequent_pair",
    order=10,
    title="The most frequent pair",
    reference=most_frequent_pair,
    points=2,
    minutes=10,
    difficulty=1,
    section="13-writing-text#pieces-of-words",
    cases=(
        Case("letters", _words("aetr"), calls=4),
        Case("pieces of several letters", _words(["th", "e", "the", "t", "h"]), calls=4),
        Case("doubled letters", _words("lo", count=5, longest=6), calls=4),
        thrice("pairs that read alike", _alike),
        Case("equally often", _tied, calls=5),
        Case("equally often, in words of other counts", _late_and_early, calls=6),
        thrice("large counts", _words("nsi", count=6, high=10**6)),
        thrice("one word", _words("abc", count=1, high=3)),
        thrice("words of three pieces at most", _words("xyz", count=8, longest=3)),
        thrice("spaces and line breaks", _words([" ", "\n", " t", "he"], count=6)),
        thrice("signs", _words([",", "|", "\t", "_", "-", "a"], count=9)),
    ),
    properties=(
        Property(
            "the pair is a tuple",
            "Your pair is no tuple, and merge_pair looks for tuples among the pairs of a "
            "word: return a tuple.",
            lambda answer, output, words: isinstance(output, tuple),
        ),
        Property(
            "the pair stands in a word",
            "The pair you return are not neighbours in any of the words.",
            lambda answer, output, words: any(tuple(output) in pairwise(w) for w in words),
        ),
    ),
    **cells_beside(__file__),
)
