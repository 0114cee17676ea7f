# %% mistake: scores-forgotten
# You leave out the scores. They are b times b numbers, which must fit, too.
# int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2 => fast // vectors
# %% mistake: mixtures-forgotten
# You count d_v once. A tile has b values and b mixtures, and both are d_v wide.
# 2 * d_k + 2 * d_v + 2 => 2 * d_k + d_v + 2
# %% mistake: largest-and-total-forgotten
# You leave out the largest score and the total of each query: two numbers per query.
# 2 * d_k + 2 * d_v + 2 => 2 * d_k + 2 * d_v
# %% mistake: scores-alone
# You count the scores alone. Queries, keys, values, mixtures and two numbers per query must
# fit, too.
# 2 * d_k + 2 * d_v + 2 => 0
# %% mistake: one-too-many
# You return the first b that no longer fits by your count. Return the one before.
# / 2 => / 2 + 1
# %% mistake: power-of-two
# Your tile is always a power of two. Asked is the largest that fits, of any length.
def largest_tile(fast, d_k, d_v):
    b = 1
    while b * b + (2 * d_k + 2 * d_v + 2) * b <= fast:
        b *= 2
    return b // 2
# %% mistake: values-as-wide-as-keys
# You take d_k for values and mixtures, too. These have d_v features.
# 2 * d_k + 2 * d_v + 2 => 4 * d_k + 2
# %% mistake: half-of-the-scores
# Your tile fits with half of its b times b scores, as under a causal mask. All of the
# scores are held.
# - int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2
# + int(np.sqrt(vectors**2 + 2 * fast) - vectors)
# %% mistake: one-number-a-query
# Beside vectors and scores you count one number per query. There are two, the largest score
# and the total.
# 2 * d_k + 2 * d_v + 2 => 2 * d_k + 2 * d_v + 1
# %% mistake: two-numbers-in-all
# You count the largest score and the total once for the whole tile. Each of the b queries
# has both.
# vectors = 2 * d_k + 2 * d_v + 2 => vectors = 2 * d_k + 2 * d_v
# 4 * fast => 4 * (fast - 2)
# %% mistake: keys-not-counted
# You count d_k once. A tile has b queries and b keys, and both are d_k wide.
# 2 * d_k + 2 * d_v + 2 => d_k + 2 * d_v + 2
# %% mistake: not-quite-full
# By your count a tile that fills all of fast memory is too large. Such a tile fits, too.
# 4 * fast => 4 * (fast - 1)
# %% mistake: weights-beside-the-scores
# You count b times b numbers twice. The weights take the place of the scores, so one
# table is enough.
# 4 * fast) - vectors) // 2 => 8 * fast) - vectors) // 4
# %% mistake: at-least-one
# You return 1 where not even one query and one key fit. Return 0 there.
# return int( => return max(1, int( && ) // 2 => ) // 2)
# %% mistake: not-halved
# Your tile is about twice as large as fits. With c = 2 d_k + 2 d_v + 2 the root of b² + c
# b = fast is (sqrt(c² + 4 fast) - c) / 2.
# - int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2
# + int(np.sqrt(vectors**2 + 4 * fast) - vectors)
# %% mistake: not-rounded
# Yours is not a whole number. A tile has whole queries: round down.
# - int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2
# + (np.sqrt(vectors**2 + 4 * fast) - vectors) / 2
# %% mistake: rounded-to-the-nearest
# Yours is rounded to the nearest whole number, so some of your tiles do not fit. Round
# down.
# - int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2
# + round((np.sqrt(vectors**2 + 4 * fast) - vectors) / 2)
# %% mistake: rounded-up
# Yours is rounded up, so some of your tiles do not fit. Round down.
# - int(np.sqrt(vectors**2 + 4 * fast) - vectors) // 2
# + int(np.ceil((np.sqrt(vectors**2 + 4 * fast) - vectors) / 2))

# %% right: one by one
# as long as one more fits
def largest_tile(fast, d_k, d_v):
    b = 0
    while (b + 1) ** 2 + (b + 1) * (2 * d_k + 2 * d_v + 2) <= fast:
        b = b + 1
    return b
# wrong, scores-forgotten: (b + 1) ** 2 + ( => (
# wrong, values-as-wide-as-keys: 2 * d_k + 2 * d_v => 2 * d_k + 2 * d_k
# wrong, half-of-the-scores: 2 + => 2 / 2 +
# %% wrong, two-numbers-in-all: two numbers in all
# for all queries together
# (b + 1) * (2 * d_k + 2 * d_v + 2) => 2 * (b + 1) * (d_k + d_v) + 2 && = b + => +=

# %% right: the quadratic formula
# a root of NumPy's
def largest_tile(fast, d_k, d_v):
    c = 2 * (d_k + d_v + 1)
    return int((np.sqrt(c**2 + 4 * fast) - c) // 2)
# wrong, largest-and-total-forgotten: 2 * (d_k + d_v + 1) => 2 * (d_k + d_v)

# %% right: rounded down, as a float
# 26.0 is 26
def largest_tile(fast, d_k, d_v):
    c = d_k + d_v + 1
    return np.floor(np.sqrt(c * c + float(fast)) - c)

# %% right: all at once
# how many sizes fit
def largest_tile(fast, d_k, d_v):
    b = np.arange(1, int(fast**0.5) + 2)
    return int(np.sum(b * b + b * (2 * d_k + 2 * d_v + 2) <= fast))
# wrong, mixtures-forgotten: (2 * d_k + 2 * d_v + 2) => (2 * d_k + d_v + 2)

# %% right: halving
# between one that fits and one that does not
def largest_tile(fast, d_k, d_v):
    low, high = 0, fast + 1
    while high - low > 1:
        middle = (low + high) // 2
        needed = middle**2 + middle * (2 * d_k + 2 * d_v + 2)
        low, high = (middle, high) if needed <= fast else (low, middle)
    return low
# wrong, one-too-many: return low => return high

# %% wrong, scores-alone: a root
def largest_tile(fast, d_k, d_v):
    return int(np.sqrt(fast))

# %% wrong, power-of-two: doubled
def largest_tile(fast, d_k, d_v):
    sizes = [2**i for i in range(20)]
    fit = [b for b in sizes if b * (b + 2 * d_k + 2 * d_v + 2) <= fast]
    return max(fit, default=0)

# %% wrong: keys and values
# what comes in for each key
def largest_tile(fast, d_k, d_v):
    return fast // (d_k + d_v)

# %% right: bisection
# written from the text alone: another route
import bisect
def largest_tile(fast, d_k, d_v):
    class Sizes:
        def __len__(self): return fast + 2
        def __getitem__(self, b): return b * b + 2 * b * (d_k + d_v + 1)
    return max(bisect.bisect_right(Sizes(), fast) - 1, 0)

# %% wrong: total forgotten, floor of a root
# written from the text alone
def largest_tile(fast, d_k, d_v):
    b = 1
    while 2 * b * d_k + 2 * b * d_v + b * b + b <= fast:
        b += 1
    return b

# %% same
# Half of it is rounded down in any case.
# - int(np.sqrt(vectors**2 + 4 * fast) - vectors)
# + (np.sqrt(vectors**2 + 4 * fast) - vectors)

# %% hint: somewhere between
# Write down how many numbers a tile of b takes: some grow with b, some with b times b.
# %% hint: somewhere between; one number too few
# Try b = 1, 2, 3, ... until it no longer fits. Which is the last that did?
# %% hint
# Or solve b² + c b = fast for b, where c is what one query and one key take beside their
# score, and round the root down.
