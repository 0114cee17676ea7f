# %% mistake: previous-occurrence
# You read the weight for the previous occurrence itself, column i - period. A head that
# looks there finds the same token again; what comes next is one to the right of it, in
# column i - period + 1.
# later - period + 1 => later - period
# %% mistake: one-before
# You read column i - period - 1, the token before the previous occurrence. What came next
# last time is one after it: i - period + 1.
# later - period + 1 => later - period - 1
# %% mistake: one-row-early
# You start one token too early, at i = period - 1. That is the last token of the first
# copy: it has not occurred before, so no head can look it up.
# np.arange(period, n) => np.arange(period - 1, n)
# %% mistake: all-queries
# Your sum is divided by all n tokens. Those of the first copy have no previous occurrence
# and cannot score: divide by the n - period later ones alone.
# found.mean => found.sum && (axis=-1) => (axis=-1) / n
# %% mistake: from-the-first-token
# Your mean begins at token 0. The tokens of the first copy have no previous occurrence, and
# negative columns come round from the end of the row. Begin at i = period.
# np.arange(period, n) => np.arange(n)
# %% mistake: one-row-late
# You start one token too late, at i = period + 1. Token `period` is the first that has
# occurred before: it repeats token 0.
# np.arange(period, n) => np.arange(period + 1, n)
# %% mistake: second-copy-alone
# You look at the second copy alone. Every later token has a previous occurrence too, one
# period back: go on to the end.
# np.arange(period, n) => np.arange(period, min(2 * period, n))
# %% mistake: all-copies
# You add up the weights for what came after every earlier occurrence. Only the previous one
# is asked for, period tokens back.
def induction_score(weights, period):
    n = weights.shape[-1]
    total = 0
    for i in range(period, n):
        for j in range(i - period + 1, 0, -period):
            total = total + weights[..., i, j]
    return total / (n - period)
# %% mistake: previous-token
# You read column i - 1, the token just before. That is the score of a previous-token head;
# here it is the token after the previous occurrence, i - period + 1.
# later - period + 1 => later - 1
# %% mistake: how-often-largest
# You count how often that weight is the largest of its row. The score is the mean of the
# weights themselves: a head that gives 0.4 there and one that gives 0.9 are not alike.
# weights[..., later, after] => weights[..., later, :].argmax(axis=-1) == after
# %% mistake: summed
# You add the weights up. Longer texts then score higher: take the mean over the tokens that
# have a previous occurrence.
# found.mean => found.sum
# %% mistake: columns-as-queries
# You have rows and columns the other way round. A row is the query, the later token; the
# column is the key that it looks at.
# weights[..., later, after] => weights[..., after, later]
# %% mistake: averaged-batch
# You return one number for all sequences and heads together. Average over the tokens only:
# every head keeps its own score, or you cannot tell which completes patterns.
# found.mean(axis=-1) => found.mean()
# %% mistake: averaged-over-keys
# You take a mean of the weights over all keys. Only the key after the previous occurrence
# counts.
# found.mean(axis=-1) => weights[..., later, :].mean(axis=(-2, -1))

# %% right: two index arrays
# the short way
def induction_score(weights, period):
    i = np.arange(period, weights.shape[-1])
    return weights[..., i, i - period + 1].mean(axis=-1)
# wrong, all-queries: mean(axis=-1) => sum(axis=-1) / weights.shape[-1]

# %% right: a diagonal
# rows from period on, the diagonal one to the right
def induction_score(weights, period):
    return np.diagonal(weights, 1 - period, -2, -1)[..., 1:].mean(-1)

# %% right: a loop that adds
# token by token, added up in place
def induction_score(weights, period):
    n = weights.shape[-1]
    total = np.zeros(weights.shape[:-2])
    count = 0
    for i in range(n):
        if i >= period:
            total += weights[..., i, i - period + 1]
            count += 1
    return total / count

# %% right: np.add.at
# a table of ones at the places that count
def induction_score(weights, period):
    n = weights.shape[-1]
    table = np.zeros((n, n))
    rows = np.arange(period, n)
    np.add.at(table, (rows, rows - period + 1), 1.0)
    return (weights * table).sum(axis=(-2, -1)) / table.sum()

# %% right: helpers head and found
# names that the chapter binds again further down
def found(weights, i, period):
    return weights[..., i, i + 1 - period]


def head(weights, period):
    return [found(weights, i, period) for i in range(period, weights.shape[-1])]


def induction_score(weights, period):
    return sum(head(weights, period)) / (weights.shape[-1] - period)

# %% right: by index
def induction_score(weights, period):
    i = np.arange(period, weights.shape[-1])
    return weights[..., i, i - period + 1].mean(axis=-1)

# %% same
# Self-attention: there are as many queries as keys.
# weights.shape[-1] => weights.shape[-2]

# %% hint: one head
# Write out period 3 and ten tokens. Which token is the first to have occurred before? Where
# did it occur, and what stands one after that?
# %% hint: one head; more than two copies
# The later tokens are i = period, ..., n - 1. For each of them one entry of row i is
# wanted, in column i - period + 1.
# %% hint
# Two arrays of numbers as the last two indices pick one entry per row. The rows are
# `np.arange(period, n)`. What are their columns? Average over the last axis.
