# %% mistake: nan-rows
# A row with every key blocked gives nan: its largest score is -inf, and -inf - -inf is nan;
# or its sum is 0, and 0 / 0 is nan. One such row spoils everything that is computed from
# it. Where the largest is -inf subtract 0 instead, and never divide by a sum of 0.
# -     largest = np.where(largest == -np.inf, 0, largest)
# -
# np.where(total == 0, 1, total) => total
# %% mistake: minus-1e9
# A fully masked row spreads its attention evenly in yours, over the very keys that are
# blocked, as where a large negative number stands for -inf. Such a row should be all zeros.
# - np.where(mask, scores, -np.inf)
# + np.where(mask, scores, np.finfo(scores.dtype).min)
# %% mistake: minus-1e9-in-half
# A fully masked row spreads its attention evenly in yours, over the very keys that are
# blocked, and in float16 it is nan, as where -1e9 stands for -inf. Such a row should be all
# zeros.
def masked_softmax(scores, mask):
    masked = np.where(mask, scores, -1e9)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: minus-1e9-added
# In a fully masked row your mask has no effect, as where a large negative number is added
# to every score: a softmax sees only differences. Such a row should be all zeros.
# np.where(mask, scores, -np.inf) => scores + np.where(mask, 0, -1e9).astype(scores.dtype)
# %% mistake: multiplied
# A blocked score counts as 0 or another finite number in yours, so a blocked key can get
# weight, as e^0 is 1. It must be -inf, since e^-inf is 0.
# np.where(mask, scores, -np.inf) => scores * mask
# %% mistake: minus-1e9-too-high
# Where the open scores of a row are very low, your open keys get no weight, as where a
# number like -1e9 stands for -inf. Only -inf is below every score.
# np.where(mask, scores, -np.inf) => np.where(mask, scores, -1e9)
# np.exp(open_scores - largest) => np.exp(open_scores - largest) * mask
# %% mistake: minus-1e9-too-little
# You add a large negative number to blocked scores. A blocked score that is larger still
# stays the largest of its row, and its key gets the weight. Whatever the score, -inf in its
# place is lower.
# np.where(mask, scores, -np.inf) => scores + np.where(mask, 0, -1e9)
# - np.exp(open_scores - largest)
# + np.exp(open_scores - largest) * mask.any(axis=-1, keepdims=True)
# %% mistake: masked-after
# Blocked scores still count in the sum that your weights are divided by, so a row with
# something blocked sums to less than one. Mask the scores before anything else.
# np.where(mask, scores, -np.inf) => scores
# np.where(total == 0, 1, total) => np.where(total == 0, 1, total) * mask
# %% mistake: renormalised
# Blocked scores have a say in your exponentials. Where a blocked score is far above the
# open ones, all open exponentials of its row become 0. So mask the scores before you look
# for the largest.
# np.where(mask, scores, -np.inf) => scores
# np.exp(open_scores - largest) => np.exp(open_scores - largest) * mask
# %% mistake: inverted
# Your softmax attends to what the mask blocks. In this course True means may attend.
# -     open_scores = np.where(mask, scores, -np.inf)
# +     mask = ~mask
# +     open_scores = np.where(mask, scores, -np.inf)
# %% mistake: wrong-axis
# Your softmax runs over the queries. Each row should be one query's weights over the keys:
# the last axis.
# max(axis=-1 => max(axis=-2 && sum(axis=-1 => sum(axis=-2
# %% mistake: not-broadcast
# Your code fails where the shape of the mask is not that of scores, as scores[~mask] does:
# a padding mask has 1 for the queries and a causal one no batch. np.where(mask, scores,
# -np.inf) broadcasts.
# -     open_scores = np.where(mask, scores, -np.inf)
# +     open_scores = scores.astype(float)
# +     open_scores[~mask] = -np.inf
# %% mistake: unstable
# exp() of a large score overflows, and of a very negative row underflows to 0. Subtract
# each row's largest *open* score first.
# np.exp(open_scores - largest) => np.exp(open_scores)
# %% mistake: overflow-hidden
# exp() of a large score overflows, and the nan becomes a 0 that looks like a weight.
# Subtract each row's largest open score first; then only a fully masked row needs care.
# np.exp(open_scores - largest) => np.exp(open_scores)
# powers / np.where(total == 0, 1, total) => np.nan_to_num(powers / total)
# %% mistake: smallest-subtracted
# You subtract less than a row's largest open score, as its smallest is. A score far above
# that overflows in exp(). Below the *largest*, all powers are 1 or less.
# open_scores.max( => np.where(mask, scores, np.inf).min(
# %% mistake: mean-subtracted
# You subtract something other than a row's largest open score, such as the mean of the row.
# A score far above that still overflows.
# open_scores.max( => scores.mean(
# %% mistake: one-maximum-for-all
# In a row far below the largest score of another, all your exponentials underflow to 0, as
# if its keys were blocked. Subtract from each row its own largest: axis=-1, keepdims=True.
# -     # In a row with nothing to attend to the largest is -inf, and -inf - -inf is nan.
# +     largest = largest.max()
# +     # In a row with nothing to attend to the largest is -inf, and -inf - -inf is nan.
# %% mistake: softmax-twice
# You take the softmax of weights: once of the scores and again of what came out. The second
# draws the weights together. One softmax turns scores into weights.
def masked_softmax(scores, mask):
    for _ in range(2):
        open_scores = np.where(mask, scores, -np.inf)
        largest = open_scores.max(axis=-1, keepdims=True)
        powers = np.exp(open_scores - np.where(largest == -np.inf, 0, largest))
        total = powers.sum(axis=-1, keepdims=True)
        scores = powers / np.where(total == 0, 1, total)
    return scores
