"""Answers to write.encode that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "present merges",
        """
        def encode(word, merges):
            pieces = tuple(word)
            while True:
                present = [pair for pair in merges if pair in pairwise(pieces)]
                if not present:
                    return list(pieces)
                pieces = merge_pair(pieces, present[0])
        """,
        "merges are in their order, so the first one counts",
    ),
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
    right(
        "one place at a time",
        """
        def encode(word, merges):
            pieces = list(word)
            while True:
                found = [
                    (merges.index(pair), place)
                    for place, pair in enumerate(pairwise(pieces))
                    if pair in merges
                ]
                if not found:
                    return pieces
                _, place = min(found)
                pieces[place : place + 2] = [pieces[place] + pieces[place + 1]]
        """,
        "the leftmost of the earliest learnt, until none is left",
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
        change("present[0]", "present[-1]"),
        "the latest first",
        "latest-first",
        of="present merges",
    ),
    wrong(
        "merges backwards",
        change("for pair in merges", "for pair in reversed(merges)"),
        "once through, the latest first",
        "backwards",
        of="every merge once",
    ),
    wrong(
        "from the left",
        change(
            "for pair in merges if pair in pairwise(pieces)",
            "for pair in pairwise(pieces) if pair in merges",
        ),
        "the place in the word decides",
        "leftmost-first",
        of="present merges",
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
        change(
            "        pieces =",
            "        if pair not in pairwise(pieces):\n            break\n        pieces =",
        ),
        "stops at the first merge that is not there",
        "stops-at-a-gap",
        of="every merge once",
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
        """
        def encode(word, merges):
            return list(word)
        """,
        "nothing is joined",
        "nothing-joined",
    ),
    wrong(
        "a text",
        change("list(pieces)", '" ".join(pieces)'),
        "pieces with spaces between them",
        "one-text",
        of="present merges",
    ),
    wrong(
        "numbers",
        change(
            "return list(pieces)",
            'known = ["".join(pair) for pair in merges]\n'
            "            return [known.index(p) if p in known else -1 for p in pieces]",
        ),
        "ids, not pieces",
        of="present merges",
    ),
    wrong(
        "a marker at the end",
        change("tuple(word)", '(*word, "</w>")'),
        "Sennrich's end of a word, which is not asked for",
        of="present merges",
    ),
    wrong(
        "unknown ones dropped",
        change("tuple(word)", "tuple(c for c in word if any(c in p for p in merges))"),
        "characters that no merge has are left out",
        "unknown-lost",
        of="present merges",
    ),
)
