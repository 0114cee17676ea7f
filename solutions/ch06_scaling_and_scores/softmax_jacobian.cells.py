# %% mistake: diagonal-alone
# You give the diagonal, w (1 - w), and zeros beside it, as if each weight depended on its
# own score only. All scores share one sum: raise one, and the other weights fall. Off the
# diagonal should stand -w_i w_j.
# each * weights[..., None, :] => each * diagonal
# %% mistake: diagonal-as-a-vector
# You return n numbers per row, the derivative of each weight with respect to its own score.
# There are n scores, and each of them moves all n weights: (..., n, n) is wanted.
def softmax_jacobian(weights):
    return weights * (1 - weights)
# %% mistake: identity
# On the diagonal you have 1 less w_i squared. It should be w_i less w_i squared: multiply
# the identity by the weights.
# each * np.eye(weights.shape[-1]) => np.eye(weights.shape[-1])
# %% mistake: no-diagonal
# Your diagonal lacks w_i. A score raises the numerator of its own weight, which adds w_i on
# the diagonal, and only there.
# each * np.eye(weights.shape[-1]) => 0
# %% mistake: no-outer
# You have only the diagonal of weights. The denominator moves as well when a score does:
# take away w_i w_j everywhere.
# each * weights[..., None, :] => 0
# %% mistake: plus
# You add w_i w_j where it has to be taken away. When another score rises, the denominator
# grows, and this weight falls.
# diagonal - products => diagonal + products
# %% mistake: softmax-again
# You take the softmax of the argument first. The argument holds weights already, not
# scores; a second softmax draws weights together.
# -     each = weights[..., :, None]  # (..., n, 1)
# +     powers = np.exp(weights - weights.max(axis=-1, keepdims=True))
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# +     each = weights[..., :, None]  # (..., n, 1)
# %% mistake: inner-product
# You subtract one number everywhere, the sum of a row's squared weights. All the pairs w_i
# w_j are wanted: weights[..., :, None] * weights[..., None, :].
# each * weights[..., None, :] => (weights * weights).sum(axis=-1)[..., None, None]
# %% mistake: one-row-only
# Your result is right for one row alone; np.diag and np.outer, for example, are made for
# one. Count axes from the back: weights[..., :, None] times np.eye(n) is the diagonal, and
# times weights[..., None, :] the outer product.
def softmax_jacobian(weights):
    return np.diag(weights) - np.outer(weights, weights)
# %% mistake: sign
# All your entries have the wrong sign. A score raises its own weight and lowers the others.
# diagonal - products => products - diagonal
# %% mistake: no-delta
# You have w_i (1 - w_j) everywhere. The 1 should stand on the diagonal alone: elsewhere the
# entry is -w_i w_j.
# each * np.eye(weights.shape[-1]) => each
# %% mistake: squares
# In column j you subtract w_j squared. Entry [i, j] should lose w_i w_j, a product of two:
# the weights once in a column and once in a row.
# each * weights[..., None, :] => (weights * weights)[..., None, :]
# %% mistake: diagonal-overwritten
# On the diagonal you have w_i. It should be w_i - w_i w_i: both parts count there.
# return diagonal - products => return diagonal - products * (1 - np.eye(weights.shape[-1]))
# %% mistake: square-twice
# On the diagonal you take w_i w_i off twice.
# return diagonal - products => return diagonal - products - diagonal**2
# %% mistake: both-axes-the-row
# In row i you subtract w_i squared, in every column. Entry [i, j] should lose the weight of
# row i times that of column j.
# each * weights[..., None, :] => each * each
# %% mistake: minus-forgotten-off-the-diagonal
# Off the diagonal your entries are w_i w_j. They should be -w_i w_j: a score that rises
# lowers all other weights.
# return diagonal - products => return np.where(diagonal > 0, diagonal - products, products)
# %% mistake: left-flat
# You line all rows of weights up on one axis and leave them there, so one row gives (1,
# n, n). Give the result the shape of the weights and one n more.
# - diagonal - products
# + (diagonal - products).reshape(-1, *products.shape[-2:])
# %% mistake: last-of-the-diagonal-left-out
# The last entry of your diagonal lacks + w, for instance because a loop ends one too early.
# Add w at every place: range(n) goes to n - 1.
# np.eye(weights.shape[-1]) => np.diag(np.arange(weights.shape[-1])[::-1] > 0)

