# %% mistake: token-1
# These are the scores of token 1. Take the query of token 2: [2, 2, 2].
scores_2 = SCORES[0]
# %% mistake: scaled
# You divided by sqrt(3). The walk-through does not scale, and these exercises follow it;
# chapter 03 scales.
scores_2 = SCORES[1] / np.sqrt(3)
# %% mistake: query-with-queries
# You compared query 2 with the queries. Compare it with the keys.
scores_2 = QUERIES @ QUERIES[1]
# %% mistake: key-with-keys
# You compared key 2 with the keys. Start from the query of token 2.
scores_2 = KEYS @ KEYS[1]
# %% mistake: query-times-matrix
# You multiplied the query by the columns of the keys. Each score should be the dot product
# of the query with one key, and a key is a row.
scores_2 = QUERIES[1] @ KEYS
# %% mistake: token-3
# These are the scores of token 3. Take the query of token 2: [2, 2, 2].
scores_2 = SCORES[2]
# %% mistake: values-for-keys
# You compared the query with the values. Compare it with the keys; the values are mixed
# later.
scores_2 = VALUES @ QUERIES[1]
# %% mistake: not-summed
# These are the products, entry by entry. Each score is the sum of one row of them.
scores_2 = QUERIES[1] * KEYS
# %% mistake: all-tokens
# These are the scores of all three tokens. Only those of token 2 are wanted.
scores_2 = SCORES
# %% mistake: weights
# You went on to the softmax. The scores are what comes before it.
scores_2 = WEIGHTS[1]
# %% mistake: with-itself-only
# This is the score of token 2 with itself. Compare its query with all three keys.
scores_2 = SCORES[1, 1]
# %% mistake: tokens-compared
# You compared the tokens themselves. Compare query 2 with the keys.
scores_2 = X @ X[1]
# %% mistake: two-exchanged
# The scores with keys 2 and 3 stand in each other's place. The order is that of the keys.
scores_2 = SCORES[1][[0, 2, 1]]

# %% right: typed
# worked out by hand
scores_2 = np.array([4, 16, 12])
# %% right: a tuple
# three numbers
scores_2 = 4, 16, 12
# %% right: a list of floats
# three numbers
scores_2 = [4.0, 16.0, 12.0]

# %% right: in place
# a loop fills the array
scores_2 = np.zeros(3)
for j in range(3):
    scores_2[j] = queries[1] @ keys[j]

# %% right: append in nested loops
# a list that loops fill
scores_2 = []
for key in keys:
    score = 0
    for a, b in zip(queries[1], key):
        score += a * b
    scores_2.append(score)
# %% right: a product
# all three at once
scores_2 = keys @ queries[1]

# %% right: np.add.at
# a call that changes its first argument
scores_2 = np.zeros(3, int)
rows, columns = np.indices(keys.shape)
np.add.at(scores_2, rows, keys * queries[1])

# %% right: a dict that a loop fills
# nothing raises when the loop is left out: the list is then empty
found = dict()
for name, key in zip("abc", keys):
    found[name] = int(queries[1].dot(key))
scores_2 = list(found.values())
# %% wrong, token-1: query 1
scores_2 = keys @ queries[0]
# %% wrong, token-3: query 3
scores_2 = keys @ queries[2]
# %% wrong: key 2 with all queries
# the symmetric score matrix hides a swap; a slip in the last one
scores_2 = queries @ keys[1] + np.array([0, 0, 1])
# %% wrong, with-itself-only: one score
scores_2 = queries[1] @ keys[1]
# %% wrong: a slip
# the last one is token 3's
scores_2 = [4, 16, 10]
# %% wrong, failed: the first two
# three are asked for
scores_2 = [4, 16]
# %% wrong, all-tokens: all tokens
scores_2 = queries @ keys.T

# %% hint
# Three scores: query 2 with key 1, with key 2, with key 3.
# %% hint
# A dot product multiplies entry by entry and sums: query 2 is [2, 2, 2], so each score is
# twice the sum of a key.
# %% hint
# Key 1 is [0, 1, 1], so its score is twice 0 + 1 + 1. In NumPy the matrix of all three keys
# meets the one query.
