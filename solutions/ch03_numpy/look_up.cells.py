# %% mistake: roles-swapped
# Your tokens attend to the token that asks for *them*. Make the query from what a token
# asks for, and the key from its own name.
# W_q[3:6] => W_q[:3] && W_k[:3] => W_k[3:6]
# %% mistake: each-finds-itself
# Each token finds itself, as where queries and keys are both made from the name. What a
# token asks for stands in the next three features.
# W_q[3:6] => W_q[:3]
# %% mistake: same-question
# Each token finds those that ask for the same name, itself included. Make the keys from the
# tokens' own names.
# W_k[:3] => W_k[3:6]
# %% mistake: whole-tokens
# You compare whole tokens, feature with feature, so names meet names and messages meet
# messages. The name that is asked for should meet a name.
def look_up():
    E = np.eye(8)
    return 20 * E, E, E[:, 6:]
# %% mistake: too-soft
# The right token gets the largest score, but not by far: the scores are divided by
# sqrt(d_k), and the softmax still gives the others a share. Make the scores larger.
# 20 * np.eye(3) => np.eye(3)
# %% mistake: one-feature-too-early
# What a token takes over are features 5 and 6 of a token, counted from 0. The message is
# features 6 and 7: look at the rows of W_v.
# W_v[6:] => W_v[5:7]
# %% mistake: name-passed-on
# What a token takes over is part of a name. The value should be the message: the last two
# features.
# W_v[6:] => W_v[:2]
# %% mistake: message-multiplied
# What a token takes over is the message times 20. Only the scores should be large: W_v
# passes the message on as it is.
# W_v[6:] = np.eye(2) => W_v[6:] = 20 * np.eye(2)
# %% mistake: factor-without-the-root
# Of three tokens the right one gets a weight of 0.83, as where a factor of 4 is divided by
# sqrt(3). Make the factor larger, such as 20.
# 20 * np.eye(3) => 4 * np.eye(3)
# %% mistake: third-name-left-out
# A token that asks for the third name gives all tokens the same weight in yours, for
# instance because a loop stops after two names. Fill in all three.
# 20 * np.eye(3) => np.diag([20, 20, 0])
# W_k[:3] = np.eye(3) => W_k[:3] = np.diag([1, 1, 0])

# %% right: features picked
# columns of an identity
def look_up():
    E = np.eye(8)
    return 20 * E[:, 3:6], E[:, :3], E[:, 6:]
# wrong, roles-swapped: 3:6], E[:, :3 => :3], E[:, 3:6
# wrong, each-finds-itself: 3:6 => :3
# wrong, same-question: :3 => 3:6
# wrong, too-soft: 20 * E => E
# wrong, name-passed-on: 6: => :2
# %% wrong: the factor in the values
# the message is multiplied, and the weights stay even
# 20 * E[:, 3:6], E[:, :3], => E[:, 3:6], E[:, :3], 20 *
# %% wrong: everything
# the whole token
# [:, 6:] =>

# %% right: large keys
# the factor is in the keys
def look_up():
    E = np.eye(8)
    return E[:, 3:6], 99 * E[:, :3], E[:, 6:]

# %% right: as many features as a token
# the question moved to where the name stands
def look_up():
    E = np.eye(8)
    names = E * [1, 1, 1, 0, 0, 0, 0, 0]
    return 50 * np.roll(E, -3, axis=1), names, E[:, 6:]

# %% right: entry by entry
# a loop
def look_up():
    W_q, W_k, W_v = np.zeros((8, 3)), np.zeros((8, 3)), np.zeros((8, 2))
    for i in range(3):
        W_q[3 + i, i] = W_k[i, i] = 6
    W_v[6, 0] = W_v[7, 1] = 1
    return W_q, W_k, W_v

# %% right: just enough
# a weight of 0.9502, beside messages of hundreds
def look_up():
    E = np.eye(8)
    return 6.31 * E[:, 3:6], E[:, :3], E[:, 6:]

# %% right: both negative
# minus times minus
def look_up():
    E = np.eye(8)
    return -20 * E[:, 3:6], -E[:, :3], E[:, 6:]

# %% wrong, not_attempted: not begun
# as it was handed out
def look_up():
    raise NotImplementedError

# %% same
# Any large factor will do.
# 20 * => 21 *
# 20 * => 19 *
# %% same
# The same for all keys.
# W_v = np.zeros((8, 3)) => W_v = np.ones((8, 3))

# %% hint
# Take the three roles one by one. What does a token want to know, what can it be found by,
# and what does it hand over?
# %% hint
# A matrix with a single 1 in each column picks features. Which three should become the
# query, and which three should they meet?
# %% hint
# Picked like this, query times key is 1 for the right token and 0 for the others. Divide
# 1, 0, 0 by the root of 3, take the softmax, and see by what to multiply W_q.
