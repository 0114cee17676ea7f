# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d_k). Undivided, they make the
# softmax sharper the larger d_k is.
# ) / k.shape[-1] ** 0.5 => )
# %% mistake: divided-by-d-k
# Your scale is d_k. It should be its square root: divide the scores by k.shape[-1] ** 0.5,
# once.
# k.shape[-1] ** 0.5 => k.shape[-1]
# %% mistake: multiplied
# Your scores are multiplied by sqrt(d_k); to divide by d_k ** -0.5 does that, too. Divide
# them by k.shape[-1] ** 0.5.
# / k.shape[-1] => * k.shape[-1]
# %% mistake: scaled-by-length
# Your weights are those of scores divided by the square root of the number of keys. Divide
# by that of d_k, the size of the last axis of q and k.
# k.shape[-1] => k.shape[-2]
# %% mistake: wrong-axis
# Your weights sum to one down each column, so every key shares itself out among the
# queries. Each row should sum to one: take the softmax over the keys, the last axis, as
# tf.nn.softmax does when you name no axis.
# tf.nn.softmax(scores) => tf.nn.softmax(scores, axis=-2)
# %% mistake: batch-transposed
# Your code is right for one sequence and not for a batch, as with tf.transpose(k), which
# reverses all axes. tf.matmul(q, k, transpose_b=True) swaps the last two alone.
# tf.matmul(q, k, transpose_b=True) => tf.matmul(q, tf.transpose(k))
# %% mistake: unstable
# Where scores lie far from 0, exp() overflows or becomes 0, and inf / inf and 0 / 0 are
# nan. tf.nn.softmax subtracts each row's largest score first: use it.
# - scaled_dot_product_attention
# + softmax(scores, axis=-1):
# +     powers = tf.exp(scores)
# +     return powers / tf.reduce_sum(powers, axis=axis, keepdims=True)
# +
# +
# + def scaled_dot_product_attention
# tf.nn.softmax => softmax
# %% mistake: rounded
# Your weights are rounded to one decimal. Rows then need not sum to one, the outputs are a
# little off, and no gradient passes through rounding. Round when you print.
# -     output = tf.matmul(weights, v)
# +     weights = tf.round(weights * 10) / 10
# +     output = tf.matmul(weights, v)
# %% mistake: results-swapped
# Your results come in the other order. The output is the first, the weights are the second.
# return output, weights => return weights, output
# %% mistake: output-alone
# You return the output alone. Return a pair: the output, then the weights, which the caller
# wants to look at.
# return output, weights => return output
# %% mistake: float32-scale
# Your code fails for float64, as where the scale is a float32 tensor: TensorFlow does not
# mix dtypes. k.shape[-1] ** 0.5, a plain Python number, goes with both; cast to q.dtype, if
# at all.
# k.shape[-1] ** 0.5 => tf.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))
# %% mistake: numpy-results
# The numbers are right, but they come as NumPy arrays, and a GradientTape cannot follow
# them there. Return the tensors themselves.
# return output, weights => return output.numpy(), weights.numpy()
# %% mistake: scaled-after
# You divide after the softmax, so your rows sum to 1 / sqrt(d_k). Scale the scores, then
# take the softmax.
# ) / k.shape[-1] ** 0.5 => )
# tf.nn.softmax(scores) => tf.nn.softmax(scores) / k.shape[-1] ** 0.5
# %% mistake: element-by-element
# You multiply weights and values entry by entry. The output is a matrix product:
# tf.matmul(weights, v), or weights @ v.
# tf.matmul(weights, v) => weights * v
# %% mistake: scaled-by-d-v
# You divide by the square root of d_v. The scores are products of queries and keys, so the
# scale is the root of d_k, their dimension.
# k.shape[-1] => v.shape[-1]
# %% mistake: half-of-d-k
# You divide by d_k / 2, as d_k ** 1/2 does: the power comes first, and then its result is
# halved. The root is d_k ** 0.5.
# k.shape[-1] ** 0.5 => (k.shape[-1] ** 1 / 2)
# %% mistake: axis-1
# Your softmax runs along axis 1, which is the keys for one sequence alone. Count from the
# end: the keys are the last axis, -1.
# tf.nn.softmax(scores) => tf.nn.softmax(scores, axis=1)
# %% mistake: axis-0
# Your softmax runs along axis 0. In a batch that is the sequences, which then compete with
# one another. Count from the end: the keys are the last axis, -1.
# tf.nn.softmax(scores) => tf.nn.softmax(scores, axis=0)
# %% mistake: no-transpose
# Your scores are those of queries times keys as they stand; keys that are transposed twice
# stand so, too. A score is a dot product of two rows: put the keys in columns, once.
# tf.matmul(q, k, transpose_b=True) => tf.matmul(q, k)
# %% mistake: reshape-for-transpose
# Your keys are reshaped, not transposed, so that a column can hold parts of several keys.
# Swap the two axes.
# - tf.matmul(q, k, transpose_b=True)
# + tf.matmul(q, tf.reshape(k, (*k.shape[:-2], k.shape[-1], k.shape[-2])))
# %% mistake: global-max
# You subtract the largest score of all queries together. A query whose scores lie far below
# it underflows to 0/0. Subtract each row's own largest score.
# - scaled_dot_product_attention
# + softmax(scores, axis=-1):
# +     powers = tf.exp(scores - tf.reduce_max(scores))
# +     return powers / tf.reduce_sum(powers, axis=axis, keepdims=True)
# +
# +
# + def scaled_dot_product_attention
# tf.nn.softmax => softmax
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# tf.nn.softmax(scores) => tf.nn.softmax(tf.nn.softmax(scores))
# %% mistake: log-softmax
# Your weights are logarithms, as a log-softmax gives them. The weights themselves are
# wanted.
# tf.nn.softmax(scores) => tf.nn.log_softmax(scores)
# %% mistake: no-softmax
# You mix with the scores. They are not weights yet: each row has to go through the softmax.
# tf.nn.softmax(scores) => scores
# %% mistake: causal
# You hide later keys from the queries, as a causal mask does. Nothing should be hidden:
# every query may attend to all keys.
# -     weights = tf.nn.softmax(scores)  # (..., n_q, n_k)
# +     seen = tf.linalg.band_part(tf.ones_like(scores), -1, 0) > 0
# +     scores = tf.where(seen, scores, scores.dtype.min)
# +     weights = tf.nn.softmax(scores)  # (..., n_q, n_k)
# %% mistake: weights-detached
# No gradient reaches your q and k: something between them and the results cuts the gradient
# off, such as tf.stop_gradient or a way through NumPy.
# tf.nn.softmax(scores) => tf.stop_gradient(tf.nn.softmax(scores))
# %% mistake: detached
# Your numbers are right, but no gradient flows back to what you were given: something
# detaches the results, such as a stop of the gradient or a way through NumPy. Stay with
# tensors from the first line to the last.
# return output, weights => return tf.stop_gradient(output), tf.stop_gradient(weights)
# %% mistake: weights-detached-at-the-end
# The weights that you return are cut off the tape, so no gradient flows from them. Return
# them as they are.
# return output, weights => return output, tf.stop_gradient(weights)
# %% mistake: sums-along-axis-1
# Your exponentials are divided by sums along axis 1, which is the keys for one sequence
# alone. Sum along the last axis, axis=-1, with or without a batch.
# - tf.nn.softmax(scores)
# + tf.exp(scores - tf.reduce_max(scores, axis=-1, keepdims=True))
# +     weights /= tf.reduce_sum(weights, axis=1, keepdims=True)

