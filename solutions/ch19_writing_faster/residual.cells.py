# %% mistake: not-scaled
# Your differences are not scaled. Divide each row of them by its own sum, unless that is 0.
# ) / np.where(total > 0, total, 1) => )
# %% mistake: turned-round
# You keep what the draft offers too often. The residual should be what the draft offers too
# seldom, p - q.
# p - q => q - p
# %% mistake: absolute-difference
# You take the absolute difference. Tokens that the draft offers too often have their share
# already, as accepted drafts, so they should get 0.
# np.maximum(p - q, 0) => np.abs(p - q)
# %% mistake: the-model-again
# You return p. Return p - q, with 0 for what is negative, scaled.
# return np.where(total > 0, left, p) / np.where(total > 0, total, 1) => return p + 0 * left
# %% mistake: one-sum-for-all
# You divide by the sum of all rows. Divide each row by its own sum.
# left.sum(axis=-1, keepdims=True) => left.sum()
# %% mistake: nothing-left-is-zeros
# Where p is nowhere above q your row is zeros. Nothing is ever rejected there, and the row
# should be p's.
# np.where(total > 0, left, p) => left
# %% mistake: zero-by-zero
# Where draft and model agree, nothing is left, and you divide 0 by 0. The row should be
# p's.
# return np.where(total > 0, left, p) / np.where(total > 0, total, 1) => return left / total
# %% mistake: softmax-of-the-difference
# You take a softmax of the difference, which gives every token a probability. A token of
# which nothing is left must get 0, and the others should only be scaled.
# - return np.where(total > 0, left, p) / np.where(total > 0, total, 1)
# + return np.exp(left) / np.exp(left).sum(axis=-1, keepdims=True)
# %% mistake: the-overlap
# You keep what draft and model have in common, which is what was accepted. The residual
# should be the rest of p.
# np.maximum(p - q, 0) => np.minimum(p, q)
# %% mistake: not-clipped
# You leave negative numbers where the draft offers too much, and should have 0 for them.
# - left = np.maximum(p - q, 0)
# + left = p - q
# +     return left / np.maximum(p - q, 0).sum(axis=-1, keepdims=True)
# %% mistake: clipped-afterwards
# You divide by the sum of p - q before you cut off what is negative. That sum is 0 but for
# rounding, as both sum to one. Cut off first.
# - total = left.sum(axis=-1, keepdims=True)
# + total = (p - q).sum(axis=-1, keepdims=True)
# +     return np.maximum((p - q) / total, 0)
# %% mistake: nothing-left-is-even
# Where p is nowhere above q all tokens are equally likely in yours. The row should be p's.
# np.where(total > 0, left, p) => np.where(total > 0, left, 1 / p.shape[-1])
# %% mistake: the-ratio
# You take how far p / q is above 1. The residual should be the difference, p - q.
# np.maximum(p - q, 0) => np.maximum(p / np.maximum(q, 1e-12) - 1, 0)
# %% mistake: all-rows-or-none
# Where one row has nothing left, all rows of yours are those of p. Look at each row by
# itself.
# - total = left.sum(axis=-1, keepdims=True)
# + total = left.sum(axis=-1, keepdims=True)
# +     total = np.where(np.all(total > 0), total, 0)
# %% mistake: columns-summed
# You divide by the sums of the columns. Each row should sum to one.
# total = left.sum(axis=-1, keepdims=True) => total = left.sum(axis=0, keepdims=True)
# %% mistake: all-of-p-where-above
# You keep all of p where it is above q. Only what is above should be left: the difference.
# left = np.maximum(p - q, 0) => left = np.where(p > q, p, 0)
# %% mistake: p-only-where-no-row-has-any
# You take p only where no row at all has anything left. A row with nothing left, beside one
# that has something, is divided 0 / 0: decide it for each row.
# - return np.where(total > 0, left, p) / np.where(total > 0, total, 1)
# + return left / total if left.any() else p.copy()
# %% mistake: zeros-beside-other-rows
# A row of yours in which nothing is left is all zeros where other rows have something left.
# Decide it for each row: such a row is p's.
# - return np.where(total > 0, left, p) / np.where(total > 0, total, 1)
# + return left / np.where(total > 0, total, 1) if left.any() else p.copy()

