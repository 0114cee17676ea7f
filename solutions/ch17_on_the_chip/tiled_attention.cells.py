# %% mistake: all-keys-at-once
# All your keys and values are in fast memory together. That is little traffic, but it would
# have to be as large as the text. Hold a tile at a time, and load it for each tile of
# queries.
# - for row
# + ks, vs = machine.load("k"), machine.load("v")
# +     for row
# k = machine.load("k", column, column + columns) => k = ks[column : column + columns]
# v = machine.load("v", column, column + columns) => v = vs[column : column + columns]
# %% mistake: all-keys-for-each-tile
# For each of your tiles of queries, all keys or values are in fast memory together, so it
# has to hold the whole text. Hold a tile of them at a time.
# - )
# -         largest
# + )
# +         ks, vs = machine.load("k"), machine.load("v")
# +         largest
# k = machine.load("k", column, column + columns) => k = ks[column : column + columns]
# v = machine.load("v", column, column + columns) => v = vs[column : column + columns]
# %% mistake: queries-loaded-again
# You load the same queries again for every tile of keys. Load them once, before you go
# through the keys.
# - scores =
# + q = machine.load("q", row, row + rows)
# +             scores =
# - q = machine.load("q", row, row + rows)
# -         largest
# + largest
# %% mistake: context-stored-in-every-tile
# You store the context after every tile of keys. Only the last one is right: store once,
# after the inner loop.
# -             largest = new
# -         machine.store("context", mixture / total, row)
# +             largest = new
# +             machine.store("context", mixture / total, row)
# %% mistake: each-tile-for-itself
# Each tile of keys has a softmax of its own in yours, and their contexts are added up. Keep
# one total for all tiles, and divide by the total in the end.
# - rescale * total + powers.sum(axis=-1, keepdims=True)
# + 1.0
# - rescale * mixture + powers @ v
# + mixture + powers / powers.sum(axis=-1, keepdims=True) @ v
# %% mistake: not-rescaled
# In yours total and mixture keep their scale when a tile brings a larger score. Multiply
# both by exp(old - new), the difference of the largest scores.
# rescale * total => total && rescale * mixture => mixture
# %% mistake: total-not-rescaled
# Your total keeps its scale when a tile brings a larger score, and your mixture does not.
# Multiply the total by the same factor, exp(largest score before - largest score now).
# rescale * total => total
# %% mistake: mixture-not-rescaled
# Your mixture keeps its scale when a tile brings a larger score, and your total does not.
# Multiply the mixture by the same factor, exp(largest score before - largest score now).
# rescale * mixture => mixture
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k).
# T / d_k**0.5 => T
# %% mistake: never-divided
# You store sums of powers times values. Divide by the total before you store.
# mixture / total => mixture
# %% mistake: one-largest-for-the-tile
# In yours the powers of a query may all become 0, as with one largest score for the whole
# tile. Each query should have its own.
# scores.max(axis=-1, keepdims=True) => scores.max()
# %% mistake: last-tile-dropped
# Your keys of the last tile are missing where that tile is shorter than the others.
# range(0, n_k, columns) => range(0, n_k - n_k % columns, columns)
# %% mistake: stored-at-the-top
# You store each tile's context in the first rows. Give store the row at which the tile's
# queries begin.
# mixture / total, row) => mixture / total)
# %% mistake: stored-at-the-number-of-the-tile
# You store a tile's context at the number of the tile. Give store the row at which the
# tile's queries begin.
# mixture / total, row) => mixture / total, row // rows)
# %% mistake: steps-exchanged
# You go through the queries in steps of `columns`, and through the keys in steps of `rows`.
# A tile should have `rows` queries and `columns` keys.
# range(0, n_q, rows) => range(0, n_q, columns)
# range(0, n_k, columns) => range(0, n_k, rows)
# %% mistake: divided-in-every-round
# In yours the mixture is divided by the total in every round. Divide once, after the last
# tile of keys.
# = rescale * mixture + powers @ v => = (rescale * mixture + powers @ v) / total
# mixture / total, row) => mixture, row)
# %% mistake: keys-end-with-the-queries
# Your tiles of keys end at n_q, where the queries end. There are n_k keys.
# range(0, n_k, columns) => range(0, n_q, columns)
# %% mistake: carried-over
# In yours a tile of queries goes on with the largest score, total and mixture of the one
# before. Each tile of queries should start anew.
# -         largest, total, mixture = -np.inf, 0.0, 0.0
# -
# +
# - for row
# + largest, total, mixture = -np.inf, 0.0, 0.0
# +     for row
# %% mistake: divided-by-d-k
# Your scores are divided by d_k. Divide them by sqrt(d_k).
# T / d_k**0.5 => T / d_k
# %% mistake: root-of-d-v
# Your scores are divided by sqrt(d_v). A score adds up d_k products: divide by sqrt(d_k).
# T / d_k**0.5 => T / machine.shape("v")[1] ** 0.5
# %% mistake: last-queries-dropped
# Your last tile of queries is missing where it is shorter than the others.
# range(0, n_q, rows) => range(0, n_q - n_q % rows, rows)
# %% mistake: rows-and-columns-swapped
# Your tiles have `columns` queries and `rows` keys. A tile should have `rows` queries and
# `columns` keys.
# - n_q, d_k = machine.shape("q")
# + rows, columns = columns, rows
# +     n_q, d_k = machine.shape("q")
# %% mistake: unstable
# Scores far from 0 give nan in yours, because exp() overflows or becomes 0. Subtract the
# largest score so far.
# new = np.maximum(largest, scores.max(axis=-1, keepdims=True)) => new = 0.0 * scores[:, :1]
# rescale, powers = np.exp(largest - new), => rescale, powers = 1.0,
# %% mistake: keys-in-the-outer-loop
# You load the queries and the context again for every tile of keys. Go through the
# queries in the outer loop: each tile of queries is loaded once, and its context stored
# once.
def tiled_attention(machine, rows, columns):
    (n_q, d_k), (n_k, _) = machine.shape("q"), machine.shape("k")
    log_totals = np.full((n_q, 1), -np.inf)
    for j in range(0, n_k, columns):
        k, v = (machine.load(name, j, j + columns) for name in "kv")
        for i in range(0, n_q, rows):
            q = machine.load("q", i, i + rows)
            scores = q @ k.T / d_k**0.5
            own = np.logaddexp.reduce(scores, axis=1, keepdims=True)
            old = log_totals[i : i + rows]
            both = np.logaddexp(old, own)
            before = machine.load("context", i, i + rows)
            log_totals[i : i + rows] = both
            mixed = np.exp(old - both) * before + np.exp(scores - both) @ v
            machine.store("context", mixed, i)
