# %% mistake: keepdims-lost
# Your norms stand in a row, one for each vector, and broadcasting lines a row up with the
# features. keepdims=True keeps the norms in a column, each beside its own vector.
# norm(q, axis=-1, keepdims=True) => norm(q, axis=-1)
# norm(k, axis=-1, keepdims=True) => norm(k, axis=-1)
# %% mistake: along-the-tokens
# You divide each *feature* by its norm over all tokens. The norm of a vector is summed over
# its own features: the last axis.
# norm(q, axis=-1 => norm(q, axis=-2 && norm(k, axis=-1 => norm(k, axis=-2
# %% mistake: a-length-for-each-batch
# Your vectors are divided by one norm for each sequence, so a key of large norm still
# outweighs others. Each row has a norm of its own.
# norm(q, axis=-1 => norm(q, axis=(-2, -1) && norm(k, axis=-1 => norm(k, axis=(-2, -1)
# %% mistake: queries-alone
# Your scores are divided by each query's own norm, but by one number for all keys, so a key
# of larger norm counts for more. Divide by each key's own norm, too.
# norm(k, axis=-1, keepdims=True) => norm(k)
# %% mistake: keys-alone
# Your scores are divided by each key's own norm, but by one number for all queries, so a
# query of larger norm has larger scores. Divide by each query's own norm, too.
# norm(q, axis=-1, keepdims=True) => norm(q)
# %% mistake: squared
# You divide by the sum of squares. The norm of a vector is the root of that.
# np.linalg.norm(q, axis= => (q**2).sum(axis= && np.linalg.norm(k, axis= => (k**2).sum(axis=
# %% mistake: sum-of-sizes
# You divide by the sum of the absolute values. The norm in a cosine is the root of the sum
# of squares.
# np.linalg.norm(q, axis= => np.abs(q).sum(axis=
# np.linalg.norm(k, axis= => np.abs(k).sum(axis=
# %% mistake: rows-of-scores
# You give each row of *scores* norm one. Then a score depends on which other keys there
# are; a cosine belongs to one query and one key.
def cosine_scores(q, k):
    scores = q @ np.swapaxes(k, -1, -2)
    return scores / np.linalg.norm(scores, axis=-1, keepdims=True)
# %% mistake: by-root-of-d
# You divide by the root of d, as for dot products. That accounts for the average norm of
# vectors, but not for the norm that each one has.
def cosine_scores(q, k):
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
# %% mistake: sign-lost
# Your cosines have no sign. Opposite directions should have -1.
# q @ np.swapaxes(k, -1, -2) => abs(q @ np.swapaxes(k, -1, -2))
# %% mistake: rows-are-keys
# Your rows are keys. Queries should go down, keys across: (..., n_q, n_k).
# q @ np.swapaxes(k, -1, -2) => k @ np.swapaxes(q, -1, -2)
# %% mistake: divided-in-place
# You divide in place, as /= does, which changes the arguments and cannot be done with whole
# numbers. Give the quotient a name: q = q / ...
# q = q / => q /=
# k = k / => k /=
# %% mistake: keys-along-the-tokens
# You divide each feature of the keys by its norm over all keys. Each key has a norm of
# its own, summed over its features: the last axis of k, before it is transposed.
# norm(k, axis=-1 => norm(k, axis=-2
# %% mistake: one-sequence-only
# Your scores are right for one sequence alone. For axes in front, divide q and k each by
# its norms along axis=-1 with keepdims=True, and turn k by np.swapaxes(k, -1, -2).
def cosine_scores(q, k):
    norms = np.outer(np.linalg.norm(q, axis=1), np.linalg.norm(k, axis=1))
    return q @ np.swapaxes(k, -1, -2) / norms
# %% mistake: axis-from-the-front
# Your norms run along axis 1, which is the features' axis only where no axes stand in
# front: axis=-1 is always the last.
# norm(q, axis=-1 => norm(q, axis=1 && norm(k, axis=-1 => norm(k, axis=1

# %% right: norm with axis and keepdims
# the smallest repair
def cosine_scores(q, k):
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    return q @ np.swapaxes(k, -1, -2)
# %% wrong, sum-of-sizes: absolute values
# np.linalg.norm(q, axis= => abs(q).sum(axis= && np.linalg.norm(k, axis= => abs(k).sum(axis=
# %% wrong: the largest feature
# yet another norm
# np.linalg.norm(q, axis= => abs(q).max(axis= && np.linalg.norm(k, axis= => abs(k).max(axis=

# %% right: norm, then an axis
# indexed
def cosine_scores(q, k):
    q = q / np.linalg.norm(q, axis=-1)[..., None]
    k = k / np.linalg.norm(k, axis=-1)[..., None]
    return q @ np.swapaxes(k, -1, -2)
# %% wrong, not_attempted: untouched
# as given
# norm(q, axis=-1)[..., None] => norm(q) && norm(k, axis=-1)[..., None] => norm(k)

# %% right: the root of a sum
# by hand
def cosine_scores(q, k):
    q = q / np.sqrt((q**2).sum(-1, keepdims=True))
    k = k / np.sqrt((k**2).sum(-1, keepdims=True))
    return q @ np.swapaxes(k, -1, -2)

# %% right: divided afterwards
# the scores are divided, twice
def cosine_scores(q, k):
    scores = np.einsum("...id,...jd->...ij", q, k)
    of_q = np.sqrt(np.einsum("...id,...id->...i", q, q))
    of_k = np.sqrt(np.einsum("...jd,...jd->...j", k, k))
    return scores / of_q[..., None] / of_k[..., None, :]

# %% right: pair by pair
# one root for the two lengths
def cosine_scores(q, k):
    scores = np.zeros((*q.shape[:-1], k.shape[-2]))
    for place in np.ndindex(*scores.shape):
        a, b = q[place[:-1]], k[(*place[:-2], place[-1])]
        scores[place] = a @ b / np.sqrt(float(a @ a) * float(b @ b))
    return scores

# %% wrong, by-root-of-d: by the root of d
def cosine_scores(q, k):
    return q @ k.mT / np.sqrt(q.shape[-1])

# %% right: outer lengths
def cosine_scores(q, k):
    norms = [np.sqrt(np.einsum("...id,...id->...i", a, a)) for a in (q, k)]
    both = norms[0][..., :, None] * norms[1][..., None, :]
    return q @ k.swapaxes(-1, -2) / both
# wrong: norms[0][..., :, None] * norms[1] => norms[1]
# wrong: ,...id->...i", a, a => ->...i", abs(a)
# %% wrong: outer lengths: + for *
# ] * => ] +

# %% hint: a few of each
# The cosine of a vector with itself is 1. Give the code the same three rows as queries and
# as keys, and look at the diagonal.
# %% hint: a few of each
# How many norms do n_q queries have, and how many numbers does np.linalg.norm(q) return?
# Print it.
# %% hint
# Ask np.linalg.norm for the norms along the last axis, and see that they come in a column,
# (n_q, 1), so that each row is divided by its own.
