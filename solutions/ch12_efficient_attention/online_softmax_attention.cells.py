# %% mistake: mixture-not-rescaled
# When a block brings a larger score, you scale down the total made so far and not the sum
# of weighted values made so far. Both have to be multiplied by exp(old - new), old being
# the largest before the block.
# rescale * mixture => mixture
# %% mistake: total-not-rescaled
# When a block brings a larger score, you scale down the sum of weighted values made so far
# and not the total made so far. Both have to be multiplied by exp(old - new), old being the
# largest before the block.
# rescale * total => total
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). Going block by block changes
# nothing about the formula: scale each block's scores.
# ) / d_k**0.5 => )
# %% mistake: divided-by-d-k
# Your scores are divided by d_k; the formula divides by its square root, once.
# d_k**0.5 => d_k
# %% mistake: last-block-dropped
# The keys of the last block are missing when it is shorter than the others. range(0, n_k,
# block_size) starts such a block too, and a slice that runs past the end gives what is
# left.
# range(0, n_k, block_size) => range(0, n_k - n_k % block_size, block_size)
# %% mistake: never-divided
# You return the sum of powers times values. Divide it by the total of the powers once all
# blocks are through: only then do the weights sum to one.
# return mixture / total => return mixture
# %% mistake: unstable
# Where scores lie far from 0, exp() overflows or becomes 0. Keep the largest score so far
# for each query and subtract it before you take the exponential.
# np.exp(scores - new_largest) => np.exp(scores) && np.exp(largest - new_largest) => 1.0
# %% mistake: largest-from-zero
# Where all of a query's scores lie far below 0, all your exponentials underflow, and 0 / 0
# is nan, as when 0 is the first largest score. Start below every score: -np.inf.
# = -np.inf, 0.0, 0.0 => = 0.0, 0.0, 0.0
# %% mistake: largest-of-the-block
# You measure each block against its own largest score. On paper that is right; when a block
# lies far below the one before, the factor exp(old - new) overflows. Keep the largest score
# *so far*: np.maximum(old, the block's).
# - np.maximum(largest, scores.max(axis=-1, keepdims=True))
# + scores.max(axis=-1, keepdims=True)
# %% mistake: one-maximum-for-all
# For a query whose scores lie far below those of others, every exponential of yours
# underflows to 0. Each query has a largest of its own: axis=-1, keepdims=True.
# scores.max(axis=-1, keepdims=True) => scores.max()
# %% mistake: inverse-factor
# Everything is nan in yours, as with the factor upside down, exp(new - old): with old =
# -inf it is infinite. What was summed so far has to shrink, by exp(old - new).
# np.exp(largest - new_largest) => np.exp(new_largest - largest)
# %% mistake: inverse-factor-later
# Your factor is upside down: exp(new - old). What was summed so far was measured against
# the old, smaller score, so it has to shrink when a larger one comes: exp(old - new).
# np.exp(largest - new_largest) => np.exp(new_largest - largest) if start else 0.0
# %% mistake: divided-in-every-block
# You divide by the total in every block, so what came first is divided again and again.
# Carry the undivided sum, and divide once, after the last block.
# - )
# -         largest
# + )
# +         mixture = mixture / total
# +         largest
# return mixture / total => return mixture
# %% mistake: root-of-d-v
# You divide the scores by the root of the values' width. A score adds up d_k products, so
# take the root of d_k, q.shape[-1].
# d_k**0.5 => v.shape[-1] ** 0.5
# %% mistake: causal
# Your queries never see the keys after their own place. No mask is asked for: every query
# attends to every key.
# -         new_largest = np.maximum(largest, scores.max(axis=-1, keepdims=True))
# +         places = start + np.arange(k_block.shape[-2])
# +         past = places <= np.arange(q.shape[-2])[:, None]
# +         scores = np.where(past, scores, -np.inf)
# +         new_largest = np.maximum(largest, scores.max(axis=-1, keepdims=True))
# %% mistake: two-passes
# You go through the keys twice. That is right, and we asked for one pass: keep the largest
# score so far, and rescale what was summed when a larger one comes.
def online_softmax_attention(q, k, v, block_size):
    q = q / np.sqrt(q.shape[-1])
    starts = range(0, k.shape[-2], block_size)

    def scores(start):
        return q @ np.swapaxes(k[..., start : start + block_size, :], -1, -2)

    tops = [scores(start).max(axis=-1, keepdims=True) for start in starts]
    largest, total, mixture = np.max(tops, axis=0), 0.0, 0.0
    for start in starts:
        powers = np.exp(scores(start) - largest)
        total = total + powers.sum(axis=-1, keepdims=True)
        mixture = mixture + powers @ v[..., start : start + block_size, :]
    return mixture / total
