# %% mistake: first-only
# You join the first occurrence and leave the others. Go on to the end of the word.
# place = 0 => place, joined = 0, False
# found = here => found = not joined and here
# - )
# -         place
# + )
# +         joined = joined or found
# +         place
# %% mistake: right-piece-kept
# The right piece comes once more behind the joined one. After a pair go on by two places,
# not by one.
# 2 if found else 1 => 1
# %% mistake: joined-pieces-joined-again
# The right piece of a pair that you join is used once more, as the left piece of the next
# pair: of "aaa" you make "aa", "aa". Go on behind the pair.
# 2 if found else 1 => 2 if found and tuple(word[place + 1 : place + 3]) != pair else 1
# %% mistake: from-the-right
# You look from the right: of "aaa" with the pair ("a", "a") you leave the first "a" alone.
# From the left the last one is left over.
# - place =
# + word, pair = word[::-1], pair[::-1]
# +     place =
# "".join(here) => "".join(here[::-1])
# tuple(merged) => tuple(merged[::-1])
# %% mistake: either-way-round
# You join the pair the other way round as well. (left, right) is a pair in this order.
# here == pair => here in (pair, pair[::-1])
# %% mistake: replaced-in-the-text
# You take the end of "xa" with "b" for the pair "a", "b", as replace() does in one text
# with something between the pieces. Compare whole pieces.
def merge_pair(word, pair):
    text = "|".join(word).replace("|".join(pair), "".join(pair))
    return tuple(text.split("|"))
# %% mistake: last-piece-lost
# A last piece that is not joined is lost, as in a loop that ends before it.
# place < len(word) => place < len(word) - 1
# %% mistake: by-what-they-spell
# You join neighbours that spell what the pair spells. ('t', 'he') is another pair than
# ('th', 'e'): compare the pieces themselves.
# here == pair => "".join(here) == "".join(pair) and len(here) == 2
# %% mistake: one-text
# You return one text. Where a piece ends is lost in it: return the tuple of pieces.
# tuple(merged) => "".join(merged)
# %% mistake: not-joined
# You put the pair itself in the word. It should become one piece: pair[0] + pair[1].
# tuple(merged) => tuple(pair if piece == "".join(pair) else piece for piece in merged)
# %% mistake: joined-as-text
# Your result is that of a search in one joined text, in which the end of a piece may be
# taken for a whole one, or a blank in a piece parts it. Go through the pieces and compare
# whole ones.
def merge_pair(word, pair):
    return tuple(" ".join(word).replace(" ".join(pair), "".join(pair)).split())
# %% mistake: replaced-between-spaces
# You take the end of "xa" with "b" for the pair "a", "b", as replace() does in one text
# with spaces between the pieces. Compare whole pieces.
def merge_pair(word, pair):
    return tuple(" ".join(word).replace(" ".join(pair), "".join(pair)).split(" "))
# %% mistake: joined-backwards
# You join the right piece and then the left. The left one should come first.
# "".join(here) => "".join(here[::-1])
# %% mistake: last-piece-again
# The last piece comes once more where it has just been joined. Add it only when it is
# still left over.
# -     return tuple(merged)
# +     return (*merged, word[-1]) if "".join(pair) == merged[-1] else tuple(merged)

# %% right: while
# two steps on after a pair
def merge_pair(word, pair):
    merged, i = [], 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            merged.append(word[i] + word[i + 1])
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return tuple(merged)
# wrong, right-piece-kept: i += 2 => i += 1
# wrong, last-piece-lost: while i < len(word) => while i < len(word) - 1
# wrong, one-text: tuple(merged) => "".join(merged)
# wrong, not-joined: word[i] + word[i + 1] => pair
# %% wrong: a list
# no key of a dict, as the words of the chapter are
# tuple(merged) => merged
# %% wrong, either-way-round: either way
# (word[i], word[i + 1]) == pair => {word[i], word[i + 1]} == set(pair)
# %% wrong: an index too far
# word[i + 1] behind the end
# i + 1 < len(word) and ( => (
# %% wrong, by-what-they-spell: joined by what it spells
# (word[i], word[i + 1]) == pair => word[i] + word[i + 1] == "".join(pair)