# %% mistake: log-softmax
# These are the logarithms of the weights. They suit a loss; to average values the weights
# themselves are needed.
# powers / np.where(total == 0, 1, total) => open_scores - largest - np.log(total)
# %% mistake: not-divided
# You return the exponentials. Divide those of each row by their sum, so that the open
# weights add up to one.
# powers / np.where(total == 0, 1, total) => powers
# %% mistake: keepdims-lost
# Your sums stand in a row, (..., n_q), and NumPy lines a row up with the *keys*.
# keepdims=True keeps the sums in a column, each beside its own query's weights.
# powers.sum(axis=-1, keepdims=True) => powers.sum(axis=-1)
# %% mistake: mask-row-by-row
# You take row i of the mask for query i. A mask may have one row for all queries, or no
# axis for queries, so use np.where(mask, scores, -np.inf), which broadcasts.
def masked_softmax(scores, mask):
    rows = []
    for i in range(scores.shape[-2]):
        masked = np.where(mask[..., i, :], scores[..., i, :], -np.inf)
        largest = masked.max(axis=-1, keepdims=True)
        powers = np.exp(masked - np.where(largest == -np.inf, 0, largest))
        total = powers.sum(axis=-1, keepdims=True)
        rows.append(powers / np.where(total == 0, 1, total))
    return np.stack(rows, axis=-2)

# %% right: where, max, where
# minus infinity, and a largest that is 0 where a row is blocked
def masked_softmax(scores, mask):
    masked = np.where(mask, scores, -np.inf)
    largest = masked.max(axis=-1, keepdims=True)
    largest = np.where(np.isneginf(largest), 0, largest)
    powers = np.exp(masked - largest)
    total = powers.sum(axis=-1, keepdims=True)
    weights = powers / np.where(total == 0, 1, total)
    return weights.astype(np.asarray(scores).dtype)
