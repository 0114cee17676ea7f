# %% mistake: swapped-qk
# The roles of queries and keys are swapped in yours. A row of scores should belong to a
# query, which is made with W_q.
# q, k, v = => k, q, v =
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). Undivided, they make the
# softmax sharper the larger d_k is.
# ) / d_k**0.5 => )
# %% mistake: divided-by-d-k
# Your scale is d_k. It should be its square root: divide the scores by sqrt(d_k), once.
# / d_k**0.5 => / d_k
# %% mistake: scaled-by-d-model
# Your results are those of scores divided by sqrt(d_model). The scores are products of
# vectors with d_k entries, so the scale is sqrt(d_k).
# d_k = W_k.shape[1] => d_k = x.shape[-1]
# %% mistake: wrong-axis
# Your softmax is not over the keys. Each row should be one query's weights: take the
# softmax over the last axis.
# softmax(scores) => softmax(scores, axis=-2)
# %% mistake: raw-values
# You mix the tokens themselves. A token should pass on its value, x @ W_v.
# weights @ v => weights @ x
# %% mistake: weights-transposed
# Your result is that of transposed weights: each token is mixed by the column of its key.
# Row i of the weights should say what query i gathers.
# weights @ v => np.swapaxes(weights, -1, -2) @ v
# %% mistake: batch-transposed
# Your code is right for one sequence and not for a batch, as with k.T, which turns all axes
# around. Swap only the last two: np.swapaxes(k, -1, -2).
# np.swapaxes(k, -1, -2) => k.T
# %% mistake: weights-returned
# These are the weights. Multiply them by the values to get the context.
# weights @ v => weights
# %% mistake: no-projections
# You use the tokens as their own queries and keys. Project them first: q is x @ W_q and k
# is x @ W_k.
# project_qkv(x, W_q, W_k, W_v) => x, x, x @ W_v && d_k = W_k.shape[1] => d_k = x.shape[-1]
# %% mistake: scaled-by-d-v
# You divide by the square root of d_v. The scores are products of queries and keys, so the
# scale is the root of d_k, their dimension.
# d_k = W_k.shape[1] => d_k = W_v.shape[1]
# %% mistake: no-transpose
# The sizes that meet do not fit, as where the queries meet the keys as they stand. A score
# is a dot product of two rows, so put the keys in columns: swap the last two axes of k.
# np.swapaxes(k, -1, -2) => k
# %% mistake: reshape-for-transpose
# Your keys are reshaped, not transposed, so that a column can hold parts of several keys.
# Swap the two axes.
# np.swapaxes(k, -1, -2) => k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
# %% mistake: global-max
# You subtract the largest score of all queries together. A query whose scores lie far below
# it underflows to 0/0. Subtract each row's own largest score.
# - def self_attention(
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores - scores.max())
# +     return powers / powers.sum(axis=axis, keepdims=True)
# +
# +
# + def self_attention(
# %% mistake: unstable
# exp() of a large score overflows. Use a softmax that subtracts each row's largest score
# first.
# - def self_attention(
# + def softmax(scores, axis=-1):
# +     powers = np.exp(scores)
# +     return powers / powers.sum(axis=axis, keepdims=True)
# +
# +
# + def self_attention(
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# softmax(scores) => softmax(softmax(scores))
# %% mistake: no-softmax
# You mix with the scores. They are not weights yet: each row has to go through the softmax.
# softmax(scores) => scores
# %% mistake: causal
# You hide the later tokens, as a causal mask does. Nothing should be hidden: every query
# may attend to all keys.
# -     weights = softmax(scores)
# +     seen = np.tri(x.shape[-2], dtype=bool)
# +     scores = np.where(seen, scores, -np.inf)
# +     weights = softmax(scores)
# %% mistake: element-by-element
# You multiply weights and values entry by entry, and nothing is added up. To gather is a
# matrix product: weights @ v.
# weights @ v => weights * v
# %% mistake: residual
# You add each token's own value to what it gathers. A Transformer block adds its input,
# later and outside; here the attention alone is wanted.
# weights @ v => v + weights @ v
# %% mistake: whole-number-array
# Where tokens and matrices are whole numbers, your results are cut off to whole numbers, as
# in an array of whole numbers. Return floats.
# weights @ v => (weights @ v).astype(x.dtype)
# %% mistake: axis-1
# Your softmax runs along axis 1, which is the keys for one sequence alone. Count from the
# end: the keys are the last axis, -1.
# softmax(scores) => softmax(scores, axis=1)
# %% mistake: half-of-d-k
# You divide by d_k / 2, as d_k ** 1/2 does: the power comes first, and then its result is
# halved. The root is d_k ** 0.5.
# d_k**0.5 => (d_k**1 / 2)
# %% mistake: scaled-by-length
# Your results are those of scores divided by the square root of the number of tokens.
# Divide by that of d_k.
# d_k = W_k.shape[1] => d_k = x.shape[-2]
# %% mistake: multiplied
# Your scores are multiplied by sqrt(d_k); to divide by d_k ** -0.5 does that, too. Divide
# them by d_k ** 0.5.
# / d_k**0.5 => * d_k**0.5
# %% mistake: scaled-after
# Your context is that of undivided scores, and is itself divided by sqrt(d_k). Divide the
# scores by it, before the softmax, and nothing after.
# ) / d_k**0.5 => ) && softmax(scores) => softmax(scores) / d_k**0.5
# %% mistake: queries-with-queries
# You compare queries with queries or keys with keys. Compare the queries with the keys.
# np.swapaxes(k, -1, -2) => np.swapaxes(q, -1, -2)
# %% mistake: weights-as-well
# You return the weights beside the context vectors. The context vectors alone are wanted.
# weights @ v => weights @ v, weights

