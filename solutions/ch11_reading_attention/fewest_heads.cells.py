# %% mistake: ranked-one-by-one
# Your set has the heads that cost most when each is switched off alone. Heads that do the
# same work hide each other: alone, none of them is missed. Try sets.
def fewest_heads(accuracy, heads, below):
    ranked = sorted(heads, key=lambda head: accuracy([head]))
    for size in range(len(heads) + 1):
        if accuracy(ranked[:size]) < below:
            return ranked[:size]
    return ranked
# %% mistake: greedy
# Your set grows by the head that costs most just then. The first of two that share the
# work costs next to nothing, so it is passed by. Try all sets of one size before the
# next.
def fewest_heads(accuracy, heads, below):
    off = []
    while accuracy(off) >= below and len(off) < len(heads):
        left = [head for head in heads if head not in off]
        off.append(min(left, key=lambda head: accuracy([*off, head])))
    return off
# %% mistake: taken-back
# Your set is what is left of all heads when those that are not needed are switched on,
# one after the other. No head of it can go, and yet a smaller set may do. Try all sets of
# one size before the next.
def fewest_heads(accuracy, heads, below):
    off = list(heads)
    for head in heads:
        fewer = [other for other in off if other != head]
        if accuracy(fewer) < below:
            off = fewer
    return off
# %% mistake: each-alone
# You return every head without which alone the model fails. No head that another one can
# stand in for is among them.
def fewest_heads(accuracy, heads, below):
    return [head for head in heads if accuracy([head]) < below]
# %% mistake: most-costly-head
# You return the head that costs most alone, whether the model fails without it or not.
def fewest_heads(accuracy, heads, below):
    return [min(heads, key=lambda head: accuracy([head]))]
# %% mistake: pairs-at-most
# Your set is the one head, or the two, that cost most. `below` says when a set is enough,
# and that may take three.
def fewest_heads(accuracy, heads, below):
    sets = [[one, other] for one in heads for other in heads]  # twice one is one
    return sorted(set(min(sets, key=accuracy)))
# %% mistake: lowest-of-all
# You return all heads, or the set with the lowest accuracy of all, which here comes to the
# same. Stop at the first size that makes the model fail.
def fewest_heads(accuracy, heads, below):
    return list(heads)
# %% mistake: first-that-fails
# You return the first set that makes the model fail. Others of its size may, too: asked for
# is the one that leaves the lowest accuracy.
# min(failing, key=left.__getitem__) => failing[0]
# %% mistake: highest-that-fails
# Of the sets that make the model fail you return the one that leaves the highest
# accuracy. Asked for is the lowest.
# min(failing => max(failing
# %% mistake: kept-for-switched-off
# You switch off all heads but those of the set. `off` is what is switched off.
# accuracy(list(off)) => accuracy([head for head in heads if head not in off])
# %% mistake: at-least-for-below
# You stop where the accuracy is still at least `below`. Failing is being below it.
# left[off] < below => left[off] >= below
# raise ValueError("It does not fail with all heads off.") => return list(heads)
# %% mistake: at-most-for-below
# In yours an accuracy that equals `below` is a failure, too. The model fails only where its
# accuracy is smaller.
# left[off] < below => left[off] <= below
# %% mistake: not-without-any
# Your set is never empty. A model may fail with all heads at work, and then there is
# nothing to switch off: the smallest set is the empty one, so let it count.
# range(len(heads) + 1) => range(1, len(heads) + 1)
# %% mistake: neighbours-alone
# The heads that you switch off stand side by side in the list. Any others may go
# together: itertools.combinations gives all sets of a size.
def fewest_heads(accuracy, heads, below):
    for size in range(len(heads) + 1):
        for start in range(len(heads) - size + 1):
            if accuracy(heads[start : start + size]) < below:
                return heads[start : start + size]
    return heads

# %% right: size by size
# all sets of a size before the next
from itertools import combinations


def fewest_heads(accuracy, heads, below):
    for size in range(len(heads) + 1):
        found = []
        for off in combinations(heads, size):
            left = accuracy(list(off))
            if left < below:
                found.append((left, list(off)))
        if found:
            return min(found)[1]
