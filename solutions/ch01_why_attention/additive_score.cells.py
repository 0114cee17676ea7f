# %% mistake: no-tanh
# The tanh is missing. Without it the query adds the same number to every score, and a
# softmax removes this number, so the query changes no weight.
# np.tanh(hidden) => hidden
# %% mistake: tanh-of-each-part
# You take the tanh of each part and then add. The query then adds the same number to every
# score, so it changes no weight. Add first, then take the tanh.
# (query @ W_q)[..., None, :] => np.tanh(query @ W_q)[..., None, :]
# keys @ W_k => np.tanh(keys @ W_k)
# np.tanh(hidden) => hidden
# %% mistake: sigmoid
# You use the sigmoid, which lies between 0 and 1. The alignment model uses np.tanh, which
# lies between -1 and 1.
# np.tanh(hidden) => (1 / (1 + np.exp(-hidden)))
# %% mistake: multiplied
# You multiply the two parts. This score is called additive because query W_q and keys W_k
# are added.
# asked + offered => asked * offered
# %% mistake: v-forgotten
# You add up the h numbers of a key as if all counted alike. The vector v says how much each
# counts, so end with @ v.
# np.tanh(hidden) @ v => np.tanh(hidden).sum(axis=-1)
# %% mistake: tanh-last
# You take the tanh of the finished score, so every score lies between -1 and 1. The tanh
# belongs inside, on the h numbers, before @ v.
# -     return np.tanh(hidden) @ v
# +     scores = hidden @ v
# +     return np.tanh(scores)
# %% mistake: matrices-swapped
# The query meets W_k and the keys meet W_q. That runs only when d_q and d_k are equal. Use
# query @ W_q and keys @ W_k.
# query @ W_q => query @ W_k && keys @ W_k => keys @ W_q
# %% mistake: dot-product
# This is the plain dot product of query and keys, which needs d_q and d_k to be equal. The
# additive score brings both to h numbers with W_q and W_k first, so d_q and d_k may differ.
def additive_score(query, keys, W_q, W_k, v):
    return (keys @ query[..., None])[..., 0]
# %% mistake: softmax-included
# These are weights. Only the scores are wanted here. The softmax comes after.
# -     return np.tanh(hidden) @ v
# +     scores = np.tanh(hidden) @ v
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     return powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: one-query-only
# Your code is right for one query. In a batch query @ W_q, (..., h), needs an axis of size
# 1 before the last, [..., None, :], to line up with keys @ W_k, (..., n, h).
# (query @ W_q)[..., None, :] => query @ W_q
# %% mistake: relu
# You set negative numbers to 0 before v. The alignment model uses np.tanh, which keeps
# their sign.
# np.tanh(hidden) => np.maximum(hidden, 0)
# %% mistake: scaled
# You divide by the square root of h. Only dot products are scaled, in a later chapter; the
# additive score is v . tanh(...) as it stands.
# np.tanh(hidden) @ v => np.tanh(hidden) @ v / len(v) ** 0.5
# %% mistake: scaled-by-d-k
# You divide by the square root of the dimension of a key. That is how dot products are
# scaled, in a later chapter; the additive score is v . tanh(...) as it stands.
# np.tanh(hidden) @ v => np.tanh(hidden) @ v / keys.shape[-1] ** 0.5
# %% mistake: matrices-transposed
# The sizes that meet do not fit, as where W_q and W_k are transposed. W_q is (d_q, h), so
# its rows should meet the numbers of the query: query @ W_q, without .T.
# query @ W_q => query @ W_q.T && keys @ W_k => keys @ W_k.T
# %% mistake: axis-in-front
# Your code is right for one query. In a batch your query part lines up as with [None], a
# new axis before the batch. Let the new axis stand before the last one: [..., None, :].
# [..., None, :] => [None]
# %% mistake: whole-number-array
# Where the keys are whole numbers, your results are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# np.tanh(hidden) @ v => (np.tanh(hidden) @ v).astype(keys.dtype)
# %% mistake: hidden-returned
# These are the h numbers of each key. The vector v should make one score of them.
# np.tanh(hidden) @ v => np.tanh(hidden)
# %% mistake: not-summed
# You weigh the h numbers of each key with v and leave them apart. One score per key is
# wanted, which is their sum, a product with @.
# np.tanh(hidden) @ v => np.tanh(hidden) * v
# %% mistake: dot-of-projections
# You take dot products of the projected query and keys. The additive score adds the two,
# takes the tanh of the sum and weighs it with v.
# asked + offered => asked * offered && np.tanh(hidden) @ v => hidden.sum(axis=-1)
# %% mistake: summed-along-the-keys
# With a batch in front your last sum runs along the keys, as with axis=1. Sum over the h
# numbers, which are the last axis: axis=-1.
# np.tanh(hidden) @ v => (np.tanh(hidden) * v).sum(axis=1)

