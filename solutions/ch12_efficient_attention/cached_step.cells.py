# %% mistake: both-one-too-far
# Your query and your new key stand one position too far on. The keys in the cache were
# turned counting from 0: the new token is one place farther from all of them than it
# should be.
# apply_rope(k[None], here) => apply_rope(k[None], here + 1)
# apply_rope(q[None], here) => apply_rope(q[None], here + 1)
# %% mistake: query-one-behind
# Your query stands one position too early. Its position should be the number of tokens in
# the given cache.
# apply_rope(q[None], here) => apply_rope(q[None], here - 1)
# %% mistake: key-one-behind
# Your new key stands one position too early. The first key in an empty cache should stand
# at 0, the next at 1.
# apply_rope(k[None], here) => apply_rope(k[None], here - 1)
# %% mistake: query-not-turned
# Your query stands at position 0, where nothing is turned. It comes after all tokens of the
# cache, so its position should be their number.
# apply_rope(q[None], here) => q[None]
# %% mistake: new-token-at-zero
# Your new token stands at position 0, query and key. Among themselves they agree; to the
# keys in the cache their distance is wrong.
# apply_rope(k[None], here) => apply_rope(k[None], np.array([0]))
# apply_rope(q[None], here) => apply_rope(q[None], np.array([0]))
# %% mistake: turned-again
# You turn all of the keys anew. Those in the cache were turned when they came in, and a
# second turn doubles their positions.
# - np.concatenate([keys, apply_rope(k[None], here)])
# + apply_rope(np.concatenate([keys, k[None]]), np.arange(len(keys) + 1))
# %% mistake: values-turned
# You turn the value as well. Positions belong into the scores alone, because a value says
# what a token is, and not where it stands.
# [values, v[None]] => [values, apply_rope(v[None], here)]
# %% mistake: unscaled
# Your weights are those of scores not divided by sqrt(d).
def cached_step(q, k, v, keys, values):
    q, k = apply_rope(np.stack([q, k]), np.full(2, len(keys)))
    keys, values = np.vstack([keys, k]), np.vstack([values, v])
    powers = np.exp(keys @ q - (keys @ q).max())
    return powers @ values / powers.sum(), keys, values
# %% mistake: key-not-turned
# Your new key stands at position 0, where nothing is turned. Its position should be the
# number of tokens in the given cache.
# apply_rope(k[None], here) => k[None]
# %% mistake: new-in-front
# Your new token comes before the others. It should come after them.
# [keys, apply_rope(k[None], here)] => [apply_rope(k[None], here), keys]
# [values, v[None]] => [v[None], values]
# %% mistake: itself-unseen
# Your token does not attend to itself. Its own key and value belong to what it reads.
# - return powers / powers.sum() @ values, keys
# + powers = powers * (np.arange(len(keys)) < max(len(keys) - 1, 1))
# +     return powers / powers.sum() @ values, keys
# %% mistake: cache-as-it-was
# You return the cache without the new token. Return (n + 1, d) and (n + 1, d_v).
# @ values, keys, values => @ values, keys[:-1], values[:-1]
# %% mistake: divided-by-d
# Your scores are divided by d. Divide by its root, once.
# len(q) ** 0.5 => len(q)
# %% mistake: cache-alone
# You return the cache first. The context should come first, then keys and values.
# - return powers / powers.sum() @ values, keys, values
# + return keys, values, powers / powers.sum() @ values
# %% mistake: kept-unturned
# You keep the new key unturned. In the cache all keys should be turned.
# @ values, keys, values => @ values, np.concatenate([keys[:-1], k[None]]), values
# %% mistake: not-divided-by-the-sum
# Your weights do not sum to one: divide the exponentials by their sum.
# powers / powers.sum() @ => powers @
# %% mistake: root-of-d-v
# Your scores are divided by sqrt(d_v). A score adds up d products: take sqrt(d).
# len(q) ** 0.5 => len(v) ** 0.5
# %% mistake: first-token-not-kept
# With an empty cache you return it empty. The first token's key and value belong into it,
# too, because later tokens attend to them.
# -     here = np.array([len(keys)])
# +     if not len(keys):
# +         return v, keys, values
# +     here = np.array([len(keys)])