# %% right: matmul and cast
# as in TensorFlow's own tutorial
def scaled_dot_product_attention(q, k, v):
    d_k = tf.cast(tf.shape(k)[-1], q.dtype)
    scores = tf.matmul(q, k, transpose_b=True) / tf.math.sqrt(d_k)
    weights = tf.nn.softmax(scores, axis=-1)
    return tf.matmul(weights, v), weights

# %% right: einsum
# products by their indices
def scaled_dot_product_attention(q, k, v):
    scores = tf.einsum("...id,...jd->...ij", q, k) * k.shape[-1] ** -0.5
    weights = tf.nn.softmax(scores)
    return tf.einsum("...ij,...jd->...id", weights, v), weights
# %% wrong, numpy-results, failed: NumPy arrays
# - einsum("...id,...jd->...ij", q, k) * k.shape[-1] ** -0
# + matmul(q, k, transpose_b=True) / k.shape[-1] ** 0
# - tf.einsum("...ij,...jd->...id", weights, v), weights
# + (weights @ v).numpy(), weights.numpy()

# %% right: a softmax of one's own
# stable by the row's maximum
def softmax(scores):
    top = tf.reduce_max(scores, axis=-1, keepdims=True)
    powers = tf.exp(scores - top)
    return powers / tf.reduce_sum(powers, axis=-1, keepdims=True)

