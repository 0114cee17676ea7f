# %% mistake: no-tanh
# There is no tanh in your scores. Without it the query's part is the same number for every
# key of its row, and the softmax cancels it: all queries would get the same weights. The
# tanh is what lets the two interact.
# np.tanh(from_queries + from_keys) => from_queries + from_keys
# %% mistake: tanh-outside
# Your tanh comes after v has added up the h hidden numbers. It belongs before: take tanh of
# each of the h numbers, and let v add up the results. Outside, tanh only squeezes scores
# between -1 and 1.
# np.tanh(from_queries + from_keys) => from_queries + from_keys
# - return
# + scores = np.tanh(scores)
# +     return
# %% mistake: tanh-before-sum
# You take tanh of the query's part and of the key's part, then add. Add first: tanh(q W_q +
# k W_k). Taken separately, the query's part is the same for every key, and the softmax
# cancels it.
# np.tanh(from_queries + from_keys) => np.tanh(from_queries) + np.tanh(from_keys)
# %% mistake: v-missing
# You add up the hidden numbers as they are. v says how much each of them counts, and with
# which sign: end with a product with v.
# hidden @ v => hidden.sum(axis=-1)
# %% mistake: rows-are-keys
# Your rows belong to keys. In this book row i belongs to query i, and the softmax that
# follows runs along it: put the queries first.
# (q @ W_q)[..., :, None, :] => (q @ W_q)[..., None, :, :]
# (k @ W_k)[..., None, :, :] => (k @ W_k)[..., :, None, :]
# %% mistake: matrices-swapped
# You multiply queries by W_k and keys by W_q. Where d_q equals d_k the scores are others;
# where they differ, NumPy stops.
# q @ W_q => q @ W_k && k @ W_k => k @ W_q
# %% mistake: row-with-row
# Your scores pair query i with key i alone, and NumPy stops where the rows do not fit. All
# pairs are wanted: give the queries an axis for the keys, (n_q, 1, h), and the keys one for
# the queries, (1, n_k, h).
# (q @ W_q)[..., :, None, :] => q @ W_q && (k @ W_k)[..., None, :, :] => k @ W_k
# %% mistake: axes-from-the-front
# Your scores are right only without a batch: in a batch [:, None], for example, puts an
# axis after the batch, not after the queries. Count from the back: [..., :, None, :] and
# [..., None, :, :].
# [..., :, None, :] => [:, None] && [..., None, :, :] => [None]
# %% mistake: softmaxed
# You have taken the softmax already, so your rows sum to one. A score function stops before
# that: scores first, then scaling, then the softmax, so that each stage can be exchanged
# alone.
# -     return scores
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     return powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: scaled
# Your scores are divided by the square root of h. Additive scores need no scale: tanh keeps
# each hidden number between -1 and 1, however large the vectors are.
# return scores => return scores / np.sqrt(len(v))
# %% mistake: scaled-by-d-k
# Your scores are divided by the square root of the dimension of a key. That scale is for
# dot products; tanh keeps each hidden number between -1 and 1, however large the vectors
# are.
# return scores => return scores / np.sqrt(k.shape[-1])
# %% mistake: not-summed
# Your result has h numbers for each pair, weighted by v. One score per pair is wanted: the
# sum of these h numbers, which a product @ v makes.
# hidden @ v => hidden * v
# %% mistake: sigmoid
# You use the sigmoid, which lies between 0 and 1. This score uses np.tanh, which lies
# between -1 and 1.
# np.tanh(from_queries + from_keys) => 1 / (1 + np.exp(-from_queries - from_keys))
# %% mistake: relu
# You cut negative hidden numbers off to 0. This score uses np.tanh, which keeps their sign.
# np.tanh(from_queries + from_keys) => np.maximum(from_queries + from_keys, 0)
# %% mistake: multiplied
# You multiply q W_q and k W_k. This score is called additive because they are added.
# from_queries + from_keys => from_queries * from_keys
# %% mistake: whole-number-array
# Where the queries are whole numbers, your scores are cut off to whole numbers, as in an
# array made like q. Let the result have a dtype that holds decimals.
# return scores => return scores.astype(q.dtype)
# %% mistake: matrices-transposed
# The sizes that meet do not fit, as where W_q and W_k are transposed. W_q is (d_q, h): its
# rows should meet the numbers of a query, so q @ W_q needs no .T.
# q @ W_q => q @ W_q.T && k @ W_k => k @ W_k.T
# %% mistake: hidden-returned
# These are the h hidden numbers of each pair. v makes one score of them.
# hidden @ v => hidden
# %% mistake: dot-of-projections
# You take dot products of the projected queries and keys. The additive score adds the two,
# takes tanh of the sum and a weighted sum with v.
def additive_scores(q, k, W_q, W_k, v):
    return (q @ W_q) @ np.swapaxes(k @ W_k, -1, -2)

# %% right: new axes
# (n_q, 1, h) + (1, n_k, h)
def additive_scores(q, k, W_q, W_k, v):
    left = np.expand_dims(q @ W_q, -2)
    right = np.expand_dims(k @ W_k, -3)
    return np.tanh(left + right) @ v

# %% right: einsum at the end
# the weighted sum by its index
def additive_scores(q, k, W_q, W_k, v):
    hidden = (q @ W_q)[..., :, np.newaxis, :] + (k @ W_k)[..., np.newaxis, :, :]
    return np.einsum("...h,h->...", np.tanh(hidden), v)
