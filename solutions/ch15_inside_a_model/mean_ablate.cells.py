# %% mistake: zeros
# The heads that you replace give zeros. They should give their means.
# = means[heads] => = 0
# %% mistake: mean-of-this-text
# You take the mean over the tokens of z itself, which still holds something of this text.
# Use `means`, measured elsewhere.
# = means[heads] => = z[..., heads, :].mean(axis=-3, keepdims=True)
# %% mistake: the-others
# You replace all heads but those in `heads`. Replace just these.
# -     ablated = z.copy()
# +     heads = [i for i in range(len(means)) if i not in heads]
# +     ablated = z.copy()
# %% mistake: means-in-order
# The first head that you replace gets the mean of head 0, the second that of head 1,
# whichever heads they are. Each should get its own: head 5 gets row 5 of means.
# means[heads] => means[: len(heads)]
# %% mistake: tokens-replaced
# You replace all heads of some tokens. The heads are the last axis but one: z[..., heads,
# :].
def mean_ablate(z, heads, means):
    ablated = z.copy()
    for head in heads:
        token = min(head, z.shape[-3] - 1)
        ablated[..., token, :, :] = means
    return ablated
# %% mistake: subtracted
# The means are subtracted from what the heads give. Every token should get the means
# themselves.
# [..., heads, :] = => [..., heads, :] -=
# %% mistake: one-number
# In yours all features of a replaced head have one number, the average of its mean. The
# mean is a vector, (d,): each feature has its own number.
# = means[heads] => = means[heads].mean(axis=-1, keepdims=True)
# %% mistake: first-head-only
# You replace only the first head in `heads`. Replace all of them.
# -     ablated = z.copy()
# +     heads = heads[:1]
# +     ablated = z.copy()
# %% mistake: added
# The means are added to what the heads give. Put the means in its place.
# [..., heads, :] = => [..., heads, :] +=
# %% mistake: last-token-only
# You replace the heads at the last token alone. Replace them at every token: later layers
# also read the earlier ones.
# [..., heads, :] = => [..., -1, heads, :] =
# %% mistake: every-head
# You replace all heads. Replace only those in `heads`.
# ablated = z.copy() => heads, ablated = list(range(len(means))), z.copy()
# %% mistake: nothing-replaced
# Your result is z as it was. The heads in `heads` should give their means.
# [..., heads, :] = means[heads] => [..., heads, :] += 0
# %% mistake: heads-one-axis-early
# In yours `heads` picks tokens. The heads are the last axis but one: [..., heads, :].
# ablated[..., heads, :] = means[heads] => ablated[..., heads, :, :] = means
# %% mistake: heads-on-axis-one
# In yours `heads` picks from axis 1. With axes in front of the tokens the heads are
# elsewhere: count from the back, [..., heads, :].
# ablated[..., heads, :] => ablated[:, heads]

# %% right: a loop
# head by head
def mean_ablate(z, heads, means):
    out = z.copy()
    for head in heads:
        out[..., head, :] = means[head]
    return out
# wrong, zeros: means[head] => 0
# wrong, mean-of-this-text: means[head] => z[..., head, :].mean(axis=-2, keepdims=True)
# wrong, the-others: for head in heads: => for head in set(range(len(means))) - set(heads):
# wrong, added: out[..., head, :] = => out[..., head, :] +=
# wrong, last-token-only: out[..., head, :] => out[..., -1, head, :]
# wrong, one-number: means[head] => means[head].mean()
# wrong, subtracted: out[..., head, :] = => out[..., head, :] -=
# %% right: np.array
# np.array copies
# z.copy() => np.array(z)
# %% wrong, means-in-order: means in order
# for head in heads => for i, head in enumerate(heads) && means[head] => means[i]
# %% wrong, heads-one-axis-early: tokens
# tokens for heads
# out[..., head, :] = means[head] => out[..., head, :, :] = means
# %% wrong: no copy
# the caller's array
# z.copy() => z
# %% wrong: a view
# a view of the caller's array
# z.copy() => z[:]
# %% wrong: the last axis
# features for heads
# out[..., head, :] = means[head] => out[..., head] = means[:, head]
# %% wrong, first-head-only: the first only
# -     return out
# +         return out
# +     return out
# %% wrong: leading axes forgotten
# a batch has more axes
# out[..., head, :] => out[:, head, :]

# %% right: where
# a mask over the heads
def mean_ablate(z, heads, means):
    off = np.zeros(z.shape[-2], dtype=bool)
    off[list(heads)] = True
    return np.where(off[:, None], means, z)

# %% right: stack, helper edit
# named as a function of the chapter below
def edit(head, heads, z, means):
    if head in heads:
        return np.broadcast_to(means[head], z[..., head, :].shape)
    return z[..., head, :]


def mean_ablate(z, heads, means):
    return np.stack([edit(i, heads, z, means) for i in range(len(means))], axis=-2)

# %% right: recursion
# one head, then the others
def mean_ablate(z, heads, means):
    if len(heads) == 0:
        return np.copy(z)
    out = mean_ablate(z, heads[1:], means)
    out[..., heads[0], :] = means[heads[0], :]
    return out

# %% right: an editor
# in place in a copy, token by token
class Off:
    def __init__(self, heads, means):
        self.kept = {head: means[head] for head in heads}

    def __call__(self, z):
        z = z.copy()
        for head, mean in self.kept.items():
            for place in np.ndindex(z.shape[:-2]):
                z[place][head] = mean
        return z


def mean_ablate(z, heads, means):
    return Off(heads, means)(z)

# %% right: kept times z
# ones and zeros for a mask
def mean_ablate(z, heads, means):
    kept = np.ones((z.shape[-2], 1))
    kept[list(heads)] = 0
    return z * kept + means * (1 - kept)

# %% right: by where
def mean_ablate(z, heads, means):
    off = np.isin(np.arange(z.shape[-2]), heads)[:, None]
    return np.where(off, means, z).astype(z.dtype)
# wrong, the-others: means, z => z, means
# wrong, zeros: off, means => off, 0
# wrong: off, means => off, means.mean()
# wrong, subtracted: off, => off, z -
# wrong, mean-of-this-text: off, means => off, z.mean(axis=-3, keepdims=True)

# %% wrong: heads looked for on the last axis
# the last axis holds features
def mean_ablate(z, heads, means):
    out = z.copy()
    out[..., heads] = means[heads]
    return out

# %% hint: one head
# Which axis of z counts the heads? What stands before and after it?
# %% hint: one head; several heads, in any order
# z[..., heads, :] are the outputs of those heads at every token: (..., n, k, d). Which rows
# of `means`, (k, d), belong there?
# %% hint
# Copy z first. Then one assignment does it: the left side is copy[..., heads, :].
