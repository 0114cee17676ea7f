# %% mistake: still-by-n
# What you divide by counts padding as well, so the mean of a short sentence comes out too
# near 0. Divide by the number of its real tokens.
# np.maximum(lengths, 1)[:, None] => context.shape[1]
# %% mistake: nan-times-zero
# Your counts are right, but nan or inf in the padding makes nan: 0 * nan is nan. Replace
# the rows of padding before you add, with np.where.
# np.where(real, context, 0) => (context * real)
# %% mistake: nan-swept
# You remove the nan but add the rest of the padding. The lengths say which rows are
# padding, and the numbers in them do not.
# np.where(real, context, 0) => np.nan_to_num(context)
# %% mistake: padding-summed
# Your sum runs over the padding too. Replace the rows of padding by zeros before you add,
# with np.where.
# np.where(real, context, 0) => context
# %% mistake: one-count-for-all
# You divide by the number of real tokens of the whole batch. Each sentence has a count of
# its own.
# np.maximum(lengths, 1)[:, None] => lengths.sum()
# %% mistake: lengths-in-a-row
# You divide by the lengths in a row, and broadcasting lines a row up with the features.
# lengths[:, None] makes the lengths a column.
# [:, None] =>
# %% mistake: empty-sentence-nan
# An empty sentence gives nan, as 0 / 0 does. It should give zeros, as 0 divided by at least
# 1 does.
# np.maximum(lengths, 1) => lengths
# %% mistake: last-token
# You take the last real token. That is another way to make one vector of a sentence, and
# not the mean.
def sentence_means(context, lengths):
    return context[np.arange(len(lengths)), lengths - 1]
# %% mistake: sums
# These are the sums. Divide each one by its sentence's number of real tokens.
# sums / np.maximum(lengths, 1)[:, None] => sums
# %% mistake: mean-of-padding
# Your sums go over the rows of padding. The first `lengths` rows are real.
# np.where(real, context, 0) => np.where(real, 0, np.nan_to_num(context))
# %% mistake: largest
# You take the largest of each feature. Asked is the mean.
# - sums = np.where(real, context, 0).sum(axis=1)  # (batch, d)
# + sums = np.where(real, context, -np.inf).max(axis=1)
# +     return np.where(lengths[:, None] == 0, 0, sums)
# %% mistake: one-row-more
# Your sums have a row too many. A sentence of length 3 has rows 0, 1 and 2.
# padding_mask(lengths, context => padding_mask(lengths + 1, context
# %% mistake: one-row-less
# Your sums lack the last real row. A sentence of length 3 has rows 0, 1 and 2.
# padding_mask(lengths, context => padding_mask(lengths - 1, context
# %% mistake: one-number-a-sentence
# You take one mean over all features of a sentence. Each feature should have a mean of its
# own.
# return sums / => return sums.mean(axis=1, keepdims=True) / np.ones(sums.shape) /
# %% mistake: mean-of-one-row-less
# Your means lack the last real row. A sentence of length 3 has rows 0, 1 and 2.
def sentence_means(context, lengths):
    means = np.zeros((len(context), context.shape[-1]))
    for i, length in enumerate(lengths):
        if length > 0:
            means[i] = context[i, : length - 1].mean(axis=0)
    return means

# %% right: np.where and the lengths
# both faults repaired
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    kept = np.where(real[..., None], context, 0)
    return kept.sum(axis=1) / np.maximum(lengths, 1)[:, None]
# wrong, still-by-n: kept.sum(axis=1) / np.maximum(lengths, 1)[:, None] => kept.mean(axis=1)
# wrong, nan-swept: np.where(real[..., None], context, 0) => np.nan_to_num(context)
# wrong, padding-summed: np.where(real[..., None], context, 0) => context
# wrong, one-count-for-all: np.maximum(lengths, 1)[:, None] => real.sum()

# %% right: sentence by sentence
# slices; what an empty sentence gives is swept up
def sentence_means(context, lengths):
    pairs = zip(context, lengths)
    rows = [c[:l].mean(axis=0) if l else 0 * c[0, :] for c, l in pairs]
    return np.nan_to_num(np.stack(rows))

# %% right: a copy that is overwritten
# a Boolean index on a copy
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    kept = context.copy()
    kept[~real] = 0
    counts = real.sum(axis=1, keepdims=True)
    return kept.sum(axis=1) / np.where(counts > 0, counts, 1)

# %% right: as attention
# a row of equal weights
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    weights = real / np.maximum(real.sum(axis=1, keepdims=True), 1)
    kept = np.where(real[..., None], context, 0.0)
    return (weights[:, None, :] @ kept)[:, 0]

# %% right: where= in the sum
# NumPy's own where= and out=
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])[..., None]
    total, count = context.sum(axis=1, where=real), real.sum(axis=1)
    return np.divide(total, count, where=count > 0, out=np.zeros(total.shape))

# %% wrong, not_attempted: untouched
# as given
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    return (context * real[..., None]).mean(axis=1)

# %% wrong: written into the argument
# right numbers, and the caller's array is changed
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    context[~real] = 0
    return context.sum(axis=1) / np.maximum(lengths, 1)[:, None]

# %% right: by one product
def sentence_means(context, lengths):
    real = np.arange(context.shape[1]) < np.asarray(lengths)[:, None]
    totals = np.where(real[..., None], context, 0).sum(axis=1)
    return totals / np.maximum(lengths, 1)[:, None]
# wrong, still-by-n: np.maximum(lengths, 1)[:, None => context.shape[1
# wrong, empty-sentence-nan: maximum(lengths, 1 => asarray(lengths
# wrong, one-row-more: < => <=
# wrong, padding-summed: np.where(real[..., None], context, 0) => context
# wrong: np.where(real[..., None], context, 0) => real[..., None] * context
# wrong, sums: / np.maximum(lengths, 1)[:, None] =>
# wrong, still-by-n: maximum(lengths => maximum((context != 0).any(axis=-1).sum(axis=1)

# %% wrong: nanmean
# written from the text alone
def sentence_means(context, lengths):
    out = np.zeros((context.shape[0], context.shape[2]))
    for b in range(len(lengths)):
        out[b] = np.nanmean(context[b], axis=0)
    return np.nan_to_num(out)

# %% hint: padding
# Take one sentence whose tokens are all 6, and pad it to twice its length. What should the
# mean be, and what is it?
# %% hint: padding; nan in the padding
# The given code has two faults. One is in what the sum is divided by. For the other, think
# of what 0 times nan gives.
# %% hint
# Replace the rows of the padding by 0 with np.where, add up over the positions, and divide
# by the lengths, standing in a column, with at least 1 for an empty sentence.
