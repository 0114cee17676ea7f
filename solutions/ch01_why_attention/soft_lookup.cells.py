# %% mistake: multiplied
# Your weights are those of scores that are multiplied by the temperature, so a high
# temperature makes the look-up harder. Divide the scores by the temperature.
# keys.T / temperature => keys.T * temperature
# %% mistake: temperature-ignored
# The temperature has no effect on your answer. Divide the scores by it before the softmax.
# keys.T / temperature => keys.T
# %% mistake: divided-too-late
# You divide by the temperature after the softmax. Divide the scores by it, before the
# softmax.
# keys.T / temperature => keys.T && weights @ values => weights / temperature @ values
# %% mistake: root-of-temperature
# You divide by the square root of the temperature. The root belongs to d_k, in a later
# chapter; here divide by the temperature itself.
# keys.T / temperature => keys.T / np.sqrt(temperature)
# %% mistake: winner-takes-all
# You return the value of the best key alone, which is a hard look-up. Turn the scores into
# weights and mix all the values.
# softmax(scores) => np.eye(len(keys))[scores.argmax(axis=-1)]
# %% mistake: unstable
# Exponentials of large scores overflow, and a low temperature makes scores large. Use the
# softmax of this chapter, which subtracts the largest score of each row first.
# softmax(scores) => np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
# %% mistake: one-sum-for-all
# Several queries share one sum, so the weights of each add up to less than 1. Each query
# needs a softmax of its own, along the last axis.
# -     weights = softmax(scores)
# +     powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
# +     weights = powers / powers.sum()
# %% mistake: mixed-keys
# You mix the keys. Keys should only decide the weights, by which the values are mixed.
# weights @ values => weights @ keys
# %% mistake: no-softmax
# You mix with the scores themselves. Scores can be negative and have any sum, so turn them
# into weights with a softmax first.
# softmax(scores) => scores
# %% mistake: weights-returned
# These are the weights. Multiply them by the values to get the mixture.
# weights @ values => weights
# %% mistake: scaled
# You divide by sqrt(d_k) as well. That belongs to a later chapter; here divide by the
# temperature alone.
# keys.T / temperature => keys.T / temperature / np.sqrt(keys.shape[1])
# %% mistake: global-max
# You subtract the largest score of all queries together. A query whose scores lie far below
# it underflows to 0/0. The softmax of this chapter subtracts each query's own largest
# score.
# -     weights = softmax(scores)
# +     powers = np.exp(scores - scores.max())
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: not-normalised
# You mix with the exponentials themselves. Divided by their sum they become weights.
# softmax(scores) => np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% mistake: softmax-over-queries
# With several queries your softmax runs along the first axis, so each key is shared out
# among queries. The weights of one query are a row, so the softmax belongs on the last
# axis.
# softmax(scores) => softmax(scores, axis=0)
# %% mistake: softmax-twice
# You take the softmax twice. What it returns are the weights already; a second one leaves
# none more than 2.72 times as large as another.
# softmax(scores) => softmax(softmax(scores))
# %% mistake: no-transpose
# The sizes that meet do not fit, as where the query meets the keys as they stand. A score
# is a dot product of two rows, so put the keys in columns: query @ keys.T.
# keys.T => keys
# %% mistake: element-by-element
# You multiply weights and values entry by entry, and nothing is added up. A weight belongs
# to a whole row of the values, so the mixture is a matrix product.
# weights @ values => weights * values
# %% mistake: whole-number-array
# Where the inputs are whole numbers, your results are cut off to whole numbers, as in an
# array of their dtype. Return floats.
# weights @ values => (weights @ values).astype(values.dtype)
# %% mistake: shifted-by-minimum
# What you subtract is less than a row's largest score, as the smallest is, so in a wide row
# exp() of the largest overflows. Subtract the largest, as the given softmax does.
# -     weights = softmax(scores)
# +     powers = np.exp(scores - scores.min(axis=-1, keepdims=True))
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: shifted-by-mean
# What you subtract is less than a row's largest score, as the mean is, so exp() of a score
# far above it overflows. Subtract the largest, as the given softmax does.
# -     weights = softmax(scores)
# +     powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
# +     weights = powers / powers.sum(axis=-1, keepdims=True)
# %% mistake: log-softmax
# You mix with the logarithms of the weights, as a log-softmax gives them. Mix with the
# weights themselves.
# softmax(scores) => np.log(softmax(scores))
# %% mistake: divided-in-place
# Your code fails for whole numbers, as where an array of them is divided in place with /=.
# Make a new array: scores = scores / temperature.
# - query @ keys.T / temperature
# + query @ keys.T
# +     scores /= temperature
# %% mistake: left-flat
# One query gives the shape (1, d_v) in yours. Give the result the axes of the queries
# again: query.shape[:-1], then d_v.
# weights @ values => (weights @ values).reshape(-1, values.shape[-1])

# %% right: the chapter's functions
# as the task suggests
def soft_lookup(query, keys, values, temperature=1.0):
    return context_vector(softmax(query @ keys.T / temperature), values)
# %% wrong, winner-takes-all: hard
# - context_vector(softmax(query @ keys.T / temperature), values)
# + values[np.argmax(query @ keys.T, axis=-1)]
# %% wrong: temperature forgotten as an argument
# another signature
# , temperature=1.0 =>
# - context_vector(softmax(query @ keys.T / temperature), values)
# + softmax(query @ keys.T) @ values

