# %% mistake: dot-product
# This is the dot product alone, in which the norms still count. Divide it by the norm of a
# and by the norm of b.
# dot / lengths => dot
# %% mistake: one-length
# You divide by the norm of a only, so the norm of b still counts. Divide by both norms.
# np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1) => np.linalg.norm(a, axis=-1)
# %% mistake: squared-lengths
# You divide by the squared norms. A norm is the square root of the sum of squares, and
# np.linalg.norm(a, axis=-1) takes this root for you.
# - np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
# + (a * a).sum(axis=-1) * (b * b).sum(axis=-1)
# %% mistake: one-root
# You take one root of both sums of squares together. Each vector has a norm of its own:
# divide the dot product by the product of the two norms.
# - np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
# + np.sqrt((a * a).sum(axis=-1) + (b * b).sum(axis=-1))
# %% mistake: lengths-added
# You divide by the sum of the two norms. Divide by their product, so that a vector compared
# with itself gives 1.
# ) * => ) +
# %% mistake: one-norm-multiplied
# Your result is divided by one norm and multiplied by the other, as by a / b * c, which
# goes from left to right. Divide by both: a / (b * c).
# ) * => ) /
# %% mistake: everything-summed
# You sum over the whole array, so many pairs give one number. Each pair has its own
# similarity, so pass axis=-1 to the sum and to both norms.
# (a * b).sum(axis=-1) => (a * b).sum()
# norm(a, axis=-1) => norm(a)
# norm(b, axis=-1) => norm(b)
# %% mistake: first-axis
# With several pairs you sum over the first axis. The features of a vector are on the last
# axis, axis=-1.
# (a * b).sum(axis=-1) => (a * b).sum(axis=0)
# norm(a, axis=-1) => norm(a, axis=0)
# norm(b, axis=-1) => norm(b, axis=0)
# %% mistake: sign-lost
# Your cosines have no sign, so opposite directions count as the same. Opposite vectors
# should give -1.
# return dot => return np.abs(dot)
# %% mistake: distance
# This is the cosine distance, 1 minus the similarity, which is 0 for the same direction.
# Return the similarity itself.
# return dot => return 1 - dot
# %% mistake: angle
# This is the angle, in radians. Its cosine is wanted, which the division gives without
# np.arccos.
# dot / lengths => np.arccos(np.clip(dot / lengths, -1, 1))
# %% mistake: norm-of-all
# You divide by norms of whole arrays, as np.linalg.norm gives without an axis. Each vector
# has a norm of its own, along the last axis.
# norm(a, axis=-1) => norm(a) && norm(b, axis=-1) => norm(b)
# %% mistake: same-length-twice
# Your result is the dot product divided by the squared norm of a, so the norm of b still
# counts. Divide once by each of the two norms.
# norm(b, axis=-1) => norm(a, axis=-1)
# %% mistake: np-dot
# This is right for two vectors. For many pairs np.dot and @ are matrix products, and
# np.linalg.norm without an axis is one norm for all. Multiply entry by entry and sum along
# the last axis, and take the norms along it too.
# (a * b).sum(axis=-1) => np.dot(a, b)
# norm(a, axis=-1) => norm(a)
# norm(b, axis=-1) => norm(b)
# %% mistake: all-pairs
# You compare every vector of a with every vector of b. Compare the vectors pair by pair,
# the first with the first and the second with the second.
def cosine_similarity(a, b):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return a @ (b if b.ndim == 1 else np.swapaxes(b, -1, -2))
# %% mistake: keepdims-left
# The numbers are right, but your result ends in an axis of size 1, as keepdims leaves it.
# One number per pair is wanted, without that axis.
# dot / lengths => (dot / lengths)[..., None]
# %% mistake: whole-number-array
# Where the inputs are whole numbers, your results are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# dot / lengths => (dot / lengths).astype(dot.dtype)
# %% mistake: shorter-of-the-two
# You pair the rows of a and b only as far as the shorter one goes, so one vector against
# many meets the first alone. Bring both to one shape before: np.broadcast_arrays(a, b).
def cosine_similarity(a, b):
    rows = zip(a.reshape(-1, a.shape[-1]), b.reshape(-1, b.shape[-1]))
    cosines = [x @ y / np.linalg.norm(x) / np.linalg.norm(y) for x, y in rows]
    return np.array(cosines).reshape(a.shape[:-1])
# %% mistake: epsilon
# What you divide by is never less than some small number, so the result of very short
# vectors is too near 0. No vector is all zeros: divide by the norms alone.
# dot / lengths => dot / (lengths + 1e-8)