# wrong, inverted: np.where(mask, scores, -np.inf) => np.where(mask, -np.inf, scores)
# wrong: np.where(total == 0, 1, total) => (total + 1e-9)
# wrong, keepdims-lost: powers.sum(axis=-1, keepdims=True) => powers.sum(axis=-1)
# %% wrong: blocked keys nearly 0
# an epsilon in the sum: blocked keys are 0, but rows fall short of one
# np.where(total == 0, 1, total) => (total + 1e-2)
# %% wrong, wrong-axis: over the queries
# masked.max(axis=-1 => masked.max(axis=-2 && powers.sum(axis=-1 => powers.sum(axis=-2
# %% wrong, minus-1e9-too-little: -1e9 added
# np.where(mask, scores, -np.inf) => scores + np.where(mask, 0, -1e9)
# weights.astype => (weights * np.any(mask, axis=-1, keepdims=True)).astype
# %% wrong, minus-1e9-too-high: -1e9, then zeros
# np.where(mask, scores, -np.inf) => np.where(mask, scores, -1e9)
# np.exp(masked - largest) => np.exp(masked - largest) * mask
# %% wrong, renormalised: masked after, divided again
# np.where(mask, scores, -np.inf) => scores
# np.exp(masked - largest) => np.exp(masked - largest) * mask
# %% wrong, unstable: no maximum
# np.exp(masked - largest) => np.exp(masked)
# %% wrong, mean-subtracted: the mean subtracted
# np.exp(masked - largest) => np.exp(masked - scores.mean(axis=-1, keepdims=True))
# %% wrong, one-maximum-for-all: one maximum for all rows
# masked.max(axis=-1, keepdims=True) => masked.max()
# %% wrong, smallest-subtracted: the smallest subtracted
# - masked.max(axis=-1, keepdims=True)
# + np.where(mask, scores, np.inf).min(axis=-1, keepdims=True)
# np.where(np.isneginf(largest), 0, largest) => np.where(np.isinf(largest), 0, largest)
# %% wrong: in the caller's own array
# scores[~mask] = -inf changes the caller's scores
# - masked = np.where(mask, scores, -np.inf)
# + masked = scores
# +     masked[~np.broadcast_to(mask, scores.shape)] = -np.inf
# %% wrong, masked-after: wrong, and in float16
# np.where(mask, scores, -np.inf) => scores
# - weights.astype(np.asarray(scores).dtype)
# + (weights * mask).astype(np.float16)
# %% wrong, log-softmax: log of the softmax
# - return weights.astype(np.asarray(scores).dtype)
# + with np.errstate(divide="ignore"):
# +         return masked - largest - np.log(total)
# %% wrong, overflow-hidden: whole rows dropped for nan
# - weights = powers / np.where(total == 0, 1, total)
# + weights = np.nan_to_num(powers / total)
# np.exp(masked - largest) => np.exp(masked)

# %% right: where= in the reductions
# NumPy's own where= and out=, no infinity at all
def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=mask, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    powers = np.zeros(scores.shape)
    np.exp(scores - top, where=mask, out=powers)
    total = powers.sum(axis=-1, keepdims=True)
    weights = np.zeros(scores.shape)
    np.divide(powers, total, out=weights, where=total > 0)
    return weights

# %% right: row by row in place
# np.ndindex over the rows, only open entries touched
def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    weights = np.zeros(scores.shape, dtype=np.float64)
    for place in np.ndindex(*scores.shape[:-1]):
        is_open = mask[place]
        if not is_open.any():
            continue
        chosen = scores[place][is_open].astype(np.float64)
        powers = np.exp(chosen - chosen.max())
        weights[place][is_open] = powers / powers.sum()
    return weights

# %% right: a finite stand-in, zeros afterwards
# -1e30 for blocked scores, and a second where for fully masked rows
def masked_softmax(scores, mask):
    kept = np.where(mask, scores, np.float64(-1e30))
    powers = np.exp(kept - kept.max(axis=-1, keepdims=True))
    return np.where(mask, powers / powers.sum(axis=-1, keepdims=True), 0.0)

