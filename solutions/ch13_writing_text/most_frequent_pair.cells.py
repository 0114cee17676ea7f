# %% mistake: words-counted-once
# You count every word once. A word that comes a thousand times in the text brings its pairs
# a thousand times: add its count, not 1.
# ) + count => ) + 1
# %% mistake: across-words
# You count pairs across the border of two words. Words should be kept apart: in which order
# they stand in the dict means nothing.
# words.items() => [(sum(words, ()), 1)]
# %% mistake: characters-not-pieces
# You take the words apart into characters again. What has been joined before is one piece:
# count neighbours in the tuple as it is.
# pairwise(word) => pairwise("".join(word))
# %% mistake: last-of-equals
# Of pairs that come equally often you return one that turns up later. Asked for is the one
# that turns up first.
# max(totals => max(reversed(totals)
# %% mistake: first-in-the-alphabet
# Of pairs that come equally often you return the first in the alphabet. Asked for is the
# one met first in the words.
# max(totals => max(sorted(totals)
# %% mistake: last-in-the-alphabet
# Of pairs that come equally often you return the last in the alphabet, as max of (total,
# pair) does. Asked for is the one met first in the words.
# totals.__getitem__ => lambda pair: (totals[pair], pair)
# %% mistake: joined
# You return the two pieces joined to one text. Return the pair: where the left piece ends
# is what a merge has to know.
# return best => return "".join(best)
# %% mistake: with-the-count
# You return the pair together with its count, as most_common and items() give it. The pair
# alone is asked for.
# return best => return best, totals[best]
# %% mistake: every-second-pair
# You count only every second pair of a word. Neighbouring pairs share a piece: go on by
# one.
# in pairwise( => in list(pairwise( && (word): => (word))[::2]:
# %% mistake: once-a-word
# A pair that stands twice in a word counts in yours only as often as the word comes. Every
# occurrence should count.
# in pairwise( => in dict.fromkeys(pairwise( && (word): => (word)):
# %% mistake: either-way-round
# You count ("e", "r") and ("r", "e") together. They are two pairs: joined they give two
# different pieces.
# -             totals[pair] = totals.get(pair, 0) + count
# +             pair = tuple(sorted(pair))
# +             totals[pair] = totals.get(pair, 0) + count
# %% mistake: last-pair-of-a-word
# You do not count the last pair of a word. A word of n pieces has n - 1 pairs.
# pairwise(word): => pairwise(word[:-1]):
# %% mistake: newest-count
# In yours a pair's newest count replaces the earlier ones. Add the counts up.
# totals.get(pair, 0) + count => count
# %% mistake: across-words-with-counts
# You count pairs across the border of two words, as where the piece before is kept from one
# word to the next. Begin anew with every word.
# - totals: dict[tuple[str, str], int] = {}
# + totals, before = {}, ()
# -         for pair in pairwise(word):
# +         for pair in pairwise(before + word):
# -             totals[pair] = totals.get(pair, 0) + count
# +             totals[pair] = totals.get(pair, 0) + count
# +         before = word[-1:]
# %% mistake: words-in-a-row
# You write every word as often as it comes in one row, and count pairs across the borders
# of the words, too. Count within each word, and multiply by its count.
# words.items() => [(sum((word * n for word, n in words.items()), ()), 1)]
# %% mistake: first-to-reach-the-count
# Of pairs that come equally often you return the one that reached its count first, as where
# the best is kept while counting. Count all first: asked for is the one met first.
def most_frequent_pair(words):
    totals, best = {}, None
    for word, count in words.items():
        for pair in pairwise(word):
            totals[pair] = totals.get(pair, 0) + count
            if best is None or totals[pair] > totals[best]:
                best = pair
    return best

# %% right: a dict of totals
# max gives the first of equals
def most_frequent_pair(words):
    totals = {}
    for word, count in words.items():
        for i in range(len(word) - 1):
            pair = (word[i], word[i + 1])
            totals[pair] = totals.get(pair, 0) + count
    return max(totals, key=totals.get)
# wrong, words-counted-once: ) + count => ) + 1
# wrong, last-in-the-alphabet: key=totals.get => key=lambda p: (totals[p], p)
# wrong, joined: max(totals, key=totals.get) => "".join(max(totals, key=totals.get))
# wrong, every-second-pair: range(len(word) - 1) => range(0, len(word) - 1, 2)
# %% wrong, first-in-the-alphabet: min of equals
# max(totals, key=totals.get) => min(totals, key=lambda p: (-totals[p], p))
# %% wrong, once-a-word: a set of pairs
# -         for i in range(len(word) - 1):
# -             pair = (word[i], word[i + 1])
# +         for pair in dict.fromkeys(zip(word, word[1:])):
# %% wrong, characters-not-pieces: the joined word
# -         for i in range(len(word) - 1):
# -             pair = (word[i], word[i + 1])
# +         for pair in zip("".join(word), "".join(word)[1:]):
# %% wrong, with-the-count: the count too
# max(totals, key=totals.get) => max(totals.items(), key=lambda item: item[1])
# %% wrong: an edge case forgotten
# word[i + 1] behind the end
# range(len(word) - 1) => range(len(word))