# %% mistake: mean-of-blocks
# You take a softmax inside each block and average the results, so each block counts alike.
# A block with high scores must weigh more: keep one total and one sum for all blocks, and
# divide once at the end.
# - np.maximum(largest, scores.max(axis=-1, keepdims=True))
# + scores.max(axis=-1, keepdims=True)
# - rescale * mixture + powers @ v_block
# + mixture + powers / powers.sum(axis=-1, keepdims=True) @ v_block
# mixture / total => mixture / len(range(0, n_k, block_size))
# %% mistake: sum-of-blocks
# You take a softmax inside each block and add up the results, so a query's weights sum to
# the number of blocks. Keep one total for all blocks, and divide once at the end.
# - np.maximum(largest, scores.max(axis=-1, keepdims=True))
# + scores.max(axis=-1, keepdims=True)
# - rescale * mixture + powers @ v_block
# + mixture + powers / powers.sum(axis=-1, keepdims=True) @ v_block
# mixture / total => mixture
# %% mistake: last-block-only
# Your result is that of the last block alone. Carry the sum and the total from block to
# block, and divide at the end.
# -         k_block = k[..., start : start + block_size, :]
# +         largest, total, mixture = -np.inf, 0.0, 0.0
# +         k_block = k[..., start : start + block_size, :]
# %% mistake: whole-table
# You hold more at once than the scores of one block, for instance all scores. Work with
# those of one block, (n_q, block_size), and forget them before the next.
def online_softmax_attention(q, k, v, block_size):
    scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ v
# %% mistake: queries-in-blocks
# With very many keys you hold too much at once, for instance all scores of some queries.
# It is the keys that come in blocks: a single query may have very many.
# -     largest, total, mixture = -np.inf, 0.0, 0.0
# +     scores, powers, weights = np.zeros((3, n_k))  # of a query
# +     largest, total, mixture = -np.inf, 0.0, 0.0
# %% mistake: many-queries-at-once
# You hold more scores at once than those of one block: for instance the table of all keys,
# also where you cut it into blocks afterwards. Make those of one block, (n_q, block_size),
# inside the loop.
# -     largest, total, mixture = -np.inf, 0.0, 0.0
# +     mask = np.ones((q.shape[-2], n_k), bool)
# +     largest, total, mixture = -np.inf, 0.0, 0.0
# %% mistake: not-rescaled
# When a block brings a larger score, what you summed before stays as it was, as with a
# factor of 1. Multiply both sums by exp(old - new), old being the largest before the block.
# rescale * total => total && rescale * mixture => mixture
# %% mistake: mixture-in-whole-numbers
# With whole numbers yours stops with an error, as where an array of their dtype is divided
# or multiplied in place by decimals. Let the scores and everything you sum up be arrays of
# decimals.
# - largest, total, mixture = -np.inf, 0.0, 0.0
# + largest, total = -np.inf, 0.0
# +     mixture = np.zeros((*q.shape[:-1], v.shape[-1]), dtype=v.dtype)
# - mixture = rescale * mixture + powers @ v_block
# + mixture *= rescale
# +         mixture += powers @ v_block

