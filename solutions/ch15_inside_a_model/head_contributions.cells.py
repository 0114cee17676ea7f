# %% mistake: lengths
# You return the norms of the added vectors. Take the dot product of each vector with the
# direction: a long one may point somewhere else.
def head_contributions(z, W_o, direction):
    added = np.einsum("...hv,hvd->...hd", z, W_o)
    return np.sqrt((added**2).sum(axis=-1))
# %% mistake: cosines
# You return cosines. They say where a vector points and not how far it goes: take the plain
# dot product.
def head_contributions(z, W_o, direction):
    added = np.einsum("...hv,hvd->...hd", z, W_o)
    lengths = np.sqrt((added**2).sum(axis=-1)) * np.sqrt((direction**2).sum())
    return added @ direction / np.maximum(lengths, 1e-300)
# %% mistake: direction-made-one-long
# Your numbers are divided by the direction's norm. Take the dot product with the direction
# as it is.
# W_o @ direction => W_o @ (direction / np.sqrt((direction * direction).sum()))
# %% mistake: sign-dropped
# Your numbers have lost their signs. A negative contribution speaks against the token, so
# keep the sign of each.
# return found => return np.abs(found)
# %% mistake: one-matrix-for-all
# You send every head through the matrix of head 0. Each has rows of its own: z[i] goes with
# W_o[i].
# W_o @ direction => W_o[0] @ direction
# %% mistake: divided-by-heads
# You divide by the number of heads. A layer adds its heads up.
# (z * along).sum(axis=-1) => (z * along).sum(axis=-1) / z.shape[-2]
# %% mistake: shares
# You divide by the sum, which gives shares. Contributions have signs, and their sum may be
# near zero: leave them as they are.
# return found => return found / found.sum(axis=-1, keepdims=True)
# %% mistake: all-matrices
# In yours z[i] goes through all matrices of W_o, added up. Send z[i] through W_o[i] alone.
# (z * along).sum(axis=-1) => z @ along.sum(axis=0)
# %% mistake: summed-over-heads
# Your result is one number for all heads together, what the layer adds. Each head should
# keep its own number: (..., h).
# return found => return found.sum(axis=-1)
# %% mistake: not-summed-over-features
# You multiply by the direction and do not add up. A dot product is one number.
def head_contributions(z, W_o, direction):
    return np.einsum("...hv,hvd->...hd", z, W_o) * direction
# %% mistake: scaled
# You divide by the root of d_v. Nothing is scaled here.
# return found => return found / z.shape[-1] ** 0.5
# %% mistake: divided-by-own-length
# Your numbers are divided by the norm of what each head adds. The plain dot product is
# wanted.
def head_contributions(z, W_o, direction):
    added = np.einsum("...hv,hvm->...hm", z, W_o)
    return added @ direction / np.linalg.norm(added, axis=-1)
# %% mistake: vectors-returned
# You return the vectors that the heads add. One number per head is wanted: the dot
# product of its vector with the direction.
def head_contributions(z, W_o, direction):
    return np.einsum("...hv,hvm->...hm", z, W_o)
# %% mistake: mean-over-features
# Your numbers are divided by d_model, as in a mean over the features. A dot product is
# their sum.
# (z * along).sum(axis=-1) => (z * along).sum(axis=-1) / len(direction)
# %% mistake: each-with-every-head
# In yours all rows of z go through W_o[i], added up, for each head i. Send z[i] alone
# through W_o[i].
# found = (z * along).sum(axis=-1) => found = (z @ W_o @ direction).sum(axis=-1)
# %% mistake: first-axis
# In yours z[i] is entry i of the first axis. With axes in front the heads are the last axis
# but one: z[..., i, :] is head i.
def head_contributions(z, W_o, direction):
    heads = range(len(W_o))
    return np.stack([z[i] @ W_o[i] @ direction for i in heads], axis=-1)
# %% mistake: whole-number-array
# Your result has the dtype of z, so with whole numbers it loses what stands after the
# point.
# return found => return found.astype(z.dtype)

# %% right: added, then a product
# what each head adds, along the direction
def head_contributions(z, W_o, direction):
    added = np.einsum("...hv,hvd->...hd", z, W_o)
    return added @ direction
