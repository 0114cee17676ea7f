"""``write.merge_pair``: one merge of byte-pair encoding, in one word."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
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
        found = tuple(word[place : place + 2]) == pair
        merged.append(pair[0] + pair[1] if found else word[place])
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


def _merged(
    word, pair, *, direction="from the left", which="all", skip="both", sides="ordered"
):
    pairs = [pair, pair[::-1]] if sides == "any" else [pair]
    if direction == "from the right":
        word, pairs = word[::-1], [p[::-1] for p in pairs]
    merged, place, done = [], 0, False
    while place < len(word):
        here = tuple(word[place : place + 2])
        found = here in pairs and not (which == "first" and done)
        joined = "".join(here[::-1] if direction == "from the right" else here)
        merged.append(joined if found else word[place])
        place += 2 if found and skip == "both" else 1
        done = done or found
    return tuple(merged[::-1] if direction == "from the right" else merged)


def _by_recursion(word, pair):
    if len(word) < 2:
        return tuple(word)
    if tuple(word[:2]) == tuple(pair):
        return (pair[0] + pair[1], *_by_recursion(word[2:], pair))
    return (word[0], *_by_recursion(word[1:], pair))


def _on_a_stack(word, pair):
    """Looks back instead of ahead; a joined piece is marked by its place."""
    stack, joined = [], -1
    for piece in word:
        ready = len(stack) - 1 != joined
        if stack and ready and (stack[-1], piece) == pair:
            stack[-1] += piece
            joined = len(stack) - 1
        else:
            stack.append(piece)
    return stack


def _in_the_text(word, pair):
    return tuple("\0".join(word).replace("\0".join(pair), "".join(pair)).split("\0"))


def _by_what_they_spell(word, pair):
    merged, place = [], 0
    while place < len(word):
        here = "".join(word[place : place + 2])
        found = here == "".join(pair) and place + 1 < len(word)
        merged.append(here if found else word[place])
        place += 2 if found else 1
    return tuple(merged)


def _one_text(word, _pair):
    return "".join(word)


def _not_joined(word, pair):
    joined = "".join(pair)
    return tuple(tuple(pair) if p == joined else p for p in merge_pair(word, pair))


def _last_lost(word, pair):
    merged, place = [], 0
    while place < len(word) - 1:
        found = tuple(word[place : place + 2]) == pair
        merged.append("".join(pair) if found else word[place])
        place += 2 if found else 1
    return tuple(merged)


EXERCISE = Exercise(
    id="write.merge_pair",
    order=20,
    title="Join a pair",
    reference=merge_pair,
    decisions=_merged,
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
        Case("the pair is not there", _absent),
        Case("one piece", lambda rng: (("q",), ("q", "u")), calls=1),
        Case("no piece", lambda rng: ((), ("q", "u")), calls=1),
        thrice("spaces and line breaks", _word(["\n", " ", "  ", "a"], 4, (" ", "a"))),
        Case("a long word", _word(["a", "b", "ab"], 60, ("a", "b"))),
    ),
    properties=(
        Property(
            "no letter is lost",
            "Joined to one text, your pieces are not the word they came from.",
            lambda answer, output, word, pair: "".join(output) == "".join(word),
        ),
    ),
    misconceptions=(
        Misconception(
            "first-only",
            "You join the first occurrence and leave the others. Go on to the end of the "
            "word.",
            choices={"which": "first"},
        ),
        Misconception(
            "right-piece-kept",
            "You append the joined piece and then the right piece once more. After a pair "
            "go on by two places, not by one.",
            choices={"skip": "one"},
        ),
        Misconception(
            "from-the-right",
            'You look from the right: of "aaa" with the pair ("a", "a") you leave the '
            'first "a" alone. From the left the last one is left over.',
            choices={"direction": "from the right"},
        ),
        Misconception(
            "either-way-round",
            "You join the pair the other way round as well. (left, right) is a pair in "
            "this order.",
            choices={"sides": "any"},
        ),
        Misconception(
            "replaced-in-the-text",
            "You replace in one text that has the pieces with something between them. "
            '"xa", "b" then looks like "a", "b" with an x in front, and gets joined too. '
            "Compare whole pieces.",
            _in_the_text,
        ),
        Misconception(
            "last-piece-lost",
            "Your loop ends one piece early, so a last piece that is in no pair is lost.",
            _last_lost,
        ),
        Misconception(
            "by-what-they-spell",
            "You join neighbours that spell what the pair spells. ('t', 'he') is another "
            "pair than ('th', 'e'): compare the pieces themselves.",
            _by_what_they_spell,
        ),
        Misconception(
            "one-text",
            "You return one text. Where a piece ends is lost in it: return the tuple of "
            "pieces.",
            _one_text,
        ),
        Misconception(
            "not-joined",
            "You put the pair itself in the word. It is to become one piece: "
            "pair[0] + pair[1].",
            _not_joined,
        ),
    ),
    alternatives=(_by_recursion, _on_a_stack),
    same=(
        Same(
            "=> found = word[place:place + 2] == pair",
            "A part of a tuple is a tuple already.",
        ),
        Same(
            "=> return merged",
            "A list of the pieces is taken for the tuple, as from anybody who writes one.",
        ),
    ),
    hints=(
        "Walk through the word with a place of your own (a while loop): sometimes it moves "
        "on by one, sometimes by two.",
        "At each place look at word[place : place + 2]. At the last place this slice has "
        "one piece and equals no pair, so nothing needs a special case.",
        "Where the slice equals the pair, two pieces are used up and one is added to "
        "the result. How far do you move on there, and how far where it does not?",
    ),
)
