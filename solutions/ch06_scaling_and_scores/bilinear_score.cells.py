# %% mistake: matrix-transposed
# Your scores are q W^T k^T, as q @ W.T or k @ W gives them. W is (d_q, d_k): its rows meet
# the query's features, so start with q @ W. When d_q equals d_k the wrong one runs too.
# q @ W => q @ W.T
# %% mistake: no-matrix
# Your scores leave W out, as plain dot products do. W lets a query and a key of different
# dimensions meet, and is the part that can be learnt: q W k^T.
# q @ W => q
# %% mistake: matrix-on-both
# You multiply queries and keys both by W. W should stand between them, once: q W maps a
# query to the dimension of a key.
# -     projected = q @ W  # (..., n_q, d_k)
# +     k = k @ W
# +     projected = q @ W  # (..., n_q, d_k)
# %% mistake: rows-are-keys
# Your rows belong to keys. In this book row i belongs to query i, and the softmax that
# follows runs along it: put the queries first.
# projected @ np.swapaxes(k, -1, -2) => k @ np.swapaxes(projected, -1, -2)
# %% mistake: batch-transposed
# Your scores are right for one sequence alone: in a batch .T, for example, reverses all
# axes. Swap only the last two axes of the keys: np.swapaxes(k, -1, -2), and multiply with
# @.
# np.swapaxes(k, -1, -2) => k.T
# %% mistake: scaled
# Your scores are divided by sqrt(d_k). The bilinear score is q W k^T as it stands: W is
# learnt, so it can hold any factor.
# -     return projected @ np.swapaxes(k, -1, -2)
# +     projected = projected / np.sqrt(k.shape[-1])
# +     return projected @ np.swapaxes(k, -1, -2)
# %% mistake: softmaxed
# You have taken the softmax already, so your rows sum to one. A score function stops before
# that: scores first, then scaling, then the softmax, so that each stage can be exchanged
# alone.
# return projected => scores = projected
# - 2)
# + 2)
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     return powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: no-transpose
# You multiply by the keys as they stand, which fits only by chance. A score is a dot
# product of two rows: the keys have to stand in columns.
# np.swapaxes(k, -1, -2) => k
# %% mistake: row-with-row
# Your scores compare query i with key i only. Every query should meet every key: take a
# matrix product with the keys in columns.
# projected @ np.swapaxes(k, -1, -2) => (projected * k).sum(axis=-1)
# %% mistake: element-by-element
# You multiply q W and k entry by entry. A score should be the sum of such products, for
# every query with every key: a matrix product.
# projected @ np.swapaxes(k, -1, -2) => projected * k
# %% mistake: scaled-by-d-q
# Your scores are divided by sqrt(d_q). The bilinear score is q W k^T as it stands: W is
# learnt, so it can hold any factor.
# -     return projected @ np.swapaxes(k, -1, -2)
# +     projected = projected / np.sqrt(q.shape[-1])
# +     return projected @ np.swapaxes(k, -1, -2)
# %% mistake: bent
# There is a tanh in your scores. The bilinear score has products only; a tanh belongs to
# the additive score.
# projected @ np.swapaxes(k, -1, -2) => np.tanh(projected @ np.swapaxes(k, -1, -2))
# %% mistake: keys-first
# You compute k W q^T. The queries should come first, and W is (d_q, d_k): its rows meet a
# query.
# q @ W => k @ W && np.swapaxes(k, => np.swapaxes(q,
# %% mistake: matrix-first
# You multiply W @ q. Queries are rows, so q should stand on the left: its features then
# meet the rows of W.
# q @ W => W @ q
# %% mistake: reshape-for-transpose
# Your keys are turned as by a reshape, so that one column can hold parts of several keys.
# Swap the last two axes: np.swapaxes(k, -1, -2).
# np.swapaxes(k, -1, -2) => k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
# %% mistake: whole-number-array
# Where the queries are whole numbers, your scores are cut off to whole numbers, as in an
# array made like q.
# projected @ np.swapaxes(k, -1, -2) => (projected @ np.swapaxes(k, -1, -2)).astype(q.dtype)

