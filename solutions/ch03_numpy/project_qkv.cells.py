# %% mistake: swapped-qk
# Your queries and keys are swapped. The first result should be x @ W_q. Both have the same
# shape, so only their numbers show the swap.
# return q, k, v => return k, q, v
# %% mistake: order-qvk
# Your values come second and your keys third. The order is (q, k, v).
# return q, k, v => return q, v, k
# %% mistake: one-matrix
# Queries and keys are both made with W_q. Then every token's query equals its key, and what
# a token looks for cannot differ from what it offers.
# k = x @ W_k => k = x @ W_q
# %% mistake: transposed-matrix
# Your results are those of transposed matrices. The rows of a matrix should meet the
# features of x, as in x @ W_q.
# x @ W_q => x @ W_q.T && x @ W_k => x @ W_k.T && x @ W_v => x @ W_v.T
# %% mistake: columns-as-tokens
# Your code is right for one sequence and not for a batch, as with .T, which turns all its
# axes around. Keep tokens as rows: x @ W_q works for any leading axes.
# x @ W_q => (W_q.T @ x.T).T && x @ W_k => (W_k.T @ x.T).T && x @ W_v => (W_v.T @ x.T).T
# %% mistake: one-matrix-for-all
# Queries, keys and values are all made with W_q. Each of the three has a matrix of its own.
# k = x @ W_k => k = x @ W_q && v = x @ W_v => v = x @ W_q
# %% mistake: matrix-first
# The matrix stands on the left. Tokens are rows of x, so x should stand on the left and its
# features meet the rows of the matrix.
# x @ W_q => W_q @ x && x @ W_k => W_k @ x && x @ W_v => W_v @ x
# %% mistake: element-by-element
# You multiply entry by entry. A projection is a matrix product, which multiplies and adds
# up.
# x @ W_q => x * W_q && x @ W_k => x * W_k && x @ W_v => x * W_v
# %% mistake: softmaxed
# You take a softmax of the projections. A projection is one product and no more; the
# softmax comes later, after the scores.
def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)

def project_qkv(x, W_q, W_k, W_v):
    return softmax(x @ W_q), softmax(x @ W_k), softmax(x @ W_v)
# %% mistake: queries-alone
# You return the queries alone. Return three arrays: (q, k, v).
# return q, k, v => return q
# %% mistake: side-by-side
# You return one array with all three side by side. Return three arrays: (q, k, v).
# return q, k, v => return np.concatenate([q, k, v], axis=-1)
# %% mistake: keys-of-queries
# At least one of your three is made from another of them. Make each from the tokens as they
# were given: x @ W_q, x @ W_k and x @ W_v.
# k = x @ W_k => k = q @ W_k
# %% mistake: values-by-keys-matrix
# Your values are made with W_k, so they are the keys once more. They have a matrix of their
# own, W_v.
# v = x @ W_v => v = x @ W_k
# %% mistake: whole-number-array
# Where the tokens are whole numbers, your results are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# return q, k, v => return q.astype(x.dtype), k.astype(x.dtype), v.astype(x.dtype)
# %% mistake: one-array
# You put queries, keys and values into one array, which needs equal shapes. d_v may differ
# from d_k: return a tuple of three.
# return q, k, v => return np.array([q, k, v])
# %% mistake: equal-thirds
# Your three results are equally wide, as equal thirds of one product. W_v may have another
# number of columns than W_q and W_k: cut behind d_k and 2 * d_k columns.
def project_qkv(x, W_q, W_k, W_v):
    together = x @ np.concatenate([W_q, W_k, W_v], axis=1)
    third = together.shape[-1] // 3
    q, k, v = np.split(together, [third, 2 * third], axis=-1)
    return q, k, v

# %% right: a named tuple
# a named tuple is a tuple
from collections import namedtuple

Projected = namedtuple("Projected", "queries keys values")