# %% right: a running mean
# each block pulls the mean by its share
def online_softmax_attention(q, k, v, block_size):
    top, mean, total = -np.inf, 0.0, 0.0
    for i in range(0, k.shape[-2], block_size):
        keys, values = k[..., i : i + block_size, :], v[..., i : i + block_size, :]
        s = q @ np.swapaxes(keys, -1, -2) / q.shape[-1] ** 0.5
        new = np.maximum(top, s.max(-1, keepdims=True))
        p = np.exp(s - new)
        block = p.sum(-1, keepdims=True)
        total = total * np.exp(top - new) + block
        mean = mean + (p @ values - mean * block) / total
        top = new
    return mean

# %% right: the textbook's
# running maximum, sum and context
def online_softmax_attention(q, k, v, block_size):
    scaled = q / np.sqrt(q.shape[-1])
    batch = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    rows = (*batch, q.shape[-2], 1)
    top = np.full(rows, -np.inf)
    total = np.zeros(rows)
    context = np.zeros((*rows[:-1], v.shape[-1]))
    for start in range(0, k.shape[-2], block_size):
        keys = k[..., start : start + block_size, :]
        values = v[..., start : start + block_size, :]
        scores = scaled @ np.swapaxes(keys, -1, -2)
        new = np.maximum(top, scores.max(axis=-1, keepdims=True))
        powers = np.exp(scores - new)
        old = np.exp(top - new)
        total = total * old + powers.sum(axis=-1, keepdims=True)
        context = context * old + powers @ values
        top = new
    return context / total
# wrong, total-not-rescaled: total * old => total
# wrong, mixture-not-rescaled: context * old => context
# wrong, largest-from-zero: np.full(rows, -np.inf) => np.zeros(rows)
# wrong, inverse-factor: np.exp(top - new) => np.exp(new - top)
# wrong, last-block-dropped: range(0, k.shape[-2], => range(0, k.shape[-2] - block_size + 1,
# wrong, unscaled: q / np.sqrt(q.shape[-1]) => q
# wrong, root-of-d-v: np.sqrt(q.shape[-1]) => np.sqrt(v.shape[-1])
# wrong, never-divided: return context / total => return context
# wrong, unstable: np.exp(scores - new) => np.exp(scores) && np.exp(top - new) => 1.0
# wrong, one-maximum-for-all: scores.max(axis=-1, keepdims=True) => scores.max()
# %% wrong, not-rescaled: never rescaled
# total * old => total && context * old => context
# %% wrong, largest-of-the-block: the block's own maximum
# np.maximum(top, scores.max(axis=-1, keepdims=True)) => scores.max(axis=-1, keepdims=True)
# %% wrong, divided-in-every-block: divided in every block
# - values
# -         top
# + values
# +         context = context / total
# +         top
# return context / total => return context
# %% wrong, many-queries-at-once, partial: block_size ignored
# always 1024: holds too much at once
# -     scaled = q / np.sqrt(q.shape[-1])
# +     block_size = 1024
# +     scaled = q / np.sqrt(q.shape[-1])
# %% wrong, causal: causal
# -         new = np.maximum(top, scores.max(axis=-1, keepdims=True))
# +         places = np.arange(start, start + keys.shape[-2])
# +         ahead = places > np.arange(q.shape[-2])[:, None]
# +         scores = np.where(ahead, -1e30, scores)
# +         new = np.maximum(top, scores.max(axis=-1, keepdims=True))

# %% right: helpers called step and column
# names that the chapter binds again further down
def step(state, scores, values):
    top, total, context = state
    new = np.maximum(top, scores.max(-1, keepdims=True))
    powers, old = np.exp(scores - new), np.exp(top - new)
    total = old * total + powers.sum(-1, keepdims=True)
    return new, total, old * context + powers @ values


def column(a, start, size):
    return a[..., start : start + size, :]


