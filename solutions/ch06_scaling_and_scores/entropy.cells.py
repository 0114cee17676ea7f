# %% mistake: nan-at-zero
# Where a weight is 0 you get NaN: log 0 is -inf, and 0 times -inf is NaN. A key without
# weight should add nothing. Take the logarithm of np.where(weights > 0, weights, 1).
# np.where(weights > 0, weights, 1) => weights
# %% mistake: bits
# Your answer is in bits, as log2 gives it, 1.44 times too large. Nats are asked for:
# np.log.
# np.log( => np.log2(
# %% mistake: negative
# Your entropies have the wrong sign. Weights are at most 1, so their logarithms are 0 or
# negative, and a minus in front makes the sum an entropy.
# 0.0 - (weights => (weights
# %% mistake: everything
# You add up over all rows and get one number. Each query has an entropy of its own, so keep
# the shape of the rows (weights[weights > 0] loses it) and sum over the keys, axis=-1.
# .sum(axis=-1) => .sum()
# %% mistake: mean
# Your entropies are divided by the number of keys, as a mean is. Take the sum: weighted by
# w, it is a mean of -log w already.
# .sum(axis=-1) => .mean(axis=-1)
# %% mistake: relative
# Your entropies are divided by log n, so that even weights of two keys or more always give
# 1. That is a useful measure too, but the entropy itself is asked for.
# .sum(axis=-1) => .sum(axis=-1) / np.log(weights.shape[-1])
# %% mistake: down-the-columns
# You sum along another axis than the last. A row of the weights is one query's
# distribution: sum along the last axis.
# .sum(axis=-1) => .sum(axis=-2 if weights.ndim > 1 else -1)
# %% mistake: logs-alone
# You add up -log w without multiplying by w. Each -log w should count with its weight w.
# np.where(weights > 0, weights, 1) => weights && weights * logs => logs
# %% mistake: logs-alone-zeros-left-out
# You add up -log w, where w is not 0, without multiplying by w. Each -log w should count
# with its weight w.
# weights * logs => logs
# %% mistake: effective-number
# You return e to the power of the entropy: among how many keys the attention is shared. The
# chapter uses it next; here the entropy is asked for.
# 0.0 - (weights * logs).sum(axis=-1) => np.exp(-(weights * logs).sum(axis=-1))
# %% mistake: softmax-again
# You take the softmax of the argument first. The argument holds weights already, not
# scores; a second softmax draws weights together.
# -     logs = np.log(np.where(weights > 0, weights, 1))
# +     powers = np.exp(weights - weights.max(axis=-1, keepdims=True))
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# +     logs = np.log(np.where(weights > 0, weights, 1))
# %% mistake: keepdims-left
# The numbers are right, but the axis you summed over is still there, with size 1. One
# number per row is wanted: (...), not (..., 1).
# .sum(axis=-1) => .sum(axis=-1, keepdims=True)
# %% mistake: base-ten
# Your logarithms are those of log10. Nats are asked for: np.log.
# np.log( => np.log10(
# %% mistake: one-added
# Your logarithms are those of 1 + w. That keeps zeros away, and changes every other
# logarithm as well. Only a weight of zero needs something else.
# np.log(np.where(weights > 0, weights, 1)) => np.log1p(weights)
# %% mistake: not-summed
# These are the terms, one per key. Added up along the last axis they are the entropy.
# .sum(axis=-1) =>
# %% mistake: sum-of-squares
# This is 1 minus the sum of squares, another measure of spread. The entropy weighs
# logarithms.
# 0.0 - (weights * logs) => 1 - (weights * weights)
# %% mistake: row-lost
# A row with a weight of zero gets the entropy 0 in yours, though its other weights may
# add something. Only the term of that weight should be 0: leave out that term alone.
# np.where(weights > 0, weights, 1) => weights
# 0.0 - (weights * logs).sum(axis=-1) => np.nan_to_num(-(weights * logs).sum(axis=-1))

# %% right: a tiny number inside the log
# what most programs write; off by 1e-12
def entropy(weights):
    return -(weights * np.log(weights + 1e-12)).sum(axis=-1)
# %% wrong, logs-alone-zeros-left-out: weights left out
# (weights * np.log(weights + 1e-12 => np.log(np.where(weights > 0, weights, 1
# %% wrong: a large epsilon
# no longer 0 log 0 = 0 within what can be seen
# 12 => 3

