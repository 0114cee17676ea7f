# %% mistake: mean-of-perplexities
# You take the mean of the tokens' perplexities. First the mean of the losses, then one
# exponential: otherwise a few bad guesses outweigh all others.
# np.exp(-right.mean()) => np.exp(-right).mean()
# %% mistake: mean-of-probabilities
# You take one over the mean probability. Probabilities of a text multiply, so their
# logarithms are what is averaged.
# float(np => float(1 / np && (-right.mean()) => (right).mean()
# %% mistake: sum-not-mean
# Your result is the exponential of the sum of the losses, the same as one over the product
# of the probabilities. It grows with every token; perplexity is per token: take the mean.
# right.mean() => right.sum()
# %% mistake: base-two
# You raise 2 to the mean of losses in nats. Raise e to that mean, as np.exp does.
# np.exp(-right => np.exp2(-right
# %% mistake: bits-to-the-power-of-e
# Your losses are in bits (base 2, as by log2 or a division by log(2)) and your power is of
# e. Use one base for both: natural logarithms with np.exp.
# np.exp(-right.mean()) => np.exp(-right.mean() / np.log(2))
# %% mistake: unstable
# exp() of logits far above 0 is inf, and of logits far below 0 it is 0, so their sum has no
# finite logarithm. Subtract each row's largest logit first: that changes no probability.
# logits - logits.max(axis=-1, keepdims=True) => logits
# %% mistake: wrong-axis
# Your softmax runs over the places of the text. At each place the ids compete: the last
# axis.
# logits.max(axis=-1 => logits.max(axis=0
# np.exp(shifted).sum(axis=-1 => np.exp(shifted).sum(axis=0
# %% mistake: the-loss-itself
# You return the mean loss. Perplexity is its exponential.
# np.exp(-right.mean()) => -right.mean()
# %% mistake: log-of-softmax
# A very small probability is rounded to 0 in yours, and its logarithm is minus infinity.
# Never make the probability: its logarithm is the target's logit minus the logarithm of the
# sum of exponentials, both with the row's largest logit taken off.
def perplexity(logits, targets):
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p = powers / powers.sum(axis=-1, keepdims=True)
    chosen = p[np.arange(len(targets)), targets]
    return float(np.exp(-np.log(chosen).mean()))
# %% mistake: epsilon-in-the-log
# No id can cost more than about 21 in yours, as with 1e-9 added to its probability. An
# impossible one may cost far more: take log-softmax from the logits, which needs no help.
def perplexity(logits, targets):
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p = powers / powers.sum(axis=-1, keepdims=True)
    chosen = p[np.arange(len(targets)), targets]
    return float(np.exp(-np.log(chosen + 1e-9).mean()))
# %% mistake: one-maximum-for-all
# In a row far below the largest of all logits every exp() is 0: subtract each row's own
# largest.
# logits.max(axis=-1, keepdims=True) => logits.max()
# %% mistake: sign
# Your result is one over the perplexity, so it is never above 1; a perplexity is never
# below 1. A loss is *minus* the logarithm of a probability: take exp() of the mean loss.
# -right.mean() => right.mean()
# %% mistake: softmax-twice
# You take the softmax of probabilities, which makes all ids nearly alike. Take one softmax,
# of the logits.
# -     right = np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]  # (n,)
# +     p = np.exp(log_p)
# +     log_p = p - np.log(np.exp(p).sum(axis=-1, keepdims=True))
# +     right = np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]  # (n,)
# %% mistake: entropy
# You average over what the model expects (its entropy). What came does not appear in that:
# take the log-probabilities of targets.
# - np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]
# + (np.exp(log_p) * log_p).sum(axis=-1)
# %% mistake: of-the-likeliest
# You score the likeliest ids, whatever came. How sure a model is says nothing about how
# right it is: take the probabilities of targets.
# np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0] => log_p.max(axis=-1)
# %% mistake: next-targets
# You hold the logits of a place against the target of the next one. targets[i] belongs to
# row i.
# targets[:, None] => np.roll(targets, -1)[:, None]
# %% mistake: every-target-in-every-row
# You read the logarithms of all targets in every row. Row i belongs to target i alone:
# index with np.arange(n) and the targets together.
# np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0] => log_p[:, targets]

# %% right: log-softmax
# picked by index
def perplexity(logits, targets):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    picked = log_p[np.arange(len(targets)), targets]
    return float(np.exp(-picked.mean()))
