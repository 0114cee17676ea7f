# %% mistake: summed
# You add the weights at each distance and divide by nothing. Near distances have more
# pairs, which alone adds to their sums.
# at.mean( => at.sum(
# %% mistake: divided-by-distance
# You divide by d + 1. The farther back, the *fewer* tokens have one there: count the
# entries of the diagonal, for d = 0 and for the largest d.
# at.mean(axis=-1) => at.sum(axis=-1) / (back + 1)
# %% mistake: one-pair-too-few
# You divide by one pair too few at each distance, and at the last by zero. At distance 0
# all n tokens count.
# at.mean(axis=-1) => at.sum(axis=-1) / (n - back - 1)
# %% mistake: zeros-not-counted
# Your mean leaves out the weights that are 0. They count, too: at distance d it is over n -
# d weights.
# at.mean(axis=-1) => at.sum(axis=-1) / np.maximum((at > 0).sum(axis=-1), 1)
# %% mistake: one-less-for-all
# You divide by n - 1 at every distance. How many pairs there are depends on the distance.
# at.mean(axis=-1) => at.sum(axis=-1) / (n - 1)
# %% mistake: the-future
# Your result is 0 for every distance above 0, as where weights[i, i + d] is read: under a
# causal mask those are zero. The token d places back is weights[i, i - d].
# offset=-back => offset=back
# %% mistake: averaged-per-token
# You average the columns: how much each *token* gets. Asked for is each *distance*, which
# runs along the diagonals.
def weight_by_distance(weights):
    return weights.mean(axis=-2)
# %% mistake: farthest-first
# Your distances go down. Entry 0 should be the token itself, entry 1 the one before it.
# np.stack(means, axis=-1) => np.stack(means[::-1], axis=-1)
# %% mistake: entry-0-left-out
# Your entry 0 is 0. Distance 0 is the token itself, and it counts like the others.
# means.append(at.mean(axis=-1)) => means.append(at.mean(axis=-1) * (back > 0))
# %% mistake: from-one
# Your entry 0 is the token before. Entry d belongs to distance d, so entry 0 should be the
# token itself.
# offset=-back => offset=-min(back + 1, n - 1)
# %% mistake: averaged-batch
# You average over the axes in front, too. They should stay.
# at.mean(axis=-1) => at.mean()
# %% mistake: one-token-too-few
# You divide by one token too few. At distance d the tokens from d on count, and those are
# n - d.
# at.mean(axis=-1) => at.sum(axis=-1) / max(n - back - 1, 1)
# %% mistake: scaled-to-one
# You divide so that the result sums to one. Each entry is a mean of its own, and their sum
# means nothing.
# - return np.stack(means, axis=-1)
# + out = np.stack(means, axis=-1)
# +     return out / out.sum(axis=-1, keepdims=True)
# %% mistake: distances-in-front
# Your distances stand on the first axis. They should come last, behind the axes in front:
# (..., n).
# np.stack(means, axis=-1) => np.stack(means, axis=0)
# %% mistake: token-itself-missing
# Your result begins with distance 1. Distance 0 is the token itself, and it comes first.
# range(n) => range(1, n)

# %% right: n - back
# the smallest repair
def weight_by_distance(weights):
    n = weights.shape[-1]
    means = []
    for back in range(n):
        at = np.trace(weights, offset=-back, axis1=-2, axis2=-1)
        means.append(at / (n - back))
    return np.stack(means, axis=-1)
# wrong, summed: at / (n - back) => at
# wrong, divided-by-distance: (n - back) => (back + 1)
# wrong, one-pair-too-few: (n - back) => (n - back - 1)
# wrong, one-less-for-all: (n - back) => (n - 1)
# wrong, the-future: offset=-back => offset=back
# %% wrong, not_attempted: untouched
# as given
# (n - back) => n
# %% wrong, as-given: n by another name
# nothing has changed
# (n - back) => len(range(n))
# %% wrong, averaged-batch: mean over all heads
# a head that does not exist
# np.stack(means, axis=-1) => np.stack(means, axis=-1).reshape(-1, n).mean(axis=0)

# %% right: the mean of a diagonal
# NumPy counts
def weight_by_distance(weights):
    n = weights.shape[-1]
    means = []
    for back in range(n):
        at = np.diagonal(weights, offset=-back, axis1=-2, axis2=-1)
        means.append(at.mean(axis=-1))
    return np.stack(means, axis=-1)

# %% right: counted by a table of ones
# pairs are counted by the same code
def weight_by_distance(weights):
    n = weights.shape[-1]
    def sums(w):
        parts = [np.einsum("...ii->...", w[..., d:, : n - d]) for d in range(n)]
        return np.stack(parts, axis=-1)
    return sums(weights) / sums(np.ones((n, n)))

# %% right: loops
# one pair at a time
def weight_by_distance(weights):
    n = weights.shape[-1]
    found = np.zeros(weights.shape[:-1])
    for place in np.ndindex(*weights.shape[:-2]):
        for d in range(n):
            pairs = [weights[place][i, i - d] for i in range(d, n)]
            found[place][d] = sum(pairs) / len(pairs)
    return found

# %% right: np.bincount over distances
# a histogram with weights
def weight_by_distance(weights):
    n = weights.shape[-1]
    i, j = np.tril_indices(n)
    flat = weights[..., i, j].reshape(-1, len(i))
    rows = [np.bincount(i - j, row) / np.bincount(i - j) for row in flat]
    return np.array(rows).reshape(weights.shape[:-1])

# %% right: a mask for each distance
# all else set to zero
def weight_by_distance(weights):
    n = weights.shape[-1]
    back = np.arange(n)[:, None] - np.arange(n)
    sums = [np.where(back == d, weights, 0).sum(axis=(-2, -1)) for d in range(n)]
    return np.stack(sums, axis=-1) / np.arange(n, 0, -1)

# %% right: by diagonals
def weight_by_distance(weights):
    n = weights.shape[-1]
    lines = [np.diagonal(weights, -d, -2, -1) for d in range(n)]
    return np.stack([line.mean(axis=-1) for line in lines], axis=-1)
# wrong, the-future: -d => d
# wrong: (n => (1, n + 1
# wrong, summed: mean => sum
# wrong, distances-in-front: , axis=-1 => , axis=0

# %% right: stride tricks
# written from the text alone: another route
def weight_by_distance(weights):
    n = weights.shape[-1]
    w = np.ascontiguousarray(weights)
    padded = np.zeros((*w.shape[:-1], 2 * n))
    padded[..., n:] = w
    *outer, row, col = padded.strides
    # entry (i, d) is padded[i, n + i - d]
    start = padded[..., n:]
    bands = np.lib.stride_tricks.as_strided(
        start, (*w.shape[:-2], n, n), (*outer, row + col, -col))
    return bands.sum(axis=-2) / np.arange(n, 0, -1)

# %% same
# The weights are square.
# weights.shape[-1] => weights.shape[-2]

# %% hint: a few tokens; equal weights
# Take three tokens whose weights are equal within each row, and work out by hand what
# distance 2 should give.
# %% hint: a few tokens; equal weights
# How many tokens have another one 0 places back, 1 place back, n - 1 places back?
# %% hint
# At distance d the diagonal has as many entries as tokens from d on: its mean is the sum
# over them, divided by that number and not by n.
