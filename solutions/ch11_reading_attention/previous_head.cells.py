# %% mistake: itself
# Your tokens attend to themselves, as where query and key name the same position. Turn one
# of the two by a step before they meet.
# np.array([[cos, -sin], [sin, cos]]) => np.eye(2)
# %% mistake: the-next
# Your head looks at the token after, as with a turn by one step the wrong way. Turn so that
# the query at p meets the key at p - 1.
# [[cos, -sin], [sin, cos]] => [[cos, sin], [-sin, cos]]
# %% mistake: two-back
# Your head looks two tokens back, as with one turn too many. From query to key it should be
# one step in all.
# W_k[4:] = np.eye(2) => W_k[4:] = [[cos, sin], [-sin, cos]]
# %% mistake: half-a-step
# Your tokens attend as much to themselves as to the one before, as with a turn by half a
# step. A step is 2 pi / 16.
# 2 * np.pi / 16 => np.pi / 16
# %% mistake: too-soft
# Your head hardly prefers the token before. Neighbours on the circle have nearly the same
# cosine, so the scores need a large factor to part them.
# 200 * np.array => np.array
# %% mistake: words-matched
# The words have a say in your scores. A head that looks at a place must not see what stands
# there: let the rows of the word in W_q or W_k be zero.
# - W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2))
# + W_q, W_k, W_v = 200 * np.eye(6), np.eye(6)
# W_q[4:] => W_q[4:, 4:]
# W_k[4:] => W_k[4:, 4:]
# %% mistake: positions-gathered
# Your context holds the whole token, its position too. The value should say what the token
# is and never where: W_v should be (6, 4).
# W_v[:4] = np.eye(4) => W_v = np.eye(6)

# %% right: the queries turned
# as the hints lead to it
def previous_head():
    step = 2 * np.pi / 16
    turn = np.array([[np.cos(step), -np.sin(step)], [np.sin(step), np.cos(step)]])
    W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
    W_q[4:] = 200 * turn
    W_k[4:] = np.eye(2)
    W_v[:4] = np.eye(4)
    return W_q, W_k, W_v
# wrong, the-next: 200 * turn => 200 * turn.T
# wrong, itself: W_k[4:] = np.eye(2) => W_k[4:] = turn
# wrong, too-soft: 200 * turn => turn
# wrong, positions-gathered: W_v[:4] = np.eye(4) => W_v = np.eye(6)
# %% wrong: a small factor
# looks there, and at all neighbours
# 200 * turn => 20 * turn
# %% wrong: two matrices
# the values are forgotten
# return W_q, W_k, W_v => return W_q, W_k
# %% wrong: the position as a value
# where, and not what
# W_v[:4] = np.eye(4) => W_v[4:] = np.eye(2, 4)

# %% right: the keys turned
# keys a step forwards
def previous_head():
    step = 2 * np.pi / 16
    turn = np.array([[np.cos(step), -np.sin(step)], [np.sin(step), np.cos(step)]])
    W_q, W_k, W_v = np.zeros((6, 2)), np.zeros((6, 2)), np.zeros((6, 4))
    W_q[4:] = 200 * np.eye(2)
    W_k[4:] = turn.T
    W_v[:4] = np.eye(4)
    return W_q, W_k, W_v
# wrong, itself: W_k[4:] = turn.T => W_k[4:] = np.eye(2)
# wrong, two-back: 200 * np.eye(2) => 200 * turn

# %% right: six features, words left out
# both turned by half a step, d_k 6
def previous_head():
    step = 2 * np.pi / 16
    q, k = np.zeros((6, 6)), np.zeros((6, 6))
    half = step / 2
    for W, sign in ((q, 1), (k, -1)):
        cos, sin = np.cos(half), sign * np.sin(half)
        W[4, 4], W[4, 5], W[5, 4], W[5, 5] = cos, -sin, sin, cos
    return 30 * q, 30 * k, np.eye(6)[:, :4]

# %% right: nested lists
# lists in place of arrays
def previous_head():
    c, s, big = np.cos(np.pi / 8), np.sin(np.pi / 8), 1000.0
    nothing = [[0.0, 0.0]] * 4
    W_q = nothing + [[big * c, -big * s], [big * s, big * c]]
    W_k = nothing + [[1.0, 0.0], [0.0, 1.0]]
    W_v = [[float(i == j) for j in range(4)] for i in range(6)]
    return W_q, W_k, W_v

# %% right: solved by least squares
# the turn is found from examples
def previous_head():
    angles = 2 * np.pi / 16 * np.arange(16)
    here = np.column_stack([np.cos(angles), np.sin(angles)])
    turn = np.linalg.lstsq(here, np.roll(here, 1, axis=0), rcond=None)[0]
    W_q = np.vstack([np.zeros((4, 2)), 500 * turn])
    W_k = np.vstack([np.zeros((4, 2)), np.eye(2)])
    return W_q, W_k, np.eye(6, 4)

# %% right: a feature for each position
# d_k 16: each feature as large as a token is near to its position
def previous_head():
    angles = 2 * np.pi / 16 * np.arange(16)
    here = np.stack([np.cos(angles), np.sin(angles)])
    W_q, W_k = np.zeros((6, 16)), np.zeros((6, 16))
    W_q[4:], W_k[4:] = 200 * here, np.roll(here, 1, axis=1)
    return W_q, W_k, np.eye(6, 4)

# %% wrong, not_attempted: not begun
# the stub
def previous_head():
    raise NotImplementedError

# %% same
# The token before is nearest by far.
# np.pi / 16 => np.pi / 17
# np.pi / 16 => np.pi / 15
# %% same
# The sine of so small an angle.
# np.sin(step) => step
# %% same
# The words' rows of W_k are zero.
# W_q, W_k, W_v = np.zeros( => W_q, W_k, W_v = np.ones(
# %% same
# Any large factor will do.
# 200 * np => 201 * np
# 200 * np => 199 * np

# %% hint
# Forget the words. Two tokens stand on a circle at angles a and b. Which sum of products of
# their cosines and sines is largest where a equals b?
# %% hint
# cos(a - b) = cos a cos b + sin a sin b. You want the largest where the key stands one step
# before the query: which angle should the query name in place of its own?
# %% hint
# cos(a - s) = cos a cos s + sin a sin s is one column of a 2 x 2 block in W_q; write
# sin(a - s) the same way for the other. Then ask how far cos(s) lies below 1, and by how
# much you must multiply it.
