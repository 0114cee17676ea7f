# %% mistake: padding-counted
# Your mean runs over the padding as well. The model is then trained to write padding, and
# the loss of a sentence depends on how long the others in its batch are. Keep only the
# positions where targets != pad_id.
# losses[real] => losses
# %% mistake: padding-zeroed
# You leave padding out of the sum and still divide by all positions. The more padding, the
# smaller your loss. Divide by the number of targets that are not padding.
# losses[real] => (losses * real)
# %% mistake: not-smoothed
# This is the plain cross-entropy: all of the target is on the right id. With smoothing,
# every id should get smoothing / vocabulary.
# -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1) => -right
# %% mistake: smoothing-lost
# Your target is 1 - smoothing on the right id and nothing elsewhere. It does not sum to
# one, so the loss is merely smaller. Add smoothing times the mean of -log p over all ids.
# right - smoothing * log_p.mean(axis=-1) => right
# %% mistake: others-only
# You share the smoothing among the other ids only, smoothing / (vocabulary - 1) each. That
# is a definition too, but here, as in PyTorch, every id gets smoothing / vocabulary, the
# right one included.
# log_p.mean(axis=-1) => (log_p.sum(axis=-1) - right) / (logits.shape[-1] - 1)
# %% mistake: swapped
# The two shares have changed places: in your result smoothing is on the right id, and 1 -
# smoothing is spread. The right id should get 1 - smoothing, and smoothing be spread.
# -(1 - smoothing) * right - smoothing * => -smoothing * right - (1 - smoothing) *
# %% mistake: unstable
# exp() of a large logit overflows, and where all are very negative only log(0) is left.
# Subtract each row's largest logit first: the probabilities do not change.
# logits - logits.max(axis=-1, keepdims=True) => logits
# %% mistake: log-of-softmax
# The softmax of an id far below the largest is rounded to 0, which has no finite logarithm.
# Stay with logarithms: take each row's largest logit off, then the logarithm of the sum of
# exponentials.
# shifted - np.log(np.exp(shifted).sum => np.log(np.exp(shifted) / np.exp(shifted).sum
# %% mistake: log-of-softmax-unshifted
# exp() of a large logit overflows, and what is rounded to 0 has no finite logarithm.
# Subtract each row's largest logit first, then the logarithm of the sum of exponentials.
# logits - logits.max(axis=-1, keepdims=True) => logits
# shifted - np.log(np.exp(shifted).sum => np.log(np.exp(shifted) / np.exp(shifted).sum
# %% mistake: log-epsilon
# No id can cost more than about 21 in yours, as with 1e-9 added before the logarithm. An id
# that the model rules out may cost far more: the shifted logit minus the logarithm of the
# sum of exponentials needs no epsilon.
# - shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
# + np.log(np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True) + 1e-9)
# %% mistake: log-epsilon-small
# No id can cost more than about 28 in yours, as with 1e-12 added before the logarithm. An
# id that the model rules out may cost far more: the shifted logit minus the logarithm of
# the sum of exponentials needs no epsilon.
# - shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
# + np.log(np.exp(shifted) / np.exp(shifted).sum(axis=-1, keepdims=True) + 1e-12)
# %% mistake: one-maximum-for-all
# At a position whose logits lie far below the largest of the whole array, every exponential
# is rounded to 0, which has no finite logarithm. Subtract each position's own largest
# logit: axis=-1, keepdims=True.
# logits.max(axis=-1, keepdims=True) => logits.max()
# %% mistake: sign
# Your loss has the wrong sign. A log-probability is negative; the loss is its negative, so
# that likelier is lower.
# return losses => return -losses
# %% mistake: smoothing-not-divided
# Every id gets the whole smoothing in yours. Each should get smoothing / vocabulary, so
# that the target sums to one.
# log_p.mean( => log_p.sum(
# %% mistake: right-id-whole
# Your right id keeps its whole 1, and the smoothing comes on top. The target then sums to
# more than one: what is spread should be taken from the right id.
# -(1 - smoothing) * right => -right
# %% mistake: pad-id-ignored
# You leave out the targets that are 0. Which id is padding is an argument: targets !=
# pad_id.
# targets != pad_id => targets != 0
# %% mistake: not-averaged
# You return a loss for each target. Training follows one number: their mean.
# losses[real].mean() => losses[real]
# %% mistake: not-normalised
# Your logits count as log-probabilities. Exponentials of logits do not sum to one: subtract
# the logarithm of that sum.
# shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)) => logits
# %% mistake: summed
# You return the sum of the losses. Then a batch with more ids in it has a larger loss. Take
# the mean.
# losses[real].mean() => losses[real].sum()
# %% mistake: mean-of-means
# You take the mean of each sequence, then the mean of these. A token of a short sequence
# then counts more than one of a long sequence. Take one mean over all real tokens.
# losses[real] => ((losses * real).sum(axis=-1) / real.sum(axis=-1))
# %% mistake: right-id-without-its-share
# Your right id has 1 - smoothing alone. On top it should get smoothing / vocabulary, as
# every id does.
# log_p.mean(axis=-1) => (log_p.sum(axis=-1) - right) / logits.shape[-1]
# %% mistake: pad-id-without-a-share
# Your target gives pad_id no share of the smoothing. Every id should get smoothing /
# vocabulary, pad_id too, so that the target sums to one. Only positions with padding should
# be left out.
# log_p.mean(axis=-1) => (log_p.sum(axis=-1) - log_p[..., pad_id]) / logits.shape[-1]