# %% right: helpers kept and some
# helpers named as the chapter names things further down
def kept(row, is_open):
    return [float(score) for score, ok in zip(row, is_open) if ok]


def some(row, is_open):
    largest = max(kept(row, is_open), default=0.0)
    powers = [np.exp(float(s) - largest) if ok else 0.0
              for s, ok in zip(row, is_open)]
    total = sum(powers)
    return [p / total if total else 0.0 for p in powers]


def masked_softmax(scores, mask):
    shape = np.shape(scores)
    flat = np.reshape(scores, (-1, shape[-1]))
    is_open = np.broadcast_to(mask, shape).reshape(-1, shape[-1])
    rows = [some(row, ok) for row, ok in zip(flat, is_open)]
    return np.array(rows).reshape(shape)

# %% right: through logsumexp
# weights as exp(score - logsumexp), blocked rows put right after
def masked_softmax(scores, mask):
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        masked = np.where(mask, scores.astype(np.float64), -np.inf)
        top = masked.max(axis=-1, keepdims=True)
        total = top + np.log(np.exp(masked - top).sum(axis=-1, keepdims=True))
        weights = np.exp(masked - total)
    return np.where(mask, np.nan_to_num(weights, nan=0.0), 0.0).astype(scores.dtype)

# %% right: by torch, in float64
# torch's softmax and nan_to_num inside of a NumPy answer
import torch


def masked_softmax(scores, mask):
    s = torch.from_numpy(np.asarray(scores, dtype=np.float64))
    m = torch.from_numpy(np.ascontiguousarray(np.broadcast_to(mask, s.shape)))
    weights = torch.softmax(s.masked_fill(~m, -torch.inf), dim=-1)
    return weights.nan_to_num(0.0).numpy()

# %% wrong, minus-1e9-in-half: -1e9
def masked_softmax(scores, mask):
    masked = np.where(mask, scores, -1e9)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
# wrong, multiplied: np.where(mask, scores, -1e9) => scores * mask
# wrong, minus-1e9: -1e9 => np.finfo(scores.dtype).min

# %% right: only open ones
def masked_softmax(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    scores = scores if scores.dtype.kind == "f" else scores * 1.0
    top = scores.max(axis=-1, keepdims=True, where=mask, initial=-np.inf)
    shifted = np.zeros_like(scores)
    np.subtract(scores, top, where=mask, out=shifted)
    powers = np.exp(shifted) * mask
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)
# wrong: np.exp(shifted) * mask => np.exp(shifted * mask)
# wrong: , total => , total.sum(axis=-2, keepdims=True)
# wrong: np.exp(shifted) * mask => np.exp(shifted) * ~mask
# wrong: powers. => np.exp(shifted).
# wrong, nan-rows: np.where(total == 0, 1, total) => total
# wrong: * mask => * (mask & (scores != 0))

# %% same
# A row with nothing open has powers of zero, whatever finite number is subtracted.
# -np.inf, 0, largest => -np.inf, 1, largest
# -np.inf, 0, largest => -np.inf, -1, largest
# %% same
# Zero powers divided by any number but zero are zero.
# total == 0, 1 => total == 0, 2

# %% hint: a few rows; fully masked rows; fully masked rows, float32; very large scores;
#    rows far apart; blocked scores in the billions; large scores at blocked keys; open
#    scores of minus billions
# Begin with `np.where(mask, scores, -np.inf)`, and take the softmax of that as in chapter
# 03. Then look at a fully masked row: which step is the first to give `nan`?
# %% hint: fully masked rows; fully masked rows, float32
# In a fully masked row the largest score is -inf, and -inf - -inf is nan. If 0 were
# subtracted there instead, all its exponentials would be 0, as they should be.
# %% hint: fully masked rows; fully masked rows, float32
# Two more `np.where`. The largest becomes 0 where it is `-inf`, and the sum becomes 1 where
# it is 0. Then the row is 0 / 1.
