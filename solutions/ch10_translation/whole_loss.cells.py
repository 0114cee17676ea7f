# %% mistake: by-sequences
# Your batches count by their numbers of sequences. Let them count by their numbers of
# targets that are not pad_id.
# - total += losses[real].sum(
# + if not real.any():
# +             continue
# +         total += losses[real].mean() * len(losses
# count += real.sum() => count += len(losses)
# %% mistake: by-places
# Your sum leaves padding out and your count does not, so that padding looks like something
# well predicted.
# count += real.sum() => count += real.size
# %% mistake: each-sentence-alike
# You take the mean of each sequence, and then the mean of those. Then a target in a short
# sequence counts more than one in a long one.
def whole_loss(batches, pad_id):
    means = []
    for losses, targets in batches:
        for own, ids in zip(losses, targets, strict=True):
            if (ids != pad_id).any():
                means.append(own[ids != pad_id].mean())
    return np.mean(means)
# %% mistake: sum-by-batches
# Your result is the sum of all losses divided by the number of batches. It should be
# divided by the number of targets that are not pad_id.
# total / count => total / len(batches)
# %% mistake: nan-times-zero
# A loss at padding may be nan, and then your result is nan: 0 * nan is nan, too. Take
# losses[targets != pad_id], which leaves padding out.
# losses[real].sum() => (losses * real).sum()
# %% mistake: mean-of-nothing
# A batch of padding alone makes your result nan: the mean of no numbers is nan, and nan * 0
# is nan. Add up losses[real].sum(), which is 0 for such a batch, or leave the batch out.
# losses[real].sum() => losses[real].mean() * real.sum()
# %% mistake: padding-summed
# Your sum has the losses at padding in it. Only your count leaves the padding out.
# losses[real].sum() => losses.sum()
# %% mistake: padding-is-0
# You take 0 for padding. Here it is whatever pad_id says.
# targets != pad_id => targets != 0
# %% mistake: padding-counted
# You take the mean of everything, padding too.
# losses[real].sum() => losses.sum() && count += real.sum() => count += losses.size
# %% mistake: last-batch-alone
# Your result is the mean of the last batch that has any targets. Add up over all of them.
# - real = targets != pad_id
# + if np.any(targets != pad_id):
# +             total, count = 0.0, 0
# +         real = targets != pad_id
# %% mistake: summed
# You return the sum of the losses. Divide it by the number of targets that count.
# return total / count => return total

# %% right: sums and counts
# divided once
def whole_loss(batches, pad_id):
    total, count = 0.0, 0
    for losses, targets in batches:
        real = targets != pad_id
        total += losses[real].sum()
        count += real.sum()
    return total / count
# %% right: replaced by zero
# np.where, no product
# losses[real].sum() => np.where(targets == pad_id, 0, losses).sum()
# %% wrong, summed: a sum
# not divided at all
# total / count => total

# %% right: all losses in one list
# one mean of all
def whole_loss(batches, pad_id):
    means = []
    for losses, targets in batches:
        real = targets != pad_id
        if real.any():
            means.extend(losses[real].tolist())
    return np.mean(means)
# %% wrong, not_attempted: untouched
# as given
# extend(losses[real].tolist()) => append(losses[real].mean())

# %% right: weighted by the targets
# each batch brings its share
def whole_loss(batches, pad_id):
    counts = np.array([(ids != pad_id).sum() for _, ids in batches])
    sums = np.array([own[ids != pad_id].sum() for own, ids in batches])
    return float((sums / counts.sum()).sum())

# %% right: joined
def whole_loss(batches, pad_id):
    losses = np.concatenate([losses.ravel() for losses, _ in batches])
    real = np.concatenate([targets.ravel() for _, targets in batches]) != pad_id
    return losses[real].mean()
# wrong, padding-counted: [real] =>
# wrong, summed: mean => sum
# wrong, nan-times-zero: losses[real].mean => (losses * real).sum() / real.sum
# wrong: ! => =
# wrong, by-places: losses[real] => np.where(real, losses, 0)
# wrong: [real => [real & (losses != 0)

# %% same
# A sum begins with either zero.
# total, count = 0.0, 0 => total, count = (0, 0.0)

# %% hint: batches of different sizes
# Take a set of three targets with the losses 1, 1 and 4. Put them into batches of two and
# one, and then into batches of one.
# %% hint: batches of different sizes
# A mean does not say how many numbers it was made of. In a mean of the batches' means,
# which batch counts for more than it should?
# %% hint
# Carry two numbers from batch to batch, and divide once, at the end.