# wrong, mean-of-perplexities: np.exp(-picked.mean()) => np.exp(-picked).mean()
# wrong, mean-of-probabilities: np.exp(-picked.mean()) => 1 / np.exp(picked).mean()
# wrong, sum-not-mean: picked.mean() => picked.sum()
# wrong, base-two: np.exp(-picked.mean()) => 2 ** -picked.mean()
# wrong, unstable: logits - logits.max(axis=-1, keepdims=True) => logits
# wrong, one-maximum-for-all: logits.max(axis=-1, keepdims=True) => logits.max()
# wrong, the-loss-itself: np.exp(-picked.mean()) => -picked.mean()
# wrong, sign: -picked.mean() => picked.mean()
# %% right: a NumPy number
# a scalar of NumPy is a number
# float(np.exp(-picked.mean())) => np.exp(-picked.mean())
# %% wrong, wrong-axis: over the places
# logits.max(axis=-1 => logits.max(axis=0
# np.exp(shifted).sum(axis=-1 => np.exp(shifted).sum(axis=0
# %% wrong, every-target-in-every-row: all columns
# every row's probabilities of every target
# log_p[np.arange(len(targets)), targets] => log_p[:, targets]
# %% wrong, softmax-twice: softmax twice
# -     picked = log_p[np.arange(len(targets)), targets]
# +     p = np.exp(log_p)
# +     log_p = p - np.log(np.exp(p).sum(axis=-1, keepdims=True))
# +     picked = log_p[np.arange(len(targets)), targets]

# %% right: a loop
# plain Python floats
import math


def perplexity(logits, targets):
    total = 0.0
    for row, target in zip(logits.tolist(), targets.tolist()):
        top = max(row)
        total += top + math.log(sum(math.exp(x - top) for x in row)) - row[target]
    return math.exp(total / len(targets))

# %% right: helper bits
# base 2 for both; the helper is called as the chapter's own below
def bits(scores):
    scores = scores / np.log(2)
    return scores - np.logaddexp2.reduce(scores)


def perplexity(logits, targets):
    spent = np.empty(len(targets))
    for i, target in enumerate(targets):
        spent[i] = -bits(logits[i].astype(float))[target]
    return 2 ** spent.mean()

# %% right: cross entropy of torch
# the library's own
import torch
from torch import nn


def perplexity(logits, targets):
    loss = nn.functional.cross_entropy(
        torch.as_tensor(logits, dtype=torch.float64), torch.as_tensor(targets))
    return loss.exp().item()

# %% right: a meter
# an object that adds up
class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, row, target):
        self.total += np.logaddexp.reduce(row.astype(float)) - row[target]
        self.count += 1

    def __float__(self):
        return float(np.exp(self.total / self.count))


def perplexity(logits, targets):
    meter = Meter()
    for row, target in zip(logits, targets):
        meter.update(row, target)
    return float(meter)

# %% right: product of probabilities
def perplexity(logits, targets):
    logits = np.asarray(logits, dtype=float)
    picked = np.take_along_axis(logits, np.asarray(targets)[:, None], 1)[:, 0]
    return float(np.exp(np.mean(np.logaddexp.reduce(logits, axis=1) - picked)))
# wrong, the-loss-itself: np.exp =>
# wrong, sum-not-mean: mean => sum
# wrong, base-two: .exp => .exp2
# wrong, mean-of-perplexities: exp(np.mean => mean(np.exp
# wrong: np.logaddexp.reduce(logits, axis=1) - picked => -picked
# wrong: mean => median
# %% wrong: product of probabilities: + for -
# ) - => ) +

# %% wrong: bits and no minus
# written from the text alone
def perplexity(logits, targets):
    p = np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
    return 2 ** np.mean(np.log(p[np.arange(len(targets)), targets]))

# %% wrong: median for the mean
# half of the losses count for nothing
def perplexity(logits, targets):
    z = logits - logits.max(-1, keepdims=True)
    lp = z - np.log(np.exp(z).sum(-1, keepdims=True))
    return float(np.exp(-np.median(lp[np.arange(len(targets)), targets])))

# %% same
# There are two axes, always: the last is number 1.
# logits.max(axis=-1 => logits.max(axis=1
# np.exp(shifted).sum(axis=-1 => np.exp(shifted).sum(axis=1
# targets[:, None], axis=-1) => targets[:, None], axis=1)
# %% same
# The last axis is the one that np.take_along_axis goes along unless told.
# targets[:, None], axis=-1) => targets[:, None])
# %% same
# A column has the mean of what stands in it.
# axis=-1)[:, 0] => axis=-1)
# axis=-1)[:, 0] => axis=-1)[:,]
# %% same
# An axis of length 1: its first entry is its last.
# axis=-1)[:, 0] => axis=-1)[:, -1]
# %% same
# A number of NumPy is a number.
# float(np.exp(-right.mean())) => np.exp(-right.mean())

# %% hint: a few tokens
# Three steps: log-probabilities of all ids, those of the targets, and the exponential of
# minus their mean.
# %% hint: a few tokens; very large logits; very negative logits; rows far apart
# log-softmax: subtract each row's largest logit, then the logarithm of the row's sum of
# exponentials.
# %% hint
# np.take_along_axis picks one number per row, and takes the targets as a column. Mind the
# order at the end. The mean comes first, then the exponential.
