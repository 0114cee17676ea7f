"""Answers to write.encode."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "write.encode"

BASE = """
def encode(word, merges):
    pieces = tuple(word)
    while True:
        present = [pair for pair in merges if pair in pairwise(pieces)]
        if not present:
            return list(pieces)
        pieces = merge_pair(pieces, present[0])
"""

ANSWERS = (
    right("present merges", BASE, "merges are in their order, so the first one counts"),
    right(
        "ranks",
        """
        def encode(word, merges):
            rank = {pair: i for i, pair in enumerate(merges)}
            pieces = list(word)
            while len(pieces) > 1:
                best = min(pairwise(pieces), key=lambda p: rank.get(p, float("inf")))
                if best not in rank:
                    break
                pieces = list(merge_pair(tuple(pieces), best))
            return pieces
        """,
        "as GPT-2's encoder does it",
    ),
    right(
        "every merge once",
        """
        def encode(word, merges):
            pieces = tuple(word)
            for pair in merges:
                pieces = merge_pair(pieces, pair)
            return list(pieces)
        """,
        "for merges that were learnt the same",
    ),
    right(
        "in place, without merge_pair",
        """
        def encode(word, merges):
            pieces = [*word]
            for left, right in merges:
                i = 0
                while i < len(pieces) - 1:
                    if pieces[i] == left and pieces[i + 1] == right:
                        pieces[i] = left + right
                        del pieces[i + 1]
                    i += 1
            return pieces
        """,
        "a list changed where it stands",
    ),
    right(
        "recursion",
        """
        def step(pieces, merges):
            if not merges:
                return list(pieces)
            return step(merge_pair(pieces, merges[0]), merges[1:])


        def encode(word, merges):
            return step(tuple(word), merges)
        """,
        "a helper called as the chapter's variables are below",
    ),
    right(
        "an encoder",
        """
        class Encoder:
            def __init__(self, merges):
                self.merges = merges

            def __call__(self, word):
                pieces = tuple(word)
                while len(pieces) > 1:
                    known = set(pairwise(pieces)) & set(self.merges)
                    if not known:
                        break
                    pieces = merge_pair(pieces, min(known, key=self.merges.index))
                return pieces


        def encode(word, merges):
            return Encoder(merges)(word)
        """,
        "a tuple of the same pieces",
    ),
    wrong(
        "one merge",
        """
        def encode(word, merges):
            for pair in merges:
                if pair in pairwise(word):
                    return list(merge_pair(tuple(word), pair))
            return list(word)
        """,
        "returns after the first merge",
        "one-merge-only",
    ),
    wrong(
        "the last learnt",
        edited(BASE, ("present[0]", "present[-1]")),
        "the latest first",
        "latest-first",
    ),
    wrong(
        "merges backwards",
        """
        def encode(word, merges):
            pieces = tuple(word)
            for pair in reversed(merges):
                pieces = merge_pair(pieces, pair)
            return list(pieces)
        """,
        "once through, the latest first",
        "backwards",
    ),
    wrong(
        "from the left",
        """
        def encode(word, merges):
            pieces = tuple(word)
            while True:
                present = [pair for pair in pairwise(pieces) if pair in merges]
                if not present:
                    return list(pieces)
                pieces = merge_pair(pieces, present[0])
        """,
        "the place in the word decides",
        "leftmost-first",
    ),
    wrong(
        "longest piece",
        """
        def encode(word, merges):
            known = {"".join(pair) for pair in merges}
            pieces, start = [], 0
            while start < len(word):
                end = len(word)
                while end > start + 1 and word[start:end] not in known:
                    end -= 1
                pieces.append(word[start:end])
                start = end
            return pieces
        """,
        "the longest known piece from the left, as WordPiece",
        "longest-piece-first",
    ),
    wrong(
        "break at a gap",
        """
        def encode(word, merges):
            pieces = tuple(word)
            for pair in merges:
                if pair not in pairwise(pieces):
                    break
                pieces = merge_pair(pieces, pair)
            return list(pieces)
        """,
        "stops at the first merge that is not there",
        "stops-at-a-gap",
    ),
    wrong(
        "one occurrence",
        """
        def encode(word, merges):
            pieces = list(word)
            for pair in merges:
                for i in range(len(pieces) - 1):
                    if (pieces[i], pieces[i + 1]) == pair:
                        pieces[i:i + 2] = ["".join(pair)]
                        break
            return pieces
        """,
        "each merge once, not wherever it stands",
        "one-occurrence",
    ),
    wrong(
        "the characters",
        "def encode(word, merges):\n    return list(word)",
        "nothing is joined",
        "nothing-joined",
    ),
    wrong(
        "a text",
        edited(BASE, ("return list(pieces)", 'return " ".join(pieces)')),
        "pieces with spaces between them",
        "one-text",
    ),
    wrong(
        "numbers",
        edited(
            BASE,
            (
                "return list(pieces)",
                'known = ["".join(pair) for pair in merges]\n'
                "            return [known.index(p) if p in known else -1 for p in pieces]",
            ),
        ),
        "ids, not pieces",
    ),
    wrong(
        "a marker at the end",
        edited(BASE, ("tuple(word)", '(*word, "</w>")')),
        "Sennrich's end of a word, which is not asked for",
    ),
    wrong(
        "unknown ones dropped",
        edited(
            BASE, ("tuple(word)", "tuple(c for c in word if any(c in p for p in merges))")
        ),
        "characters that no merge has are left out",
        "unknown-lost",
    ),
)
