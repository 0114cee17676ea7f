# %% mistake: starts-at-1
# Your first real token is at position 1. A running count of the real tokens gives 1 for the
# first of them: positions begin with 0.
# cumsum(axis=1) - 1 => cumsum(axis=1)
# positional_encoding(n, => positional_encoding(n + 1,
# %% mistake: row-backwards
# You count from the end of the row, padding included. The first real token of a sentence
# should have position 0.
# real.cumsum(axis=1) - 1 => n - 1 - np.arange(n) + 0 * real
# %% mistake: counted-backwards
# You count from the end of each sentence, so its last token is at position 0. Its first
# token should be.
# real.cumsum(axis=1) - 1 => real.sum(axis=1, keepdims=True) - real.cumsum(axis=1)
# %% mistake: down-the-batch
# You count down the batch: a token's position says how many sentences above it have a real
# token there. Count along axis 1.
# cumsum(axis=1) => cumsum(axis=0)
# positional_encoding(n, => positional_encoding(n + len(x),
# %% mistake: one-start-for-all
# You move all sentences by the same number of places. Each has a first real token of its
# own.
# real.cumsum(axis=1) - 1 => np.maximum(np.arange(n) - real.argmax(axis=1).max(), 0)
# %% mistake: padding-always-in-front
# You take off the number of a sentence's padding, wherever it stands. That is right for
# padding in front of the sentence, and too much for padding after it.
# - real.cumsum(axis=1) - 1
# + np.maximum(np.arange(n) - (~real).sum(axis=1, keepdims=True), 0)
# %% mistake: padding-behind-gives-negatives
# Your positions are moved by all of a sentence's padding. Only the padding in front counts:
# with some behind, your first tokens get rows from the end of the table.
# real.cumsum(axis=1) - 1 => np.arange(n) - (~real).sum(axis=1, keepdims=True)
# %% mistake: tokens-moved
# You moved the tokens to the front of their rows. The mask still says where they were:
# leave them in their columns.
def add_positions(x, real):
    order = np.argsort(~real, axis=1, kind="stable")
    moved = np.take_along_axis(x, order[..., None], axis=1)
    return moved + positional_encoding(*x.shape[1:])
# %% mistake: encoding-alone
# You return the encoding without the tokens. It is added to them.
# x + positional_encoding => positional_encoding
# %% mistake: scaled-by-root-of-d-model
# You multiply x by sqrt(d_model). x is added as it is.
# return x + => return x * d_model**0.5 +
# %% mistake: multiplied
# You multiply x by the encoding. It is added.
# return x + => return x *
# %% mistake: all-at-the-start
# Every real token of yours is at position 0. Only the first should be: count on from there.
# real.cumsum(axis=1) - 1 => np.zeros_like(real, dtype=int)
# %% mistake: first-sentence-for-all
# You look for the first real token of one sentence and use it for all. Each sentence has a
# start of its own.
# - real.cumsum(axis=1) - 1
# + np.maximum(np.arange(x.shape[1]) - real[:1].argmax(axis=1)[:, None], 0)

# %% right: a running count
# the smallest change
def add_positions(x, real):
    table = positional_encoding(x.shape[1], x.shape[2])
    return np.where(real[..., None], x + table[np.cumsum(real, axis=1) - 1], x)
# %% right: columns less the first real one
# padding behind goes on counting, which is nobody's business
# - return
# + starts = real.argmax(axis=1)[:, None]
# +     return
# np.cumsum(real, axis=1) - 1 => np.maximum(np.arange(x.shape[1]) - starts, 0)
# %% right: a longer table
# no row depends on how many there are
# x.shape[1], => 2 * x.shape[1] + 9,
# %% wrong, not_attempted: untouched
# as given
# table[np.cumsum(real, axis=1) - 1] => table
# %% wrong: from 1 on
# a count is no position, and the last two share one
# np.cumsum(real, axis=1) - 1 => np.clip(np.cumsum(real, axis=1), 0, x.shape[1] - 1)
# %% wrong, starts-at-1: from 1 on, in a longer table
# x.shape[1], => x.shape[1] + 1, && np.cumsum(real, axis=1) - 1 => np.cumsum(real, axis=1)
# %% wrong, down-the-batch: down the batch
# x.shape[1], => 99,
# np.cumsum(real, axis=1) - 1 => np.maximum(np.cumsum(real, axis=0) - 1, 0)
# %% wrong, padding-always-in-front: by the number of its padding
# - return
# + padding = (~real).sum(axis=1)[:, None]
# +     return
# np.cumsum(real, axis=1) - 1 => np.maximum(np.arange(x.shape[1]) - padding, 0)
# %% wrong, one-start-for-all: the longest padding for all
# - return
# + padding = real.argmax(axis=1).max()
# +     return
# np.cumsum(real, axis=1) - 1 => np.maximum(np.arange(x.shape[1]) - padding, 0)
# %% wrong, counted-backwards: from the end
# np.cumsum(real, axis=1) - 1 => np.maximum(real[:, ::-1].cumsum(axis=1)[:, ::-1] - 1, 0)
# %% wrong, tokens-moved: tokens moved
# - table = positional_encoding(x.shape[1], x.shape[2
# + moved = np.stack([np.roll(r, -o.argmax(), axis=0) for r, o in zip(x, real)
# - np.where(real[..., None], x + table[np.cumsum(real, axis=1) - 1], x
# + moved + positional_encoding(x.shape[1], x.shape[2]
# %% wrong, encoding-alone: no tokens
# x + table[np.cumsum(real, axis=1) - 1], x) => table[np.cumsum(real, axis=1) - 1], 0)

# %% right: sentence by sentence
# a loop, and a Boolean index
def add_positions(x, real):
    result = np.array(x, dtype=float)
    for i in range(len(x)):
        count = real[i].sum()
        result[i, real[i]] += positional_encoding(count, x.shape[2])
    return result

# %% right: the shift as a roll
# what comes round meets padding only
def add_positions(x, real):
    table = positional_encoding(x.shape[1], x.shape[2])
    rows = [np.roll(table, own.argmax(), axis=0) for own in real]
    return x + np.stack(rows)

# %% right: counted from the first real
def add_positions(x, real):
    out = x.copy()
    for b, row in enumerate(real):
        places = np.flatnonzero(row)
        own = positional_encoding(len(places), x.shape[-1])
        out[b, places] += own.astype(x.dtype)
    return out
# wrong, encoding-alone: += => =
# wrong, counted-backwards: ]) => ])[::-1]

# %% hint: padding in front
# Take one sentence alone, and the same with three columns of padding in front. Which
# encoding does its first token get, here and there?
# %% hint: padding in front; in front and behind
# The column of a token is not its position. What of the array real tells how many real
# tokens came before it?
# %% hint
# real.cumsum(axis=1) counts the real tokens up to each column. Turn that into positions,
# and pick the rows of a table with them.
