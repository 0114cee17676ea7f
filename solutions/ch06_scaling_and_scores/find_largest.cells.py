# %% mistake: number-with-number
# A token with a number below zero finds the *smallest* in yours, as where the number makes
# both query and key: minus times minus. All queries should ask the same: which feature do
# all tokens share?
# [[0.0], [20.0], [0.0]] => [[20.0], [0.0], [0.0]]
# %% mistake: roles-swapped
# In yours no token stands out: none gets nearly all of the weight, as where all keys are
# the same. The number should make the key, and the 1, which all tokens share, the query.
# [[0.0], [20.0], [0.0]] => [[20.0], [0.0], [0.0]]
# [[1.0], [0.0], [0.0]] => [[0.0], [1.0], [0.0]]
# %% mistake: the-smallest
# Your queries find the smallest number: the scores have the wrong sign.
# [20.0] => [-20.0]
# %% mistake: too-soft
# Your scores lie too close together. Where the largest number leads by little, the others
# keep more than 0.05 of the weight: make the numbers in W_q or W_k larger.
# [20.0] => [1.0]
# %% mistake: number-passed-on
# You pass on the number of the token that a query finds. The context should be its label:
# W_v should pick the third feature.
# [[0.0], [0.0], [1.0]] => [[1.0], [0.0], [0.0]]
# %% mistake: label-compared
# In yours the token with the largest label wins. The keys should be made from the number,
# the first feature.
# [[1.0], [0.0], [0.0]] => [[0.0], [0.0], [1.0]]

# %% right: just enough
# of whole numbers the largest has a weight of 0.9502 at least
def find_largest():
    one, number, label = np.eye(3)[:, [1]], np.eye(3)[:, [0]], np.eye(3)[:, [2]]
    return 3 * one, number, label

# %% right: one column
# d_k 1
def find_largest():
    return np.array([[0], [20], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
# wrong, number-with-number: 0], [20 => 20], [0
# wrong, the-smallest: 20 => -20
# wrong, too-soft: 20 => 1
# wrong, number-passed-on: 0], [0], [1 => 1], [0], [0
# wrong, label-compared: 1], [0], [0 => 0], [0], [1
# %% wrong, not_attempted: not begun
# - return np.array([[0], [20], [0]]), np.array([[1], [0], [0]]), [[0], [0], [1]]
# + raise NotImplementedError
# %% wrong, roles-swapped: the roles swapped
# 0], [20], [0]]), np.array([[1], [0 => 20], [0], [0]]), np.array([[0], [1
# %% wrong: three times
# still shared out
# 20 => 2

# %% right: large keys
# the key is large
def find_largest():
    return np.array([[0], [1], [0]]), np.array([[99], [0], [0]]), [[0], [0], [1]]

# %% right: both negative
# minus twice
def find_largest():
    return np.array([[0], [-20], [0]]), np.array([[-1], [0], [0]]), [[0], [0], [1]]

# %% right: three columns
# keys as they are, queries that ask for the first feature alone
def find_largest():
    W_q, W_k = np.zeros((3, 3)), np.eye(3)
    W_q[1, 0] = 50
    return W_q, W_k, np.eye(3)[:, 2:]

# %% right: a constant added to keys
# cancels in a softmax
def find_largest():
    return np.array([[0], [20], [0]]), np.array([[1], [5], [0]]), [[0], [0], [1]]

# %% wrong: numbers twice as large as keys
# neighbours get a weight of 0.12
def find_largest():
    W_q = np.array([[0.0], [1.0], [0.0]])
    W_k = np.array([[2.0], [0.0], [0.0]])
    W_v = np.array([[0.0], [0.0], [1.0]])
    return W_q, W_k, W_v

# %% same
# Lists will do.
# np.array([[0.0], [20.0], [0.0]]) => [[0.0], [20.0], [0.0]]
# np.array([[1.0], [0.0], [0.0]]) => [[1.0], [0.0], [0.0]]
# np.array([[0.0], [0.0], [1.0]]) => [[0.0], [0.0], [1.0]]
# %% same
# Any large factor will do.
# [20.0] => [40.0]
# [[1.0], [0.0], [0.0]] => [[2.0], [0.0], [0.0]]
# %% same
# 20 less 9 is large enough.
# [[0.0], [20.0], [0.0]] => [[1.0], [20.0], [0.0]]
# %% same
# A label only adds to the factor.
# [[0.0], [20.0], [0.0]] => [[0.0], [20.0], [1.0]]
# %% same
# The same for all keys.
# [[1.0], [0.0], [0.0]] => [[1.0], [1.0], [0.0]]

# %% hint: a few tokens
# One feature is enough for queries and keys, d_k = 1: a score is then one number times
# another. Which score should the token with the number 7 get?
# %% hint: a few tokens
# Every query should ask the same question, whatever its own number. Which feature is the
# same for all tokens?
# %% hint
# With d_k = 1, put the 1 in the query and the number in the key: query times key is then
# the number. Take the softmax of 5 and 6. By what must both be multiplied to give 6 a
# weight of 0.95?
