"""Byte-pair encoding of a whole text in seconds (chapter 13).

Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with
Subword Units", section 3.2: learn merges from counts of words.  The chapter's own
functions count every pair again for every merge; here a merge changes the counts
of the words that hold its pair, and no others.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

import numpy as np

from attention_lessons.text_data import split_words
from solutions.ch13_writing_text.encode import encode
from solutions.ch13_writing_text.merge_pair import merge_pair

Pair = tuple[str, str]
END = "<end>"  # the id 0: between two docstrings, and where writing begins


def count_words(texts: Iterable[str]) -> dict[tuple[str, ...], int]:
    """How often each word comes, as tuples of characters, in the order first met."""
    counts = Counter(word for text in texts for word in split_words(text))
    return {tuple(word): count for word, count in counts.items()}


def learn_merges(words: Mapping[tuple[str, ...], int], n_merges: int) -> list[Pair]:
    """The first ``n_merges`` merges, those that the chapter's functions learn.

    words: tuples of pieces with their counts, in the order first met.  Of pairs
    counted equally often the one met first is merged.
    """
    pieces, counts = list(words), list(words.values())
    totals: Counter[Pair] = Counter()
    holders: defaultdict[Pair, set[int]] = defaultdict(set)  # the words with a pair
    for number, word in enumerate(pieces):
        for pair in pairwise(word):
            totals[pair] += counts[number]
            holders[pair].add(number)
    merges = []
    while len(merges) < n_merges and totals:
        most = max(totals.values())
        equal = [pair for pair, total in totals.items() if total == most]
        pair = equal[0] if len(equal) == 1 else _met_first(equal, pieces, holders)
        merges.append(pair)
        for number in list(holders[pair]):
            old = pieces[number]
            pieces[number] = new = merge_pair(old, pair)
            for gone in pairwise(old):
                totals[gone] -= counts[number]
                holders[gone].discard(number)
            for there in pairwise(new):
                totals[there] += counts[number]
                holders[there].add(number)
            for gone in pairwise(old):
                if not totals[gone]:
                    totals.pop(gone, None)
    return merges


def _met_first(
    equal: list[Pair], pieces: list[tuple[str, ...]], holders: Mapping[Pair, set[int]]
) -> Pair:
    """The pair that a reader of all words in their order meets first."""
    number = min(min(holders[pair]) for pair in equal)
    wanted = set(equal)
    return next(pair for pair in pairwise(pieces[number]) if pair in wanted)


class Tokenizer:
    """Turns text into ids and back, with merges learnt before."""

    def __init__(
        self,
        characters: Iterable[str],
        merges: list[Pair],
        encode_word: Callable[[str, list[Pair]], list[str]] = encode,
    ) -> None:
        """characters: those that texts may have; others are left out."""
        joined = ("".join(pair) for pair in merges)
        self.pieces = list(dict.fromkeys([END, *sorted(set(characters)), *joined]))
        self.merges = merges
        self._ids = {piece: number for number, piece in enumerate(self.pieces)}
        self._encode_word = encode_word
        self._known: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self.pieces)

    def encode(self, text: str) -> list[int]:
        """The ids of a text."""
        return [number for word in split_words(text) for number in self._word(word)]

    def _word(self, word: str) -> list[int]:
        if word not in self._known:
            found = self._encode_word(word, self.merges)
            self._known[word] = [self._ids[piece] for piece in found if piece in self._ids]
        return self._known[word]

    def encode_all(self, texts: Iterable[str]) -> np.ndarray:
        """The ids of many texts, one after another, END before each and at the end."""
        ids = [0]
        for text in texts:
            ids += self.encode(text)
            ids.append(0)
        return np.array(ids)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ids; END becomes a line of its own."""
        return "".join(f"\n{END}\n" if i == 0 else self.pieces[i] for i in ids)
