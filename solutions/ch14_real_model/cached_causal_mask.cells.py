# %% mistake: counted-from-zero
# Your mask takes the new tokens to stand at 0, 1, 2 in the text. The first new token stands
# at n_cached: it may see all cached tokens and itself.
# n_cached + np.arange(n_new) => np.arange(n_new)
# %% mistake: cached-closed
# Your new tokens cannot see the cached ones. All cached tokens come before them, so their
# columns should be True.
# return mask => return mask & (keys >= n_cached)
# %% mistake: all-closed
# Your mask lets no token attend to anything. Make an entry True where the key stands no
# later in the text than the token that asks.
# return mask => return mask & False
# %% mistake: not-itself
# Your mask treats a token's own place like the later ones. Causal means not after, and a
# token is not after itself.
# keys <= queries => keys < queries
# %% mistake: future-open
# Your new tokens see those that come after them. That is harmless with one new token and
# wrong with several.
# -     return mask
# +     mask |= keys > queries
# +     return mask
# %% mistake: new-first
# Your columns begin with the new tokens. The keys should stand as in the text, the cached
# ones first.
# np.arange(n_cached + n_new) => np.roll(np.arange(n_cached + n_new), n_new)
# %% mistake: turned-round
# Your mask is True where attention is forbidden. In this book True means may attend.
# return mask => return ~mask
# %% mistake: one-too-far
# In your mask the limit lies one key too far. New token i stands at n_cached + i and may
# see the places up to its own.
# keys <= queries => keys <= queries + 1
# %% mistake: transposed
# Your rows are the keys. The new tokens ask, so each of them should be a row: (n_new,
# n_cached + n_new).
# return mask => return mask.T
# %% mistake: cached-columns-missing
# Your mask has columns for the new tokens alone. The cached ones are keys too: put n_cached
# columns in front, all True.
# n_cached + np.arange(n_new) => np.arange(n_new)
# np.arange(n_cached + n_new) => np.arange(n_new)
# %% mistake: all-rows
# Your mask has a row for every token. The cached ones ask nothing any more: give each new
# token one row, (n_new, n_cached + n_new).
# n_cached + np.arange(n_new) => np.arange(n_cached + n_new)
# %% mistake: to-be-added
# You return what is added to scores, 0 and -inf. Booleans are asked for.
# return mask => return np.where(mask, 0.0, -np.inf)
# %% mistake: whole-numbers
# You return 0 and 1. Booleans are asked for.
# return mask => return mask.astype(int)
# %% mistake: counts-swapped
# Your mask takes the first new token to stand at place n_new, not at n_cached.
# n_cached + np.arange(n_new) => n_new + np.arange(n_new)
# %% mistake: open-behind-a-cache
# With a cache, your new tokens may attend to later new ones. Behind a cache, too, each new
# token may attend to itself and those before it, as when a chat goes on with several
# tokens.
# mask = keys <= queries => mask = (keys <= queries) | (n_cached > 0)

# %% right: compared
# places against places
def cached_causal_mask(n_new, n_cached):
    rows = np.arange(n_new)[:, None]
    columns = np.arange(n_cached + n_new)[None, :]
    mask = columns <= rows + n_cached
    return mask
# wrong, counted-from-zero: rows + n_cached => rows
# wrong, not-itself: columns <= rows => columns < rows
# wrong, turned-round: columns <= rows => columns > rows
# wrong, one-too-far: rows + n_cached => rows + n_cached + 1
# wrong, cached-closed: return mask => return mask & (columns >= n_cached)
# wrong, transposed: return mask => return mask.T
# %% wrong, to-be-added: numbers
# an additive mask, as PyTorch takes one
# return mask => return np.where(mask, 0.0, -np.inf)
# %% wrong, whole-numbers: ones
# whole numbers for booleans
# return mask => return mask.astype(int)
# %% wrong, counts-swapped: swapped arguments
# n_new for n_cached
# rows + n_cached => rows + n_new

