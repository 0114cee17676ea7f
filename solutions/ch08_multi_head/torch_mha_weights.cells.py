# %% mistake: scale-left-in
# The module divides its scores by sqrt(4) = 2, and you leave that in. Make the queries
# twice as large and the division is undone.
# 2 * W_q => W_q
# %% mistake: scale-sqrt-3
# You undo a division by sqrt(3). The module does not know that the fourth column is
# padding: it divides by 2, the root of its head's width, 4.
# 2 * W_q => 3**0.5 * W_q
# %% mistake: scale-4
# You multiply the scores by 4, perhaps by 2 in the queries and by 2 in the keys. The module
# divides by sqrt(4) = 2: double only one of the two.
# 2 * W_q => 4 * W_q
# %% mistake: scale-halved
# Your scores are halved, and the module halves them once more. Multiply the queries by 2
# instead, which undoes the module's division.
# 2 * W_q => 0.5 * W_q
# %% mistake: not-transposed
# You store your matrices without transposing them. nn.MultiheadAttention, like nn.Linear,
# multiplies by the transpose of what it stores: row i of a block should come from column i
# of the matrix. A factor against the scale stays.
# [W.mT for W in padded] => [W for W in padded]
# %% mistake: order-kqv
# Your blocks stand in the order keys, queries, values. PyTorch wants queries, keys, values.
# With symmetric scores you would not notice.
# -     in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
# +     padded[0], padded[1] = padded[1], padded[0]
# +     in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
# %% mistake: order-qvk
# Your blocks stand in the order queries, values, keys. PyTorch wants queries, keys, values.
# -     in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
# +     padded[1], padded[2] = padded[2], padded[1]
# +     in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
# %% mistake: padded-in-front
# Your padding column comes first, so the result begins with a column of zeros. Put it
# after the three real columns.
# (0, 1) => (1, 0)
# %% mistake: output-ones
# Your output adds the features up, as an out_proj_weight of ones does. To pass features on
# unchanged out_proj_weight has to be the identity.
# torch.eye(4, dtype => torch.ones(4, 4, dtype
# %% mistake: output-zeros
# Your output is all zeros, as with an out_proj_weight of zeros. To pass the context on
# unchanged out_proj_weight has to be the identity.
# torch.eye(4, dtype => torch.zeros(4, 4, dtype
# %% mistake: not-padded
# You have stacked the three matrices without padding. The module is as wide as its input
# everywhere: each needs a fourth column of zeros, for 12 rows.
# nn.functional.pad(W, (0, 1)) => W
# %% mistake: not-padded-at-all
# Your weights are (9, 4) and (3, 3): neither the matrices nor the output are padded. The
# module is as wide as its input everywhere: each matrix needs a fourth column of zeros, and
# the output is torch.eye(4).
# nn.functional.pad(W, (0, 1)) => W && torch.eye(4 => torch.eye(3
# %% mistake: arrays
# The numbers are right, but they come as NumPy arrays. A parameter of PyTorch takes
# tensors: stay with torch, or use torch.from_numpy at the end.
# return in_proj_weight => return in_proj_weight.numpy()
# dtype=W_v.dtype) => dtype=W_v.dtype).numpy()
# %% mistake: always-float32
# Your weights are float32 whatever comes in, as those of torch.zeros and torch.eye are.
# Give both results the dtype of W_q, W_k and W_v.
# for W in padded]) => for W in padded]).float()
# dtype=W_v.dtype => dtype=torch.float32
# %% mistake: side-by-side
# Your in_proj_weight is (4, 12), as of matrices side by side. PyTorch stacks their
# transposes one above the other: (12, 4).
# torch.cat([W.mT for W in padded]) => torch.cat(padded, dim=1)
# %% mistake: order-kvq
# Your blocks stand in the order keys, values, queries. PyTorch wants queries, keys, values.
# -     in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)
# +     padded = [*padded[1:], padded[0]]
# +     in_proj_weight = torch.cat([W.mT for W in padded])  # (12, 4)

# %% right: padded, stacked, doubled
# the factor 2 in the queries, the identity as the output
def torch_mha_weights(W_q, W_k, W_v):
    wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, W_k, W_v)]
    return torch.cat(wide), torch.eye(4, dtype=W_v.dtype)
