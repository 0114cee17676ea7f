# %% mistake: used-w-k
# These are the keys, X @ W_K. The values come from W_V.
values = X @ W_K
# %% mistake: used-w-q
# These are the queries, X @ W_Q. The values come from W_V.
values = X @ W_Q
# %% mistake: transposed
# Your values are in columns. Write one per row: row 1 belongs to token 1.
values = VALUES.T
# %% mistake: first-only
# This is only token 1's row. All three values are wanted, one per row.
values = VALUES[0]
# %% mistake: binary-inputs
# Token 2 is [0, 2, 0, 2]; you seem to have used 1 where it has 2, so your second row is
# half of what it should be.
values = np.minimum(X, 1) @ W_V
# %% mistake: one-token-thrice
# All three of your rows are those of token 1. Each token has a row of its own.
values = np.tile(VALUES[0], (3, 1))
# %% mistake: tokens-themselves
# These are the tokens. The values are what W_V makes of them: three numbers for each.
values = X
# %% mistake: matrix-itself
# This is W_V itself. The values are what it makes of the tokens.
values = W_V
# %% mistake: a-one-forgotten
# The first number of your third row is one too small. Token 3 is [1, 1, 1, 1], so add up
# all four rows of W_V: two of them begin with a 1.
values = VALUES - np.array([[0, 0, 0], [0, 0, 0], [1, 0, 0]])
# %% mistake: rows-of-the-matrix
# These are the first three rows of W_V. A value should be a sum of rows, each times the
# token's number for it.
values = W_V[:3]
# %% mistake: last-row-left-out
# The last row of W_V is missing in your values. Token 2 takes it twice, token 3 once.
values = X[:, :3] @ W_V[:3]
# %% mistake: last-only
# This is only token 3's row, as when a loop overwrites one row. All three rows are wanted,
# one per token.
values = VALUES[2]

# %% right: typed
# worked out by hand
values = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])
# %% right: lists
# lists where an array is meant
values = [[1, 2, 3], [2, 8, 0], [2, 6, 3]]
# %% right: floats
# another dtype
values = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]], float)

# %% right: row by row into zeros
# a loop fills the array in place
values = np.zeros((3, 3))
for i in range(3):
    values[i] = X[i] @ W_V

# %% right: entry by entry
# three loops, added up in place
values = np.zeros((3, 3), dtype=int)
for i in range(3):
    for j in range(3):
        for m in range(4):
            values[i, j] += X[i, m] * W_V[m, j]

# %% right: append in nested loops
# a list of lists that loops fill; the chapter has no name row yet
values = []
for token in X:
    row = []
    for column in W_V.T:
        row.append(sum(token * column))
    values.append(row)

# %% right: row after row, each a statement
# filled by assignments
values = np.empty((3, 3))
values[0] = [1, 2, 3]
values[1] = [2, 8, 0]
values[2, :] = [2, 6, 3]

# %% right: np.dot into out
# out= writes into it
values = np.zeros((3, 3), dtype=X.dtype)
np.dot(X, W_V, out=values)

# %% right: a dict, then stacked
# a dict that a loop fills
found = {}
for i, token in enumerate(X, 1):
    found[i] = token @ W_V
values = np.stack([found[i] for i in (1, 2, 3)])

# %% right: a while loop
# augmented assignment in a while loop
i, values = 0, []
while i < len(X):
    values += [X[i] @ W_V]
    i += 1
# %% wrong, transposed: transposed
values = (X @ W_V).T
# %% wrong: two entries swapped
# a slip in the last row
values = np.array([[1, 2, 3], [2, 8, 0], [2, 3, 6]])
# %% wrong, first-only, failed: one row only
values = np.array([1, 2, 3])
# %% wrong, failed: the stub's dots left in
# not finished
values = np.array([[1, 2, 3], [...], [...]], dtype=object)
# %% wrong, binary-inputs: from 1s for 2s
values = (X > 0).astype(int) @ W_V
# %% wrong: a sum
# one row for all
values = (X @ W_V).sum(axis=0)
# %% wrong, error: element by element
# a star
values = X * W_V
# %% wrong, one-token-thrice: first token three times
values = np.array([X[0] @ W_V] * 3)

# %% hint
# Row by row: a token times W_V turns four numbers into three.
# %% hint
# A token's entries say how many times to take each row of W_V. Token 1 is [1, 0, 1, 0]: row
# 1 plus row 3.
# %% hint
# In NumPy it is one product of two whole matrices, X and W_V: all three rows at once.
