# %% mistake: heads-mixed
# Your result is that of a reshape straight to (batch, n_heads, n, head_dim): head 0 holds
# the features of the first tokens and none of the last. Reshape to (batch, n, n_heads,
# head_dim) first, then swap axes 1 and 2.
# n, n_heads, d // n_heads) => n_heads, n, d // n_heads)
# np.swapaxes(parts, -3, -2) => parts
# %% mistake: features-dealt-out
# Your head 0 gets every n_heads-th feature: 0, n_heads, and so on. Each head should have
# neighbouring features: reshape to (..., n_heads, head_dim).
# - x.reshape(*batch, n, n_heads, d // n_heads)
# + np.swapaxes(x.reshape(*batch, n, d // n_heads, n_heads), -2, -1)
# %% mistake: tokens-first
# Your axes are (batch, n, n_heads, head_dim). Swap axes 1 and 2. Attention multiplies the
# last two axes, and these must be tokens and features.
# np.swapaxes(parts, -3, -2) => parts
# %% mistake: features-before-tokens
# Your last two axes are swapped: each head is (head_dim, n). It should be (n, head_dim),
# one token per row.
# np.swapaxes(parts, -3, -2) => np.moveaxis(parts, -3, -1)
# %% mistake: heads-before-batch
# Your first axis is the heads. The batch comes first: (batch, n_heads, n, head_dim).
# np.swapaxes(parts, -3, -2) => np.moveaxis(parts, -2, 0)
# %% mistake: number-for-width
# You make heads of n_heads features each. n_heads says how many heads there are; each
# should have d // n_heads features.
# n, n_heads, d // n_heads) => n, d // n_heads, n_heads)
# %% mistake: tokens-cut
# You cut the sequence into parts, so each head would see some whole tokens. Every head
# should see every token, and a part of its features.
def split_heads(x, n_heads):
    batch, n, d = x.shape
    return x.reshape(batch, n_heads, n // n_heads, d)
# %% mistake: tokens-dealt-out
# You cut the sequence, so that each head gets some of the tokens. Every head should see
# every token, and a part of its features: cut along the last axis.
def split_heads(x, n_heads):
    return np.stack(np.array_split(x, n_heads, axis=1), axis=1)
# %% mistake: copies
# You give every head a copy of the whole tokens. Each head should get only d // n_heads of
# the features, so that all heads together cost what one did.
def split_heads(x, n_heads):
    return np.repeat(x[:, None], n_heads, axis=1)
# %% mistake: a-list
# You return a list of parts. One array is wanted, with an axis for the heads: then one
# matrix product serves all heads at once. np.stack(parts, axis=1).
def split_heads(x, n_heads):
    return np.split(x, n_heads, axis=-1)

# %% right: reshape and swapaxes
# the short way
def split_heads(x, n_heads):
    batch, n, d = x.shape
    return np.swapaxes(x.reshape(batch, n, n_heads, d // n_heads), 1, 2)
# %% wrong, features-dealt-out: strided
# - np.swapaxes(x.reshape(batch, n, n_heads, d // n_heads)
# + x.reshape(batch, n, d // n_heads, n_heads).transpose(0, 3
# %% wrong, features-before-tokens: keys for scores
# - np.swapaxes(x.reshape(batch, n, n_heads, d // n_heads), 1, 2
# + x.reshape(batch, n, n_heads, d // n_heads).transpose(0, 2, 3, 1
# %% wrong: a true division
# d / n_heads is a float, and reshape refuses it
# - np.swapaxes(x.reshape(batch, n, n_heads, d // n_heads), 1
# + x.reshape(batch, n, n_heads, d / n_heads).swapaxes(1

# %% right: slices, filled in place
# head by head into an empty array
def split_heads(x, n_heads):
    batch, n, d = x.shape
    width = d // n_heads
    parts = np.empty((batch, n_heads, n, width), dtype=x.dtype)
    for h in range(n_heads):
        parts[:, h] = x[:, :, h * width:(h + 1) * width]
    return parts

# %% right: np.split and np.stack
# a list of parts, stacked on a new axis
def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=1)
# wrong, heads-before-batch: =1 => =0
# %% wrong: heads in reverse
# the last features go to head 0
# ), => )[::-1],

# %% right: four loops and append
# nested lists, number by number
def split_heads(x, n_heads):
    width = x.shape[2] // n_heads
    batch = []
    for sequence in x:
        heads = []
        for h in range(n_heads):
            tokens = []
            for token in sequence:
                tokens.append([token[h * width + i] for i in range(width)])
            heads.append(tokens)
        batch.append(heads)
    return np.array(batch, dtype=x.dtype)

# %% right: einsum with a reshaped array
# einsum only moves the axes
def split_heads(x, n_heads):
    parts = x.reshape(*x.shape[:2], n_heads, -1)
    return np.einsum("bnhd->bhnd", parts)
# %% wrong, features-dealt-out: features dealt out like cards
# parts = x.reshape(*x.shape[:2], n_heads, -1) => b, n, d = x.shape
# - np.einsum("bnhd->bhnd", parts
# + x.reshape(b, n, d // n_heads, n_heads).transpose(0, 3, 1, 2

# %% right: helper called parts
# a helper whose name the chapter binds again below
def parts(d, n_heads):
    width = d // n_heads
    return [slice(h * width, (h + 1) * width) for h in range(n_heads)]


def split_heads(x, n_heads):
    cut = [x[..., own] for own in parts(x.shape[-1], n_heads)]
    return np.array(cut).swapaxes(0, 1)

# %% right: by torch
# torch inside of a NumPy answer
def split_heads(x, n_heads):
    t = torch.from_numpy(np.ascontiguousarray(x))
    return t.unflatten(-1, (n_heads, -1)).transpose(1, 2).numpy()

# %% right: a list of slices
def split_heads(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=1)
# wrong, tokens-first: =1 => =2

# %% same
# There are four axes: the last but one is number 2.
# -3, -2 => -3, 2

# %% hint: a small batch
# Two moves. First give every token's d features a shape of their own, (n_heads, head_dim).
# Then bring the heads in front of the tokens.
# %% hint: a small batch; any sizes, float32
# The first move is a reshape to (batch, n, n_heads, d // n_heads). It only puts brackets
# into each row; nothing moves.
# %% hint
# Which two axes change places, so that the heads come before the tokens? Counted from the
# end they are the same with and without a batch.
