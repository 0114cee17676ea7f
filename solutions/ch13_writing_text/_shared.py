"""Words to count, and merges learnt from them, for the checks of byte pairs."""

from itertools import pairwise

import numpy as np

Pair = tuple[str, str]
Word = tuple[str, ...]


def random_words(
    rng: np.random.Generator, count: int, pieces: str | list[str], longest: int = 7
) -> list[Word]:
    """``count`` different words of random pieces, one of them of ``longest``."""
    words = {tuple(rng.choice(list(pieces), size=longest).tolist()): None}
    while len(words) < count:
        length = int(rng.integers(1, longest + 1))
        words[tuple(rng.choice(list(pieces), size=length).tolist())] = None
    return list(words)


def random_counts(
    rng: np.random.Generator, words: list[Word], high: int
) -> dict[Word, int]:
    """Each word with how often it comes, from 1 to ``high``."""
    return {word: int(rng.integers(1, high + 1)) for word in words}


def pair_totals(words: dict[Word, int]) -> dict[Pair, int]:
    """How often each pair of neighbours comes, in the order first met."""
    totals: dict[Pair, int] = {}
    for word, count in words.items():
        for pair in pairwise(word):
            totals[pair] = totals.get(pair, 0) + count
    return totals