# %% right: a Counter
# most_common keeps the order in which equals were met
from collections import Counter

def most_frequent_pair(words):
    totals = Counter()
    for word, count in words.items():
        for pair in pairwise(word):
            totals[pair] += count
    return totals.most_common(1)[0][0]
# %% wrong, last-of-equals: >= for >
# -     return totals.most_common(1)[0][0]
# +     best, most = None, 0
# +     for pair, total in totals.items():
# +         if total >= most:
# +             best, most = pair, total
# +     return best

# %% right: sorted
# sorting is stable, so the first of equals stays first
from collections import defaultdict


def most_frequent_pair(words):
    stats = defaultdict(int)
    for word, freq in words.items():
        for left, right in zip(word, word[1:]):
            stats[left, right] += freq
    return sorted(stats.items(), key=lambda item: -item[1])[0][0]

# %% right: two lists
# side by side
def most_frequent_pair(words):
    rows, totals = [], []
    for word, count in words.items():
        for pair in zip(word[:-1], word[1:]):
            if pair not in rows:
                rows.append(pair)
                totals.append(0)
            totals[rows.index(pair)] += count
    return rows[totals.index(max(totals))]
# %% wrong: a list of two
# it equals no pair of the words
# return rows[totals.index(max(totals))] => return [*rows[totals.index(max(totals))]]

# %% right: helper merges
# recursion, in a helper that is called as the chapter calls a list below
def merges(word):
    if len(word) < 2:
        return []
    return [word[:2], *merges(word[1:])]


def most_frequent_pair(words):
    table = {}
    for word in words:
        for pair in merges(word):
            table.setdefault(pair, []).append(words[word])
    most = max(sum(counts) for counts in table.values())
    return next(p for p, counts in table.items() if sum(counts) == most)

# %% right: arrays
# argmax takes the first of equals
def most_frequent_pair(words):
    pairs, index = [], {}
    for word in words:
        for pair in pairwise(word):
            if pair not in index:
                index[pair] = len(pairs)
                pairs.append(pair)
    counts = np.zeros(len(pairs))
    for word, times in words.items():
        for pair in pairwise(word):
            counts[index[pair]] += times
    return pairs[counts.argmax()]

# %% right: every pair counted anew
# no table: a later one has to be more frequent
def most_frequent_pair(words):
    best, most = None, 0
    for pair in [pair for word in words for pair in pairwise(word)]:
        total = sum(
            count * list(pairwise(word)).count(pair)
            for word, count in words.items()
        )
        if total > most:
            best, most = pair, total
    return best

# %% wrong, across-words: one long text
from collections import Counter

def most_frequent_pair(words):
    pieces = [piece for word in words for piece in word]
    return Counter(zip(pieces, pieces[1:])).most_common(1)[0][0]

# %% wrong: the most frequent piece
# the two most frequent pieces, wherever they stand
from collections import Counter

def most_frequent_pair(words):
    totals = Counter()
    for word, count in words.items():
        for piece in word:
            totals[piece] += count
    (left, _), (right, _) = totals.most_common(2)
    return left, right

# %% right: a dict by hand
def most_frequent_pair(words):
    counts = {}
    for word, often in words.items():
        for pair in zip(word, word[1:]):
            counts[pair] = counts.get(pair, 0) + often
    return max(counts, key=counts.get)
# wrong, words-counted-once: ) + often => ) + 1
# wrong: zip(word, word[1:] => set(zip(word, word[1:])
# wrong: max => min
# wrong, every-second-pair: , word[1: => [::2], word[1::2
# wrong, joined: max(counts, key=counts.get => "".join(max(counts, key=counts.get)
# wrong, last-of-equals: (counts => (reversed(counts)
# wrong, last-in-the-alphabet: =counts.get => =lambda p: (counts[p], p)

# %% same
# Every pair's total is off by the same one, so the same pair leads.
# totals.get(pair, 0) => totals.get(pair, 1)
# totals.get(pair, 0) => totals.get(pair, -1)

# %% hint: letters
# Go through words.items(): a tuple of pieces and its count. Keep a dict from pairs to
# totals.
# %% hint: letters; doubled letters
# pairwise(word) gives a word's neighbours. To a pair's total add the count of the word it
# stands in.
# %% hint
# A dict keeps the order in which keys came, and max(totals, key=totals.get) returns the
# first of several largest.