def online_softmax_attention(q, k, v, block_size):
    state = -np.inf, 0, 0
    for start in range(0, k.shape[-2], block_size):
        keys = np.swapaxes(column(k, start, block_size), -1, -2)
        scores = q @ keys * q.shape[-1] ** -0.5
        state = step(state, scores, column(v, start, block_size))
    return state[2] / state[1]

# %% wrong, mean-of-blocks: blocks averaged
def online_softmax_attention(q, k, v, block_size):
    found = []
    for start in range(0, k.shape[-2], block_size):
        keys = k[..., start : start + block_size, :]
        scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        weights = powers / powers.sum(-1, keepdims=True)
        found.append(weights @ v[..., start : start + block_size, :])
    return np.mean(found, axis=0)
# wrong, sum-of-blocks: np.mean(found, axis=0) => sum(found)

# %% wrong, two-passes, passed: two passes over the keys
def online_softmax_attention(q, k, v, block_size):
    starts = range(0, k.shape[-2], block_size)
    top, total, context = -np.inf, 0, 0
    for start in starts:
        keys = k[..., start : start + block_size, :]
        scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
        top = np.maximum(top, scores.max(-1, keepdims=True))
    for start in starts:
        keys = k[..., start : start + block_size, :]
        scores = q @ np.swapaxes(keys, -1, -2) / np.sqrt(q.shape[-1])
        powers = np.exp(scores - top)
        total = total + powers.sum(-1, keepdims=True)
        context = context + powers @ v[..., start : start + block_size, :]
    return context / total

# %% wrong, whole-table: the whole table
def online_softmax_attention(q, k, v, block_size):
    return attention(q, k, v)

# %% wrong, queries-in-blocks: queries in blocks
def online_softmax_attention(q, k, v, block_size):
    out = []
    for start in range(0, q.shape[-2], block_size):
        out.append(attention(q[..., start : start + block_size, :], k, v))
    return np.concatenate(out, axis=-2)

# %% right: log-sums
# written from the text alone: another route
def online_softmax_attention(q, k, v, block_size):
    total = np.full(np.broadcast_shapes(q.shape[:-2],
        k.shape[:-2]) + (q.shape[-2], 1), -np.inf)
    out = np.zeros(total.shape[:-1] + (v.shape[-1],))
    for start in range(0, k.shape[-2], block_size):
        at = slice(start, start + block_size)
        s = q @ np.swapaxes(k[..., at, :], -1, -2) / np.sqrt(q.shape[-1])
        new = np.logaddexp(total, np.logaddexp.reduce(s, axis=-1, keepdims=True))
        out = out * np.exp(total - new) + np.exp(s - new) @ v[..., at, :]
        total = new
    return out

# %% same
# Queries and keys have the same number of features.
# q.shape[-1] => k.shape[-1]
# %% same
# There is one value for each key.
# k.shape[-2] => v.shape[-2]
# %% same
# The first block multiplies what was there before by exp(-inf), which is 0.
# = -np.inf, 0.0, 0.0 => = -np.inf, 1.0, 0.0
# = -np.inf, 0.0, 0.0 => = -np.inf, 0.0, 1.0

# %% hint: blocks that fit; one key a block
# Go through the keys in blocks: `range(0, n_k, block_size)`, and slices of `k` and `v`.
# Carry three things from block to block, one row per query: the largest score so far, the
# total so far, and the mixture so far.
# %% hint: blocks that fit; one key a block; scores that rise
# When a block raises the largest score from `old` to `new`, everything summed so far was
# made with `exp(score - old)`. Multiply the total *and* the mixture by `exp(old - new)`,
# then add the block's own.
# %% hint
# Start with `largest = -np.inf` and both sums `0.0`: then the first factor is `exp(-inf)`,
# which is 0. In the loop, `new = np.maximum(largest, scores.max(axis=-1, keepdims=True))`.
# After the loop, divide the mixture by the total.
