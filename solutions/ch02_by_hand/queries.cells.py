# %% mistake: used-w-k
# These are the keys, X @ W_K. The queries come from W_Q.
queries = X @ W_K
# %% mistake: used-w-v
# These are the values, X @ W_V. The queries come from W_Q.
queries = X @ W_V
# %% mistake: transposed
# Your queries are in columns. Write one per row: row 1 belongs to token 1.
queries = QUERIES.T
# %% mistake: first-only
# This is only token 1's row. All three queries are wanted, one per row.
queries = QUERIES[0]
# %% mistake: binary-inputs
# Token 2 is [0, 2, 0, 2]; you seem to have used 1 where it has 2, so your second row is
# half of what it should be.
queries = np.minimum(X, 1) @ W_Q
# %% mistake: one-token-thrice
# All three of your rows are those of token 1. Each token has a row of its own.
queries = np.tile(QUERIES[0], (3, 1))
# %% mistake: tokens-themselves
# These are the tokens. The queries are what W_Q makes of them: three numbers for each.
queries = X
# %% mistake: matrix-itself
# This is W_Q itself. The queries are what it makes of the tokens.
queries = W_Q
# %% mistake: rows-of-the-matrix
# These are the first three rows of W_Q. A query should be a sum of rows, each times the
# token's number for it.
queries = W_Q[:3]
# %% mistake: last-row-left-out
# The last row of W_Q is missing in your queries. Token 2 takes it twice, token 3 once.
queries = X[:, :3] @ W_Q[:3]

# %% right: typed
# worked out by hand
queries = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]])
# %% right: lists
# lists where an array is meant
queries = [[1, 0, 2], [2, 2, 2], [2, 1, 3]]
# %% right: floats
# another dtype
queries = np.array([[1, 0, 2], [2, 2, 2], [2, 1, 3]], float)

# %% right: row by row into zeros
# a loop fills the array in place
queries = np.zeros((3, 3))
for i in range(3):
    queries[i] = X[i] @ W_Q

# %% right: entry by entry
# three loops, added up in place
queries = np.zeros((3, 3), dtype=int)
for i in range(3):
    for j in range(3):
        for m in range(4):
            queries[i, j] += X[i, m] * W_Q[m, j]

# %% right: append in nested loops
# a list of lists that loops fill; the chapter has no name row yet
queries = []
for token in X:
    row = []
    for column in W_Q.T:
        row.append(sum(token * column))
    queries.append(row)

# %% right: row after row, each a statement
# filled by assignments
queries = np.empty((3, 3))
queries[0] = [1, 0, 2]
queries[1] = [2, 2, 2]
queries[2, :] = [2, 1, 3]

# %% right: np.dot into out
# out= writes into it
queries = np.zeros((3, 3), dtype=X.dtype)
np.dot(X, W_Q, out=queries)

# %% right: a dict, then stacked
# a dict that a loop fills
found = {}
for i, token in enumerate(X, 1):
    found[i] = token @ W_Q
queries = np.stack([found[i] for i in (1, 2, 3)])

# %% right: a while loop
# augmented assignment in a while loop
i, queries = 0, []
while i < len(X):
    queries += [X[i] @ W_Q]
    i += 1
# %% wrong, transposed: transposed
queries = (X @ W_Q).T
# %% wrong: two entries swapped
# a slip in the last row
queries = np.array([[1, 0, 2], [2, 2, 2], [2, 3, 1]])
# %% wrong, first-only, failed: one row only
queries = np.array([1, 0, 2])
# %% wrong, failed: the stub's dots left in
# not finished
queries = np.array([[1, 0, 2], [...], [...]], dtype=object)
# %% wrong, binary-inputs: from 1s for 2s
queries = (X > 0).astype(int) @ W_Q
# %% wrong: a sum
# one row for all
queries = (X @ W_Q).sum(axis=0)
# %% wrong, error: element by element
# a star
queries = X * W_Q
# %% wrong, one-token-thrice: first token three times
queries = np.array([X[0] @ W_Q] * 3)

# %% hint
# Row by row: a token times W_Q turns four numbers into three.
# %% hint
# A token's entries say how many times to take each row of W_Q. Token 1 is [1, 0, 1, 0]: row
# 1 plus row 3.
# %% hint
# In NumPy it is one product of two whole matrices, X and W_Q: all three rows at once.