def project_qkv(x, W_q, W_k, W_v):
    return Projected(queries=x @ W_q, keys=x @ W_k, values=x @ W_v)

# %% right: einsum
# the product by its indices
def project_qkv(x, W_q, W_k, W_v):
    return tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v))
# %% wrong: the chapter's own x
# X of the chapter in place of the argument x
# - tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v))
# + X @ W_q, X @ W_k, X @ W_v
# %% wrong, values-by-keys-matrix: values with W_k
# a line copied
# - tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v))
# + x @ W_q, x @ W_k, x @ W_k
# %% wrong, one-matrix-for-all: W_q for all
# np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v => x @ W_q for _ in range(3
# %% wrong, failed: a dict
# three results are asked for, in order
# - tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v))
# + {"q": x @ W_q, "k": x @ W_k, "v": x @ W_v}
# %% wrong, one-array: one array of three
# written from the text alone
# - tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v)
# + np.array([x @ W_q, x @ W_k, x @ W_v]

# %% right: features added up in a loop
# an array filled in place, and a list filled in a loop
def project(x, W):
    out = np.zeros(x.shape[:-1] + W.shape[-1:], np.result_type(x, W))
    for feature in range(W.shape[0]):
        out += x[..., feature, None] * W[feature]
    return out

def project_qkv(x, W_q, W_k, W_v):
    results = []
    for W in (W_q, W_k, W_v):
        results.append(project(x, W))
    q, k, v = results
    return q, k, v

# %% right: out=
# written into arrays made before; a list of three is as good as a tuple
def project_qkv(x, W_q, W_k, W_v):
    made = []
    for W in [W_q, W_k, W_v]:
        room = np.empty(x.shape[:-1] + (W.shape[1],), dtype=np.result_type(x, W))
        np.matmul(x, W, out=room)
        made.append(room)
    return made

# %% right: one product with all three side by side
# as libraries do it
def project_qkv(x, W_q, W_k, W_v):
    W = np.concatenate([W_q, W_k, W_v], axis=1)
    d = W_q.shape[1]
    return tuple(np.split(x @ W, [d, 2 * d], axis=-1))

# %% right: a dict of helpers filled in a loop
# the dict is filled in place by a loop
products = {}
for name in ("queries", "keys", "values"):
    products[name] = lambda x, W: np.dot(x, W)

def project_qkv(x, W_q, W_k, W_v):
    return (
        products["queries"](x, W_q),
        products["keys"](x, W_k),
        products["values"](x, W_v),
    )

# %% wrong, queries-alone, failed: only one result
def project_qkv(x, W_q, W_k, W_v):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    return q

# %% wrong, softmaxed, failed: softmaxed too early
def project_qkv(x, W_q, W_k, W_v):
    def soft(a):
        e = np.exp(a - a.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)
    return soft(x @ W_q), soft(x @ W_k), soft(x @ W_v)

# %% right: by tensordot
def project_qkv(x, W_q, W_k, W_v):
    return tuple(np.tensordot(x, W, axes=1) for W in (W_q, W_k, W_v))
# wrong, order-qvk: (W_q, W_k, W_v => (W_q, W_v, W_k
# wrong, one-matrix: (W_q, W_k => (W_q, W_q
# wrong: tensordot(x, W, axes=1 => tanh(np.tensordot(x, W, axes=1)
# wrong: 1) => 1) / len(W) ** 0.5
# wrong: 1 => 1).swapaxes(-1, -2

# %% hint: a few tokens
# Each row of `x` is one token with `d_model` numbers. What takes a row of `d_model` numbers
# to a row of `d_k` numbers?
# %% hint: a few tokens; a batch
# The operator `@` multiplies along the last two axes and leaves all axes in front alone.
# `x` stands on the left, so that tokens stay rows.
# %% hint
# Three products, each with `x` on the left and one of the matrices on the right. Return
# them as a tuple: queries first, then keys, then values.