# %% right: eye and outer product
# diag(w) - w w^T
def softmax_jacobian(weights):
    n = weights.shape[-1]
    outer = weights[..., :, None] * weights[..., None, :]
    return weights[..., :, None] * np.eye(n) - outer

# %% right: row by row in place
# nested loops fill an array
def softmax_jacobian(weights):
    n = weights.shape[-1]
    J = np.zeros(weights.shape + (n,))
    for i in range(n):
        for j in range(n):
            J[..., i, j] = weights[..., i] * ((i == j) - weights[..., j])
    return J

# %% right: einsum and the diagonal
# added on the diagonal by index
def softmax_jacobian(weights):
    out = -np.einsum("...i,...j->...ij", weights, weights)
    i = np.arange(weights.shape[-1])
    out[..., i, i] += weights
    return out

# %% right: a helper called J
# the chapter binds J to an array further down
def J(w):
    return np.diag(w) - np.outer(w, w)

def softmax_jacobian(weights):
    flat = weights.reshape(-1, weights.shape[-1])
    tables = np.array([J(w) for w in flat])
    return tables.reshape(weights.shape + weights.shape[-1:])

# %% right: recursion
# one row after the other
def softmax_jacobian(weights):
    w = np.asarray(weights)
    if w.ndim > 1:
        return np.stack([softmax_jacobian(row) for row in w])
    table = np.diag(w)
    return table - w[:, None] @ w[None, :]

# %% right: np.add.at on a copy
# scattered onto the diagonal
def softmax_jacobian(weights):
    n = weights.shape[-1]
    table = -weights[..., None] * weights[..., None, :]
    flat = table.reshape(-1, n * n).copy()
    np.add.at(flat, (slice(None), np.arange(n) * (n + 1)), weights.reshape(-1, n))
    return flat.reshape(table.shape)

# %% wrong, diagonal-alone: diagonal alone
def softmax_jacobian(weights):
    return (weights * (1 - weights))[..., None] * np.eye(weights.shape[-1])

# %% wrong, softmax-again: softmax first
def softmax_jacobian(weights):
    w = softmax(weights)
    return w[..., None] * np.eye(w.shape[-1]) - w[..., None] * w[..., None, :]

# %% wrong: half precision, a little off
# the answer's own dtype must not loosen what it is held to
def softmax_jacobian(weights):
    w = weights.astype(np.float16)
    eye = np.eye(w.shape[-1], dtype="f2")
    return w[..., None] * eye - w[..., None] * w[..., None, :]

# %% right: diagonal filled
def softmax_jacobian(weights):
    out = -weights[..., :, None] * weights[..., None, :]
    i = np.arange(weights.shape[-1])
    out[..., i, i] += weights
    return out
# wrong: += weights => = 0
# wrong, plus: -weights => weights
# wrong: += => += weights *
# wrong, identity: = weights => = 1
# wrong: weights[..., None, :] => (1 - weights[..., None, :])
# %% wrong, diagonal-overwritten: diagonal filled: nothing for +
# += => =
# %% wrong: diagonal filled: - for +
# += => -=

# %% right: einsum with the identity
# written from the text alone: another route
def softmax_jacobian(weights):
    eye = np.identity(weights.shape[-1])
    return np.einsum("...i,ij->...ij", weights,
        eye) - np.einsum("...i,...j->...ij", weights, weights)

# %% same
# Behind the first axis the ellipsis stands for all others: the new axis is last.
# weights[..., :, None] => weights[:, ..., None]
# %% same
# The ellipsis takes the axis that the colon named.
# weights[..., :, None] => weights[..., None]

# %% hint: two weights; a few weights
# Differentiate w_i = e^(s_i) / sum by s_j. There are two cases: j = i, where the numerator
# moves as well, and j different from i, where only the sum does.
# %% hint: two weights; a few weights
# The two cases are w_i - w_i w_i and -w_i w_j. The second part is the same in both: a table
# of all products. The first is there on the diagonal only.
# %% hint
# A column of weights, (..., n, 1), times a row of them, (..., 1, n), is the table of
# products. `np.eye(n)` is 1 on the diagonal alone: times a column of weights, it has the
# weights there.
