# %% mistake: lengths-added
# You measure each head by itself and add the lengths up. The token receives the *sum of the
# vectors*, and two heads may cancel: add first, then measure.
# ->...ijm => ->...hijm && .sum(axis=-1)) => .sum(axis=-1)).sum(axis=-3)
# %% mistake: lengths-averaged
# You measure each head by itself and take the mean. The token receives the sum of the
# vectors: add them, then measure once.
# ->...ijm => ->...hijm && .sum(axis=-1)) => .sum(axis=-1)).mean(axis=-3)
# %% mistake: strongest-head
# You keep the longest vector of all heads. The token receives all of them, added up.
# ->...ijm => ->...hijm && .sum(axis=-1)) => .sum(axis=-1)).max(axis=-3)
# %% mistake: head-by-head
# You return one number for each head. What reaches the token is the sum of what the heads
# write: add the vectors over the heads, then measure.
# ->...ijm => ->...hijm
# %% mistake: heads-averaged
# Your result is that of weights averaged over the heads. Each head has weights of its own:
# multiply them by that head's values, sent through its own rows of W_o, and only then add
# up the heads.
# "...hij, => "...ij, && weights, written => weights.mean(axis=-3), written
# %% mistake: rows-interleaved
# In your result a head goes through every h-th row of W_o. The heads should stand one after
# the other: the first d_v rows are the first head's.
# W_o.reshape(h, d_v, -1) => W_o.reshape(d_v, h, -1).swapaxes(0, 1)
# %% mistake: first-rows-for-all
# Every head of yours uses the first d_v rows of W_o. Head number a has the rows from a *
# d_v to (a + 1) * d_v.
# W_o.reshape(h, d_v, -1) => W_o[:d_v]
# %% mistake: no-output-projection
# You measure the weighted values before W_o. What is added to the token is the value times
# W_o, and that matrix can stretch it or wipe it out.
def contributions(weights, v, W_o):
    added = weights[..., None] * v[..., None, :, :]
    return np.sqrt((added**2).sum(axis=(-1, -4)))  # the heads side by side
# %% mistake: squared-length
# You return squared lengths. Take the root of the sum of squares, or one contribution twice
# as long would count four times.
# np.sqrt((added**2) => ((added**2)
# %% mistake: sum-of-absolutes
# Your lengths are sums of absolute values. Such a sum depends on the axes that the features
# happen to have; a length is the root of the sum of squares.
# np.sqrt((added**2).sum(axis=-1)) => np.abs(added).sum(axis=-1)
# %% mistake: sum-of-entries
# You add up the entries of the vector. Positive and negative ones cancel, so a long vector
# may come out as 0; a length is the root of the sum of squares.
# np.sqrt((added**2).sum(axis=-1)) => added.sum(axis=-1)
# %% mistake: mean-square
# You take the root of the *mean* of the squares. A length has their sum: otherwise a model
# twice as wide would seem to add less.
# (added**2).sum( => (added**2).mean(
# %% mistake: largest-entry
# You take the largest entry, without its sign. That tells of one feature alone; a length is
# the root of the sum of squares over all of them.
# np.sqrt((added**2).sum(axis=-1)) => np.abs(added).max(axis=-1)
# %% mistake: vectors
# You return the vectors themselves, one for each pair. What is asked for is how long each
# is: one number per pair.
# np.sqrt((added**2).sum(axis=-1)) => added
# %% mistake: weights-left-out
# Your lengths are those of the values times W_o, the same for every query. Each query
# should scale them by its own weights.
# weights, written => np.ones_like(weights), written
# %% mistake: length-of-the-sum
# Your result has one norm per query, that of all keys together, as after weights @ v. Here
# every pair of query and key should keep its own.
# (added**2) => (added.sum(axis=-2) ** 2)
# %% mistake: output-matrix-left-out
# You measure the weighted values. Each head's vector should go through its rows of W_o
# before the norm is taken.
# - written = v @ W_o.reshape(h, d_v, -1)
# + written = v
# %% mistake: keys-as-rows
# Your result has the keys as rows. The queries should come first: entry [i, j] is what key
# j adds to token i.
# ->...ijm => ->...jim
# %% mistake: weights-transposed
# You read the weights with keys and queries exchanged: rows are queries, columns are keys.
# "...hij,...hjm->...ijm" => "...hji,...hjm->...ijm"
# %% mistake: heads-added-before
# Every head's weights meet every head's values, as where both are added up over the heads
# before they are multiplied. Multiply each head's own first, then add up over the heads.
# "...hij,...hjm->...ijm" => "...hij,...gjm->...ijm"