# %% right: the two terms
# the right id's and the mean of all
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    vocabulary = logits.shape[-1]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    even = log_p.sum(axis=-1) / vocabulary
    losses = -(1 - smoothing) * right - smoothing * even
    kept = targets != pad_id
    return losses[kept].mean()
# wrong, unstable: logits - logits.max(axis=-1, keepdims=True) => logits
# wrong, smoothing-not-divided: ) / vocabulary => )
# wrong, right-id-whole: (1 - smoothing) * right => right
# wrong, one-maximum-for-all: logits.max(axis=-1, keepdims=True) => logits.max()
# wrong, not-smoothed: (1 - smoothing) * right - smoothing * even => right
# wrong, padding-counted: losses[kept] => losses
# wrong, padding-zeroed: losses[kept] => (losses * kept)
# wrong, summed: losses[kept].mean() => losses[kept].sum()
# wrong, mean-of-means: losses[kept] => ((losses * kept).sum(-1) / kept.sum(-1))
# wrong, pad-id-ignored: targets != pad_id => targets != 0
# wrong, not-averaged: losses[kept].mean() => losses[kept]
# %% wrong, log-of-softmax: log of a stable softmax
# -     log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
# +     powers = np.exp(shifted)
# +     log_p = np.log(powers / powers.sum(axis=-1, keepdims=True))
# %% wrong, sign: the sign
# -(1 - smoothing) * right - smoothing * even => (1 - smoothing) * right + smoothing * even
# %% wrong, others-only: smoothing over the others
# log_p.sum(axis=-1) / vocabulary => (log_p.sum(axis=-1) - right) / (vocabulary - 1)
# %% wrong, swapped: shares swapped
# -(1 - smoothing) * right - smoothing * even => -smoothing * right - (1 - smoothing) * even
# %% wrong: log base 2
# bits
# losses[kept].mean() => losses[kept].mean() / np.log(2)
# %% wrong: probabilities for logs
# the probability of the right id is taken off 1
# - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
# + np.exp(shifted).sum(axis=-1, keepdims=True)
# %% wrong, not-smoothed: wrong, and in float16
# (1 - smoothing) * right - smoothing * even => right
# losses[kept].mean() => np.float16(losses[kept].mean())

# %% right: the target distribution written out
# an array filled in place by index
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    vocabulary = logits.shape[-1]
    flat = np.array(logits, dtype=np.float64).reshape(-1, vocabulary)
    ids = targets.reshape(-1)
    flat -= flat.max(axis=-1, keepdims=True)
    flat -= np.log(np.exp(flat).sum(axis=-1, keepdims=True))
    smooth = np.full(flat.shape, smoothing / vocabulary)
    np.add.at(smooth, (np.arange(len(ids)), ids), 1 - smoothing)
    losses = -np.einsum("iv,iv->i", smooth, flat)
    return float(losses[ids != pad_id].sum() / (ids != pad_id).sum())

# %% right: target by target
# a loop that appends to a list
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    losses = []
    for place in np.ndindex(targets.shape):
        if targets[place] == pad_id:
            continue
        row = logits[place].astype(float)
        top = row.max()
        total = top + np.log(np.exp(row - top).sum())
        loss = 0.0
        for j, logit in enumerate(row):
            share = smoothing / len(row)
            if j == targets[place]:
                share += 1 - smoothing
            loss -= share * (logit - total)
        losses.append(loss)
    return sum(losses) / len(losses)