# %% right: key by key
# a list filled by append
def additive_score(query, keys, W_q, W_k, v):
    scores = []
    for j in range(keys.shape[-2]):
        hidden = np.tanh(query @ W_q + keys[..., j, :] @ W_k)
        scores.append(hidden @ v)
    return np.stack(scores, axis=-1)

# %% right: side by side
# one layer on the two concatenated, as in many programs
def additive_score(query, keys, W_q, W_k, v):
    n = keys.shape[-2]
    copies = np.repeat(query[..., None, :], n, axis=-2)
    both = np.concatenate([copies, keys], axis=-1)
    return np.tanh(both @ np.concatenate([W_q, W_k])) @ v

# %% right: einsum
# three contractions
def additive_score(query, keys, W_q, W_k, v):
    hidden = np.einsum("...nd,dh->...nh", keys, W_k)
    hidden = hidden + np.einsum("...d,dh->...h", query, W_q)[..., np.newaxis, :]
    return np.einsum("...nh,h->...n", np.tanh(hidden), v)

# %% right: in place
# adds and squashes in an array of its own
def additive_score(query, keys, W_q, W_k, v):
    hidden = np.array(keys @ W_k, dtype=np.result_type(keys, W_k, np.float32))
    hidden += np.expand_dims(query @ W_q, -2)
    np.tanh(hidden, out=hidden)
    return (hidden * v).sum(axis=-1)

# %% right: tanh by its exponentials
# a dict that a loop fills
squash = {}
for name in ["tanh"]:
    squash[name] = lambda z: 1 - 2 / (np.exp(2 * np.clip(z, -30, 30)) + 1)

def additive_score(query, keys, W_q, W_k, v):
    hidden = (query @ W_q)[..., None, :] + keys @ W_k
    return squash["tanh"](hidden) @ v

# %% right: a class
# a class and recursion over the batch
class Alignment:
    def __init__(self, W_q, W_k, v):
        self.W_q, self.W_k, self.v = W_q, W_k, v

    def __call__(self, query, keys):
        if query.ndim > 1:
            return np.array([self(q, k) for q, k in zip(query, keys)])
        return np.tanh(query @ self.W_q + keys @ self.W_k) @ self.v

def additive_score(query, keys, W_q, W_k, v):
    return Alignment(W_q, W_k, v)(query, keys)

# %% wrong, whole-number-array, partial: whole numbers kept whole
def additive_score(query, keys, W_q, W_k, v):
    out = np.zeros(keys.shape[:-1], dtype=keys.dtype)
    for j in range(keys.shape[-2]):
        out[..., j] = np.tanh(query @ W_q + keys[..., j, :] @ W_k) @ v
    return out

# %% wrong: values out of tanh twice
# bent twice
def additive_score(query, keys, W_q, W_k, v):
    return np.tanh(np.tanh((query @ W_q)[..., None, :] + keys @ W_k)) @ v

# %% right: by einsum
def additive_score(query, keys, W_q, W_k, v):
    hidden = np.einsum("...nd,dh->...nh", keys, W_k)
    hidden = np.tanh(hidden + np.expand_dims(query @ W_q, -2))
    return np.einsum("...nh,h->...n", hidden, v)
# wrong, no-tanh: np.tanh =>
# wrong, multiplied: hidden + => hidden *
# wrong, relu: np.tanh( => np.maximum(0,
# wrong: -2 => 0
# wrong, v-forgotten: np.einsum("...nh,h->...n", hidden, v => hidden.sum(axis=-1
# wrong: ,h->...n => ,h->...h
# wrong: tanh => sinh

# %% hint: a few keys
# Work from the inside out: two products, their sum, the tanh, one more product.
# %% hint: a few keys; one key
# For a single query, `query @ W_q` is (h,) and `keys @ W_k` is (n, h), a row for each key.
# NumPy adds the first to every row of the second by itself.
# %% hint: a batch; a batch of batches, float32
# With a batch in front, `query @ W_q` is (..., h). `np.expand_dims` with axis -2 gives it
# an axis of size 1 where the keys are. The tanh changes no shape, and the last product sums
# over h.
