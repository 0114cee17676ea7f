# %% mistake: latest-first
# You join the pair learnt latest first. Merges should be done in the order in which they
# were learnt: the later ones join what the earlier ones made.
# min(present => max(present
# %% mistake: leftmost-first
# You join the first pair in the word that is a merge at all. The order of the merges
# decides, not the place in the word.
# min(present, key=ranks.__getitem__) => present[0]
# %% mistake: longest-pair-first
# You join the pair that gives the longest piece. The order in which the merges were learnt
# decides, not the length.
# key=ranks.__getitem__) => key=lambda pair: -len(pair[0] + pair[1]))
# %% mistake: one-occurrence
# You join one occurrence of each pair and leave its others. A merge should be done wherever
# its pair stands.
# -         pieces = merge_pair(pieces, first)
# +         end = [*pairwise(pieces)].index(first) + 2
# +         pieces = merge_pair(pieces[:end], first) + pieces[end:]
# +         del ranks[first]
# %% mistake: one-merge-only
# You stop after one merge. Go on until no pair of neighbours is a merge.
# while present => if present
# %% mistake: longest-piece-first
# Your cuts are those of taking the longest known piece from the left each time. That is
# another tokenizer (WordPiece), which cuts some words otherwise than the merges.
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
# %% mistake: stops-at-a-gap
# You stop at the first merge that the word does not have. Pass over it: the word may have
# later ones.
def encode(word, merges):
    pieces = tuple(word)
    for pair in merges:
        if pair not in pairwise(pieces):
            break
        pieces = merge_pair(pieces, pair)
    return list(pieces)
# %% mistake: backwards
# Your pieces are those of the merges from the last to the first, once. The later ones join
# what the earlier ones made: begin with the first.
def encode(word, merges):
    pieces = tuple(word)
    for pair in reversed(merges):
        pieces = merge_pair(pieces, pair)
    return list(pieces)
# %% mistake: nothing-joined
# You return the single characters. Join those that the merges join.
# list(pieces) => list(word)
# %% mistake: right-piece-again
# The right piece of a pair comes a second time in yours. After two joined pieces go on by
# two.
def encode(word, merges):
    pieces = list(word)
    while present := [p for p in zip(pieces, pieces[1:]) if p in merges]:
        first = min(present, key=merges.index)
        joined = [a + b if (a, b) == first else a for a, b in zip(pieces, pieces[1:])]
        pieces = [*joined, pieces[-1]]
    return pieces
# %% mistake: last-piece-lost
# Where a merge joins some pieces but not the last, your last piece is lost. Take it over as
# it is.
def encode(word, merges):
    pieces = list(word)
    while present := [p for p in zip(pieces, pieces[1:]) if p in merges]:
        first, made, i = min(present, key=merges.index), [], 0
        while i < len(pieces) - 1:
            is_pair = (pieces[i], pieces[i + 1]) == first
            made.append(pieces[i] + pieces[i + 1] if is_pair else pieces[i])
            i += 2 if is_pair else 1
        pieces = made
    return pieces
# %% mistake: one-text
# You return a text. Return the list of its pieces: encoding is saying where one ends and
# the next begins.
# list(pieces) => " ".join(pieces)
# %% mistake: unknown-lost
# Characters that no merge has are missing from your pieces. They should stay as they are.
# tuple(word) => tuple(c for c in word if any(c in pair for pair in merges))
# %% mistake: joined-again
# You return the whole word as one text. Return the list of its pieces: encoding is saying
# where one ends and the next begins.
# return list(pieces) => return "".join(pieces)
# %% mistake: most-frequent
# You join the pair that comes most often in this word. Of all pairs present, the one learnt
# earliest should come first, however often each stands in the word.
# min(present, key=ranks.__getitem__) => max(present, key=present.count)
# %% mistake: joined-inside-pieces
# You also join where the left piece is only the end of a longer one, or the right one only
# the beginning, as replace() in a text of pieces does. Go through the list and compare
# whole pieces.
# - pieces = merge_pair(pieces, first)
# + text = "\0".join(pieces).replace("\0".join(first), "".join(first))
# +         pieces = tuple(text.split("\0"))
# %% mistake: leftmost-alone
# You join the leftmost pair that is a merge at all, and look again from the start. Which
# merge was learnt earliest decides, not the place in the word.
def encode(word, merges):
    known, pieces, i = set(merges), list(word), 0
    while i < len(pieces) - 1:
        if (pieces[i], pieces[i + 1]) in known:
            pieces[i : i + 2] = [pieces[i] + pieces[i + 1]]
            i = 0
        else:
            i += 1
    return pieces