# %% right: head by head
# vectors added, then measured
def contributions(weights, v, W_o):
    h, d_v = v.shape[-3], v.shape[-1]
    total = 0
    for head in range(h):
        rows = W_o[head * d_v : (head + 1) * d_v]
        written = v[..., head, :, :] @ rows
        total = total + weights[..., head, :, :, None] * written[..., None, :, :]
    return np.sqrt((total**2).sum(axis=-1))
# wrong, first-rows-for-all: W_o[head * d_v : (head + 1) * d_v] => W_o[:d_v]
# wrong, squared-length: np.sqrt((total**2).sum(axis=-1)) => (total**2).sum(axis=-1)
# wrong, sum-of-absolutes: np.sqrt((total**2).sum(axis=-1)) => np.abs(total).sum(axis=-1)
# wrong, sum-of-entries: np.sqrt((total**2).sum(axis=-1)) => total.sum(axis=-1)
# wrong, mean-square: (total**2).sum( => (total**2).mean(
# wrong, vectors: np.sqrt((total**2).sum(axis=-1)) => total
# wrong, weights-left-out: weights[..., head => np.ones_like(weights)[..., head
# wrong, heads-averaged: weights[..., head, :, :, None] => weights.mean(axis=-3)[..., None]
# %% wrong, length-of-the-sum: the sum over keys
# np.sqrt((total**2).sum(axis=-1)) => np.linalg.norm(total.sum(axis=-2), axis=-1)
# %% wrong: columns for rows
# as nn.Linear stores it
# W_o[head * d_v : (head + 1) * d_v] => W_o[:, head * d_v : (head + 1) * d_v].T

# %% right: einsum
# all at once
def contributions(weights, v, W_o):
    h, d_v = v.shape[-3], v.shape[-1]
    by_head = np.asarray(W_o, dtype=float).reshape((h, d_v, -1))
    added = np.einsum("...hij,...hjd,hdm->...ijm", weights, v, by_head)
    return np.linalg.norm(added, axis=-1)
# %% wrong, rows-interleaved: the wrong reshape
# - np.asarray(W_o, dtype=float).reshape((h, d_v, -1))
# + W_o.reshape(d_v, h, -1).swapaxes(0, 1)

# %% right: concatenated
# side by side, as a layer joins its heads
def contributions(weights, v, W_o):
    parts = [
        weights[..., a, :, :, None] * v[..., a, None, :, :]
        for a in range(weights.shape[-3])
    ]
    return np.linalg.norm(np.concatenate(parts, axis=-1) @ W_o, axis=-1)

# %% right: split and stacked, helpers written and added
# names that the chapter binds again further down
def written(v, W_o):
    blocks = np.stack(np.split(W_o, v.shape[-3], axis=0))
    return np.matmul(v, blocks)


def added(weights, vectors):
    return (weights[..., None] * vectors[..., None, :, :]).sum(axis=-4)


def contributions(weights, v, W_o):
    return np.hypot.reduce(added(weights, written(v, W_o)), axis=-1)

# %% wrong, heads-added-before: sums, then a product
def contributions(weights, v, W_o):
    written = (v @ W_o.reshape(v.shape[-3], v.shape[-1], -1)).sum(axis=-3)
    added = weights.sum(axis=-3)[..., None] * written[..., None, :, :]
    return np.linalg.norm(added, axis=-1)

# %% wrong, not_attempted: left open
# stub
def contributions(weights, v, W_o):
    raise NotImplementedError

# %% wrong, lengths-added: lengths added
def contributions(weights, v, W_o):
    d_v = v.shape[-1]
    total = 0
    for head in range(v.shape[-3]):
        rows = W_o[head * d_v : (head + 1) * d_v]
        lengths = np.linalg.norm(v[..., head, :, :] @ rows, axis=-1)
        total = total + weights[..., head, :, :] * lengths[..., None, :]
    return total

# %% wrong, head-by-head: one head after another
def contributions(weights, v, W_o):
    h, d_v = v.shape[-3], v.shape[-1]
    written = v @ W_o.reshape(h, d_v, -1)
    return weights * np.linalg.norm(written, axis=-1)[..., None, :]

# %% wrong: as if there were no heads
# W_o has h times as many rows
def contributions(weights, v, W_o):
    lengths = np.sqrt(((v @ W_o) ** 2).sum(axis=-1))
    return weights * lengths[..., None, :]

# %% same
# NumPy takes it as -1.
# W_o.reshape(h, d_v, -1) => W_o.reshape(h, d_v, -2)

# %% hint: a few heads; two heads that cancel
# Take one query, one key and two heads that write opposite vectors. What does the token
# receive?
# %% hint: a few heads; two heads that cancel
# What are the rows of W_o that head number a uses? A head's values times these are what it
# can write, (n_k, d_model).
# %% hint
# W_o.reshape(h, d_v, -1) has one matrix per head, and v @ that is (..., h, n_k, d_model).
# Multiply it by the weights, add up over the heads, and take the norm last.
