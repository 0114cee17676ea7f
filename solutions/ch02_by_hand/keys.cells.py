# %% mistake: used-w-q
# These are the queries, X @ W_Q. The keys come from W_K.
keys = X @ W_Q
# %% mistake: used-w-v
# These are the values, X @ W_V. The keys come from W_K.
keys = X @ W_V
# %% mistake: transposed
# Your keys are in columns. Write one per row: row 1 belongs to token 1.
keys = KEYS.T
# %% mistake: first-only
# This is only token 1's row. All three keys are wanted, one per row.
keys = KEYS[0]
# %% mistake: binary-inputs
# Token 2 is [0, 2, 0, 2]; you seem to have used 1 where it has 2, so your second row is
# half of what it should be.
keys = np.minimum(X, 1) @ W_K
# %% mistake: one-token-thrice
# All three of your rows are those of token 1. Each token has a row of its own.
keys = np.tile(KEYS[0], (3, 1))
# %% mistake: tokens-themselves
# These are the tokens. The keys are what W_K makes of them: three numbers for each.
keys = X
# %% mistake: matrix-itself
# This is W_K itself. The keys are what it makes of the tokens.
keys = W_K
# %% mistake: other-order
# This is W_K @ X. Each row of X is a token, so X should come first: X @ W_K.
keys = W_K @ X
# %% mistake: two-of-three
# These are the keys of tokens 1 and 2. Token 3 has one, too.
keys = KEYS[:2]
# %% mistake: first-row-left-out
# The first row of W_K seems to be missing in your third key. Token 3 is [1, 1, 1, 1], so
# add up all four rows of W_K.
keys = KEYS - np.array([[0], [0], [1]]) * W_K[0]
# %% mistake: rows-of-the-matrix
# These are the first three rows of W_K. A key should be a sum of rows, each times the
# token's number for it.
keys = W_K[:3]
# %% mistake: last-row-left-out
# The last row of W_K is missing in your keys. Token 2 takes it twice, token 3 once.
keys = X[:, :3] @ W_K[:3]

# %% right: typed
# worked out by hand
keys = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]])
# %% right: lists
# lists where an array is meant
keys = [[0, 1, 1], [4, 4, 0], [2, 3, 1]]
# %% right: floats
# another dtype
keys = np.array([[0, 1, 1], [4, 4, 0], [2, 3, 1]], float)

# %% right: row by row into zeros
# a loop fills the array in place
keys = np.zeros((3, 3))
for i in range(3):
    keys[i] = X[i] @ W_K

# %% right: entry by entry
# three loops, added up in place
keys = np.zeros((3, 3), dtype=int)
for i in range(3):
    for j in range(3):
        for m in range(4):
            keys[i, j] += X[i, m] * W_K[m, j]

# %% right: append in nested loops
# a list of lists that loops fill; the chapter has no name row yet
keys = []
for token in X:
    row = []
    for column in W_K.T:
        row.append(sum(token * column))
    keys.append(row)

# %% right: row after row, each a statement
# filled by assignments
keys = np.empty((3, 3))
keys[0] = [0, 1, 1]
keys[1] = [4, 4, 0]
keys[2, :] = [2, 3, 1]

# %% right: np.dot into out
# out= writes into it
keys = np.zeros((3, 3), dtype=X.dtype)
np.dot(X, W_K, out=keys)

# %% right: a dict, then stacked
# a dict that a loop fills
found = {}
for i, token in enumerate(X, 1):
    found[i] = token @ W_K
keys = np.stack([found[i] for i in (1, 2, 3)])

# %% right: a while loop
# augmented assignment in a while loop
i, keys = 0, []
while i < len(X):
    keys += [X[i] @ W_K]
    i += 1
# %% wrong, transposed: transposed
keys = (X @ W_K).T
# %% wrong: two entries swapped
# a slip in the last row
keys = np.array([[0, 1, 1], [4, 4, 0], [2, 1, 3]])
# %% wrong, first-only, failed: one row only
keys = np.array([0, 1, 1])
# %% wrong, failed: the stub's dots left in
# not finished
keys = np.array([[0, 1, 1], [...], [...]], dtype=object)
# %% wrong, binary-inputs: from 1s for 2s
keys = (X > 0).astype(int) @ W_K
# %% wrong: a sum
# one row for all
keys = (X @ W_K).sum(axis=0)
# %% wrong, error: element by element
# a star
keys = X * W_K
# %% wrong, one-token-thrice: first token three times
keys = np.array([X[0] @ W_K] * 3)

# %% hint
# Row by row: a token times W_K turns four numbers into three.
# %% hint
# A token's entries say how many times to take each row of W_K. Token 1 is [1, 0, 1, 0]: row
# 1 plus row 3.
# %% hint
# In NumPy it is one product of two whole matrices, X and W_K: all three rows at once.
