# %% mistake: own-token-forgotten
# Where `accepted` is below 1, you count only the accepted tokens of the draft. The pass
# also brings a token of the model's own: with `accepted` 0 it still brings 1.
# np.arange(count + 1) => np.arange(1, count + 1)
# %% mistake: each-by-itself
# You count each token of the draft by itself. A right token after a wrong one brings
# nothing, because all tokens before it have to be right.
# return powers.sum(axis=-1) => return 1 + np.asarray(accepted) * count
# %% mistake: the-whole-draft-or-nothing
# You count the draft where all of it is right, and nothing of it otherwise. The tokens
# before the first mistake should count as well.
# return powers.sum(axis=-1) => return 1 + count * np.asarray(accepted) ** count
# %% mistake: one-token-short
# From count 1 on, your result is that of a draft one token shorter: the last drafted
# token's share, `accepted` to the power count, is missing.
# np.arange(count + 1) => np.arange(max(count, 1))
# %% mistake: a-draft-without-end
# Your result is 1 / (1 - accepted), that of a draft without end. The draft has count
# tokens.
# return powers.sum(axis=-1) => return 1 / (1 - np.asarray(accepted))
# %% mistake: zero-by-zero
# Where the draft is always right you divide 0 by 0. Such a pass should bring count + 1
# tokens.
# - return powers.sum(axis=-1)
# + return (1 - np.asarray(accepted) ** (count + 1)) / (1 - np.asarray(accepted))
# %% mistake: one-sum-for-all
# You return one number. Each entry of `accepted` should have its own.
# powers.sum(axis=-1) => powers.sum()
# %% mistake: one-power-less
# Your formula has count where it should have count + 1, and divides 0 by 0 where the
# draft is always right.
# - return powers.sum(axis=-1)
# + return (1 - np.asarray(accepted) ** count) / (1 - np.asarray(accepted))
# %% mistake: a-share-of-the-draft
# You return accepted * count. A token counts only where all those before it are right,
# and the model's own comes on top.
# return powers.sum(axis=-1) => return np.asarray(accepted) * count
# %% mistake: whole-draft-left-out
# You leave out the pass in which the whole draft is right, with its count + 1 tokens.
# return powers.sum(axis=-1) => return powers.sum(axis=-1) - (count + 1) * powers[..., -1]
# %% mistake: the-last-power
# You return the probability that the whole draft is right. Asked is the mean number of
# tokens.
# powers.sum(axis=-1) => powers[..., -1]
# %% mistake: one-power-more
# Your result is that of a draft with one token more than `count`.
# np.arange(count + 1) => np.arange(count + 2)
# %% mistake: product-for-the-sum
# You multiply the powers, and should add them.
# powers.sum(axis=-1) => powers.prod(axis=-1)
# %% mistake: last-term-missing
# In your result the last power is missing: the sum should run over the powers 0 to count,
# so `accepted` to the power count belongs to it, too.
# np.arange(count + 1) => np.arange(count)
# %% mistake: cut-at-the-draft
# You take 1 / (1 - accepted), which is for a draft without end, and cut it off at count +
# 1. Take the sum of the powers 0 to count.
# - return powers.sum(axis=-1)
# + return np.minimum(1 / np.maximum(1 - np.asarray(accepted), 1e-12), count + 1)

# %% right: Horner
# from the inside out
def expected_tokens(accepted, count):
    total = np.ones_like(accepted)
    for _ in range(count):
        total = 1 + accepted * total
    return total
# wrong, one-token-short: range(count) => range(count - 1)

# %% right: by how it ends
# the sum of tokens times the probability of just so many
def expected_tokens(accepted, count):
    total = (count + 1) * accepted**count
    for stands in range(count):
        total = total + (stands + 1) * accepted**stands * (1 - accepted)
    return total
# %% wrong: a power too many
# refused one token later
# accepted**stands * (1 => accepted ** (stands + 1) * (1

# %% right: the closed form
# with the draft that is always right apart
def expected_tokens(accepted, count):
    sure = accepted == 1
    ratio = np.where(sure, 0, accepted)
    closed = (1 - ratio ** (count + 1)) / (1 - ratio)
    return np.where(sure, count + 1, closed)
# %% wrong, a-draft-without-end: for ever
# (1 - ratio ** (count + 1)) / (1 - ratio) => 1 / (1 - ratio)
# np.where(sure, count + 1, closed) => np.where(sure, np.inf, closed)
# %% wrong, zero-by-zero: nothing apart
# np.where(sure, count + 1, closed) => closed && np.where(sure, 0, accepted) => accepted

# %% right: a running product
# each row: this token and all before it stand
def expected_tokens(accepted, count):
    rows = np.repeat(accepted[None], count, axis=0)
    return 1 + np.cumprod(rows, axis=0).sum(axis=0)
# wrong, own-token-forgotten: return 1 + np.cumprod => return np.cumprod
# wrong, each-by-itself: np.cumprod(rows, axis=0) => rows
# %% wrong, the-whole-draft-or-nothing: all or nothing
# np.cumprod(rows, axis=0).sum(axis=0) => count * rows.prod(axis=0)

# %% right: Horner, afresh
# written from the text alone: another route
def expected_tokens(accepted, count):
    total = np.ones_like(accepted)
    for _ in range(count):
        total = total * accepted + 1
    return total

# %% right: polyval
# written from the text alone: another route
def expected_tokens(accepted, count):
    return np.polyval(np.ones(count + 1), accepted)
# wrong, one-power-less: np.polyval(np.ones(count + 1), => (1 - accepted ** count) / (1 -

# %% same
# An array already.
# np.asarray(accepted) => accepted

# %% hint: several models
# A pass brings at least one token. When does it bring a second, and when a third?
# %% hint
# The i-th token of the draft is accepted when the first i of them are right. How probable
# is that? Expectations add up.
# %% hint
# The model's own token always comes, the draft's first with probability a, its second
# with a times a. A row of powers and a sum say it; a closed form divides by 1 - a, which
# is 0 for a draft that is always right.
