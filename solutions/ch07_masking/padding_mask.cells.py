# %% mistake: inverted
# Your mask is True at the padding. In this course True means may attend, so real tokens
# should be True.
# -     return real
# +     real = ~real
# +     return real
# %% mistake: all-padding
# Your mask has no True: every token counts as padding. Make entry [b, j] True where j is
# less than the length of sequence b.
# return real => return real & False
# %% mistake: one-too-many
# One position of padding counts as real in each row that has any. Positions count from 0,
# so a sequence of length 3 has real tokens at 0, 1 and 2: position < length.
# position < lengths => position <= lengths
# %% mistake: one-too-few
# The last real token of each row counts as padding in yours. Positions count from 0, so a
# sequence of length 3 has real tokens at 0, 1 and 2: position < length.
# np.arange(n) => np.arange(1, n + 1)
# %% mistake: padded-in-front
# The True of your rows come last, as if the padding stood in front. Padding comes after the
# tokens, so the True should come first.
# np.arange(n) => np.arange(n)[::-1]
# %% mistake: numbers
# Your mask is made of numbers. A mask of this course is Boolean, because with numbers ~
# fails or does something else. Return Booleans, as a comparison such as j < length gives.
# return real => return real.astype(int)
# %% mistake: to-be-added
# You made a mask that is added to the scores, 0 and -inf. Some libraries want that; this
# course's masks are Boolean, True = may attend.
# return real => return np.where(real, 0.0, -np.inf)
# %% mistake: as-wide-as-the-longest
# Your rows are as long as the longest sequence of the batch. The number of columns is n,
# which may be more: scores have n keys.
# np.arange(n) => np.arange(lengths.max())
# %% mistake: lengths-in-a-row
# You compare a row of positions with a row of lengths, which NumPy pairs one by one, or
# cannot pair. Each length should meet every position: lengths[..., None] stands the lengths
# in a column.
# lengths[..., None] => lengths
# %% mistake: positions-first
# Your mask has a column for each sequence. It should have a row for each: (batch, n).
# Compare lengths[..., None] with np.arange(n).
# return real => return np.moveaxis(real, -1, 0)
# %% mistake: pairs
# You made a mask of pairs, (batch, n, n). Which *keys* are padding does not depend on the
# query: one row per sequence will do, and broadcasting repeats it for every query.
# return real => return real[..., :, None] & real[..., None, :]
# %% mistake: one-axis-of-lengths
# Your mask is right only where the lengths have one axis. They may have more: compare
# np.arange(n) with lengths[..., None], for any axes.
def padding_mask(lengths, n):
    return np.array([[j in range(length) for j in range(n)] for length in lengths])
# %% mistake: length-0-as-n
# A sequence of length 0 gets a row of all True, for instance because index 0 - 1 reads the
# last row of a table. Such a row should have no True.
# return real => return real | (lengths == 0)[..., None]

# %% right: a column against a row
# broadcasting, the short way
def padding_mask(lengths, n):
    return np.arange(n) < np.asarray(lengths)[..., None]
# wrong, one-too-many: np.arange(n) < => np.arange(n) <=
# wrong, one-too-few: np.arange(n) => np.arange(1, n + 1)
# wrong, inverted: np.arange(n) < => np.arange(n) >=
# wrong, padded-in-front: < => >= n -
# %% wrong, positions-first: transposed
# ) < np.asarray(lengths)[..., None] => )[:, None] < np.asarray(lengths)
# %% wrong: only the last place
# the position that equals the length
# < => ==
# %% wrong: one too many, as numbers
# - np.arange(n) < np.asarray(lengths)[..., None]
# + (np.arange(n) <= np.expand_dims(lengths, -1)).astype(int)
# %% wrong: the second axis put in
# right for one axis of lengths alone
# np.asarray(lengths)[... => lengths[:

# %% right: filled in place over all shapes
# np.ndindex and slices assigned to
def padding_mask(lengths, n):
    mask = np.zeros((*np.shape(lengths), n), dtype=bool)
    for place in np.ndindex(*np.shape(lengths)):
        mask[place][:lengths[place]] = True
    return mask

# %% right: a table of rows, looked up
# a helper table filled by a loop outside of the function
TABLE = np.zeros((1025, 1024), dtype=bool)
for length in range(1025):
    TABLE[length, :length] = True


def padding_mask(lengths, n):
    return TABLE[np.minimum(lengths, n)][..., :n]

# %% right: np.less with out
# a ufunc that writes into out=
def padding_mask(lengths, n):
    mask = np.empty(np.shape(lengths) + (n,), dtype=bool)
    np.less(np.arange(n), np.expand_dims(lengths, -1), out=mask)
    return mask

# %% right: recursion over the axes
# one axis of the lengths at a time
def padding_mask(lengths, n):
    if np.ndim(lengths) == 0:
        return np.array([j < lengths for j in range(n)], dtype=bool)
    if len(lengths) == 0:
        return np.zeros(np.shape(lengths) + (n,), dtype=bool)
    return np.stack([padding_mask(part, n) for part in lengths])

# %% right: cumulated ones
# np.cumsum over a row of ones
def padding_mask(lengths, n):
    count = np.cumsum(np.ones((*np.shape(lengths), n), dtype=int), axis=-1)
    return count <= np.reshape(lengths, (*np.shape(lengths), 1))
# %% wrong, as-wide-as-the-longest: width of the longest
# - count = np.cumsum(np.ones((*np.shape(lengths), n), dtype=int), axis=-1
# + lengths = np.asarray(lengths
# - count <= np.reshape(lengths, (*np.shape(lengths), 1))
# + np.arange(lengths.max()) < lengths[..., None]

# %% right: helper called words
# a helper with a name that the chapter binds again below
def words(length, n):
    return [position < length for position in range(n)]


def padding_mask(lengths, n):
    flat = [words(length, n) for length in np.ravel(lengths)]
    return np.array(flat, dtype=bool).reshape(*np.shape(lengths), n)

# %% wrong, one-axis-of-lengths, partial: one axis alone
# a loop over the first axis alone: fails for lengths of two axes
def padding_mask(lengths, n):
    mask = np.zeros((len(lengths), n), dtype=bool)
    for i, length in enumerate(lengths):
        mask[i, :length] = True
    return mask

# %% right: by subtraction
def padding_mask(lengths, n):
    return np.subtract.outer(np.asarray(lengths, dtype=int), np.arange(n)) > 0
# wrong, one-too-many: > => >=
# wrong, inverted: > => <=
# wrong, one-too-few: arange(n => arange(1, n + 1
# wrong, padded-in-front: (n) => (n)[::-1]
# wrong, numbers: > 0 => .clip(0, 1)

# %% hint: a few lengths
# Position j of a sequence of length l is real when j < l. All that is left is to ask this
# for every position and every sequence at once.
# %% hint: a few lengths; a batch of batches
# `np.arange(n)` holds the positions, (n,). To meet each of them, the lengths have to stand
# in a column, (..., 1).
# %% hint
# `None` as the last index makes the column. Comparing (..., 1) with (n,) gives (..., n),
# and Booleans by itself: is a position smaller than the length?