# %% mistake: largest-not-kept
# What earlier tiles of keys gave is lost in yours: the last tile alone counts. Keep total,
# mixture and the new largest score for the next tile.
# largest = new => pass
# %% mistake: inverse-factor
# Your contexts are nan, as with exp(new - old) for the factor where old starts at -inf.
# Take exp(old - new), and start at -inf.
# np.exp(largest - new), => np.exp(new - largest),
# %% mistake: queries-loaded-once-more
# You load the same queries once more than there are tiles of keys. Load them once.
# - scores =
# + q = machine.load("q", row, row + rows)
# +             scores =
# %% mistake: all-mixtures-kept
# Your outer loop goes through the keys, so the mixtures of all queries wait in fast memory
# until the last tile of keys. Take a tile of queries outside, and inside it all keys.
def tiled_attention(machine, rows, columns):
    (n_q, d_k), (n_k, d_v) = machine.shape("q"), machine.shape("v")
    largest, total = np.full((n_q, 1), -np.inf), np.zeros((n_q, 1))
    mixture = np.zeros((n_q, d_v))
    for j in range(0, n_k, columns):
        k, v = (machine.load(name, j, j + columns) for name in "kv")
        for i in range(0, n_q, rows):
            tile = slice(i, i + rows)
            scores = machine.load("q", i, i + rows) @ k.T / d_k**0.5
            new = np.maximum(largest[tile], scores.max(axis=1, keepdims=True))
            powers, rescale = np.exp(scores - new), np.exp(largest[tile] - new)
            total[tile] = rescale * total[tile] + powers.sum(axis=1, keepdims=True)
            mixture[tile] = rescale * mixture[tile] + powers @ v
            largest[tile] = new
    machine.store("context", mixture / total)