# %% mistake: joined-across-ends
# You look for a pair in one text. There the end of one piece and the start of the next are
# taken for a pair, too. Compare whole pieces.
def encode(word, merges):
    text = "\0".join(word)
    for left, right in merges:
        text = text.replace(f"{left}\0{right}", left + right)
    return text.split("\0") if word else []

# %% right: present merges
# merges are in their order, so the first one counts
def encode(word, merges):
    pieces = tuple(word)
    while True:
        present = [pair for pair in merges if pair in pairwise(pieces)]
        if not present:
            return list(pieces)
        pieces = merge_pair(pieces, present[0])
# wrong, latest-first: present[0] => present[-1]
# wrong, one-text: list(pieces) => " ".join(pieces)
# wrong, unknown-lost: tuple(word) => tuple(c for c in word if any(c in p for p in merges))
# %% wrong, leftmost-first: from the left
# - for pair in merges if pair in pairwise(pieces)
# + for pair in pairwise(pieces) if pair in merges
# %% wrong: numbers
# ids, not pieces
# -             return list(pieces)
# +             known = ["".join(pair) for pair in merges]
# +             return [known.index(p) if p in known else -1 for p in pieces]
# %% wrong: a marker at the end
# Sennrich's end of a word, which is not asked for
# tuple(word) => (*word, "</w>")

# %% right: ranks
# as GPT-2's encoder does it
def encode(word, merges):
    rank = {pair: i for i, pair in enumerate(merges)}
    pieces = list(word)
    while len(pieces) > 1:
        best = min(pairwise(pieces), key=lambda p: rank.get(p, float("inf")))
        if best not in rank:
            break
        pieces = list(merge_pair(tuple(pieces), best))
    return pieces

# %% right: every merge once
# for merges that were learnt the same
def encode(word, merges):
    pieces = tuple(word)
    for pair in merges:
        pieces = merge_pair(pieces, pair)
    return list(pieces)

# %% right: in place, without merge_pair
# a list changed where it stands
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

# %% right: recursion
# a helper called as the chapter's variables are below
def step(pieces, merges):
    if not merges:
        return list(pieces)
    return step(merge_pair(pieces, merges[0]), merges[1:])


def encode(word, merges):
    return step(tuple(word), merges)

# %% right: an encoder
# a tuple of the same pieces
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

# %% right: one place at a time
# the leftmost of the earliest learnt, until none is left
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

# %% wrong, one-merge-only: one merge
def encode(word, merges):
    for pair in merges:
        if pair in pairwise(word):
            return list(merge_pair(tuple(word), pair))
    return list(word)

# %% wrong, one-occurrence: one occurrence
def encode(word, merges):
    pieces = list(word)
    for pair in merges:
        for i in range(len(pieces) - 1):
            if (pieces[i], pieces[i + 1]) == pair:
                pieces[i:i + 2] = ["".join(pair)]
                break
    return pieces

# %% wrong, nothing-joined: the characters
def encode(word, merges):
    return list(word)

# %% same
# A string is taken apart by merge_pair, and by list() where nothing is merged.
# tuple(word) => word
# %% same
# A tuple of the pieces is taken for the list, as from anybody who writes one.
# list(pieces) => pieces

# %% wrong: a text of pieces with spaces between
import re
def encode(word, merges):
    text = " ".join(word)
    for pair in merges:
        both = re.escape(" ".join(pair))
        text = re.sub(rf"(?<!\S){both}(?!\S)", "".join(pair), text)
    return text.split()

# %% hint: a few merges
# Begin with tuple(word), the single characters, and use merge_pair.
# %% hint: a few merges; many merges
# Which pairs of neighbours are there now, and which of them stands earliest in merges? Join
# that one, and look again.
# %% hint
# `min` takes a `key`, such as merges.index: of several pairs it then finds the one that was
# learnt first. When no pair of the word is in merges, you are done.