# %% wrong, tanh-before-sum: tanh of each
# - hidden = (q @ W_q)[..., :, np.newaxis, :] + (k @ W_k)[..., np.newaxis, :, :]
# + a, b = np.tanh(q @ W_q), np.tanh(k @ W_k)
# np.einsum("...h,h->...", np.tanh(hidden), v) => (a[..., None, :] + b[..., None, :, :]) @ v
# %% wrong, softmaxed: softmaxed
# :, np.newaxis, :] + (k @ W_k)[..., np.newaxis => None, :] + (k @ W_k)[..., None
# np.einsum("...h,h->...", np.tanh(hidden), => softmax(np.tanh(hidden) @

# %% right: in place
# an array of its own, changed step by step
def additive_scores(q, k, W_q, W_k, v):
    a, b = (q @ W_q)[..., None, :], (k @ W_k)[..., None, :, :]
    shape = np.broadcast_shapes(a.shape, b.shape)
    hidden = np.zeros(shape)
    hidden += a
    hidden += b
    np.tanh(hidden, out=hidden)
    hidden *= v
    return hidden.sum(-1)

# %% right: helpers of the chapter's later names
# the chapter binds straight and bent to arrays further down
def straight(q, k, W_q, W_k):
    return (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]

def bent(hidden):
    return np.tanh(hidden)

def additive_scores(q, k, W_q, W_k, v):
    return bent(straight(q, k, W_q, W_k)) @ v

# %% right: repeated in full
# side by side, one layer
def additive_scores(q, k, W_q, W_k, v):
    n_q, n_k = q.shape[-2], k.shape[-2]
    all_q = np.repeat(q[..., :, None, :], n_k, axis=-2)
    all_k = np.repeat(k[..., None, :, :], n_q, axis=-3)
    both = np.concatenate([all_q, all_k], axis=-1)
    return np.tanh(both @ np.vstack([W_q, W_k])) @ v

# %% right: in float64
# a wider dtype is no mistake here
def additive_scores(*args):
    q, k, W_q, W_k, v = [np.asarray(a, np.float64) for a in args]
    return np.tanh((q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]).dot(v)

# %% wrong, partial: a loop over the queries
# the task says without a loop
def additive_scores(q, k, W_q, W_k, v):
    rows = []
    for i in range(q.shape[-2]):
        rows.append(np.tanh(q[..., i, None, :] @ W_q + k @ W_k) @ v)
    return np.stack(rows, axis=-2)

# %% wrong, whole-number-array, partial: whole numbers kept whole
def additive_scores(q, k, W_q, W_k, v):
    out = np.zeros(q.shape[:-1] + (k.shape[-2],), dtype=q.dtype)
    hidden = (q @ W_q)[..., None, :] + (k @ W_k)[..., None, :, :]
    out[...] = np.tanh(hidden) @ v
    return out

# %% wrong, partial: a comprehension
# a loop in brackets
def additive_scores(q, k, W_q, W_k, v):
    a, b = q @ W_q, k @ W_k
    rows = [np.tanh(a[..., i, None, :] + b) @ v for i in range(q.shape[-2])]
    return np.stack(rows, axis=-2)

# %% wrong, dot-of-projections: a dot product of the projections
def additive_scores(q, k, W_q, W_k, v):
    return np.einsum("...ih,...jh->...ij", q @ W_q, k @ W_k)

# %% right: axes by name
def additive_scores(q, k, W_q, W_k, v):
    rows = np.einsum("...id,dh->...ih", q, W_q)[..., :, None, :]
    columns = np.einsum("...jd,dh->...jh", k, W_k)[..., None, :, :]
    return np.einsum("...ijh,h->...ij", np.tanh(rows + columns), v)
# wrong, tanh-before-sum: np.tanh(rows + columns) => np.tanh(rows) + np.tanh(columns)
# wrong, multiplied: rows + => rows *
# wrong, no-tanh: np.tanh(rows + columns) => rows + columns
# wrong, rows-are-keys: >...ij => >...ji
# %% wrong: axes by name: - for +
# rows + => rows -

# %% wrong, tanh-outside: loop over the queries, tanh outside
def additive_scores(q, k, W_q, W_k, v):
    hq, hk = q @ W_q, k @ W_k
    rows = [np.tanh((hq[..., i:i + 1, :] + hk) @ v) for i in range(q.shape[-2])]
    return np.stack(rows, axis=-2)

# %% same
# Behind the first axis the ellipsis stands for all others but the last: the new axis is in
# the same place.
# (q @ W_q)[..., :, None, :] => (q @ W_q)[:, ..., None, :]
# %% same
# The ellipsis takes the axis that the colon named.
# (q @ W_q)[..., :, None, :] => (q @ W_q)[..., None, :]

# %% hint: more keys than queries; more queries than keys
# One pair first: `q[i] @ W_q + k[j] @ W_k` are `h` numbers. `tanh` of each, then the dot
# product with `v`.
# %% hint: more keys than queries; more queries than keys; a batch
# For all pairs the hidden numbers fill an array (..., n_q, n_k, h). `q @ W_q` has no axis
# for the keys, and `k @ W_k` has none for the queries. Give each an axis of size 1 and let
# broadcasting do the rest.
# %% hint
# `None` in an index makes an axis of size 1. You want (..., n_q, 1, h) and (..., 1, n_k,
# h). After the tanh, one product with `v` removes the axis h.
