# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). Undivided, they make the
# softmax sharper the larger d_k is.
# ) / d_k**0.5 => )
# %% mistake: divided-by-d-k
# Your scale is d_k. It should be its square root: divide the scores by sqrt(d_k), once.
# / d_k**0.5 => / d_k
# %% mistake: multiplied
# Your scores are multiplied by sqrt(d_k); to divide by d_k ** -0.5 does that, too. Divide
# them by d_k ** 0.5.
# / d_k**0.5 => * d_k**0.5
# %% mistake: scaled-by-length
# Your weights are those of scores divided by the square root of the number of keys. Divide
# by that of d_k, the size of the last axis of q and k.
# d_k = q.shape[-1] => d_k = k.shape[-2]
# %% mistake: wrong-axis
# Your rows do not sum to one. Each is one query's weights: take the softmax over the keys,
# the last axis.
# softmax(scores) => softmax(scores, axis=-2)
# %% mistake: rows-are-keys
# Your rows belong to keys, as in k q^T. Queries should come first: q k^T.
# -     scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n_q, n_k)
# +     q, k = k, q
# +     scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n_q, n_k)
# %% mistake: batch-transposed
# Your code is right for one sequence and not for a batch, as with k.T, which turns all axes
# around. Swap only the last two: np.swapaxes(k, -1, -2).
# np.swapaxes(k, -1, -2) => k.T
# %% mistake: unstable
# exp() of a large score overflows, and a row of very negative ones gives 0/0. Use a softmax
# that subtracts each row's largest score first.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores)
# +     return powers / powers.sum(axis=axis, keepdims=True)
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: no-softmax
# These are the scaled scores. The softmax that turns them into weights is missing.
# softmax(scores) => scores
# %% mistake: scaled-after
# You divide after the softmax, so your rows sum to 1 / sqrt(d_k). Scale the scores, then
# take the softmax.
# ) / d_k**0.5 => ) && softmax(scores) => softmax(scores) / d_k**0.5
# %% mistake: global-max
# You subtract the largest score of all queries together. A query whose scores lie far below
# it underflows to 0/0. Subtract each row's own largest score.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores - scores.max())
# +     return powers / powers.sum(axis=axis, keepdims=True)
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: no-transpose
# You multiply the queries by the keys as they stand, which runs only where n_k equals d_k.
# A score is a dot product of two rows, so put the keys in columns.
# np.swapaxes(k, -1, -2) => k
# %% mistake: reshape-for-transpose
# Your keys are reshaped, not transposed, so that a column can hold parts of several keys.
# Swap the two axes.
# np.swapaxes(k, -1, -2) => k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
# %% mistake: floor-division
# Your scores are rounded down to whole numbers, as by //, so that scores which differ can
# become alike. A plain / divides.
# / d_k**0.5 => // d_k**0.5
# %% mistake: half-of-d-k
# You divide by d_k / 2, as d_k ** 1/2 does: the power comes first, and then its result is
# halved. The root is d_k ** 0.5.
# d_k**0.5 => (d_k**1 / 2)
# %% mistake: scaled-by-queries
# Your weights are those of scores divided by the square root of the number of queries.
# Divide by that of d_k, the size of the last axis of q and k.
# d_k = q.shape[-1] => d_k = q.shape[-2]
# %% mistake: size-from-the-front
# Your d_k is the size of axis 1, which is right for one sequence alone. Count from the end:
# q.shape[-1].
# d_k = q.shape[-1] => d_k = q.shape[1]
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# softmax(scores) => softmax(softmax(scores))
# %% mistake: log-softmax
# These are the logarithms of the weights, as a log-softmax gives them. The weights
# themselves are wanted.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     scores = scores - scores.max(axis=axis, keepdims=True)
# +     return scores - np.log(np.exp(scores).sum(axis=axis, keepdims=True))
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: causal
# You hide later keys from the queries, as a causal mask does. Nothing should be hidden:
# every query may attend to all keys.
# -     return softmax(scores)
# +     seen = np.tri(*scores.shape[-2:], dtype=bool)
# +     scores = np.where(seen, scores, -np.inf)
# +     return softmax(scores)
# %% mistake: element-by-element
# You multiply queries and keys entry by entry. A score is the sum of such products, for
# every query with every key: a matrix product.
# q @ np.swapaxes(k, -1, -2) => q * k
# %% mistake: whole-number-scores
# Where the inputs are whole numbers, your divided scores are cut off to whole numbers, as
# in an array of their dtype.
# -     scores = q @ np.swapaxes(k, -1, -2) / d_k**0.5  # (..., n_q, n_k)
# +     scores = q @ np.swapaxes(k, -1, -2)
# +     scores[...] = scores / d_k**0.5  # (..., n_q, n_k)
# %% mistake: whole-number-array
# Where the queries are whole numbers, your weights are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# softmax(scores) => softmax(scores).astype(q.dtype)
# %% mistake: root-cut-off
# You cut the root of d_k off to a whole number, as by int() or //. The root of 3 is 1.73,
# not 1.
# d_k**0.5 => int(d_k**0.5)
# %% mistake: axis-1
# Your softmax runs along axis 1, which is the keys for one sequence alone. Count from the
# end: the keys are the last axis, -1.
# softmax(scores) => softmax(scores, axis=1)
# %% mistake: shifted-by-minimum
# What you subtract is less than a row's largest score, as the smallest is, so in a wide row
# exp() of the largest overflows. Subtract the largest.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores - scores.min(axis=axis, keepdims=True))
# +     return powers / powers.sum(axis=axis, keepdims=True)
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: shifted-by-mean
# What you subtract is less than a row's largest score, as the mean is, so exp() of a score
# far above it overflows. Subtract the largest.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores - scores.mean(axis=axis, keepdims=True))
# +     return powers / powers.sum(axis=axis, keepdims=True)
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: result-transposed
# Your last two axes have changed places, so that a column belongs to a query. Row i should
# be the weights of query i.
# softmax(scores) => np.swapaxes(softmax(scores), -1, -2)
# %% mistake: global-sum
# You divide by the sum of all exponentials, so all weights together sum to one. Divide each
# row by its own sum.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
# +     return powers / powers.sum()
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: no-keepdims
# Your sums or maxima have lost an axis, so they line up with the wrong entries, or with
# none. Pass keepdims=True.
# - def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
# +     return powers / powers.sum(axis=axis)
# +
# +
# + def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
# %% mistake: queries-with-queries
# You compare queries with queries or keys with keys. Compare the queries with the keys.
# np.swapaxes(k, -1, -2) => np.swapaxes(q, -1, -2)