# %% right: the textbook's
# arrays from the start
def tiled_attention(machine, rows, columns):
    n_q, d_k = machine.shape("q")
    n_k, d_v = machine.shape("v")
    for i in range(0, n_q, rows):
        q = machine.load("q", i, i + rows) / np.sqrt(d_k)
        top = np.full((len(q), 1), -np.inf)
        total, mixed = np.zeros((len(q), 1)), np.zeros((len(q), d_v))
        for j in range(0, n_k, columns):
            keys = machine.load("k", j, j + columns)
            values = machine.load("v", j, j + columns)
            scores = q @ keys.T
            new = np.maximum(top, scores.max(axis=1, keepdims=True))
            old, powers = np.exp(top - new), np.exp(scores - new)
            total = old * total + powers.sum(axis=1, keepdims=True)
            mixed = old * mixed + powers @ values
            top = new
        machine.store("context", mixed / total, i)
# wrong, not-rescaled: old * total => total && old * mixed => mixed
# wrong, unscaled: ) / np.sqrt(d_k) => )
# wrong, one-largest-for-the-tile: scores.max(axis=1, keepdims=True) => scores.max()
# wrong, stored-at-the-top: mixed / total, i) => mixed / total, 0)
# %% wrong, queries-loaded-again: queries in the inner loop
# - scores = q @ keys.T
# + q = machine.load("q", i, i + rows)
# +             scores = q @ keys.T / np.sqrt(d_k)
# - q = machine.load("q", i, i + rows) / np.sqrt(d_k)
# -         top
# + top
# np.full((len(q), 1) => np.full((min(rows, n_q - i), 1)
# np.zeros((len(q), 1)), np.zeros((len(q), d_v)) => 0.0, 0.0

# %% right: always a mean
# one number per query is carried: the log of its total
def tiled_attention(machine, rows, columns):
    for i in range(0, machine.shape("q")[0], rows):
        q = machine.load("q", i, i + rows)
        log_total, mean = -np.inf, 0.0
        for j in range(0, machine.shape("k")[0], columns):
            k, v = (machine.load(name, j, j + columns) for name in "kv")
            scores = np.einsum("id,jd->ij", q, k) / q.shape[1] ** 0.5
            top = scores.max(-1, keepdims=True)
            own = top + np.log(np.exp(scores - top).sum(-1, keepdims=True))
            both = np.logaddexp(log_total, own)
            mean = np.exp(log_total - both) * mean + np.exp(scores - both) @ v
            log_total = both
        machine.store("context", mean, i)
# %% wrong, context-stored-in-every-tile: a store too many
# - both
# -         machine
# + both
# +             machine.store("context", mean, i)
# +         machine
# machine.store("context", mean, i) => pass
# %% wrong, last-tile-dropped: whole tiles of keys
# - range(0, machine.shape("k")[0], columns)
# + range(0, machine.shape("k")[0] // columns * columns, columns)

# %% right: while, and a helper
# the step is a function
def take(state, scores, values):
    top, total, mixed = state
    new = np.maximum(top, scores.max(1, keepdims=True))
    powers, old = np.exp(scores - new), np.exp(top - new)
    total = old * total + powers.sum(1, keepdims=True)
    return new, total, old * mixed + powers @ values


def tiled_attention(machine, rows, columns):
    i = 0
    while i < machine.shape("q")[0]:
        q, j, state = machine.load("q", i, i + rows), 0, (-np.inf, 0.0, 0.0)
        while j < machine.shape("k")[0]:
            k = machine.load("k", j, j + columns)
            scores = q @ k.T / q.shape[-1] ** 0.5
            state = take(state, scores, machine.load("v", j, j + columns))
            j += columns
        machine.store("context", state[2] / state[1], i)
        i += rows
# wrong, total-not-rescaled: old * total => total
# wrong, mixture-not-rescaled: old * mixed => mixed
# wrong, never-divided: state[2] / state[1] => state[2]
# %% wrong, carried-over: no new start
# i = 0 => i, state = 0, (-np.inf, 0.0, 0.0)
# - q, j, state = machine.load("q", i, i + rows), 0, (-np.inf, 0.0, 0.0)
# + q, j = machine.load("q", i, i + rows), 0

