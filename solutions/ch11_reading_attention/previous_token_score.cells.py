# %% mistake: itself
# You read the diagonal: the weight that each token gives to itself. The token before token
# i is in column i - 1, one step to the left.
# offset=-1 => offset=0
# %% mistake: next-token
# You read weights[i, i + 1], the token after. Rows are queries, and the token before is in
# column i - 1: below the diagonal.
# offset=-1 => offset=1
# %% mistake: first-counted
# Your mean is one over n tokens. The first token has none before it and cannot score: take
# the mean over the n - 1 others.
# before.mean => before.sum && (axis=-1) => (axis=-1) / weights.shape[-1]
# %% mistake: wraps-round
# Your mean counts weights[0, -1], the last token seen from the first, and leaves out the
# last token's own weight. The tokens from the second on count: i from 1 to n - 1.
# - return before.mean(axis=-1)
# + first = weights[..., 0, -1]
# +     return before.mean(axis=-1) + (first - before[..., -1]) / before.shape[-1]
# %% mistake: two-back
# You read weights[i, i - 2], two tokens back. The token before token i is in column i - 1.
# offset=-1 => offset=-2
# %% mistake: summed
# You add the weights up. Longer texts then score higher: take the mean over the tokens that
# have one before them.
# before.mean => before.sum
# %% mistake: not-averaged
# You return the weights one by one. A head's score is one number: their mean.
# before.mean(axis=-1) => before
# %% mistake: first-axes
# You read a diagonal of the first two axes. With layers or heads in front those are not
# queries and keys: take the last two, in np.diagonal by axis1=-2, axis2=-1.
# offset=-1, axis1=-2, axis2=-1 => offset=-1
# %% mistake: how-often-largest
# You count how often the token before gets the largest weight. The score is the mean of the
# weights themselves: a head that gives 0.4 there and one that gives 0.9 are not alike.
def previous_token_score(weights):
    largest = weights.argmax(axis=-1)[..., 1:]
    return (largest == np.arange(weights.shape[-1] - 1)).mean(axis=-1)
# %% mistake: averaged-batch
# You return one number for all sequences and heads together. Average over the tokens only:
# every head keeps its own score, or you cannot tell which looks back.
# before.mean(axis=-1) => before.mean()
# %% mistake: first-token
# You average the weight for the first token of the sequence. The previous token is another
# one for every query: column i - 1 in row i.
# np.diagonal(weights, offset=-1, axis1=-2, axis2=-1) => weights[..., 1:, 0]

# %% right: the diagonal
# the short way
def previous_token_score(weights):
    return np.diagonal(weights, offset=-1, axis1=-2, axis2=-1).mean(axis=-1)

# %% right: a loop that adds
# row by row, added up in place
def previous_token_score(weights):
    n = weights.shape[-1]
    total = np.zeros(weights.shape[:-2])
    for i in range(1, n):
        total += weights[..., i, i - 1]
    return total / (n - 1)

# %% right: two index arrays
# rows from 1, columns one less
def previous_token_score(weights):
    i = np.arange(1, weights.shape[-1])
    return weights[..., i, i - 1].mean(-1)
# wrong: 1, weights => weights
# %% wrong: everything before
# the whole lower triangle
# i = np.arange(1, weights.shape[-1] => lower = np.tril(weights, k=-1
# weights[..., i, i - 1].mean( => lower.sum(axis=-1)[..., 1:].mean(axis=
# %% wrong: mean over all n, diagonal the other way
# i = np.arange(1, weights.shape[-1]) => n = weights.shape[-1]
# weights[..., i, i - 1].mean(-1) => np.trace(weights, offset=1, axis1=-2, axis2=-1) / n

# %% right: a mask by np.eye and einsum
# a product with a shifted identity
def previous_token_score(weights):
    n = weights.shape[-1]
    one_back = np.eye(n, k=-1)
    return np.einsum("...ij,ij->...", weights, one_back) / (n - 1)

# %% right: helpers w and one_back
# names that the chapter binds again further down
def w(weights, i):
    return weights[..., i, i - 1]


def one_back(weights):
    found = []
    for i in range(1, weights.shape[-2]):
        found.append(w(weights, i))
    return found


def previous_token_score(weights):
    return np.mean(np.stack(one_back(weights), axis=-1), axis=-1)

# %% right: recursion over axes in front
# one matrix at a time, in float64
def previous_token_score(weights):
    if weights.ndim > 2:
        rows = [previous_token_score(part) for part in weights]
        return np.array(rows).reshape(weights.shape[:-2])
    return np.trace(weights[1:].astype(np.float64)) / (len(weights) - 1)

# %% right: a diagonal by einsum
# one row and one column cut off
def previous_token_score(weights):
    moved = weights[..., 1:, :-1]
    return np.einsum("...ii->...", moved) / moved.shape[-1]

# %% right: by flat steps
def previous_token_score(weights):
    n = weights.shape[-1]
    flat = weights.reshape(*weights.shape[:-2], n * n)
    return flat[..., n :: n + 1].mean(axis=-1)
# wrong, itself: n : => :
# wrong, next-token: n : => 1 :
# wrong, summed: mean => sum
# wrong, first-counted: mean(axis=-1) => sum(axis=-1) / n
# wrong: mean => max
# wrong, averaged-batch: axis=-1 =>

# %% hint: one head; three tokens
# Row i is the query, column j the key. Which entry of row 1 is wanted, which of row 2?
# %% hint: one head; three tokens
# The entries lie on a diagonal just below the main one. `np.diagonal` takes an `offset`,
# and `axis1` and `axis2`.
# %% hint
# The diagonal below the main one has the offset -1, and the two axes are the last two.
# `np.diagonal` puts what it found on the last axis; the mean is over that axis alone.
