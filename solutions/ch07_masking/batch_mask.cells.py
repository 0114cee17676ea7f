# %% mistake: or-for-and
# Pairs of yours are open for which only *one* of the conditions holds, as with |: a real
# key in the future is, for instance. All of the conditions have to hold.
# real & near => real | near
# %% mistake: nothing-blocked
# Your mask leaves every pair open, as conditions joined with | may: the future passes as
# 'not too far back'. All of them have to hold, as with &.
# (j <= i) & (i - j => (j <= i) | (i - j && real & near => real | near
# %% mistake: all-blocked
# Your mask lets no query attend to anything. Make an entry True where key j is real, j <= i
# and i - j < window.
# -     return mask
# +     return mask & False
# %% mistake: inverted
# Your mask is True where a query must *not* look. In this course True means may attend.
# -     return mask
# +     mask = ~mask
# +     return mask
# %% mistake: keys-as-rows
# Rows and columns have changed places. Row i is the query, column j the key: [b, 0, i, j].
# So padding should block columns, and the past should be below the diagonal.
# i, j = np => j, i = np
# %% mistake: filler-as-queries
# You block the rows of the padding. A row of padding may look at the real tokens in its
# window, because it is thrown away later. The mask says what may be *read*, so the
# lengths belong to the keys alone, the last axis.
# real = j < => real = i <
# %% mistake: padding-forgotten
# The lengths change nothing in your mask: padding may be read like any token. Key j of a
# sentence of length l is real where j < l.
# j < lengths[:, None, None, None] => np.ones((len(lengths), 1, 1, n), dtype=bool)
# %% mistake: last-included
# One position of padding after each sentence counts as real. Positions count from 0, so a
# sentence of length 3 has real tokens at 0, 1 and 2: j < length.
# real = j < => real = j <=
# %% mistake: window-one-too-wide
# Your window reaches one token too far back: key i - window is open. It should hold the
# query itself and window - 1 before it: i - j < window.
# i - j < window => i - j < window + 1
# %% mistake: window-one-too-narrow
# Your window is one token too narrow: with a window of 1 nothing is open at all. The
# query's own place counts as one of them.
# i - j < window => i - j < window - 1
# %% mistake: window-forgotten
# Your window changes nothing: every query sees all of its past. Key j lies in the window of
# query i where i - j < window.
# ) & (i - j < window) => )
# %% mistake: window-on-both-sides
# Your window reaches as far ahead as it reaches back, so a query may read its own answer. A
# key also has to stand at or before the query: j <= i.
# (j <= i) & (i - j < window) => (abs(i - j) < window)
# %% mistake: itself-blocked
# Your queries may not attend to themselves. The query's own place belongs to its window: j
# <= i.
# j <= i => j < i
# %% mistake: far-for-near
# You keep what lies *before* the window and block what is in it. Near keys have a small i -
# j.
# (i - j < window) => ((i - j >= window) | (window > n))
# %% mistake: heads-missing
# Your mask lacks an axis. Scores are (batch, heads, queries, keys); a mask of (batch, n, n)
# lines up its batch with the heads. Put an axis of length 1 where the heads are.
# lengths[:, None, None, None] => lengths[:, None, None]
# %% mistake: numbers
# Your mask is made of numbers. A mask of this course is Boolean, because with numbers ~
# fails or does something else. A comparison such as j < length gives True and False.
# return mask => return mask.astype(float)
# %% mistake: axis-forgotten
# Broadcasting lines up axes from the right, so your lengths meet queries or keys and not
# the batch. After the batch they need axes for heads, queries and keys: lengths[:, None,
# None, None].
# lengths[:, None, None, None] => lengths[:, None] && real & near => (real & near)[:, None]
# %% mistake: last-real-tokens
# Your window is counted back from the end of the sentence, so it begins at the same key for
# every query. Each query has its own: itself and the window - 1 keys before it.
def batch_mask(lengths, n, window):
    j, ends = np.arange(n), lengths[:, None, None, None]
    return (j < ends) & (j >= ends - window) & np.tri(n, dtype=bool)
# %% mistake: ahead-not-back
# Your queries look ahead: at themselves and at the window - 1 tokens after them. Asked for
# are those before them.
# (j <= i) & (i - j < window) => (i <= j) & (j - i < window)