# %% right: less what they share
# what was accepted is taken away
def residual(p, q):
    left = p - np.minimum(p, q)
    equal = (left == 0).all(axis=-1)
    left[equal] = p[equal]
    return left / left.sum(axis=-1, keepdims=True)
# wrong, not-scaled: return left / left.sum(axis=-1, keepdims=True) => return left
# wrong, the-model-again: p - np.minimum(p, q) => p.copy()
# wrong, one-sum-for-all: left.sum(axis=-1, keepdims=True) => left.sum()
# wrong, zero-by-zero: left[equal] = p[equal] => left[equal] = 0
# wrong, the-overlap: p - np.minimum(p, q) => np.minimum(p, q)

# %% right: row by row
# one row at a time
def residual(p, q):
    if p.ndim > 1:
        return np.array([residual(*pair) for pair in zip(p, q)])
    left = [max(a - b, 0) for a, b in zip(p, q)]
    total = sum(left)
    return np.array([a / total for a in left]) if total else p.copy()
# wrong, absolute-difference: max(a - b, 0) => abs(a - b)

# %% right: where it is above
# p is added where nothing is left
def residual(p, q):
    left = np.where(p > q, p - q, 0)
    left = left + p * (left.max(axis=-1, keepdims=True) == 0)
    return left / np.einsum("...v->...", left)[..., None]
# wrong, turned-round: np.where(p > q, p - q, 0) => np.where(q > p, q - p, 0)
# %% wrong, nothing-left-is-zeros: an empty row
# -     left = left + p * (left.max(axis=-1, keepdims=True) == 0)
# -     return left / np.einsum("...v->...", left)[..., None]
# +     return left / np.maximum(left.sum(axis=-1, keepdims=True), 1e-300)

# %% right: an array that is filled
# changed in place, in a copy
def residual(p, q):
    out = np.array(p)
    rows, others = out.reshape(-1, p.shape[-1]), q.reshape(-1, p.shape[-1])
    for row, other in zip(rows, others):
        above = row > other
        if above.any():
            row[above] -= other[above]
            row[~above] = 0
            row /= row.sum()
    return out

# %% wrong, not-scaled: divided by one
def residual(p, q):
    return np.maximum(p - q, 0) / p.sum(axis=-1, keepdims=True)

# %% wrong, softmax-of-the-difference: a softmax
def residual(p, q):
    powers = np.exp(np.maximum(p - q, 0))
    return powers / powers.sum(axis=-1, keepdims=True)

# %% wrong, the-ratio: a quotient
# by how many times p is above q
def residual(p, q):
    ratio = np.maximum(p / np.maximum(q, 1e-30) - 1, 0)
    return ratio / ratio.sum(axis=-1, keepdims=True)

# %% right: minimum
# written from the text alone: another route
def residual(p, q):
    left = p - np.minimum(p, q)
    total = np.sum(left, -1)[..., None]
    return np.divide(left, total, out=np.array(p, dtype=float), where=total > 0)

# %% wrong, absolute-difference: absolute difference
def residual(p, q):
    r = np.abs(p - q)
    return r / r.sum(axis=-1, keepdims=True)

# %% wrong, the-ratio: a ratio
# what the model wants more, in shares of the draft
def residual(p, q):
    left = np.maximum(p / np.maximum(q, 1e-12) - 1, 0)
    total = left.sum(-1, keepdims=True)
    return np.where(total > 0, left / np.where(total > 0, total, 1), p)

# %% same
# Both sum to one: where p nowhere is above q they are equal.
# np.where(total > 0, left, p) => np.where(total > 0, left, q)

# %% wrong: nearly equal taken for equal
def residual(p, q):
    left = np.maximum(p - q, 0)
    total = left.sum(-1, keepdims=True)
    return np.where(total > 1e-8, left / np.maximum(total, 1e-8), p)

# %% hint: one token
# A token t comes out of the draft and is accepted with probability min(p, q). How much of p
# is missing?
# %% hint
# p - min(p, q) is max(p - q, 0). What do these numbers sum to, and what should
# probabilities sum to?
# %% hint
# Divide each row by its own sum. Where the sum is 0 take p, before you divide.