# %% right: in place
# a slice is exchanged, the next index is what stands behind it
def merge_pair(word, pair):
    pieces = list(word)
    for i in range(len(pieces)):
        if i < len(pieces) - 1 and tuple(pieces[i:i + 2]) == tuple(pair):
            pieces[i:i + 2] = ["".join(pair)]
    return tuple(pieces)
# wrong, from-the-right: range(len(pieces)) => reversed(range(len(pieces)))

# %% right: recursion
# the rest of the word is a word
def merge_pair(word, pair):
    if not word:
        return ()
    if tuple(word[:2]) == pair:
        return (pair[0] + pair[1],) + merge_pair(word[2:], pair)
    return word[:1] + merge_pair(word[1:], pair)

# %% right: an iterator
# a generator called as the chapter calls a text below
def text(pieces, left, right):
    pieces = iter(pieces)
    last = next(pieces, None)
    while last is not None:
        piece = next(pieces, None)
        if last == left and piece == right:
            yield left + right
            last = next(pieces, None)
        else:
            yield last
            last = piece


def merge_pair(word, pair):
    return tuple(text(word, *pair))

# %% right: a regular expression
# marks at both sides of each piece keep neighbours apart
import re


def merge_pair(word, pair):
    if not word:
        return ()
    text = "\0" + "\0\0".join(word) + "\0"
    both = re.escape(f"\0{pair[0]}\0\0{pair[1]}\0")
    text = re.sub(both, lambda _: f"\0{pair[0] + pair[1]}\0", text)
    return tuple(text[1:-1].split("\0\0"))

# %% right: a callable class
# looks ahead and skips what it joined
class Merger:
    def __init__(self, pair):
        self.pair = tuple(pair)

    def __call__(self, word):
        skip, merged = False, []
        for here, ahead in zip(word, (*word[1:], None)):
            if skip:
                skip = False
                continue
            skip = (here, ahead) == self.pair
            merged.append(here + ahead if skip else here)
        return tuple(merged)


def merge_pair(word, pair):
    return Merger(pair)(word)

# %% right: a stack
# looks back, and keeps the place of what it joined
def merge_pair(word, pair):
    stack, joined = [], -1
    for piece in word:
        free = len(stack) - 1 != joined
        if stack and free and (stack[-1], piece) == pair:
            stack[-1] += piece
            joined = len(stack) - 1
        else:
            stack.append(piece)
    return tuple(stack)

# %% wrong, first-only: the first only
def merge_pair(word, pair):
    for i in range(len(word) - 1):
        if word[i:i + 2] == pair:
            return word[:i] + ("".join(pair),) + word[i + 2:]
    return word

# %% wrong: removed while looping
# the indices are those of the old word
def merge_pair(word, pair):
    pieces = list(word)
    for i, (left, right) in enumerate(zip(word, word[1:])):
        if (left, right) == pair:
            pieces[i] = left + right
            del pieces[i + 1]
    return tuple(pieces)

# %% right: by a stack
def merge_pair(word, pair):
    out, open_ = [], False
    for piece in word:
        if open_ and (out[-1], piece) == tuple(pair):
            out[-1], open_ = out[-1] + piece, False
        else:
            out.append(piece)
            open_ = True
    return tuple(out)
# wrong: out[-1], piece => piece, out[-1]
# wrong, joined-backwards: out[-1] + piece => piece + out[-1]
# wrong, one-text: return tuple => return "".join
# wrong, by-what-they-spell: (out[-1], piece) == tuple => out[-1] + piece == "".join
# wrong: open_ and => not open_ and out and

# %% right: recursion, afresh
# written from the text alone: another route
def merge_pair(word, pair):
    if len(word) < 2:
        return tuple(word)
    if word[:2] == tuple(pair):
        return ("".join(pair), *merge_pair(word[2:], pair))
    return (word[0], *merge_pair(word[1:], pair))

# %% same
# A part of a tuple is a tuple already.
# tuple(word[place : place + 2]) => word[place : place + 2]
# %% hint: letters
# Walk through the word with a place of your own (a while loop): sometimes it moves on by
# one, sometimes by two.
# %% hint: letters; both ends
# At each place look at word[place : place + 2]. At the last place this slice has one piece
# and equals no pair, so nothing needs a special case.
# %% hint
# Where the slice equals the pair, two pieces are used up and one is added to the result.
# How far do you move on there, and how far where it does not?