# %% right: the chapter's functions
# as the task suggests
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    return attention_weights(q, k) @ v
# wrong, weights-returned: ) @ v => )
# wrong, element-by-element: @ => *
# wrong, raw-values: @ v => @ x
# wrong, swapped-qk: q, k, => k, q,
# wrong, softmax-twice: attention_weights(q, k => softmax(attention_weights(q, k)
# wrong, residual: attention_weights => v + attention_weights
# wrong, queries-with-queries: k) => q)
# %% wrong: the chapter's weights by mistake
# a global of the chapter: no misconception about attention
# attention_weights(q, k) => weights
# %% wrong: values on the left
# the product the other way round
# attention_weights(q, k) @ v => v @ attention_weights(q, k)

# %% right: summed weighted values
# the long way, through all four exercises
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    return weighted_values(attention_weights(q, k), v).sum(axis=-3)

# %% right: a helper called context
# the chapter binds the name context to an array further down
def context(weights, values):
    return np.einsum("...ij,...jd->...id", weights, values)

def self_attention(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    return context(softmax(q @ np.swapaxes(k, -1, -2) / k.shape[-1] ** 0.5), v)

# %% right: a class that keeps the matrices
# a class of one's own behind the function
class Attention:
    def __init__(self, *matrices):
        self.W_q, self.W_k, self.W_v = matrices

    def __call__(self, x):
        weights = attention_weights(x @ self.W_q, x @ self.W_k)
        return np.matmul(weights, x @ self.W_v)

def self_attention(x, W_q, W_k, W_v):
    return Attention(W_q, W_k, W_v)(x)

# %% right: token by token, added in place
# two loops that add up in an array
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    out = np.zeros(v.shape)
    for i in range(x.shape[-2]):
        scores = (q[..., i, None, :] * k).sum(axis=-1) / np.sqrt(q.shape[-1])
        shares = softmax(scores)
        for j in range(x.shape[-2]):
            out[..., i, :] += shares[..., j, None] * v[..., j, :]
    return out

# %% right: the two matrices folded into one
# neither queries nor keys are ever there
def self_attention(x, W_q, W_k, W_v):
    scores = x @ (W_q @ W_k.T) @ np.swapaxes(x, -1, -2)
    return softmax(scores / np.sqrt(W_k.shape[1])) @ x @ W_v

# %% right: np.add.at
# sums scattered into rows, recursion for the batch
def self_attention(x, W_q, W_k, W_v):
    if x.ndim > 2:
        return np.array([self_attention(one, W_q, W_k, W_v) for one in x])
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    n = len(x)
    i, j = np.indices((n, n)).reshape(2, -1)
    weights = softmax(q @ k.T / np.sqrt(k.shape[1]))
    out = np.zeros((n, v.shape[1]))
    np.add.at(out, i, weights[i, j][:, None] * v[j])
    return out

# %% right: a helper called scale, in a cell above
# a helper in a cell of its own
def scale(q):
    return q / np.sqrt(q.shape[-1])
# %%
def self_attention(x, W_q, W_k, W_v):
    q = x @ W_q
    return softmax(scale(q) @ (x @ W_k).swapaxes(-1, -2)) @ (x @ W_v)

# %% wrong, whole-number-array, partial: whole numbers kept whole
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    out = np.zeros_like(v)
    out[...] = attention_weights(q, k) @ v
    return out

# %% wrong, global-max, partial: one maximum for all
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1])
    e = np.exp(s - s.max())
    return e / e.sum(axis=-1, keepdims=True) @ v

# %% wrong, weights-as-well, failed: both results
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    weights = attention_weights(q, k)
    return weights @ v, weights

# %% right: in one product
def self_attention(x, W_q, W_k, W_v):
    scores = x @ (W_q @ W_k.T) @ x.swapaxes(-1, -2) / W_k.shape[1] ** 0.5
    return softmax(scores) @ (x @ W_v)
# wrong, scaled-by-d-model: [1 => [0
# wrong, scaled-by-d-v: W_k.shape => W_v.shape
# wrong, swapped-qk: W_q @ W_k => W_k @ W_q
# wrong, wrong-axis: (scores => (scores, axis=-2
# wrong, weights-transposed: (scores => (scores).swapaxes(-1, -2
# wrong, raw-values: (x @ W_v) => x
# wrong, queries-with-queries: @ W_k => @ W_q

# %% wrong: no scale and softmax down the columns
def self_attention(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    s = q @ np.swapaxes(k, -1, -2)
    e = np.exp(s - s.max(axis=-2, keepdims=True))
    return (e / e.sum(axis=-2, keepdims=True)) @ v

# %% same
# Queries and keys have the same number of features.
# d_k = W_k.shape[1] => d_k = W_q.shape[1]

# %% wrong, partial: queries and keys like the tokens
def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    return attention_weights(q.astype(x.dtype), k.astype(x.dtype)) @ v

# %% hint: a few tokens
# Project, weigh, gather. For each of the first two there is a function of an exercise
# above.
# %% hint: a few tokens
# `project_qkv` gives you three arrays. Two of them go into `attention_weights`; the third
# is what you gather from.
# %% hint
# The last step is one matrix product, with the weights on the left: rows are queries, so
# row `i` of the product is what query `i` gathers.