# %% right: minus one
# smallest
def cached_step(q, k, v, keys, values):
    keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
    values = np.concatenate([values, v[None]])
    turned = apply_rope(q[None], np.array([len(keys) - 1]))
    scores = keys @ turned[0] / len(q) ** 0.5
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values
# wrong, query-one-behind: len(keys) - 1 => len(keys) - 2
# wrong, new-token-at-zero: np.array([len(keys)]) => np.array([0]) && len(keys) - 1 => 0
# wrong, unscaled: ] / len(q) ** 0.5 => ]
# %% wrong, not_attempted: untouched
# as given
# len(keys) - 1 => len(keys)
# %% wrong, both-one-too-far: the key moved too
# np.array([len(keys)]) => np.array([len(keys) + 1]) && len(keys) - 1 => len(keys)

# %% right: the position first
# written down before anything changes
def cached_step(q, k, v, keys, values):
    here = np.array([len(keys)])
    keys = np.concatenate([keys, apply_rope(k[None], here)])
    values = np.concatenate([values, v[None]])
    turned = apply_rope(q[None], here)
    scores = keys @ turned[0] / len(q) ** 0.5
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values

# %% right: the query first
# another order of the lines
def cached_step(q, k, v, keys, values):
    q = apply_rope(q[None], np.array([len(keys)]))[0]
    k = apply_rope(k[None], np.array([len(keys)]))[0]
    keys, values = np.vstack([keys, k]), np.vstack([values, v])
    scores = keys @ q / np.sqrt(len(q))
    powers = np.exp(scores - scores.max())
    return powers @ values / powers.sum(), keys, values

# %% right: the values' length
# the values have not grown yet
def cached_step(q, k, v, keys, values):
    keys = np.concatenate([keys, apply_rope(k[None], np.array([len(keys)]))])
    turned = apply_rope(q[None], np.array([len(values)]))
    values = np.concatenate([values, v[None]])
    scores = keys @ turned[0] / len(q) ** 0.5
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values

# %% right: the keys turned back instead
# only the difference of positions counts
def cached_step(q, k, v, keys, values):
    n = len(keys)
    new = apply_rope(k[None], np.array([n]))
    keys = np.concatenate([keys, new])
    values = np.concatenate([values, v[None]])
    back = apply_rope(keys, np.full(n + 1, -n))
    scores = back @ q / len(q) ** 0.5
    powers = np.exp(scores - scores.max())
    return powers / powers.sum() @ values, keys, values

# %% right: query and key turned at once
# the position stands there once
def cached_step(q, k, v, keys, values):
    turned = apply_rope(np.stack([q, k]), np.full(2, len(keys)))
    keys = np.append(keys, turned[1:], axis=0)
    values = np.append(values, v[None], axis=0)
    scores = np.einsum("d,nd->n", turned[0], keys) * len(q) ** -0.5
    powers = np.exp(scores - scores.max())
    return np.einsum("n,nd->d", powers / powers.sum(), values), keys, values

# %% wrong, turned-again: all keys again
def cached_step(q, k, v, keys, values):
    keys = apply_rope(np.vstack([keys, k]), np.arange(len(keys) + 1))
    values = np.vstack([values, v])
    q = apply_rope(q[None], np.array([len(keys) - 1]))[0]
    scores = keys @ q / np.sqrt(len(q))
    powers = np.exp(scores - scores.max())
    return powers @ values / powers.sum(), keys, values

# %% wrong, itself-unseen: the new token cannot see itself
# the key is appended after the scores
def cached_step(q, k, v, keys, values):
    here = np.array([len(keys)])
    q, k = apply_rope(q[None], here)[0], apply_rope(k[None], here)
    if len(keys) == 0:
        return v, k, v[None]
    scores = keys @ q / np.sqrt(len(q))
    powers = np.exp(scores - scores.max())
    context = powers @ values / powers.sum()
    return context, np.vstack([keys, k]), np.vstack([values, v])

# %% wrong: turned query meets the new key unturned
# the token's own score is that of an unturned key
def cached_step(q, k, v, keys, values):
    n = len(keys)
    turned = apply_rope(np.stack([q, k]), np.array([n, n]))
    scores = np.append(keys @ turned[0], k @ turned[0]) / len(q) ** 0.5
    w = np.exp(scores - scores.max())
    values = np.vstack([values, v])
    return w / w.sum() @ values, np.vstack([keys, turned[1]]), values

# %% same
# As many values as keys.
# np.array([len(keys)]) => np.array([len(values)])
# %% same
# There is one.
# turned[0] => turned[-1]
# %% same
# Query and key have one length.
# len(q) => len(k)

# %% hint: the second token
# Run it for a first, a second and a third token, and print every position that goes into
# apply_rope.
# %% hint: the second token; a few tokens
# Query and key of the new token stand at the same place. The given code takes the length of
# the cache twice: what happens to it in between?
# %% hint
# Write down the position once, before anything is appended, and use it for both.