# wrong, direction-made-one-long: @ direction => @ (direction / np.linalg.norm(direction))
# wrong, sign-dropped: added @ direction => np.abs(added @ direction)
# wrong, summed-over-heads: added @ direction => (added @ direction).sum(axis=-1)
# wrong, divided-by-heads: @ direction => @ direction / z.shape[-2]
# wrong, one-matrix-for-all: hvd->...hd", z, W_o => vd->...hd", z, W_o[0]
# wrong, all-matrices: hvd => gvd
# %% wrong: direction normed by its square
# in units of the direction
# - added = np.einsum("...hv,hvd->...hd", z, W_o
# + along = np.einsum("...hv,hvd,d->...h", z, W_o, direction
# added @ direction => along / (direction @ direction)

# %% right: matmul
# one row per head
def head_contributions(z, W_o, direction):
    added = (z[..., None, :] @ W_o)[..., 0, :]
    return (added * direction).sum(axis=-1)

# %% right: filled in a loop
# float64 whatever is given
def head_contributions(z, W_o, direction):
    found = np.zeros(z.shape[:-1], dtype=np.float64)
    for place in np.ndindex(*z.shape[:-1]):
        found[place] = np.dot(z[place] @ W_o[place[-1]], direction)
    return found

# %% right: helper x
# heads moved to the end; the helper is a variable of the chapter
def x(head, z, W_o, direction):
    return z[..., head, :] @ (W_o[head] @ direction)


def head_contributions(z, W_o, direction):
    out = [x(i, z, W_o, direction) for i in range(W_o.shape[0])]
    return np.moveaxis(np.array(out), 0, -1)

# %% right: recursion over the axes
# token by token
def head_contributions(z, W_o, direction):
    if z.ndim > 2:
        return np.array([head_contributions(part, W_o, direction) for part in z])
    return np.array([vector @ matrix @ direction for vector, matrix in zip(z, W_o)])

# %% right: a probe
# the direction as each head sees it
class Probe:
    def __init__(self, W_o, direction):
        self.along = np.tensordot(W_o, direction, axes=1)

    def __call__(self, z):
        return np.einsum("...hv,hv->...h", z, self.along)


def head_contributions(z, W_o, direction):
    return Probe(W_o, direction)(z)

# %% wrong, cosines: cosines
def head_contributions(z, W_o, direction):
    added = np.einsum("...hv,hvd->...hd", z, W_o)
    lengths = np.linalg.norm(added, axis=-1) * np.linalg.norm(direction)
    return added @ direction / np.maximum(lengths, 1e-300)

# %% wrong, shares: shares
def head_contributions(z, W_o, direction):
    added = np.einsum("...hv,hvd->...hd", z, W_o)
    found = added @ direction
    return found / found.sum(axis=-1, keepdims=True)
# %% wrong: softmax
# a softmax over the heads
# added @ direction => np.exp(added @ direction)

# %% wrong: transposed
# the matrix read in another order
def head_contributions(z, W_o, direction):
    turned = W_o.reshape(len(W_o), W_o.shape[2], -1)
    added = np.einsum("...hv,hdv->...hd", z, turned)
    return added @ direction

# %% right: direction first
def head_contributions(z, W_o, direction):
    return np.einsum("...hd,hd->...h", z, W_o @ direction)
# wrong, summed-over-heads: >...h => >...
# wrong, direction-made-one-long: @ direction => @ direction / np.linalg.norm(direction)
# wrong: W_o @ direction => np.abs(W_o @ direction)
# wrong, scaled: @ direction) => @ direction) / z.shape[-1] ** 0.5
# %% wrong: no W_o
# z against the direction's first numbers
# np.einsum("...hd,hd->...h", z, W_o @ direction) => z @ direction[: z.shape[-1]]
# %% wrong: einsum without the axes in front
# the axes in front are lost
# hd,hd->...h", z, W_o @ => hv,hvd,d->h", z, W_o,

# %% hint: a few heads
# Take one head alone. Its z is (d_v,), its matrix (d_v, d_model). What does it add to the
# token, and how far does that go along the direction?
# %% hint: a few heads; many heads, small model
# Nothing mixes the heads: head i of z meets head i of W_o. W_o @ direction is (h, d_v): the
# direction, seen by each head.
# %% hint
# What is left is one dot product a head, over the last axis, of z and W_o @ direction.