def scaled_dot_product_attention(q, k, v):
    weights = softmax(q @ tf.linalg.matrix_transpose(k) / k.shape[-1] ** 0.5)
    return weights @ v, weights

# %% right: a list of rows, stacked
# query by query
def scaled_dot_product_attention(q, k, v):
    rows, shares = [], []
    for query in tf.unstack(q, axis=-2):
        scores = tf.reduce_sum(query[..., None, :] * k, axis=-1)
        shares.append(tf.nn.softmax(scores / k.shape[-1] ** 0.5))
        rows.append(tf.reduce_sum(shares[-1][..., None] * v, axis=-2))
    return tf.stack(rows, axis=-2), tf.stack(shares, axis=-2)

# %% right: all pairs at once, multiplied and added up
# broadcasting in the place of products
def scaled_dot_product_attention(q, k, v):
    scores = tf.reduce_sum(q[..., :, None, :] * k[..., None, :, :], axis=-1)
    weights = tf.nn.softmax(scores * k.shape[-1] ** -0.5)
    weighted = weights[..., None] * v[..., None, :, :]
    return tf.reduce_sum(weighted, axis=-2), weights

# %% right: a helper called scale
# the chapter defines another scale further down
def scale(q):
    return q / q.shape[-1] ** 0.5

def scaled_dot_product_attention(q, k, v):
    weights = tf.nn.softmax(tf.matmul(scale(q), k, transpose_b=True))
    return tf.matmul(weights, v), weights

# %% right: a named tuple
# a named tuple is a tuple
from collections import namedtuple

Attended = namedtuple("Attended", ["output", "weights"])

def scaled_dot_product_attention(q, k, v):
    weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5)
    return Attended(weights @ v, weights)

# %% wrong, axis-1, partial: axis 1
def scaled_dot_product_attention(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
    weights = tf.nn.softmax(scores, axis=1)
    return weights @ v, weights

# %% wrong: cast to float32
# float64 in, float32 out: the contract promises the dtype
def scaled_dot_product_attention(q, k, v):
    q, k, v = (tf.cast(t, tf.float32) for t in (q, k, v))
    scores = tf.matmul(q, k, transpose_b=True) / tf.sqrt(float(k.shape[-1]))
    weights = tf.nn.softmax(scores)
    return weights @ v, weights

# %% wrong, softmax-twice: softmax twice
def scaled_dot_product_attention(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
    weights = tf.nn.softmax(tf.nn.softmax(scores))
    return weights @ v, weights

# %% wrong, causal: a causal mask of -1e9
def scaled_dot_product_attention(q, k, v):
    scores = tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5
    seen = tf.linalg.band_part(tf.ones_like(scores), -1, 0)
    weights = tf.nn.softmax(scores + (1 - seen) * -1e9)
    return weights @ v, weights

# %% wrong: dropout on
# tf.nn.dropout is always on: what it gives is chance
def scaled_dot_product_attention(q, k, v):
    weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / k.shape[-1] ** 0.5)
    return tf.nn.dropout(weights, 0.1) @ v, weights

# %% same
# Queries and keys have the same number of features.
# / k.shape[-1] => / q.shape[-1]

# %% hint: more keys than queries; more queries than keys
# Scores, scaling, softmax, weighted sum. All but the scaling is in the cells above.
# %% hint: more keys than queries; more queries than keys; float64; a batch; a batch of
#    heads
# For the scores, tf.matmul(q, k, transpose_b=True) turns only the last two axes of k. d_k
# is k.shape[-1], a Python number that goes with any float dtype.
# %% hint
# Divide before the softmax, not after it. `tf.nn.softmax` works along the last axis, the
# keys. Two tensors are wanted: which one comes first?