# %% right: keys first
# the other bracket
def bilinear_score(q, k, W):
    return q @ (W @ np.swapaxes(k, -1, -2))
# wrong, softmaxed: q @ (W => softmax(q @ W
# wrong, rows-are-keys: q @ (W @ np.swapaxes(k, -1, -2) => k @ W.T @ np.swapaxes(q, -1, -2
# %% wrong, scaled: scaled
# (W @ np.swapaxes(k, -1, -2) => W @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]
# %% wrong: the chapter's q and k
# globals of the chapter: a name would be wrong
# q, k => queries, K && q @ (W @ np.swapaxes(k, -1, -2)) => X @ W_Q @ (X @ W_K).T
# %% wrong: W twice
# keys projected as well
# q @ (W @ np.swapaxes(k, -1, -2) => (q @ W) @ np.swapaxes(k @ W.T @ W, -1, -2
# %% wrong, scaled-by-d-q: scaled by d_q
# (W @ np.swapaxes(k, -1, -2) => W @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]
# %% wrong, matrix-on-both: W on both sides
# q @ (W @ np.swapaxes(k, -1, -2) => (q @ W) @ np.swapaxes(k @ W, -1, -2
# %% wrong: tensordot over the last axes
# every sequence of the batch with every other
# q @ (W @ np.swapaxes(k, -1, -2 => np.tensordot(q @ W, k, axes=([-1], [-1]

# %% right: einsum
# all at once
def bilinear_score(q, k, W):
    return np.einsum("...ia,ab,...jb->...ij", q, W, k)

# %% right: pair by pair
# nested loops fill an array
def bilinear_score(q, k, W):
    out = np.zeros(q.shape[:-1] + k.shape[-2:-1])
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            out[..., i, j] = np.sum((q[..., i, :] @ W) * k[..., j, :], axis=-1)
    return out

# %% right: a helper called J
# the transpose of the transposed; the chapter binds J to an array further down
def J(a):
    return np.swapaxes(a, -1, -2)

def bilinear_score(q, k, W):
    return J(k @ W.T @ J(q))

# %% right: a list of rows
# lists of floats and recursion over the batch
def bilinear_score(q, k, W):
    if q.ndim == 2:
        rows = []
        for query in q:
            rows.append([float(query @ W @ key) for key in k])
        return np.array(rows)
    return np.array([bilinear_score(a, b, W) for a, b in zip(q, k)])

# %% right: matmul into out
# written into an array made before
def bilinear_score(q, k, W):
    projected = np.matmul(q, W)
    kind = np.result_type(projected, k)
    scores = np.empty(q.shape[:-1] + (k.shape[-2],), kind)
    np.matmul(projected, k.swapaxes(-2, -1), out=scores)
    return scores

# %% wrong, reshape-for-transpose: keys reshaped
def bilinear_score(q, k, W):
    *batch, n_k, d_k = k.shape
    return q @ W @ k.reshape(*batch, d_k, n_k)

# %% right: keys first, again
def bilinear_score(q, k, W):
    return (k @ W.T @ q.swapaxes(-1, -2)).swapaxes(-1, -2)
# wrong, rows-are-keys: ).swapaxes(-1, -2 =>
# wrong, scaled: k @ => k / W.shape[1] ** 0.5 @
# wrong: W.T => (W.T + np.eye(*W.T.shape))
# wrong: q. => np.tanh(q).

# %% hint: queries wider than keys; keys wider than queries
# One query and one key first: a row times a matrix times a column is one number. Check the
# dimensions along the way.
# %% hint: queries wider than keys; keys wider than queries
# `q @ W` has a row of `d_k` numbers for each query. From there on it is the dot product of
# chapter 03.
# %% hint
# The keys have to stand in columns. In a batch only the last two axes may change places,
# and `.T` reverses all of them. `np.swapaxes` swaps two.