# %% right: everything in the function
# divided after the mixing, which is the same
def soft_lookup(query, keys, values, temperature=1.0):
    query, keys, values = (np.asarray(a, float) for a in (query, keys, values))
    scores = np.einsum("...d,nd->...n", query, keys) / temperature
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers @ values / powers.sum(-1, keepdims=True)

# %% right: key by key, in place
# an array filled in a loop
def soft_lookup(query, keys, values, temperature=1.0):
    scores = np.empty(query.shape[:-1] + (len(keys),))
    for j, key in enumerate(keys):
        scores[..., j] = (query * key).sum(-1) / temperature
    out = 0.0
    for j, share in enumerate(np.moveaxis(softmax(scores), -1, 0)):
        out = out + share[..., None] * values[j]
    return out

# %% right: recursion over the queries
# one query at a time
def soft_lookup(query, keys, values, temperature=1.0):
    if np.ndim(query) > 1:
        found = []
        for one in query:
            found.append(soft_lookup(one, keys, values, temperature))
        return np.array(found)
    scores = keys @ query / temperature
    powers = np.exp(scores - np.max(scores))
    return (powers / sum(powers)) @ values

# %% right: a class called attend
# a store with [ ]; the name is bound by the chapter above
class attend:
    def __init__(self, keys, values):
        self.keys, self.values = keys, values

    def __getitem__(self, asked):
        query, temperature = asked
        w = softmax(np.matmul(query, self.keys.transpose()) / temperature)
        return np.matmul(w, self.values)

def soft_lookup(query, keys, values, temperature=1.0):
    return attend(keys, values)[query, temperature]

# %% right: a helper called recurrence
# a softmax of one's own
def shares(scores):
    scores = scores - scores.max(axis=-1, keepdims=True)
    scores = np.exp(scores, dtype=np.float64)
    return scores / scores.sum(axis=-1, keepdims=True)

def soft_lookup(query, keys, values, temperature=1.0):
    return shares(query.dot(keys.T) / temperature).dot(values)

# %% right: the query divided
# a factor of every score is a factor of the query
def soft_lookup(query, keys, values, temperature=1.0):
    scores = np.einsum("...d,nd->...n", query / temperature, keys)
    return np.einsum("...n,nv->...v", softmax(scores), values)
# %% wrong, unstable, partial: not stable
# - scores = np.einsum("...d,nd->...n", query / temperature, keys
# + e = np.exp(query @ keys.T / temperature
# - np.einsum("...n,nv->...v", softmax(scores), values)
# + e / e.sum(-1, keepdims=True) @ values

# %% wrong, whole-number-array, partial: whole numbers kept whole
def soft_lookup(query, keys, values, temperature=1.0):
    out = np.zeros(query.shape[:-1] + values.shape[1:], dtype=values.dtype)
    out[...] = softmax(query @ keys.T / temperature) @ values
    return out

# %% wrong, softmax-over-queries: the store's columns
def soft_lookup(query, keys, values, temperature=1.0):
    s = query @ keys.T / temperature
    e = np.exp(s - s.max(axis=0))
    return e / e.sum(axis=0) @ values

# %% wrong, partial: hard where it is cold
# cold scores may be close together
def soft_lookup(query, keys, values, temperature=1.0):
    scores = query @ keys.T
    if temperature < 0.1:
        return values[scores.argmax(axis=-1)]
    return softmax(scores / temperature) @ values

# %% right: powers of two
def soft_lookup(query, keys, values, temperature=1.0):
    scores = np.inner(query, keys) / temperature / np.log(2)
    powers = np.exp2(scores - scores.max(axis=-1, keepdims=True))
    return np.dot(powers, values) / powers.sum(axis=-1, keepdims=True)
# wrong: / np.log(2) =>
# wrong, multiplied: / temperature => * temperature
# wrong, temperature-ignored: / temperature / => /
# wrong, shifted-by-minimum: max => min
# wrong, unstable: np.exp2(scores - scores.max(axis=-1, keepdims=True)) => np.exp2(scores)
# wrong, not-normalised: / powers.sum(axis=-1, keepdims=True) =>
# wrong, one-sum-for-all: sum(axis=-1, keepdims=True => sum(
# wrong: powers, values => powers, values.mean(axis=-1, keepdims=True)

# %% wrong, divided-too-late: temperature divides the weights
def soft_lookup(query, keys, values, temperature=1.0):
    scores = query @ keys.T
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return (weights / temperature) @ values

# %% wrong, partial: a batch of one without its axis
def soft_lookup(query, keys, values, temperature=1.0):
    scores = np.atleast_2d(query) @ keys.T / temperature
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True) @ values).squeeze()

# %% hint: one query; a temperature of 2
# Three steps: a score for every key, weights from the scores, a mixture of the values.
# %% hint: several queries; a temperature of 2; a batch of queries, float32
# With several queries the scores are `query @ keys.T`, shape (..., n), and this works for
# one query as well. Divide them by the temperature, then call `softmax`.
# %% hint
# `softmax` works along the last axis, the keys. Pass what it returns to `context_vector`,
# with the values.