# %% right: clipped
# 0 times the log of a tiny number
def entropy(weights):
    return -np.sum(weights * np.log(np.clip(weights, 1e-30, 1)), axis=-1)
# wrong: 1e-30 => 1e-3

# %% right: np.where
# log 1 = 0 where the weight is 0
def entropy(weights):
    weights = np.asarray(weights, dtype=float)
    safe = np.where(weights > 0, weights, 1.0)
    return np.sum(-weights * np.log(safe), axis=-1)

# %% right: log with where= and out=
# written into zeros
def entropy(weights):
    logs = np.zeros(weights.shape)
    np.log(weights, out=logs, where=weights > 0)
    return -(weights * logs).sum(-1)

# %% right: row by row
# a helper H, which the chapter binds to a number further down
def H(row):
    total = 0.0
    for w in row:
        if w > 0:
            total -= w * np.log(w)
    return total

def entropy(weights):
    if np.ndim(weights) == 1:
        return H(weights)
    return np.array([entropy(row) for row in weights])

# %% right: apply_along_axis
# zeros dropped
def of_row(row):
    kept = row[row > 0]
    return -np.dot(kept, np.log(kept))

def entropy(weights):
    return np.apply_along_axis(of_row, -1, np.asarray(weights))

# %% right: nan taken for zero
# 0 log 0 is nan, and nansum leaves it out
def entropy(weights):
    with np.errstate(all="ignore"):
        return -np.nansum(weights * np.log(weights), axis=-1)

# %% right: scipy
# a library that the course installs
def entropy(weights):
    from scipy.special import entr
    return entr(weights).sum(axis=-1)
# %% wrong, softmax-again: softmax first
# from scipy.special import entr => w = softmax(weights) && entr(weights => -(w * np.log(w)
# %% wrong, down-the-columns: over the rows
# from scipy.special import entr => safe = np.where(weights > 0, weights, 1)
# entr(weights).sum(axis=-1 => -(weights * np.log(safe)).sum(axis=0
# %% wrong: in half precision
# the answer's own dtype must not loosen what it is held to
# from scipy.special import entr => safe = np.where(weights > 0, weights, 1)
# entr(weights).sum(axis=-1 => (-(weights * np.log(safe)).sum(-1) * 1.003).astype(np.float16
# %% wrong: bits, and zeros taken out by a filter
# from scipy.special import entr => weights = weights[weights > 0]
# entr(weights).sum(axis=-1 => -np.sum(weights * np.log2(weights)

# %% right: 1e-9 inside the log
# another tiny number
def entropy(weights):
    return -np.sum(weights * np.log(weights + 1e-9), axis=-1)

# %% right: each nan taken for zero
# nan_to_num before the sum, in more precision
def entropy(weights):
    weights = weights.astype(np.float64)
    with np.errstate(all="ignore"):
        return -np.nan_to_num(weights * np.log(weights)).sum(-1)

# %% right: masked logarithm
def entropy(weights):
    safe = np.where(weights > 0, weights, 1)
    return -np.einsum("...i,...i->...", weights, np.log(safe))
# wrong, negative: -np.einsum => np.einsum
# wrong, base-ten: log => log10
# wrong, bits: log => log2
# wrong, mean: )) => )) / weights.shape[-1]
# wrong, relative: safe) => safe)) / np.log(weights.shape[-1]
# wrong: 0 => 0.1
# wrong, one-added: log => log1p

# %% right: np.vectorize
# written from the text alone: another route
import math
def entropy(weights):
    one = np.vectorize(lambda w: -w * math.log(w) if w > 0 else 0.0, otypes=[float])
    return one(weights).sum(-1)

# %% same
# Where a weight is zero its logarithm is multiplied by that zero: any finite one will do.
# weights, 1) => weights, 2)

# %% hint: a few rows; one row
# Write it for weights that are all above zero first: multiply each weight by its logarithm,
# sum along the last axis, change the sign.
# %% hint: a weight of zero; one key takes all; weights of very large scores
# `np.log(0)` is `-inf`, and `0 * -inf` is `nan`. Where a weight is zero the term should be
# 0. Which number has the logarithm 0?
# %% hint: a weight of zero; one key takes all; weights of very large scores
# `np.where(weights > 0, weights, 1)` puts a 1 in the place of every 0. Take the logarithm
# of that, and multiply by the weights as they were.
