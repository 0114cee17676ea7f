# %% mistake: heads-mixed
# The shape is right, but reshape alone reads head 0 to its end before it comes to head 1:
# after head 0's first token comes its second, and not head 1. Bring the tokens before the
# heads first: swap axes 1 and 2, then reshape.
# np.swapaxes(x, -3, -2) => x
# %% mistake: features-interleaved
# Your merged row has feature 0 of every head, then feature 1 of every head. Each head
# should stay in one piece: head i fills head_dim columns, from i * head_dim on.
# np.swapaxes(x, -3, -2) => np.moveaxis(x, -3, -1)
# %% mistake: one-below-the-other
# You put the heads one below the other, as if they were more tokens. They are parts of the
# same tokens: put them side by side.
def merge_heads(x):
    return np.concatenate([x[:, head] for head in range(x.shape[1])], axis=1)
# %% mistake: features-before-tokens
# You swap the last two axes, tokens and features. Heads and tokens should change places,
# axes 1 and 2: each token needs its heads next to it.
# np.swapaxes(x, -3, -2) => np.swapaxes(x, -2, -1)
# %% mistake: tokens-before-the-batch
# You bring the tokens before the batch, so that the reshape mixes tokens of different
# sequences. Heads and tokens alone should change places: axes 1 and 2.
# np.swapaxes(x, -3, -2) => np.moveaxis(x, -2, 0)
# %% mistake: still-split
# Your result still has four axes. Make the last two one: reshape to (batch, n, n_heads *
# head_dim).
# tokens_first.reshape(*batch, n, n_heads * head_dim) => tokens_first
# %% mistake: averaged
# You average the heads, so what each of them returned can no longer be told apart. Keep
# them all, side by side.
def merge_heads(x):
    return x.mean(axis=1)
# %% mistake: summed
# You add the heads up. The output matrix W_o does that later, with learnt weights; here
# keep the heads side by side.
def merge_heads(x):
    return x.sum(axis=1)
# %% mistake: heads-reversed
# Your heads stand in reverse order, the last one's features first. Head 0 should come
# first.
# np.swapaxes(x, -3, -2) => np.swapaxes(x[..., ::-1, :, :], -3, -2)

# %% right: swapaxes and reshape
# the short way
def merge_heads(x):
    batch, n_heads, n, width = x.shape
    return x.swapaxes(1, 2).reshape(batch, n, n_heads * width)

# %% right: filled in place
# head by head into its columns
def merge_heads(x):
    batch, n_heads, n, width = x.shape
    merged = np.zeros((batch, n, n_heads * width), dtype=x.dtype)
    for h in range(n_heads):
        merged[..., h * width:(h + 1) * width] = x[:, h]
    return merged

# %% right: concatenate
# the heads side by side
def merge_heads(x):
    return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=-1)
# %% wrong, still-split: still four axes
# concatenate([x[:, h] for h in range(x.shape[1])], axis=-1 => swapaxes(x, 1, 2
# %% wrong: averaged and repeated
# the right shape, from the mean of the heads
# - concatenate([x[:, h] for h in range(x.shape[1])], axis=-1
# + tile(x.mean(axis=1), (1, 1, x.shape[1])
# %% wrong, one-below-the-other: one behind the other
# [x[:, h] for h in range(x.shape[1])], axis=- => list(x.swapaxes(0, 1)), axis=
# %% wrong: flattened whole
# tokens and heads in one row
# np.concatenate([x[:, h] for h in range(x.shape[1])], axis=- => x.reshape(x.shape[0], -
# %% wrong: the first head
# only head 0
# np.concatenate([x[:, h] for h in range(x.shape[1])], axis=-1) => x[:, 0]

# %% right: folded by recursion
# the first head, and behind it the rest merged
def merge_heads(x):
    if x.shape[1] == 1:
        return x[:, 0]
    return np.concatenate((x[:, 0], merge_heads(x[:, 1:])), axis=-1)

# %% right: concatenate with out
# NumPy's out=
def merge_heads(x):
    batch, n_heads, n, width = x.shape
    merged = np.empty((batch, n, n_heads * width), x.dtype)
    np.concatenate(list(np.moveaxis(x, 1, 0)), axis=-1, out=merged)
    return merged

# %% right: np.add.at into zeros
# every number added at its column
def merge_heads(x):
    batch, n_heads, n, width = x.shape
    merged = np.zeros((batch, n, n_heads * width), dtype=x.dtype)
    b, h, t, i = np.indices(x.shape)
    np.add.at(merged, (b, t, h * width + i), x)
    return merged

# %% right: concatenated
def merge_heads(x):
    return np.concatenate([x[:, i] for i in range(x.shape[1])], axis=-1)
# wrong, heads-reversed: ]) => ])[::-1]
# wrong, one-below-the-other: -1 => -2

# %% same
# There are four axes: the last but one is number 2.
# -3, -2 => -3, 2

# %% hint: a small batch
# Do what `split_heads` does, backwards and in the opposite order.
# %% hint: a small batch; any sizes, float32
# First swap axes 1 and 2 back, so that each token has its heads next to it: (batch, n,
# n_heads, head_dim).
# %% hint
# Only then make one axis of the last two, with a reshape. Without the swap the same reshape
# would run as well, and mix the tokens.