# %% right: np.linalg.norm
# dot product over lengths
def cosine_similarity(a, b):
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(axis=-1) / lengths
# %% wrong: an epsilon of 1
# an epsilon that is not small, in half precision
# a * b).sum(axis=-1) / lengths => (a * b).sum(-1) / (lengths + 1)).astype(np.float16)
# %% wrong: np.dot with axes
# all pairs, divided by the lengths of the pairs
# (a * b).sum(axis=-1 => np.dot(a, b.T
# %% wrong, first-axis: summed over pairs
# - lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1
# + na, nb = np.linalg.norm(a, axis=0), np.linalg.norm(b, axis=0
# (a * b).sum(axis=-1) / lengths => np.sum(a * b, axis=0) / (na * nb)

# %% right: made units first
# the dot product of the two directions
def unit(a):
    a = np.asarray(a, dtype=float)
    return a / np.sqrt((a * a).sum(-1, keepdims=True))

def cosine_similarity(a, b):
    return np.einsum("...d,...d->...", unit(a), unit(b))

# %% right: features added up in a loop
# three sums, filled in place
def cosine_similarity(a, b):
    a, b = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
    dot = np.zeros(a.shape[:-1])
    of_a, of_b = np.zeros_like(dot), np.zeros_like(dot)
    for i in range(a.shape[-1]):
        dot += a[..., i] * b[..., i]
        of_a += a[..., i] ** 2
        of_b += b[..., i] ** 2
    return dot / np.sqrt(of_a) / np.sqrt(of_b)

# %% right: from the distance of the units
# the law of cosines
def cosine_similarity(a, b):
    u = a / np.linalg.norm(a, axis=-1, keepdims=True)
    w = b / np.linalg.norm(b, axis=-1, keepdims=True)
    return 1 - ((u - w) ** 2).sum(axis=-1) / 2
# wrong, all-pairs: 1 - ((u - w) ** 2).sum(axis=-1) / 2 => u @ np.swapaxes(w, -1, -2)

# %% right: a helper called mean_of
# means in place of sums; the chapter binds mean_of again further down
def mean_of(a, b):
    return np.mean(a * b, axis=-1)

def cosine_similarity(a, b):
    return mean_of(a, b) / np.sqrt(mean_of(a, a) * mean_of(b, b))

# %% right: a matrix product of rows
# (1, d) @ (d, 1) for each pair
def cosine_similarity(a, b):
    a, b = np.broadcast_arrays(a, b)
    dot = (a[..., None, :] @ b[..., :, None])[..., 0, 0]
    return dot / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))

# %% right: pair by pair
# np.dot of two vectors at a time
def cosine_similarity(a, b):
    a, b = np.broadcast_arrays(a, b)
    result = np.empty(a.shape[:-1])
    for place in np.ndindex(*result.shape):
        x, y = a[place].astype(float), b[place].astype(float)
        result[place] = np.dot(x, y) / np.dot(x, x) ** 0.5 / np.dot(y, y) ** 0.5
    return result

# %% wrong, dot-product: the dot product alone
def cosine_similarity(a, b):
    return np.sum(a * b, axis=-1)

# %% wrong, whole-number-array, partial: whole numbers kept whole
def cosine_similarity(a, b):
    dot = (a * b).sum(axis=-1)
    out = np.zeros_like(dot)
    out[...] = dot / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)
    return out

# %% right: unit vectors first
def cosine_similarity(a, b):
    length = lambda x: np.sqrt(np.square(x).sum(axis=-1, keepdims=True))
    return np.sum(a / length(a) * (b / length(b)), axis=-1)
# wrong: square => abs
# wrong: / length(a) =>
# wrong: , axis=-1 =>
# wrong: ).sum => ).mean
# wrong, same-length-twice: length(b => length(a
# wrong: np.sum(a => np.sum(abs(a)

# %% wrong, norm-of-all: norms of whole arrays, in place
def cosine_similarity(a, b):
    a /= np.linalg.norm(a)
    b /= np.linalg.norm(b)
    return np.sum(a * b, axis=-1)

# %% hint: two vectors; many pairs
# Start with the dot product along the last axis: multiply entry by entry, then sum with
# `axis=-1`.
# %% hint: two vectors; many pairs; one against many
# The norms are `np.linalg.norm(a, axis=-1)` and the same for `b`.
# %% hint
# Divide the dot product by the product of the two norms. All three have shape (...).