# %% right: every tile first, then one softmax
# the same traffic, with more room in fast memory
def tiled_attention(machine, rows, columns):
    n_k = machine.shape("k")[0]
    for i in range(0, machine.shape("q")[0], rows):
        q = machine.load("q", i, i + rows)
        scores, values = [], []
        for j in range(0, n_k, columns):
            scores.append(q @ machine.load("k", j, j + columns).T)
            values.append(machine.load("v", j, j + columns))
        row = np.hstack(scores) / q.shape[1] ** 0.5
        powers = np.exp(row - row.max(axis=1, keepdims=True))
        weights = powers / powers.sum(axis=1, keepdims=True)
        machine.store("context", weights @ np.vstack(values), i)

# %% wrong, all-keys-at-once: keys beforehand
def tiled_attention(machine, rows, columns):
    k, v = machine.load("k"), machine.load("v")
    for i in range(0, machine.shape("q")[0], rows):
        q = machine.load("q", i, i + rows)
        scores = q @ k.T / q.shape[1] ** 0.5
        powers = np.exp(scores - scores.max(1, keepdims=True))
        machine.store("context", powers / powers.sum(1, keepdims=True) @ v, i)

# %% wrong, all-keys-for-each-tile: keys for each strip
def tiled_attention(machine, rows, columns):
    for i in range(0, machine.shape("q")[0], rows):
        q = machine.load("q", i, i + rows)
        k, v = machine.load("k"), machine.load("v")
        scores = q @ k.T / q.shape[1] ** 0.5
        powers = np.exp(scores - scores.max(1, keepdims=True))
        machine.store("context", powers / powers.sum(1, keepdims=True) @ v, i)

# %% wrong: keys in the outer loop
# the first FlashAttention's order: right, and more travels
def tiled_attention(machine, rows, columns):
    (n_q, d_k), n_k = machine.shape("q"), machine.shape("k")[0]
    totals = [-np.inf] * n_q
    for j in range(0, n_k, columns):
        k, v = machine.load("k", j, j + columns), machine.load("v", j, j + columns)
        for i in range(0, n_q, rows):
            q = machine.load("q", i, i + rows)
            before = machine.load("context", i, i + rows)
            scores = q @ k.T / d_k**0.5
            top = scores.max(1, keepdims=True)
            own = top + np.log(np.exp(scores - top).sum(1, keepdims=True))
            old = -np.inf if j == 0 else totals[i]
            both = np.logaddexp(old, own)
            totals[i] = both
            now = np.exp(old - both) * before + np.exp(scores - both) @ v
            machine.store("context", now, i)

# %% wrong, rows-and-columns-swapped: rows and columns swapped
# right, with other traffic
def tiled_attention(machine, rows, columns):
    n_q, d = machine.shape("q")
    n_k = machine.shape("k")[0]
    for i in range(0, n_q, columns):
        q = machine.load("q", i, i + columns)
        m, l, o = -np.inf, 0, 0
        for j in range(0, n_k, rows):
            k, v = machine.load("k", j, j + rows), machine.load("v", j, j + rows)
            s = q @ k.T / d ** 0.5
            new = np.maximum(m, s.max(1, keepdims=True))
            p, c = np.exp(s - new), np.exp(m - new)
            l, o, m = l * c + p.sum(1, keepdims=True), o * c + p @ v, new
        machine.store("context", o / l, i)

# %% same
# There are two axes.
# scores.max(axis=-1 => scores.max(axis=1
# powers.sum(axis=-1 => powers.sum(axis=1
# %% same
# Times exp(-inf), 0.
# = -np.inf, 0.0, 0.0 => = -np.inf, 1.0, 0.0
# = -np.inf, 0.0, 0.0 => = -np.inf, 0.0, 1.0

# %% hint: tiles that fit
# It is `online_softmax_attention` of chapter 12 with a loop around it, and with loads and
# stores where that one has slices.
# %% hint
# Which lines belong into the outer loop? What a tile of queries needs once: its queries,
# three starting values, and at the end one store.
# %% hint
# Inside: load a tile of keys and one of values, scores, the new largest, one factor for
# total and mixture. `machine.store("context", mixture / total, row)` comes after the inner
# loop.
