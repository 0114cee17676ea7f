"""``write.encode``: cut a word into pieces with merges learnt before."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch13_writing_text._shared import pair_totals, random_counts, random_words
from solutions.ch13_writing_text.merge_pair import merge_pair
from solutions.draws import Draw, thrice


def encode(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """Cut a word into the pieces that learnt merges leave of it.

    word: text, perhaps with characters that no merge has, perhaps empty.
    merges: pairs of pieces in the order in which they were learnt.
    It begins with single characters.  Of all pairs of neighbours that are
    merges, the one learnt earliest is joined wherever it stands, and so on
    until none is left.
    Returns the pieces in order; joined they are the word.
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    pieces = tuple(word)
    while present := [pair for pair in pairwise(pieces) if pair in ranks]:
        pieces = merge_pair(pieces, min(present, key=ranks.__getitem__))
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


def _encoded(word, merges, *, first="earliest", occurrences="all", until="none is left"):
    """Pairs are joined in an order, everywhere or once, until some end."""
    pieces = tuple(word)
    for _ in range(1 if until == "one is joined" else len(word)):
        present = [pair for pair in pairwise(pieces) if pair in merges]
        if not present:
            break
        in_order = sorted(present, key=merges.index)
        chosen = {"earliest": in_order[0], "latest": in_order[-1], "leftmost": present[0]}
        chosen = chosen[first]
        if occurrences == "all":
            pieces = merge_pair(pieces, chosen)
            continue
        place = list(pairwise(pieces)).index(chosen)
        pieces = merge_pair(pieces[: place + 2], chosen) + pieces[place + 2 :]
        merges = [pair for pair in merges if pair != chosen]
    return list(pieces)


def _once_through(word, merges):
    """Right for merges that were learnt: a later one never brings back an earlier one."""
    pieces = tuple(word)
    for pair in merges:
        pieces = merge_pair(pieces, pair)
    return list(pieces)


def _one_at_a_time(word, merges):
    ranks = dict(zip(merges, range(len(merges)), strict=True))
    pieces = list(word)
    while True:
        found = [
            (ranks[pair], place)
            for place, pair in enumerate(pairwise(pieces))
            if pair in ranks
        ]
        if not found:
            return pieces
        _, place = min(found)
        pieces[place : place + 2] = [pieces[place] + pieces[place + 1]]


def _longest_first(word, merges):
    known = {left + right for left, right in merges}
    pieces, place = [], 0
    while place < len(word):
        ends = range(len(word), place, -1)
        end = next(e for e in ends if word[place:e] in known or e == place + 1)
        pieces.append(word[place:end])
        place = end
    return pieces


def _stops_at_a_gap(word, merges):
    pieces = tuple(word)
    for pair in merges:
        if pair not in pairwise(pieces):
            break
        pieces = merge_pair(pieces, pair)
    return list(pieces)


def _backwards(word, merges):
    pieces = tuple(word)
    for pair in reversed(merges):
        pieces = merge_pair(pieces, pair)
    return list(pieces)


def _unknown_lost(word, merges):
    known = {character for pair in merges for piece in pair for character in piece}
    return encode("".join(c for c in word if c in known), merges)


EXERCISE = Exercise(
    id="write.encode",
    order=30,
    title="Encode a word",
    reference=encode,
    decisions=_encoded,
    points=3,
    minutes=15,
    difficulty=2,
    section="13-writing-text#a-new-word",
    cases=(
        Case("a few merges", _task("aent", 5, 9), calls=4),
        Case("many merges", _task("aeinrst", 30, 12), calls=4),
        thrice("a long word", _task("abc", 15, 40)),
        thrice("doubled letters", _task("lo", 6, 11)),
        thrice("unknown characters", _task("aent", 8, 10, more="Q7")),
        Case("nothing to join", lambda rng: ("xyz", _learnt(rng, "aent", 4)), calls=1),
        Case("one character", _task("aent", 6, 1), calls=1),
        Case("the empty word", lambda rng: ("", _learnt(rng, "aent", 3)), calls=1),
        Case("no merges yet", lambda rng: ("tea", []), calls=1),
    ),
    properties=(
        Property(
            "the pieces give the word",
            "Joined, your pieces are not the word.",
            lambda answer, output, word, merges: "".join(output) == word,
        ),
    ),
    misconceptions=(
        Misconception(
            "latest-first",
            "You join the pair learnt latest first. Merges are done again in the order in "
            "which they were learnt: the later ones join what the earlier ones made.",
            choices={"first": "latest"},
        ),
        Misconception(
            "leftmost-first",
            "You join the first pair in the word that is a merge at all. The order of the "
            "merges decides, not the place in the word.",
            choices={"first": "leftmost"},
        ),
        Misconception(
            "one-occurrence",
            "You join one occurrence of each pair and leave its others. A merge is done "
            "wherever its pair stands.",
            choices={"occurrences": "the first"},
        ),
        Misconception(
            "one-merge-only",
            "You stop after one merge. Go on until no pair of neighbours is a merge.",
            choices={"until": "one is joined"},
        ),
        Misconception(
            "longest-piece-first",
            "You take the longest known piece from the left each time. That is another "
            "tokenizer (WordPiece does it), and it cuts some words otherwise than the "
            "merges would.",
            _longest_first,
        ),
        Misconception(
            "stops-at-a-gap",
            "You stop at the first merge that the word does not have. Pass over it: later "
            "ones may be there.",
            _stops_at_a_gap,
        ),
        Misconception(
            "backwards",
            "You go through the merges from the last to the first, once. The later ones "
            "join what the earlier ones made: begin with the first.",
            _backwards,
        ),
        Misconception(
            "nothing-joined",
            "You return the single characters. The merges are there to be done again.",
            lambda word, merges: list(word),
        ),
        Misconception(
            "one-text",
            "You return a text. Return the list of its pieces: encoding is saying where "
            "one ends and the next begins.",
            lambda word, merges: " ".join(encode(word, merges)),
        ),
        Misconception(
            "unknown-lost",
            "Characters that no merge has are missing from your pieces. They stay as they "
            "are.",
            _unknown_lost,
        ),
    ),
    alternatives=(_once_through, _one_at_a_time),
    same=(
        Same(
            "pieces = tuple(word) => pieces = word",
            "A string is taken apart by merge_pair, and by list() where nothing is merged.",
        ),
        Same(
            "return list(pieces) => return pieces",
            "A tuple of the pieces is taken for the list, as from anybody who writes one.",
        ),
    ),
    hints=(
        "Begin with tuple(word), the single characters, and use your merge_pair.",
        "Which pairs of neighbours are there now, and which of them stands earliest in "
        "merges? Join that one, and look again.",
        "`min` takes a `key`, such as merges.index: of several pairs it then finds the "
        "one that was learnt first. When no pair of the word is in merges, you are "
        "done.",
    ),
)
