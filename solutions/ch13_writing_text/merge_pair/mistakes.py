"""What goes wrong in joining a pair.

Occurrences are passed over or looked for from the right, a piece is lost or kept twice,
and what is compared or joined is text instead of pieces.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "first-only",
        "You join the first occurrence and leave the others. Go on to the end of the word.",
        change("    place = 0", "    place, joined = 0, False")
        + change("found = here", "found = not joined and here")
        + change("        place +=", "        joined = joined or found\n        place +="),
    ),
    Misconception(
        "right-piece-kept",
        "You append the joined piece and then the right piece once more. After a pair "
        "go on by two places, not by one.",
        change("2 if found else 1", "1"),
    ),
    Misconception(
        "from-the-right",
        'You look from the right: of "aaa" with the pair ("a", "a") you leave the '
        'first "a" alone. From the left the last one is left over.',
        change("    place = 0", "    word, pair = word[::-1], pair[::-1]\n    place = 0")
        + change('"".join(here)', '"".join(here[::-1])')
        + change("tuple(merged)", "tuple(merged[::-1])"),
    ),
    Misconception(
        "either-way-round",
        "You join the pair the other way round as well. (left, right) is a pair in "
        "this order.",
        change("here == pair", "here in (pair, pair[::-1])"),
    ),
    Misconception(
        "replaced-in-the-text",
        "You replace in one text that has the pieces with something between them. "
        '"xa", "b" then looks like "a", "b" with an x in front, and gets joined too. '
        "Compare whole pieces.",
        """
        def merge_pair(word, pair):
            text = "|".join(word).replace("|".join(pair), "".join(pair))
            return tuple(text.split("|"))
        """,
    ),
    Misconception(
        "last-piece-lost",
        "Your loop ends one piece early, so a last piece that is in no pair is lost.",
        change("place < len(word)", "place < len(word) - 1"),
    ),
    Misconception(
        "by-what-they-spell",
        "You join neighbours that spell what the pair spells. ('t', 'he') is another "
        "pair than ('th', 'e'): compare the pieces themselves.",
        change("here == pair", '"".join(here) == "".join(pair) and len(here) == 2'),
    ),
    Misconception(
        "one-text",
        "You return one text. Where a piece ends is lost in it: return the tuple of "
        "pieces.",
        change("tuple(merged)", '"".join(merged)'),
    ),
    Misconception(
        "not-joined",
        "You put the pair itself in the word. It is to become one piece: "
        "pair[0] + pair[1].",
        change(
            "tuple(merged)",
            'tuple(pair if piece == "".join(pair) else piece for piece in merged)',
        ),
    ),
)