# %% right: a helper called scale
# a short word that other chapters bind too
def scale(d_k):
    return d_k ** -0.5

def attention_weights(q, k):
    scores = np.einsum("...id,...jd->...ij", q, k) * scale(q.shape[-1])
    return softmax(scores, axis=-1)

# %% right: pair by pair, in place
# nested loops fill an array
def attention_weights(q, k):
    scores = np.zeros(q.shape[:-1] + (k.shape[-2],))
    for place in np.ndindex(*q.shape[:-2]):
        for i in range(q.shape[-2]):
            for j in range(k.shape[-2]):
                scores[place][i, j] = np.dot(q[place][i], k[place][j])
    scores /= np.sqrt(k.shape[-1])
    return softmax(scores)

# %% right: recursion over the batch
# it calls itself for each sequence
def attention_weights(q, k):
    if q.ndim > 2:
        return np.stack([attention_weights(a, b) for a, b in zip(q, k)])
    return softmax(q @ k.T / np.sqrt(k.shape[1]))

# %% right: its own softmax with the same name
# the name of an earlier exercise, defined anew in the cell
def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

def attention_weights(q, k):
    return softmax((q / q.shape[-1] ** 0.5) @ k.swapaxes(-2, -1))
# wrong, unscaled: (q / q.shape[-1] ** 0.5) => q
# wrong, reshape-for-transpose: swapaxes(-2, -1) => reshape(*k.shape[:-2], k.shape[-1], -1)
# %% wrong, unstable, partial: unstable softmax of its own
# np.exp(x - x.max(axis=axis, keepdims=True)) => np.exp(x)
# %% wrong, global-max, partial: one maximum for all
# x.max(axis=axis, keepdims=True) => x.max()
# %% wrong, partial: the size from axis 1
# the keys' count in a batch
# q.shape[-1] => k.shape[1]
# %% wrong, log-softmax: logarithms
# return e / e.sum(axis=axis, keepdims=True) => return np.log(e / e.sum(-1, keepdims=True))
# %% wrong, shifted-by-mean, partial: the mean subtracted
# x.max(axis => x.mean(axis

# %% right: a list filled by append
# lists of lists, made an array at the end
def attention_weights(q, k):
    d_k = k.shape[-1]
    flat_q = q.reshape((-1,) + q.shape[-2:])
    flat_k = k.reshape((-1,) + k.shape[-2:])
    sheets = []
    for one_q, one_k in zip(flat_q, flat_k):
        rows = []
        for query in one_q:
            rows.append(softmax(one_k @ query / d_k**0.5))
        sheets.append(rows)
    return np.array(sheets).reshape(q.shape[:-1] + (k.shape[-2],))

# %% right: a helper called row, in a cell above
# the chapter binds row to an array further down
def row(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
# %%
def attention_weights(q, k):
    turned = np.swapaxes(k, -1, -2)
    return row(q @ turned / np.sqrt(k.shape[-1]))

# %% wrong, rows-are-keys: queries and keys swapped
def attention_weights(q, k):
    return softmax(k @ np.swapaxes(q, -1, -2) / np.sqrt(k.shape[-1]))

# %% wrong: the chapter's queries and keys
# globals of the chapter in place of the arguments: no name fits
def attention_weights(q, k):
    scores = queries @ keys.T
    return softmax(scores / np.sqrt(q.shape[-1]))

# %% wrong, whole-number-scores, partial: whole numbers kept whole
def attention_weights(q, k):
    scores = q @ np.swapaxes(k, -1, -2)
    scores[...] = scores / np.sqrt(k.shape[-1])
    return softmax(scores)

# %% wrong: half precision, a little off
# the answer's own dtype must not loosen what it is held to
def attention_weights(q, k):
    weights = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1] + 0.02))
    return weights.astype(np.float16)

# %% wrong, causal: a causal mask
def attention_weights(q, k):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
    hidden = np.triu(np.ones(scores.shape[-2:]), k=1) == 1
    return softmax(np.where(hidden, -np.inf, scores))

# %% same
# Queries and keys have the same number of features.
# d_k = q.shape[-1] => d_k = k.shape[-1]

# %% wrong, partial: one query without its axis
def attention_weights(q, k):
    return softmax(q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5).squeeze()

# %% hint: more keys than queries; more queries than keys
# Three stages: scores, scaling, softmax. The section on the batch axis has the first, the
# exercise `softmax` the third.
# %% hint: more keys than queries; more queries than keys; a batch; a batch, all of one size
# The keys have to stand in columns, and only the last two axes may be swapped. `d_k` is a
# size of the arrays that you are given: which axis of `q` holds it?
# %% hint
# `d_k` is `q.shape[-1]`. Divide the scores by `np.sqrt(d_k)` *before* the softmax. The
# softmax runs over the keys, the last axis of the scores, and that is its default.
