# %% mistake: queries-first
# Your queries come before the keys. The shape should be (..., n_k, n_q, d_v): the weighted
# copies of the first value come first.
# return weighted => return np.swapaxes(weighted, -3, -2)
# %% mistake: features-before-queries
# Your last two axes are swapped: the features of a value should be the last axis.
# return weighted => return np.swapaxes(weighted, -2, -1)
# %% mistake: weights-not-transposed
# You use weights[j, i] where weights[i, j] is asked for: row i of the weights belongs to
# query i. Swap the last two axes of the weights first.
# np.swapaxes(weights, -1, -2) => weights
# %% mistake: already-summed
# You have summed over the keys already: that is weights @ v. Here every query's copy of
# every value is still wanted.
# by_key[..., None] * v[..., None, :] => weights @ v
# %% mistake: element-by-element
# You multiply weights and values entry by entry. Give the weights a new last axis and the
# values a new axis for the queries.
# by_key[..., None] * v[..., None, :] => weights * v
# %% mistake: batch-transposed
# Your code is right without a batch and not with one, as with weights.T, which turns all
# axes around. Swap only the last two: np.swapaxes(weights, -1, -2).
# np.swapaxes(weights, -1, -2) => weights.T
# %% mistake: reshape-for-transpose
# Your weights are reshaped, not transposed: the numbers keep their order, and with more
# than one query each row mixes the weights of several keys. Swap the last two axes.
# np.swapaxes(weights, -1, -2) => weights.reshape(*v.shape[:-1], weights.shape[-2])
# %% mistake: weights-alone
# These are the weights, copied along the features. Each of them still has to scale its
# value.
# * v[..., None, :] => * np.ones_like(v)[..., None, :]
# %% mistake: whole-number-array
# Where the values are whole numbers, your results are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# return weighted => return weighted.astype(v.dtype)
# %% mistake: values-by-query
# Value i would meet query i in yours. A weight of key j belongs to value j, so give v an
# axis of size 1 after the keys: v[..., :, None, :].
# v[..., None, :] => v[..., None, :, :]
# %% mistake: all-axes-turned
# Your code is right without a batch and not with one, as with weights.T, v[:, None] or
# 'ij,jd->jid'. Swap the last two axes, and count axes from the back.
# np.swapaxes(weights, -1, -2) => weights.T
# v[..., None, :] => v[:, None, :]
# %% mistake: axes-from-the-front
# Your code is right without a batch and not with one, as with weights.T, v[:, None] or
# 'ij,jd->jid'. Swap the last two axes, and count axes from the back.
# np.swapaxes(weights, -1, -2) => weights.T
# by_key[..., None] * v[..., None, :] => by_key[:, :, None] * v[:, None]
# %% mistake: values-counted-from-the-front
# Your code is right without a batch and not with one, as with v[:, None], counted from the
# front. Count the new axis of v from the back: v[..., None, :].
# v[..., None, :] => v[:, None]

# %% right: einsum
# three letters, none summed
def weighted_values(weights, v):
    return np.einsum("...ij,...jd->...jid", weights, v)
# wrong, already-summed: np.einsum("...ij,...jd->...jid", weights, v) => weights @ v
# wrong, element-by-element: np.einsum("...ij,...jd->...jid", weights, v) => weights * v
# wrong, features-before-queries, failed: jid => jdi
# %% wrong, queries-first: queries first
# np.einsum("...ij,...jd->...jid", weights, v) => weights[..., None] * v[..., None, :, :]
# %% wrong, axes-from-the-front, partial: no batch
# right for two axes only
# np.einsum("...ij,...jd->...jid", weights, v) => weights.T[:, :, None] * v[:, None, :]
# %% wrong, queries-first: queries before keys
# - np.einsum("...ij,...jd->...jid", weights, v)
# + weights[..., :, :, None] * v[..., None, :, :]