# wrong, first-that-fails: found.append((left, list(off))) => return list(off)
# wrong, not-without-any: range(len(heads) + 1) => range(1, len(heads) + 1)
# wrong, at-most-for-below: left < below => left <= below
# wrong, highest-that-fails: min(found) => max(found)
# %% right: lists for pairs
# in any order
# min(found)[1] => [list(h) for h in min(found)[1]][::-1]
# %% wrong, kept-for-switched-off: the ones that stay
# accuracy(list(off)) => accuracy([h for h in heads if h not in off])
# %% wrong: the accuracy too
# a pair of number and heads
# min(found)[1] => min(found)

# %% right: recursion
# sets made by hand
def sets(heads, size):
    if size == 0:
        return [[]]
    if len(heads) < size:
        return []
    with_first = [[heads[0]] + rest for rest in sets(heads[1:], size - 1)]
    return with_first + sets(heads[1:], size)


def fewest_heads(accuracy, heads, below):
    size = 0
    while True:
        off = min(sets(heads, size), key=accuracy)
        if accuracy(off) < below:
            return off
        size += 1

# %% right: all sets at once
# sorted by size, then by accuracy
def fewest_heads(accuracy, heads, below):
    sets = [[]]
    for head in heads:
        sets = sets + [off + [head] for off in sets]
    left = np.array([accuracy(off) for off in sets])
    sizes = np.array([len(off) for off in sets])
    sizes[left >= below] = len(heads) + 1
    order = np.lexsort((left, sizes))
    return sets[order[0]]

# %% right: bits of a number
# every set, the best by size and then by accuracy
def fewest_heads(accuracy, heads, below):
    best = (len(heads) + 1, 0.0, [])
    for number in range(2 ** len(heads)):
        off = [head for bit, head in enumerate(heads) if number >> bit & 1]
        if len(off) <= best[0]:
            left = accuracy(off)
            if left < below:
                best = min(best, (len(off), left, off))
    return best[2]

# %% right: sets that grow
# each made longer by heads further on in the list
def fewest_heads(accuracy, heads, below):
    sets = [((), -1)]
    while True:
        left = [(accuracy([heads[i] for i in off]), off) for off, last in sets]
        lowest, off = min(left)
        if lowest < below:
            return [heads[i] for i in off]
        places = range(len(heads))
        sets = [((*o, i), i) for o, last in sets for i in places if i > last]

# %% wrong, not_attempted: left open
# stub
def fewest_heads(accuracy, heads, below):
    raise NotImplementedError

# %% wrong, ranked-one-by-one: ranked
def fewest_heads(accuracy, heads, below):
    ranked = sorted(heads, key=lambda head: accuracy([head]))
    off = []
    while accuracy(off) >= below:
        off.append(ranked.pop(0))
    return off

# %% wrong, greedy: greedy
def fewest_heads(accuracy, heads, below):
    off = []
    while accuracy(off) >= below:
        left = [head for head in heads if head not in off]
        costs = [accuracy(off + [head]) for head in left]
        off = off + [left[int(np.argmin(costs))]]
    return off

# %% wrong: never reset
# more and more of them, in the order of the list
def fewest_heads(accuracy, heads, below):
    off = []
    for head in heads:
        off.append(head)
        if accuracy(off) < below:
            return off
    return off

# %% wrong: sets of three at most
# the model may need four
def fewest_heads(accuracy, heads, below):
    from itertools import combinations
    for size in range(4):
        best = min(combinations(heads, size), key=lambda off: accuracy(list(off)))
        if accuracy(list(best)) < below:
            return list(best)
    return list(heads)

# %% same
# A set of heads has no order, tuple or list.
# key=left.__getitem__)) => key=left.__getitem__))[::-1]
# list(min(failing, key=left.__getitem__)) => min(failing, key=left.__getitem__)
# %% same
# The sets as tuples; the models here take both.
# accuracy(list(off)) => accuracy(off)
# %% same
# With all heads off it fails.
# len(heads) + 1 => len(heads) + 2
# raise ValueError("It does not fail with all heads off.") => pass

# %% hint: two heads share the work
# Suppose that two heads do the same work. What does switching off the one cost, and what
# the other? What follows for methods that look at one head at a time?
# %% hint: two heads share the work; three heads share the work
# How many sets of 2 heads are there among 8, and how many of 3?
# itertools.combinations(heads, size) goes through them.
# %% hint
# Go through the sizes from 0 on. For each, ask accuracy(off) for all of its sets; is the
# lowest of these below `below`?