# %% right: tril
# a diagonal further right
def cached_causal_mask(n_new, n_cached):
    return np.tril(np.ones((n_new, n_cached + n_new), bool), k=n_cached)
# wrong, cached-columns-missing: n_cached + n_new), bool), k=n_cached => n_new), dtype=bool)
# %% wrong, future-open: all open
# - tril(np.ones((n_new, n_cached + n_new), bool), k=n_cached
# + ones((n_new, n_cached + n_new), dtype=bool

# %% right: filled in place
# row by row
def cached_causal_mask(n_new, n_cached):
    mask = np.zeros((n_new, n_cached + n_new), dtype=np.bool_)
    for i in range(n_new):
        mask[i, : n_cached + i + 1] = True
    return mask

# %% right: helper x
# a helper that the chapter binds below
def x(i, j, n_cached):
    return j < n_cached or j - n_cached <= i


def cached_causal_mask(n_new, n_cached):
    return np.array([[x(i, j, n_cached) for j in range(n_cached + n_new)]
                     for i in range(n_new)])

# %% right: recursion
# one more row and one more column
def cached_causal_mask(n_new, n_cached):
    if n_new == 1:
        return np.ones((1, n_cached + 1), dtype=bool)
    above = np.pad(cached_causal_mask(n_new - 1, n_cached), ((0, 0), (0, 1)))
    return np.vstack([above, np.ones((1, n_cached + n_new), dtype=bool)])

# %% right: not triu
# what is above the diagonal, turned round
def cached_causal_mask(n_new, n_cached):
    full = np.ones((n_new, n_cached + n_new), dtype=bool)
    return ~np.triu(full, n_cached + 1)
# %% wrong, all-rows: chapter 07's
# full = np.ones((n_new, n_cached + n_new), dtype=bool) => n = n_new + n_cached
# ~np.triu(full, n_cached + 1 => np.tril(np.ones((n, n), dtype=bool)
# %% wrong, new-first: new first
# full = np.ones((n_new, n_cached + n_new => old = np.ones((n_new, n_cached
# ~np.triu(full, n_cached + 1 => np.hstack([np.tri(n_new, dtype=bool), old]
# %% wrong, new-first: cached keys behind
# - full = np.ones((n_new, n_cached + n_new), dtype=bool
# + new, cached = np.tri(n_new, dtype=bool), np.ones((n_new, n_cached), bool
# ~np.triu(full, n_cached + 1 => np.concatenate([new, cached], axis=1

# %% right: two blocks
# all open, and a triangle behind it
def cached_causal_mask(n_new, n_cached):
    old = np.full((n_new, n_cached), True)
    return np.hstack([old, np.tril(np.full((n_new, n_new), True))])

# %% right: the last rows
# of the mask for the whole text
def cached_causal_mask(n_new, n_cached):
    total = n_cached + n_new
    return np.tril(np.ones((total, total), dtype=bool))[n_cached:]

# %% right: a slice of a square
def cached_causal_mask(n_new, n_cached):
    n = n_cached + n_new
    return np.tri(n, dtype=bool)[n_cached:]
# wrong, counted-from-zero: n_cached: => :n_new
# wrong, not-itself: tri(n => tri(n, n, -1
# wrong, turned-round: np => ~np
# wrong, future-open: tri(n, dtype=bool)[n_cached:] => ones((n_new, n), dtype=bool)
# wrong, whole-numbers: , dtype=bool =>

# %% hint: several new tokens
# Take two cached and three new tokens, and write the five columns of each of the three rows
# by hand.
# %% hint: several new tokens
# New token i stands at place n_cached + i in the text. It may see the keys at places up to
# that one.
# %% hint
# Two rows of places settle it: those of the queries, which begin at n_cached, stood up as a
# column; and those of the keys, which begin at 0. Compare them.