# %% right: with the masks above
# padding, causal and window, each broadcast
def batch_mask(lengths, n, window):
    real = padding_mask(lengths, n)[:, None, None, :]
    i, j = np.arange(n)[:, None], np.arange(n)
    mask = real & causal_mask(n) & (i - j < window)
    return mask
# wrong, nothing-blocked: & causal_mask(n) & ( => | causal_mask(n) | (
# wrong, or-for-and: & causal_mask => | causal_mask
# wrong, inverted: return mask => return ~mask
# wrong, filler-as-queries: [:, None, None, :] => [:, None, :, None]
# wrong, window-forgotten: ) & (i - j < window) => )
# wrong, window-one-too-wide: i - j < window => i - j <= window
# wrong, window-on-both-sides: causal_mask(n) & (i - j < window) => (abs(i - j) < window)
# wrong, heads-missing: [:, None, None, :] => [:, None, :]
# wrong, numbers: return mask => return 1 * mask
# wrong, keys-as-rows: return mask => return np.swapaxes(mask, -1, -2)
# %% wrong: one or
# the window opens the future
# & (i - j < window) => | (i - j < window)
# %% wrong, padding-forgotten: no padding
# real & causal_mask => np.ones((len(lengths), 1, 1, 1), bool) & causal_mask
# %% wrong: no axes at all
# (batch, n) meets (n, n)
# [:, None, None, :] =>
# %% wrong: the axis behind
# each length has become a row of its own
# [:, None, None, :] => [..., None, None]
# %% wrong: to be added
# 0 and -inf
# return mask => return np.where(mask, 0, -np.inf)

# %% right: a band of triangles
# what is too far back taken off the triangle
def batch_mask(lengths, n, window):
    band = np.tril(np.ones((n, n), dtype=bool))
    band &= ~np.tril(np.ones((n, n), dtype=bool), k=-window)
    keys = np.arange(n)[None, None, None] < lengths.reshape(-1, 1, 1, 1)
    return np.logical_and(keys, band)

# %% right: pair by pair
# filled in place
def batch_mask(lengths, n, window):
    mask = np.zeros((len(lengths), 1, n, n), dtype=bool)
    for b in range(len(lengths)):
        for i in range(n):
            for j in range(n):
                mask[b, 0, i, j] = j < lengths[b] and 0 <= i - j < window
    return mask

# %% right: sentence by sentence
# a fresh causal mask, columns and beginnings closed
def batch_mask(lengths, n, window):
    masks = []
    for length in lengths:
        one = causal_mask(n)
        one[:, length:] = False
        for i in range(n):
            one[i, :max(i + 1 - window, 0)] = False
        masks.append(one)
    return np.stack(masks)[:, None]

# %% right: multiplied
# the product of Booleans is Boolean
def batch_mask(lengths, n, window):
    real = padding_mask(lengths, n)[:, None, None, :]
    i, j = np.arange(n)[:, None], np.arange(n)
    return real * (j <= i) * (j > i - window)

# %% wrong, not_attempted: left open
# stub
def batch_mask(lengths, n, window):
    raise NotImplementedError

# %% right: by distances
def batch_mask(lengths, n, window):
    back = np.arange(n)[:, None] - np.arange(n)
    real = np.arange(n) < np.asarray(lengths)[:, None, None, None]
    return (back >= 0) & (back < window) & real
# wrong, window-one-too-wide: back < => back <=
# wrong, itself-blocked: >= => >
# wrong: (back >= 0) & =>
# wrong, window-forgotten: & (back < window) =>
# wrong, window-on-both-sides: back >= 0) & (back => abs(back)
# wrong, or-for-and: & real => | real
# wrong, heads-missing: , None, => ,
# wrong, filler-as-queries: & real => & real & real.swapaxes(-1, -2)

# %% hint: two sentences; several sentences
# Ask three questions about each pair (i, j) of sentence b, one for each condition. Which of
# b, i and j does a question need? Its array has these axes, and size 1 for the others.
# %% hint: two sentences; several sentences
# Compare a column of positions, (n, 1), with a row of positions, (n,), and you get a table
# of all pairs. The lengths are about keys alone, so their mask needs axes of length 1 for
# heads and queries, behind the axis of the batch.
# %% hint
# `lengths[:, None, None, None]` is (batch, 1, 1, 1), and a comparison with the row of
# positions makes it (batch, 1, 1, n). What joins it with the table so that all conditions
# have to hold?
