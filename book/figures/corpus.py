"""A small corpus to train word vectors on (chapter 01), written by a grammar.

Every pattern is filled in equally often, in an order that only the seed
decides: ``random.Random(seed).random`` gives the same numbers in every version
of Python, and nothing here depends on the order of a set.
"""

import random
import re

# "apple" stands in two groups: that is what the corpus is for.
GROUPS = {
    "fruit": ("apple", "banana", "pear", "cherry", "orange"),
    "company": ("apple", "google", "microsoft", "samsung", "nokia"),
    "lord": ("king", "prince"),
    "lady": ("queen", "princess"),
    "he": ("man", "boy"),
    "she": ("woman", "girl"),
    "pet": ("cat", "dog", "kitten", "puppy"),
    "seat": ("mat", "sofa", "rug", "bed"),
}

PATTERNS = (
    "she ate a sweet {fruit}",
    "he peeled a ripe {fruit}",
    "a ripe {fruit} fell from the tree",
    "the farmer picked the {fruit}",
    "she squeezed the juice of the {fruit}",
    "they baked the {fruit} in a pie",
    "the {fruit} tasted sweet",
    "{company} launched a new phone",
    "{company} hired many engineers",
    "{company} opened a new office",
    "the shares of {company} fell",
    "he sold his shares in {company}",
    "she bought a laptop from {company}",
    "the engineers at {company} wrote software",
    # Each sentence about a lord or a man has its twin about a lady or a woman.
    "the {lord} wore his crown",
    "the {lady} wore her crown",
    "the {lord} lived in his castle",
    "the {lady} lived in her castle",
    "the {he} lived in his house",
    "the {she} lived in her house",
    "the {he} rode his bicycle",
    "the {she} rode her bicycle",
    "the old king ruled the land for years",
    "the old queen ruled the land for years",
    "the young prince learnt to ride",
    "the young princess learnt to ride",
    "the old man worked for years",
    "the old woman worked for years",
    "the young boy learnt to read",
    "the young girl learnt to read",
    "the {pet} sat on the {seat}",
    "the {pet} slept on the {seat}",
    "the {pet} chased a mouse",
)


def sentences(times: int = 60, seed: int = 0) -> list[list[str]]:
    """Fill in every pattern ``times`` times and shuffle; a list of word lists."""
    rng = random.Random(seed)

    def choose(slot: re.Match) -> str:
        words = GROUPS[slot[1]]
        return words[int(rng.random() * len(words))]

    drawn = [
        (rng.random(), re.sub(r"\{(\w+)\}", choose, pattern).split())
        for pattern in PATTERNS
        for _ in range(times)
    ]
    return [words for _, words in sorted(drawn)]