# %% right: torch's cross_entropy
# PyTorch's own inside of a NumPy answer
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    flat = torch.from_numpy(np.array(logits, dtype=np.float64))
    return torch.nn.functional.cross_entropy(
        flat.reshape(-1, flat.shape[-1]),
        torch.from_numpy(np.array(targets, dtype=np.int64)).flatten(),
        ignore_index=pad_id,
        label_smoothing=smoothing,
    ).item()

# %% right: a weighted mean, helpers right and floor
# names that the chapter binds again further down
def floor(logits):
    return np.max(logits, axis=-1, keepdims=True)


def right(log_p, targets):
    hot = np.eye(log_p.shape[-1])[targets]
    return (hot * log_p).sum(axis=-1)


def label_smoothed_loss(logits, targets, smoothing, pad_id):
    logits = np.asarray(logits, dtype=float)
    top = floor(logits)
    log_p = logits - top - np.log(np.exp(logits - top).sum(-1, keepdims=True))
    gains = (1 - smoothing) * right(log_p, targets) + smoothing * log_p.mean(-1)
    return -np.average(gains, weights=targets != pad_id)

# %% right: an array of no axes
# one number, as an array
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    wide = logits.astype(np.float64)
    top = wide.max(-1, keepdims=True)
    log_p = wide - top - np.log(np.sum(np.exp(wide - top), -1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], -1).squeeze(-1)
    losses = (smoothing - 1) * right - smoothing * log_p.mean(-1)
    return np.array(losses.mean(where=targets != pad_id))

# %% wrong, log-epsilon: an epsilon in the log
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    vocabulary = logits.shape[-1]
    shifted = logits - logits.max(axis=-1, keepdims=True)
    powers = np.exp(shifted)
    log_p = np.log(powers / powers.sum(axis=-1, keepdims=True) + 1e-9)
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    even = log_p.sum(axis=-1) / vocabulary
    losses = -(1 - smoothing) * right - smoothing * even
    kept = targets != pad_id
    return losses[kept].mean()

# %% right: two parts
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    z = logits - logits.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
    loss = -(1 - smoothing) * right - smoothing * log_p.mean(axis=-1)
    return float(loss[targets != pad_id].mean())
# wrong, padding-counted: [targets != pad_id] =>
# wrong, summed: ].mean => ].sum
# wrong, smoothing-not-divided: log_p.mean => log_p.sum
# wrong, right-id-whole: -(1 - smoothing) * right => -right
# wrong, padding-zeroed: mean() => sum() / loss.size
# wrong, sign: -(1 - smoothing) * right - => (1 - smoothing) * right +
# wrong, padding-counted: targets != pad_id => loss != 0

# %% wrong: others share the smoothing, padding counts as 0
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    logp = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    vocab = logits.shape[-1]
    target = np.full(logits.shape, smoothing / (vocab - 1))
    np.put_along_axis(target, targets[..., None], 1 - smoothing, axis=-1)
    loss = -(target * logp).sum(axis=-1)
    loss[targets == pad_id] = 0
    return loss.mean()

# %% wrong, pad-id-without-a-share: no share for pad_id
def label_smoothed_loss(logits, targets, smoothing, pad_id):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    vocabulary = logits.shape[-1]
    smooth = smoothing / vocabulary + (1 - smoothing) * np.eye(vocabulary)[targets]
    smooth[..., pad_id] = 0
    return -(smooth * log_p).sum(axis=-1)[targets != pad_id].mean()

# %% same
# The last axis is the one that np.take_along_axis goes along unless told.
# - np.take_along_axis(log_p, targets[..., None], axis=-1)
# + np.take_along_axis(log_p, targets[..., None])
# %% same
# An axis of length 1: its first entry is its last.
# axis=-1)[..., 0] => axis=-1)[..., -1]

# %% hint: one sequence, no padding; a padded batch
# Three steps: log-probabilities from the logits, one loss a position, then one mean over
# the positions where `targets != pad_id`.
# %% hint: one sequence, no padding; no smoothing; large logits; very negative logits; one
#    logit far above; one logit far above, no smoothing
# Log-probabilities: subtract the row's largest logit, then the logarithm of the sum of
# exponentials. `np.take_along_axis(log_p, targets[..., None], axis=-1)` picks those of the
# right ids.
# %% hint
# A position's loss is `1 - smoothing` times `-log_p` of the right id, plus `smoothing`
# times the mean of `-log_p` over the vocabulary. Index it with `targets != pad_id`.
