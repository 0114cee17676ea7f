# %% mistake: inverted
# Your mask is True where a query must *not* look. In this course True means may attend;
# PyTorch's nn.MultiheadAttention has it the other way round.
# return np.tril => return ~np.tril
# %% mistake: upper-triangle
# Each of your queries sees itself and what comes after it: the upper triangle. Rows are
# queries and columns keys, so the past is the lower one: np.tril.
# dtype=bool)) => dtype=bool)).T
# %% mistake: itself-blocked
# Your tokens may not attend to themselves, and the first one has nothing to attend to at
# all. The diagonal belongs to the mask: key j <= query i.
# dtype=bool) => dtype=bool), k=-1
# %% mistake: one-ahead
# The token after a query counts as past in yours, and a model that predicts the next token
# would simply read it off. Keep only the diagonal and what is to the left of it.
# dtype=bool) => dtype=bool), k=1
# %% mistake: nothing-blocked
# Your mask leaves everything open: each query sees the whole future. Make entry [i, j]
# False where key j comes after query i.
# np.tril(np.ones((n, n), dtype=bool)) => np.ones((n, n), dtype=bool)
# %% mistake: all-blocked
# Your mask lets no query attend to anything. Make entry [i, j] True where key j comes no
# later than query i.
# np.tril(np.ones((n, n), dtype=bool)) => np.zeros((n, n), dtype=bool)
# %% mistake: itself-alone
# Each of your tokens may attend to itself and to nothing else. The past belongs to the mask
# too: key j <= query i.
# np.tril(np.ones((n, n), dtype=bool)) => np.eye(n, dtype=bool)
# %% mistake: one-axis-too-many
# The triangle is right, but it stands in a batch of one. The mask is (n, n), and
# broadcasting serves every sequence of a batch with it.
# dtype=bool)) => dtype=bool))[None]
# %% mistake: numbers
# Your mask is made of numbers. A mask of this course is Boolean, so ~ turns it round. Some
# libraries would add numbers to the scores. A comparison such as j <= i gives True and
# False.
# dtype=bool => dtype=float
# %% mistake: to-be-added
# You made a mask that is added to the scores, 0 and -inf. Some libraries want that; this
# course's masks are Boolean, True = may attend.
# np.tril(np.ones((n, n), dtype=bool)) => np.triu(np.full((n, n), -np.inf), k=1)

# %% right: tril
# the short way
def causal_mask(n):
    return np.tril(np.ones((n, n), dtype=bool))
# %% wrong: dtype in the wrong place
# np.ones(n, n): the second n is taken for a dtype
# (n, n), dtype=bool) => n, n)).astype(bool
# %% wrong: a list of lists
# not an array
# np.tril(np.ones((n, n), dtype=bool)) => [[j <= i for j in range(n)] for i in range(n)]

# %% right: two loops
# filled in place, entry by entry
def causal_mask(n):
    mask = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for j in range(n):
            if j <= i:
                mask[i, j] = True
    return mask

# %% right: positions compared
# column against row, with np.subtract.outer
def causal_mask(n):
    return np.subtract.outer(np.arange(n), np.arange(n)) >= 0

# %% right: what tril_indices names
# an assignment to indices
def causal_mask(n):
    mask = np.full((n, n), False)
    mask[np.tril_indices(n)] = True
    return mask

# %% right: not the upper triangle
# the future, inverted in place with out=
def causal_mask(n):
    future = np.triu(np.ones((n, n)), k=1).astype(bool)
    np.logical_not(future, out=future)
    return future

# %% right: rows by append
# lists of Python's own True and False
def causal_mask(n):
    rows = []
    for query in range(n):
        row = []
        for key in range(n):
            row.append(not key > query)
        rows.append(row)
    return np.array(rows, dtype=bool).reshape(n, n)

# %% right: one row longer each time
# recursion: the mask of n - 1 tokens, one row and one column more
def causal_mask(n):
    if n == 0:
        return np.zeros((0, 0), dtype=bool)
    mask = np.zeros((n, n), dtype=bool)
    mask[:-1, :-1] = causal_mask(n - 1)
    mask[-1] = True
    return mask

# %% right: by torch
# a torch import inside of a NumPy answer
def causal_mask(n):
    import torch

    return torch.ones(n, n).tril().bool().numpy()

# %% right: a table filled by out=
# a ufunc that writes into a table above the function
OPEN = np.zeros((1024, 1024), dtype=bool)
np.greater_equal.outer(np.arange(1024), np.arange(1024), out=OPEN)


def causal_mask(n):
    return OPEN[:n, :n].copy()

# %% right: by comparison
def causal_mask(n):
    i, j = np.indices((n, n))
    return i >= j
# wrong, itself-blocked: >= => >
# wrong, upper-triangle: > => <
# wrong, numbers: i >= j => (i >= j) * 1.0
# wrong, itself-alone: > => =
# wrong, one-ahead: = j => = j - 1
# wrong, to-be-added: i >= j => np.where(i >= j, 0, -np.inf)

# %% right: np.vectorize
# written from the text alone: another route
def causal_mask(n):
    return np.fromfunction(np.vectorize(lambda i, j: bool(j <= i), otypes=[bool]),
        (n, n))

# %% same
# np.tril makes a table of one row by repeating it.
# np.ones((n, n) => np.ones((n,)

# %% hint: three tokens
# Write the mask for three tokens on paper. Row 0 may look at key 0, row 1 at keys 0 and 1,
# row 2 at all three.
# %% hint: three tokens; a few tokens
# The True entries form a triangle, the diagonal included. Which NumPy function keeps the
# lower triangle of an array? Or compare a column of positions with a row of positions.
# %% hint
# `np.tril` keeps the lower triangle and puts zeros above it. Give it an (n, n) array of
# ones, and mind the dtype: a mask is Boolean.