# wrong, order-kqv: 2 * W_q, W_k => W_k, 2 * W_q
# %% wrong: through NumPy
# the output projection is float32, whatever came in
# F.pad(W, (0, 1)).T => np.hstack([W.numpy(), np.zeros((4, 1))])
# - cat(wide), torch.eye(4, dtype=W_v.dtype
# + tensor(np.hstack(wide).T, dtype=W_q.dtype), torch.eye(4
# %% wrong, arrays: NumPy arrays
# F.pad(W, (0, 1 => np.pad(W.numpy(), ((0, 0), (0, 1)
# torch.cat(wide), torch.eye(4, dtype=W_v.dtype => np.concatenate(wide), np.eye(4
# %% wrong: one by one
# a tuple of four, unstacked
# torch.cat(wide), torch.eye(4, dtype=W_v.dtype => (*wide, torch.eye(4, dtype=W_v.dtype)
# %% wrong: not undone scale, transposed
# written from the text alone
# - wide = [F.pad(W, (0, 1)).T for W in (2 * W_q, W_k, W_v)]
# + pad = lambda W: torch.nn.functional.pad(W, (0, 1))
# wide), torch.eye(4, dtype=W_v.dtype => [pad(W_q), pad(W_k), pad(W_v)]), torch.eye(4

# %% right: filled in place
# slices of zeros assigned to, the factor in the keys
def torch_mha_weights(W_q, W_k, W_v):
    in_proj = torch.zeros(12, 4, dtype=W_q.dtype)
    in_proj[0:3] = W_q.T
    in_proj[4:7] = 2 * W_k.T
    in_proj[8:11] = W_v.T
    out = torch.zeros(4, 4, dtype=W_q.dtype)
    for i in range(3):
        out[i, i] = 1
    return in_proj, out

# %% right: the root of 2 in both
# sqrt 2 in queries and keys
def torch_mha_weights(W_q, W_k, W_v):
    root = 2**0.5
    column = torch.zeros(4, 1, dtype=W_q.dtype)
    rows = []
    for W, factor in ((W_q, root), (W_k, root), (W_v, 1.0)):
        rows.append(torch.hstack((factor * W, column)).T)
    return torch.vstack(rows), torch.eye(4).to(W_q.dtype)

# %% right: values scaled up, output scaled down
# the values four times as large, a quarter in the output
def torch_mha_weights(W_q, W_k, W_v):
    in_proj = W_q.new_zeros((3, 4, 4))
    in_proj[0, :3] = 2.0 * W_q.t()
    in_proj[1, :3] = W_k.t()
    in_proj[2, :3] = 4.0 * W_v.t()
    quarter = W_q.new_tensor([0.25, 0.25, 0.25, 0.0])
    return in_proj.flatten(0, 1), torch.diag(quarter)

# %% right: a namedtuple, helper wide
# a namedtuple is a tuple; the helper has a name of its own
from collections import namedtuple

Both = namedtuple("Both", ["in_proj", "out_proj"])


def W(matrix):
    return torch.nn.functional.pad(matrix, (0, 1)).mT


def torch_mha_weights(W_q, W_k, W_v):
    stacked = torch.concat([W(2 * W_q), W(W_k), W(W_v)], dim=0)
    return Both(stacked, torch.eye(4, dtype=W_q.dtype))

# %% right: the values' columns in reverse
# the output projection turns them back
def torch_mha_weights(W_q, W_k, W_v):
    wide = [F.pad(W, (0, 1)).T for W in (W_q, 2 * W_k, W_v)]
    turn = torch.eye(4, dtype=W_v.dtype).flip(0)
    return torch.cat([*wide[:2], turn @ wide[2]]), turn

# %% wrong, not-padded-at-all: nothing padded
def torch_mha_weights(W_q, W_k, W_v):
    return torch.cat([2 * W_q.T, W_k.T, W_v.T]), torch.eye(3, dtype=W_v.dtype)

# %% same
# All three matrices have one dtype.
# W_v.dtype => W_q.dtype
# W_v.dtype => W_k.dtype

# %% hint: whole numbers; any matrices
# Three things are in the way: the matrices are too narrow, the module stores their
# transposes, and it divides the scores. Take them one at a time.
# %% hint: whole numbers; any matrices
# `F.pad(W, (0, 1))` adds a column of zeros on the right. Zeros in a query meet zeros in a
# key, so no score changes. `torch.cat` stacks the three transposes.
# %% hint
# The module divides the scores by sqrt(4), and your queries can make up for that: by what
# do you multiply W_q? The output projection is to change nothing. Mind the dtype of its
# matrix.