# %% right: turned, then new axes
# (n_k, n_q, 1) times (n_k, 1, d_v)
def weighted_values(weights, v):
    turned = np.swapaxes(weights, -1, -2)
    return np.expand_dims(turned, -1) * np.expand_dims(v, -2)
# %% wrong, weights-alone: the wrong value
# turned = np.swapaxes(weights, -1, -2) => w = weights[..., None] + 0 * v[..., None, :, :]
# expand_dims(turned, -1) * np.expand_dims(v, -2 => swapaxes(w, -2, -3
# %% wrong: a mean
# divided by n_k
# - turned = np.swapaxes(weights, -1, -2)
# + parts = np.swapaxes(weights, -1, -2)[..., None] * v[..., None, :]
# np.expand_dims(turned, -1) * np.expand_dims(v, -2) => parts / weights.shape[-1]

# %% right: an outer product a key
# (n_k, n_q, 1) @ (n_k, 1, d_v)
def weighted_values(weights, v):
    return np.swapaxes(weights, -1, -2)[..., None] @ v[..., None, :]

# %% right: repeat and tile
# what broadcasting does, done in full
def weighted_values(weights, v):
    n_q = weights.shape[-2]
    copies = np.repeat(v[..., :, np.newaxis, :], n_q, axis=-2)
    w = np.moveaxis(weights, -1, -2)
    return copies * w[..., np.newaxis]

# %% right: queries first, then transposed
# (n_q, n_k, d_v) with its first two axes swapped
def weighted_values(weights, v):
    parts = weights[..., None] * v[..., None, :, :]
    return parts.swapaxes(-2, -3)

# %% right: out= in float64
# written into an array made before; a wider dtype is no mistake here
def weighted_values(weights, v):
    n_q, n_k = weights.shape[-2:]
    room = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]))
    np.multiply(
        np.swapaxes(weights, -1, -2)[..., None], v[..., None, :], out=room
    )
    return room

# %% wrong, partial: a loop over keys and queries
# the task says to use no loop
def weighted_values(weights, v):
    n_q, n_k = weights.shape[-2:]
    out = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]))
    for j in range(n_k):
        for i in range(n_q):
            out[..., j, i, :] = weights[..., i, j, None] * v[..., j, :]
    return out

# %% wrong, reshape-for-transpose: reshaped, not turned
def weighted_values(weights, v):
    n_q, n_k = weights.shape[-2:]
    w = weights.reshape(weights.shape[:-2] + (n_k, n_q, 1))
    return w * v[..., :, None, :]

# %% wrong, whole-number-array, partial: whole numbers kept whole
def weighted_values(weights, v):
    n_q, n_k = weights.shape[-2:]
    out = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]), v.dtype)
    out[...] = np.swapaxes(weights, -1, -2)[..., None] * v[..., None, :]
    return out

# %% right: by einsum
def weighted_values(weights, v):
    return np.einsum("...ij,...jd->...jid", weights, v)
# wrong, queries-first: jid => ijd
# wrong, already-summed: jid => id
# wrong: ij => ji
# wrong, features-before-queries: jid => jdi

# %% wrong, partial: two or three axes alone
def weighted_values(weights, v):
    by_key = weights.T if weights.ndim == 2 else weights.transpose(0, 2, 1)
    return by_key[..., None] * v[..., None, :]

# %% hint: as many queries as keys; more keys than queries
# Write down the three axes of the result: key `j`, query `i`, feature `d`. Which of them
# does `weights` have, and in which order? Which does `v` have?
# %% hint: as many queries as keys; more keys than queries; a batch
# `weights` has no feature axis and `v` has no query axis. Give each of them an axis of size
# 1 in the missing place, so that the shapes become (..., n_k, n_q, 1) and (..., n_k, 1,
# d_v).
# %% hint
# Swap the last two axes of `weights` first, so that the keys come before the queries, and
# then add an axis at the end with `[..., None]`. For `v`, the index `[..., None, :]` adds
# one before the last. Then multiply.
