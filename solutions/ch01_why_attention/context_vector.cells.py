# %% mistake: softmax-again
# You mix with the softmax of the weights. Use them as they are: multiply each value by its
# weight and add up.
# return weights => return softmax(weights)
# %% mistake: normalised-again
# Your result is that of weights divided by their sum, as np.average does. Use them as they
# are: their sum is the caller's choice, and a row of zeros would become 0/0.
# return weights => return weights / weights.sum(axis=-1, keepdims=True)
# %% mistake: winner-takes-all
# You return the value with the largest weight alone. The context should be a mixture in
# which every value counts by its weight.
# weights @ values => values[weights.argmax(axis=-1)]
# %% mistake: plain-mean
# This is the plain mean of the values, so the weights have no effect. Multiply each value
# by its weight.
# return weights => return np.full(weights.shape, 1 / weights.shape[-1])
# %% mistake: mean-for-sum
# Your result is divided by n, as a mean is. The task is a sum: multiply each value by its
# weight, add up and do not divide.
# @ values => @ values / len(values)
# %% mistake: not-summed
# These are the weighted values, one per word. Add them up over the words, the last axis but
# one, to get one vector per query.
# weights @ values => weights[..., None] * values
# %% mistake: summed-over-features
# You sum over the features, so you get one number per word. Sum over the words, because
# each feature of the context is a mixture over all words.
# weights @ values => (weights[..., None] * values).sum(axis=-1)
# %% mistake: wrong-side
# This is values @ weights, which adds up over the features. Put the weights on the left, so
# that their last axis, the words, meets the rows of the values.
# weights @ values => values @ weights
# %% mistake: one-row-only
# Your code is right for one vector of weights, (n,), and not for rows of them. With the
# weights on the left, weights @ values works for any number of rows.
# weights @ values => values.T @ weights
# %% mistake: element-by-element
# You multiply entry by entry and add nothing up. Each weight should multiply a whole row of
# the values, and the rows should then be added.
# weights @ values => weights * values
# %% mistake: summed-over-queries
# With several rows of weights you sum over their first axis, so queries get mixed. Sum over
# the words: in weights[..., None] * values they are the axis before the last, and weights @
# values does the same.
# weights @ values => (weights[..., None] * values).sum(axis=0)
# %% mistake: weights-transposed
# Your result is that of transposed weights. Their last axis is the words already, which
# should meet the rows of the values: weights @ values.
# weights @ values => weights.T @ values
# %% mistake: whole-number-array
# Where the values are whole numbers, your results are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# weights @ values => (weights @ values).astype(values.dtype)
# %% mistake: words-on-the-first-axis
# You take the first axis of the weights for the words, which holds for one vector, (n,),
# alone. The words are the last axis: weights[..., j, None].
# weights @ values => sum(weights[j] * values[j] for j in range(len(values)))
# %% mistake: last-word-left-out
# The last value is not in your sum, for instance because a loop ends one word too early.
# Add up all of them: range(n) goes to n - 1.
# weights @ values => weights[..., :-1] @ values[:-1]

# %% right: weigh and add
# the task in one line
def context_vector(weights, values):
    return (weights[..., None] * values).sum(axis=-2)
# wrong, mean-for-sum: sum => mean
# %% wrong, partial: one row only
# right for one row of weights; with several it pairs rows with values
# (weights[..., None] * values).sum(axis=-2 => sum(w * v for w, v in zip(weights, values)
# %% wrong, failed: printed
# it returns None
# return (weights[..., None] * values).sum(axis=-2 => print(weights @ values
# %% wrong: half precision, a little off
# the answer's own dtype must not loosen what it is held to
# weights[..., None] * values).sum(axis=-2 => 1.002 * weights @ values).astype(np.float16
# %% wrong: values turned
# the features meet the words
# (weights[..., None] * values).sum(axis=-2) => weights @ values.T

# %% right: value by value, in place
# adds up in an array of float64
def context_vector(weights, values):
    weights, values = np.asarray(weights), np.asarray(values)
    out = np.zeros(weights.shape[:-1] + values.shape[-1:])
    for j, value in enumerate(values):
        out += weights[..., j, None] * value
    return out

# %% right: einsum
# the sum by its indices
def context_vector(weights, values):
    return np.einsum("...n,nd->...d", weights, values)

# %% right: tensordot
# contracted over the words
def context_vector(weights, values):
    return np.tensordot(weights, values, axes=(-1, 0))

# %% right: recursion
# one row of weights after the other
def context_vector(weights, values):
    if weights.ndim > 1:
        return np.stack([context_vector(w, values) for w in weights])
    total = 0
    for w, value in zip(weights, values):
        total = total + w * value
    return total

# %% right: np.add.at
# sums scattered into rows
def context_vector(weights, values):
    rows = weights.reshape(-1, weights.shape[-1])
    out = np.zeros((len(rows), values.shape[1]))
    i, j = np.indices(rows.shape)
    np.add.at(out, i.ravel(), rows.ravel()[:, None] * values[j.ravel()])
    return out.reshape(weights.shape[:-1] + values.shape[1:])

# %% right: a helper called attend
# the chapter defines another attend further down
def attend(weights, values):
    return np.dot(weights, values)

def context_vector(weights, values):
    return attend(weights, values)

# %% wrong, softmax-again: softmax of the weights
def context_vector(weights, values):
    e = np.exp(weights - weights.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ values

# %% wrong, whole-number-array, partial: whole numbers kept whole
def context_vector(weights, values):
    out = np.zeros(weights.shape[:-1] + values.shape[-1:], dtype=values.dtype)
    out[...] = weights @ values
    return out

# %% wrong: the sum of the values
# the weights play no part
def context_vector(weights, values):
    total = values.sum(axis=0)
    return np.broadcast_to(total, weights.shape[:-1] + total.shape)

# %% right: as a sum
def context_vector(weights, values):
    return sum(np.asarray(weights)[..., i, None] * v for i, v in enumerate(values))
# wrong: ., => ., -1 -
# wrong, mean-for-sum: (values) => (values)) / len(values
# wrong, normalised-again: (values) => (values)) / weights.sum(axis=-1, keepdims=True
# wrong, last-word-left-out: (values => (values[:-1]
# wrong: * v => * abs(v)
# %% wrong: as a sum: + for *
# ] * => ] +

# %% wrong, partial: values like the weights
# weights of whole numbers cut the values off
def context_vector(weights, values):
    return weights @ values.astype(weights.dtype)

# %% hint: one row of weights
# Value 1 times weight 1, value 2 times weight 2, and so on; then add the results.
# %% hint: one row of weights
# A vector of shape (n,) meets a matrix of shape (n, d_v). Which operator multiplies along
# the axis that they share, and sums?
# %% hint
# Try both orders on weights (4,) and values (4, 2): in one of them the sizes that meet
# differ, and NumPy stops. The order that runs also takes many rows of weights at once.
