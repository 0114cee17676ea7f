"""What goes wrong in encoding a word.

Merges are done in another order than they were learnt in, once only, or not wherever
their pair stands.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "latest-first",
        "You join the pair learnt latest first. Merges are done again in the order in "
        "which they were learnt: the later ones join what the earlier ones made.",
        change("min(present", "max(present"),
    ),
    Misconception(
        "leftmost-first",
        "You join the first pair in the word that is a merge at all. The order of the "
        "merges decides, not the place in the word.",
        change("min(present, key=ranks.__getitem__)", "present[0]"),
    ),
    Misconception(
        "one-occurrence",
        "You join one occurrence of each pair and leave its others. A merge is done "
        "wherever its pair stands.",
        change(
            "        pieces = merge_pair(pieces, first)",
            "        end = [*pairwise(pieces)].index(first) + 2\n"
            "        pieces = merge_pair(pieces[:end], first) + pieces[end:]\n"
            "        del ranks[first]",
        ),
    ),
    Misconception(
        "one-merge-only",
        "You stop after one merge. Go on until no pair of neighbours is a merge.",
        change("while present", "if present"),
    ),
    Misconception(
        "longest-piece-first",
        "You take the longest known piece from the left each time. That is another "
        "tokenizer (WordPiece does it), and it cuts some words otherwise than the "
        "merges would.",
        """
        def encode(word, merges):
            known = {left + right for left, right in merges}
            pieces, place = [], 0
            while place < len(word):
                end = len(word)
                while end > place + 1 and word[place:end] not in known:
                    end -= 1
                pieces.append(word[place:end])
                place = end
            return pieces
        """,
    ),
    Misconception(
        "stops-at-a-gap",
        "You stop at the first merge that the word does not have. Pass over it: later "
        "ones may be there.",
        """
        def encode(word, merges):
            pieces = tuple(word)
            for pair in merges:
                if pair not in pairwise(pieces):
                    break
                pieces = merge_pair(pieces, pair)
            return list(pieces)
        """,
    ),
    Misconception(
        "backwards",
        "You go through the merges from the last to the first, once. The later ones "
        "join what the earlier ones made: begin with the first.",
        """
        def encode(word, merges):
            pieces = tuple(word)
            for pair in reversed(merges):
                pieces = merge_pair(pieces, pair)
            return list(pieces)
        """,
    ),
    Misconception(
        "nothing-joined",
        "You return the single characters. The merges are there to be done again.",
        change("list(pieces)", "list(word)"),
    ),
    Misconception(
        "one-text",
        "You return a text. Return the list of its pieces: encoding is saying where "
        "one ends and the next begins.",
        change("list(pieces)", '" ".join(pieces)'),
    ),
    Misconception(
        "unknown-lost",
        "Characters that no merge has are missing from your pieces. They stay as they are.",
        change(
            "tuple(word)", "tuple(c for c in word if any(c in pair for pair in merges))"
        ),
    ),
)
