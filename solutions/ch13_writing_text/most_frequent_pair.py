"""``write.most_frequent_pair``: the pair that byte-pair encoding joins next.

Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with
Subword Units", section 3.2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
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
    """
    totals: dict[tuple[str, str], int] = {}
    for word, count in words.items():
        for pair in pairwise(word):
            totals[pair] = totals.get(pair, 0) + count
    return max(totals, key=totals.__getitem__)


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


def _counted(
    words,
    *,
    weigh="by count",
    within="words",
    units="pieces",
    equal="first",
    repeats="all",
    sides="ordered",
):
    totals = {}
    texts = [list("".join(word)) if units == "characters" else word for word in words]
    if within == "all":
        texts = [[piece for word in texts for piece in word]]
    counts = list(words.values()) if weigh == "by count" and within == "words" else None
    for number, word in enumerate(texts):
        pairs = list(pairwise(word))
        for pair in dict.fromkeys(pairs) if repeats == "once a word" else pairs:
            key = tuple(sorted(pair)) if sides == "any" else pair
            totals[key] = totals.get(key, 0) + (counts[number] if counts else 1)
    most = max(totals.values())
    best = [pair for pair, total in totals.items() if total == most]
    chosen = {"first": best[0], "last": best[-1], "alphabet": min(best), "z": max(best)}
    return chosen[equal]


def _every_second(words):
    totals = Counter()
    for word, count in words.items():
        for place in range(0, len(word) - 1, 2):
            totals[word[place : place + 2]] += count
    return totals.most_common(1)[0][0]


def _by_counter(words):
    totals = Counter()
    for word, count in words.items():
        for place in range(len(word) - 1):
            totals[word[place], word[place + 1]] += count
    return totals.most_common(1)[0][0]


def _by_comparing(words):
    met, best, most = [], None, 0
    for word in words:
        met += list(pairwise(word))
    for pair in met:
        total = sum(
            count * sum(word[i : i + 2] == pair for i in range(len(word)))
            for word, count in words.items()
        )
        if total > most:
            best, most = pair, total
    return best


EXERCISE = Exercise(
    id="write.most_frequent_pair",
    order=10,
    title="The most frequent pair",
    reference=most_frequent_pair,
    decisions=_counted,
    points=2,
    minutes=10,
    difficulty=1,
    section="13-writing-text#pieces-of-words",
    cases=(
        Case("letters", _words("aetr"), calls=4),
        Case("pieces of several letters", _words(["th", "e", "the", "t", "h"]), calls=4),
        Case("doubled letters", _words("lo", count=5, longest=6), calls=4),
        Case("equally often", _tied, calls=5),
        thrice("large counts", _words("nsi", count=6, high=10**6)),
        thrice("one word", _words("abc", count=1, high=3)),
        thrice("words of one piece among them", _words("xyz", count=8, longest=3)),
        thrice("spaces and line breaks", _words([" ", "\n", " t", "he"], count=6)),
    ),
    properties=(
        Property(
            "it stands in a word",
            "The pair you return are not neighbours in any of the words.",
            lambda answer, output, words: any(tuple(output) in pairwise(w) for w in words),
        ),
    ),
    misconceptions=(
        Misconception(
            "words-counted-once",
            "You count every word once. A word that comes a thousand times in the text "
            "brings its pairs a thousand times: add its count, not 1.",
            choices={"weigh": "each once"},
        ),
        Misconception(
            "across-words",
            "You count pairs across the border of two words. Words are kept apart, and in "
            "which order they stand in the dict means nothing.",
            choices={"within": "all"},
        ),
        Misconception(
            "characters-not-pieces",
            "You take the words apart into characters again. What has been joined before "
            "is one piece: count neighbours in the tuple as it is.",
            choices={"units": "characters"},
        ),
        Misconception(
            "last-of-equals",
            "Of pairs that come equally often you return the one met last. The first one "
            "counts: compare with >, not with >=.",
            choices={"equal": "last"},
        ),
        Misconception(
            "first-in-the-alphabet",
            "Of pairs that come equally often you return the first in the alphabet. Asked "
            "for is the one met first in the words.",
            choices={"equal": "alphabet"},
        ),
        Misconception(
            "last-in-the-alphabet",
            "Of pairs that come equally often you return the last in the alphabet, as max "
            "of (total, pair) does. Asked for is the one met first in the words.",
            choices={"equal": "z"},
        ),
        Misconception(
            "joined",
            "You return the two pieces joined to one text. Return the pair: where the left "
            "piece ends is what a merge has to know.",
            lambda words: "".join(most_frequent_pair(words)),
        ),
        Misconception(
            "with-the-count",
            "You return the pair together with its count, as most_common and items() give "
            "it. The pair alone is asked for.",
            lambda words: (
                most_frequent_pair(words),
                pair_totals(words)[most_frequent_pair(words)],
            ),
        ),
        Misconception(
            "every-second-pair",
            "You go on by two pieces after each pair. Every piece has a neighbour on "
            "either side: go on by one.",
            _every_second,
        ),
        Misconception(
            "once-a-word",
            "A pair that stands in a word twice counts for one in yours. Every occurrence "
            "counts.",
            choices={"repeats": "once a word"},
        ),
        Misconception(
            "either-way-round",
            'You count ("e", "r") and ("r", "e") together. They are two pairs: joined they '
            "give two different pieces.",
            choices={"sides": "any"},
        ),
    ),
    alternatives=(_by_counter, _by_comparing),
    same=(
        Same(
            "totals.get(pair, 1) + count",
            "Every pair's total is off by the same one, so the same pair leads.",
        ),
        Same(
            "totals.get(pair, -1) + count",
            "Every pair's total is off by the same one, so the same pair leads.",
        ),
    ),
    hints=(
        "Go through words.items(): a tuple of pieces and its count. Keep a dict from pairs "
        "to totals.",
        "pairwise(word) gives a word's neighbours. To a pair's total add the count of "
        "the word it stands in.",
        "A dict keeps the order in which keys came, and max(totals, key=totals.get) "
        "returns the first of several largest.",
    ),
)
