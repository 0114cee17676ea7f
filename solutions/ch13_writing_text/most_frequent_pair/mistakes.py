"""What goes wrong in counting pairs.

Words' counts are not used, pairs are counted across words or not all of them, and of
pairs that come equally often another one is taken.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "words-counted-once",
        "You count every word once. A word that comes a thousand times in the text "
        "brings its pairs a thousand times: add its count, not 1.",
        change("+ count", "+ 1"),
    ),
    Misconception(
        "across-words",
        "You count pairs across the border of two words. Words are kept apart, and in "
        "which order they stand in the dict means nothing.",
        change("words.items()", "[(sum(words, ()), 1)]"),
    ),
    Misconception(
        "characters-not-pieces",
        "You take the words apart into characters again. What has been joined before "
        "is one piece: count neighbours in the tuple as it is.",
        change("pairwise(word)", 'pairwise("".join(word))'),
    ),
    Misconception(
        "last-of-equals",
        "Of pairs that come equally often you return the one met last. The first one "
        "counts: compare with >, not with >=.",
        change("max(totals", "max(reversed(totals)"),
    ),
    Misconception(
        "first-in-the-alphabet",
        "Of pairs that come equally often you return the first in the alphabet. Asked "
        "for is the one met first in the words.",
        change("max(totals", "max(sorted(totals)"),
    ),
    Misconception(
        "last-in-the-alphabet",
        "Of pairs that come equally often you return the last in the alphabet, as max "
        "of (total, pair) does. Asked for is the one met first in the words.",
        change("totals.__getitem__", "lambda pair: (totals[pair], pair)"),
    ),
    Misconception(
        "joined",
        "You return the two pieces joined to one text. Return the pair: where the left "
        "piece ends is what a merge has to know.",
        change("return best", 'return "".join(best)'),
    ),
    Misconception(
        "with-the-count",
        "You return the pair together with its count, as most_common and items() give "
        "it. The pair alone is asked for.",
        change("return best", "return best, totals[best]"),
    ),
    Misconception(
        "every-second-pair",
        "You go on by two pieces after each pair. Every piece has a neighbour on "
        "either side: go on by one.",
        change("in pairwise(", "in list(pairwise(") + change("(word):", "(word))[::2]:"),
    ),
    Misconception(
        "once-a-word",
        "A pair that stands in a word twice counts for one in yours. Every occurrence "
        "counts.",
        change("in pairwise(", "in dict.fromkeys(pairwise(")
        + change("(word):", "(word)):"),
    ),
    Misconception(
        "either-way-round",
        'You count ("e", "r") and ("r", "e") together. They are two pairs: joined they '
        "give two different pieces.",
        change(
            "            totals[pair]",
            "            pair = tuple(sorted(pair))\n            totals[pair]",
        ),
    ),
)
