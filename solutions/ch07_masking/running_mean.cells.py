# %% mistake: each-as-it-is
# Your scores compare the tokens themselves, as with identity matrices, and each token
# favours those that point its way. For a plain mean every open key has to get the same
# score.
# np.zeros((3, 1)), np.ones((3, 1)) => np.eye(3), np.eye(3)
# %% mistake: all-ones
# Each query and key of yours is the sum of its token's features, as matrices of ones make
# it, so the scores differ. For a plain mean every open key has to get the same score.
# np.zeros((3, 1)) => np.ones((3, 1))
# %% mistake: all-ones-threefold
# Each query and key of yours is the sum of its token's features, three times, as matrices
# of ones make it, so the scores differ. For a plain mean every open key has to get the same
# score.
# np.zeros((3, 1)), np.ones((3, 1)) => np.ones((3, 3)), np.ones((3, 3))
# %% mistake: divided-again
# The weights are right, and your W_v divides once more. The softmax has done all of the
# dividing: what is open shares a total of one.
# np.eye(3) => np.eye(3) / 3
# %% mistake: nothing-passed-on
# The weights are right, and your values are all zero. W_v says what is passed on: here
# every feature, as it is.
# np.eye(3) => np.zeros((3, 3))
# %% mistake: features-mixed
# The weights are right, and your W_v adds the features up. Each feature should stay where
# it is.
# np.eye(3) => np.ones((3, 3))
# %% mistake: features-averaged
# The weights are right, and your W_v takes the mean of a token's three features. The mean
# over tokens is made by the weights: W_v should leave each feature as it is.
# np.eye(3) => np.full((3, 3), 1 / 3)
# %% mistake: means-in-the-values
# The weights are right, and your W_v has a triangle of running means. Its rows and columns
# are features, not tokens: the weights make the mean over tokens.
# np.eye(3) => np.tril(np.ones((3, 3))) / np.array([[1], [2], [3]])
# %% mistake: ones-everywhere
# Your three matrices are all ones. Then the scores differ from key to key, and each feature
# of a context is a sum of all three.
# np.zeros((3, 1)) => np.ones((3, 3))
# np.ones((3, 1)) => np.ones((3, 3))
# np.eye(3) => np.ones((3, 3))

# %% right: queries of zero
# every score is 0
def running_mean():
    return np.zeros((3, 3)), np.eye(3), np.eye(3)
# %% wrong: tiny
# nearly a mean
# np.zeros((3, 3) => 0.1 * np.eye(3
# %% wrong: two matrices
# no W_v
# ), np.eye(3) => )

# %% right: keys of zero
# just as well
def running_mean():
    return np.eye(3), np.zeros((3, 3)), np.eye(3)

# %% right: one column
# d_k 1
def running_mean():
    return np.zeros((3, 1)), np.ones((3, 1)), np.eye(3)

# %% right: lists
# lists in place of arrays
def running_mean():
    nothing = [[0, 0], [0, 0], [0, 0]]
    return nothing, nothing, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

# %% right: queries and keys that never meet
# in different columns, so all scores are 0
def running_mean():
    return 5 * np.eye(3, 6), np.eye(3, 6, k=3), np.eye(3)

# %% wrong, features-averaged, failed: the mean is made by the values
# the mean of features and not of tokens
def running_mean():
    W_q = np.eye(3)
    W_k = np.zeros((3, 3))
    W_v = np.ones((3, 3)) / 3
    return W_q, W_k, W_v

# %% same
# Keys of zero do as well.
# np.zeros((3, 1)), np.ones((3, 1)) => np.ones((3, 1)), np.zeros((3, 1))
# %% same
# Zeros on both sides too.
# np.ones((3, 1)) => np.zeros((3, 1))

# %% hint
# Which weights make a mean of all open tokens? And which scores give such weights?
# %% hint
# Equal scores give equal weights, and the mask sees to the rest. When is a dot product the
# same, whatever the tokens are?
# %% hint
# Let the queries be zero, whatever the token: then every score is 0. What should W_v be, so
# that a value is its token?
